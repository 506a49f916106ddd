import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { CrossingCertainty } from '@trailmark/core/trace/crossing';
import { expect, test } from 'vitest';
import type { BridgeEvent } from './bridge-event.ts';
import * as ofJoinEvents from './join-events.ts';

const recorded = new WatchedResults();
const { findJoint } = recorded.watch(ofJoinEvents);

const ID = 'ab'.repeat(32);
const TXID = 'cd'.repeat(32);

function event(
  kind: BridgeEvent['kind'],
  message: string | undefined,
  certainty: CrossingCertainty = 'proven',
): BridgeEvent {
  return {
    kind,
    chain: kind === 'bridge-out' ? 'eth' : 'avalanche',
    rule: 'test/1',
    protocol: 'Test bridge',
    counterpart: { network: undefined, address: undefined, message, certainty },
    txid: TXID,
    ref: undefined,
    address: null,
    asset: '',
    amount: 1n,
    paid: 1n,
    height: 1,
    time: 1,
  };
}

const join = (sent: CrossingCertainty, received: CrossingCertainty) =>
  findJoint(event('bridge-out', ID, sent), event('bridge-in', `0x${ID.toUpperCase()}`, received));

test('a bridge transfer is proven only where both sides prove their message', () => {
  expect(join('proven', 'proven')?.certainty).toBe('proven');
  for (const [sent, received] of [
    ['proven', 'stated'],
    ['stated', 'proven'],
    ['proven', 'likely'],
    ['likely', 'proven'],
    ['stated', 'stated'],
  ] as const) {
    const joint = join(sent, received);
    expect(joint?.certainty, `${sent}, ${received}`).toBe('stated');
    expect(joint?.basis).toContain('at least one of them is only stated');
  }
});

test('sides with other messages, or none, are not joined', () => {
  expect(findJoint(event('bridge-out', ID), event('bridge-in', 'ef'.repeat(32)))).toBeUndefined();
  expect(findJoint(event('bridge-out', undefined), event('bridge-in', undefined))).toBeUndefined();
  expect(findJoint(event('bridge-out', ''), event('bridge-in', ' '))).toBeUndefined();
});

test('a payment out that names the transaction of the payment in is stated, whoever says it', () => {
  expect(findJoint(event('bridge-out', undefined), event('bridge-in', TXID))?.certainty).toBe('stated');
  expect(findJoint(event('bridge-out', ID), event('bridge-in', `0x${TXID}`))?.certainty).toBe('stated');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/join-events.txt');
});
