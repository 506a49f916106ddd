import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import { STOP_REASON_IDS, type StopReason } from '@trailmark/core/trace/stop-reason';
import type { EndStanding } from '@trailmark/core/trace/trace-ends';
import { describe, expect, test } from 'vitest';
import * as ofEndStanding from './end-standing.ts';
import { compareStandings } from './end-standing.ts';

const recorded = new WatchedResults();
const { isEnd, standingOf } = recorded.watch(ofEndStanding);

const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';

/** Every reason for which a trail ends, with what it states about the money; `null` where it is no end yet. */
const STANDINGS: Readonly<Record<StopReason, EndStanding | null>> = {
  service: 'service',
  mixer: 'gone',
  coinjoin: 'gone',
  contract: 'gone',
  bridge: 'onward',
  trade: null,
  sanctioned: 'gone',
  'stop-at': 'unknown',
  labelled: 'unknown',
  unspent: 'holder',
  held: 'holder',
  'data-end': 'unknown',
  'source-unknown': 'unknown',
  issued: 'gone',
  unspendable: 'gone',
  destroyed: 'gone',
  dormant: 'holder',
  'hop-cap': 'unknown',
  'before-window': 'unknown',
  'after-window': 'unknown',
  hub: 'service',
  'choice-needed': 'unknown',
  cycle: null,
  budget: null,
};

const stand = (reason: StopReason, asset = '', party: Partial<KnownParty> | null = null) =>
  standingOf({ reason, asset, party: party as KnownParty | null }, 'eth');

describe('money that ends', () => {
  test.each(STOP_REASON_IDS)('for the reason %s has its standing', (reason) => {
    expect(isEnd({ reason })).toBe(STANDINGS[reason] !== null);
    if (STANDINGS[reason] !== null) expect(stand(reason).standing).toBe(STANDINGS[reason]);
  });

  test('at a service is requested there, whatever the reason says', () => {
    for (const reason of ['service', 'held', 'data-end'] as const)
      expect(stand(reason, '', { kind: 'service' })).toMatchObject({
        standing: 'service',
        advice: 'Ask the service to hold what came in, and for its records.',
      });
    expect(stand('hub').advice).toContain('probably a service nobody has labelled');
    expect(stand('held', '', { kind: 'named' }).standing).toBe('holder');
  });

  test('and is still there, of a token whose issuer can freeze it, is for the issuer', () => {
    for (const reason of ['held', 'unspent', 'dormant'] as const)
      expect(stand(reason, USDT)).toEqual({
        standing: 'issuer',
        advice: 'Still held there: Tether can freeze this token.',
      });
    expect(stand('data-end', USDT).standing).toBe('unknown');
    expect(stand('held', 'ab'.repeat(20)).standing).toBe('holder');
  });

  test('and was mixed is distinguished from what is at a sanctioned address', () => {
    expect(stand('sanctioned').advice).toBe('At a sanctioned address: it can be held wherever it comes out.');
    expect(stand('mixer').advice).toContain('Mixed with other money here');
    expect(stand('bridge').advice).toContain('follow it on the other chain');
  });

  test('is in the order of urgency', () => {
    const order: EndStanding[] = ['service', 'issuer', 'holder', 'onward', 'unknown', 'gone'];
    expect(order.toReversed().sort(compareStandings)).toEqual(order);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/end-standing.txt');
});
