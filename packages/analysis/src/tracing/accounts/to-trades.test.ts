import type { StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofTrades from './trades.ts';

const recorded = new WatchedResults();
const { isGainOf, isNetted, isOfTrade, toTrades } = recorded.watch(ofTrades);

const AT = toPosition(9, 0);
const POOL = 'pool';
let slots = 0;

function move(from: string, to: string, asset: string, amount: bigint, more: Partial<StoredMove> = {}): StoredMove {
  slots += 1;
  return { kind: 'token', asset, from, to, amount, position: AT, slot: slots, ...more } as StoredMove;
}
const leg = (asset: string, amount: bigint, tokenId?: bigint): ActionAmount => ({ asset, amount, tokenId });

function action(given: readonly ActionAmount[], got: readonly ActionAmount[], more: Partial<ProtocolAction> = {}) {
  const named = { kind: 'swap', rule: 'r/1', protocol: 'P', account: 'me', parties: [] };
  return { ...named, given, got, ...more } as unknown as ProtocolAction;
}
const trade = (moves: readonly StoredMove[], actions: readonly ProtocolAction[], isForward = true, called = POOL) =>
  toTrades({ position: AT, called, isForward }, moves, actions);

const paid = () => move('me', POOL, 'a', 10n);
const got = () => move(POOL, 'me', 'b', 4n);
const swap = action([leg('a', 10n)], [leg('b', 4n)]);

describe('a trade', () => {
  test('is what the moves bear out, whichever way the trail runs', () => {
    const moves = [paid(), got()];
    const last = Math.max(...moves.map(({ slot }) => slot));
    expect(trade(moves, [swap])).toEqual([
      {
        ...{ account: 'me', position: AT, slot: last + 0.5, kind: 'swap', rule: 'r/1', protocol: 'P' },
        ...{ from: { asset: 'a', amount: 10n }, to: [{ asset: 'b', amount: 4n }] },
      },
    ]);
    expect(trade(moves, [swap], false)).toMatchObject([{ from: { asset: 'b' }, to: [{ asset: 'a', amount: 10n }] }]);
    for (const kind of ['wrap', 'unwrap'] as const)
      expect(trade(moves, [{ ...swap, kind }])).toMatchObject([{ kind: 'wrap' }]);
  });

  test('is none where an amount of the event is not the net of the moves, on either side', () => {
    expect(trade([move('me', POOL, 'a', 11n), got()], [swap])).toEqual([]);
    expect(trade([paid(), move(POOL, 'me', 'b', 5n)], [swap])).toEqual([]);
    expect(trade([paid()], [swap])).toEqual([]);
    expect(trade([], [swap])).toEqual([]);
  });

  test('nets what came back, and leaves out fees, items and what went round to oneself', () => {
    const change = [move('me', POOL, 'a', 12n), move(POOL, 'me', 'a', 2n), got()];
    expect(trade(change, [swap])).toHaveLength(1);
    const others = [
      move('me', '', 'a', 5n, { kind: 'fee' }),
      move('me', POOL, 'a', 1n, { kind: 'nft' }),
      move('me', POOL, 'a', 1n, { kind: 'multi-token' }),
      move('me', 'me', 'a', 7n),
      move('else', POOL, 'a', 3n),
    ];
    expect(trade([paid(), got(), ...others], [swap])).toHaveLength(1);
  });

  test.each<[string, Partial<ProtocolAction>]>([
    ['another act', { kind: 'nft-sale' }],
    ['nobody', { account: undefined }],
    ['nothing given', { given: [] }],
    ['nothing got', { got: [] }],
    ['two given', { given: [leg('a', 10n), leg('c', 1n)] }],
    ['an item given', { given: [leg('a', 10n, 7n)] }],
    ['an item got', { got: [leg('b', 4n, 7n)] }],
    ['an amount of nothing', { got: [leg('b', 4n), leg('c', 0n)] }],
    ['one asset on both sides', { got: [leg('a', 4n)] }],
  ])('of %s is none', (_name, more) => {
    expect(trade([paid(), got()], [{ ...swap, ...more }])).toEqual([]);
  });

  test('takes each asset of an account once in a transaction', () => {
    const both = action([leg('c', 1n)], [leg('d', 2n)]);
    const moves = [paid(), got(), move('me', POOL, 'c', 1n), move(POOL, 'me', 'd', 2n)];
    expect(trade(moves, [swap, swap, both]).map(({ from }) => from.asset)).toEqual(['a', 'c']);
  });
});

describe('a trade for several assets', () => {
  const several = action([leg('a', 10n)], [leg('b', 4n), leg('c', 6n)]);
  const moves = (other = POOL) => [paid(), got(), move(other, 'me', 'c', 6n)];

  test('is one where each came from what was called, from a party, or from whoever also took in', () => {
    expect(trade(moves(), [several])).toMatchObject([{ to: [{ asset: 'b' }, { asset: 'c', amount: 6n }] }]);
    const parties = [{ role: 'pool', address: 'other' }] as ProtocolAction['parties'];
    expect(trade(moves('other'), [{ ...several, parties }])).toHaveLength(1);
    expect(trade([...moves('other'), move(POOL, 'other', 'x', 1n)], [several])).toHaveLength(1);
    expect(trade(moves(''), [several])).toHaveLength(1);
  });

  test('is none where one was given by somebody who took nothing in', () => {
    expect(trade(moves('other'), [several])).toEqual([]);
    expect(trade([...moves('other'), move('other', 'else', 'x', 1n)], [several])).toEqual([]);
    // For one asset it does not matter who gave it.
    expect(trade([paid(), move('other', 'me', 'b', 4n)], [swap])).toHaveLength(1);
  });

  test('is none backward: what brought one of several is not known', () => {
    expect(trade(moves(), [several], false)).toEqual([]);
  });
});

test('a move belongs to a trade of its asset, and is its gain where it reached the account in that transaction', () => {
  const [found] = trade([paid(), got()], [swap]);
  if (!found) throw new Error('There is a trade.');
  expect(['a', 'b', 'c'].map((asset) => isOfTrade(found, asset))).toEqual([true, true, false]);
  expect([isGainOf(found, got(), true), isGainOf(found, got(), false)]).toEqual([true, false]);
  expect(isGainOf(found, move('me', POOL, 'b', 4n), false)).toBe(true);
  const others = [
    paid(),
    move('me', 'me', 'b', 4n),
    move(POOL, 'else', 'b', 4n),
    move(POOL, 'me', 'b', 4n, { position: toPosition(9, 1) }),
    move(POOL, 'me', 'b', 4n, { kind: 'fee' }),
  ];
  for (const each of others) expect(isGainOf(found, each, true)).toBe(false);
  const kinds = ['token', 'native', 'internal', 'fee', 'tip', 'stated', 'nft', 'multi-token'] as const;
  expect(kinds.map((kind) => isNetted(move('a', 'b', 'c', 1n, { kind })))).toEqual([
    ...[true, true, true],
    ...[false, false, false, false, false],
  ]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/to-trades.txt');
});
