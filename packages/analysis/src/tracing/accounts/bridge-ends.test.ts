import { describe, expect, test } from 'vitest';
import { EVENTS } from '../../protocols/event-signatures.ts';
import { key, log, textWords, word } from '../../protocols/testing/sample-transaction.ts';
import { type PlainChain, type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';

const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const MINTER = 'c4922d64a24675e16e1586e3e3aa56c06fabe907';
const MESSENGER = 'bd3fa81b58ba92a82136038b25adec7066af3155';
const TRANSMITTER = '0a992d191deec32afe36203ad87d7d289a738f81';
const DIAMOND = '1231deb6f5749ef6ce6943a275a1d3e7486f4eae';

function pay(height: number, from: string, to: string, rest: Partial<PlainMove> = {}): PlainMove {
  return { height, from, to, amount: 100n, kind: 'token', asset: USDC, ...rest };
}
const burned = (depositor: string) =>
  log(7, MESSENGER, [EVENTS.CCTP_BURNED.topic, '05', USDC, depositor], [100n, key('there'), 6, MESSENGER, '00']);
const started = {
  ...log(9, DIAMOND, [EVENTS.LIFI_STARTED.topic]),
  data:
    word(32n) +
    [word('aa'.repeat(32)), word(320n), word(384n), word(0), word(USDC), word(key('there'))].join('') +
    [word(100n), word(8453n), word(0), word(0)].join('') +
    textWords('celercircle') +
    textWords('app'),
};
const opening = pay(0, '', 'victim', { kind: 'genesis' });
const forward = (moves: readonly PlainMove[], rest: Partial<PlainChain>) =>
  tracePlain(
    { moves: [opening, pay(1, 'victim', 'a'), ...moves], contracts: [MINTER, DIAMOND], ...rest },
    { seeds: [transferAt(1)] },
  );
const message = 'cctp-1/0/5';

describe('a trail that goes into a bridge', () => {
  test('ends with the message of the bridge', async () => {
    const { leaves } = await forward([pay(2, 'a', MINTER), pay(2, MINTER, '')], { logs: { 2: [burned(key('a'))] } });
    expect(leaves).toMatchObject([
      { reason: 'bridge', amount: 100n, onward: { network: 'base', message, certainty: 'proven' } },
    ]);
  });

  test('ends with it also where the amount is burned in place', async () => {
    const { leaves } = await forward([pay(2, 'a', '')], { logs: { 2: [burned(key('a'))] } });
    expect(leaves).toMatchObject([{ reason: 'bridge', onward: { message, certainty: 'proven' } }]);
    const plain = await forward([pay(2, 'a', '')], {});
    expect(plain.leaves).toMatchObject([{ reason: 'destroyed', onward: null }]);
  });

  test('through a router ends with the message of the bridge, and not with what the router states', async () => {
    const moves = [pay(2, 'a', DIAMOND), pay(2, DIAMOND, MINTER), pay(2, MINTER, '')];
    const rest = { senders: { 2: 'a' } };
    const both = await forward(moves, { ...rest, logs: { 2: [burned(DIAMOND), started] } });
    expect(both.leaves).toMatchObject([
      { reason: 'bridge', address: DIAMOND, onward: { network: 'base', message, certainty: 'proven' } },
    ]);
    const only = await forward(moves, { ...rest, logs: { 2: [started] } });
    expect(only.leaves).toMatchObject([
      { reason: 'bridge', address: DIAMOND, onward: { network: 'base', certainty: 'stated' } },
    ]);
    const none = await forward(moves, rest);
    expect(none.leaves).toMatchObject([{ reason: 'contract', onward: null }]);
  });
});

test('a trail that comes out of a bridge that mints ends with its message', async () => {
  const body = `00000000${word(USDC)}${word(key('a'))}${word(100n)}${word(key('far'))}`;
  const received = {
    ...log(8, TRANSMITTER, [EVENTS.CCTP_RECEIVED.topic, key('relay'), '09']),
    data: word(6) + word(MESSENGER) + word(96n) + word(body.length / 2) + body.padEnd(320, '0'),
  };
  const minted = log(7, MESSENGER, [EVENTS.CCTP_MINTED.topic, key('a'), USDC], [100n]);
  const chain = { moves: [pay(1, '', 'a'), pay(2, 'a', 'b')], logs: { 1: [minted, received] } };
  const { leaves } = await tracePlain(chain, { seeds: [transferAt(2)], direction: 'backward' });
  expect(leaves).toMatchObject([
    { reason: 'bridge', onward: { network: 'base', message: 'cctp-1/6/9', certainty: 'proven' } },
  ]);
  const plain = await tracePlain({ moves: chain.moves }, { seeds: [transferAt(2)], direction: 'backward' });
  expect(plain.leaves).toMatchObject([{ reason: 'issued', onward: null }]);
});
