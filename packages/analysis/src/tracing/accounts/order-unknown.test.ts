import { MOVE_UNPLACED } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTurns, receiptsFirst } from './order-unknown.ts';
import { keyOf, type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';

const METHODS = ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1', 'poison/1'];
const CHAIN: readonly (readonly [string, string])[] = [
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'd'],
  ['d', 'e'],
];

function listed(order: readonly number[], flags: number): PlainMove[] {
  const first = { height: 1, from: 'victim', to: 'a', amount: 10n };
  return [
    first,
    ...order.map((i) => ({ height: 2, from: CHAIN[i]?.[0] ?? '', to: CHAIN[i]?.[1] ?? '', amount: 10n, flags })),
  ];
}

test.each(METHODS)(
  '%s goes through a transaction of unknown order, however its transfers are listed',
  async (method) => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const chain = { moves: listed(order, MOVE_UNPLACED) };
        const { leaves } = await tracePlain(chain, { seeds: [transferAt(1)], method });
        expect(leaves).toMatchObject([{ address: keyOf('e'), amount: 10n }]);
      }),
    );
  },
);

test('backward a transaction of unknown order leads to whoever paid first, however its transfers are listed', async () => {
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const moves = listed(order, MOVE_UNPLACED);
      const seeds = [transferAt(2, order.indexOf(3))];
      const { steps } = await tracePlain({ moves }, { seeds, method: 'fifo/1', direction: 'backward' });
      expect(steps.map(({ height }) => height)).toEqual([1, 2]);
    }),
  );
});

test('transfers with a known place keep it: money that came in afterwards was not paid on before', async () => {
  const { leaves } = await tracePlain({ moves: listed([1, 0, 2, 3], 0) }, { seeds: [transferAt(1)] });
  expect(leaves).toMatchObject([{ address: keyOf('b'), amount: 10n }]);
});

test('stated payments of one block stand in no order either, where no index of their transactions is known', () => {
  const move = (index: number, from: string, to: string): StoredMove => ({
    ...{ kind: 'stated', asset: 'usd', from, to, amount: 1n, flags: 0, slot: 0, position: toPosition(7, index) },
    ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined },
  });
  const estimated = 2 ** 19;
  expect(findTurns([move(estimated + 1, 'b', 'c'), move(estimated + 2, 'a', 'b')]).size).toBe(2);
  expect(findTurns([move(1, 'b', 'c'), move(2, 'a', 'b')]).size).toBe(0);
});

test('every transfer is taken once, and a receipt before the payments of its account unless a circle forbids it', () => {
  const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(pairs, fc.boolean(), (drawn, isAcyclic) => {
      const items = drawn.map(([from, to], slot) => {
        const [low, high] = from < to ? [from, to] : [to, from + 6];
        const ends = isAcyclic ? [low, high] : [from, to];
        return { slot, move: { from: `${ends[0]}`, to: `${ends[1]}`, asset: '' } as StoredMove };
      });
      const ordered = receiptsFirst(items);
      expect(ordered.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(items.map(({ slot }) => slot));
      if (!isAcyclic) return;
      for (const [i, { move }] of ordered.entries())
        expect(ordered.slice(i + 1).some((later) => later.move.to === move.from)).toBe(false);
    }),
  );
});
