import { MOVE_UNPLACED } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getTraceMethod, parseTraceParams } from '../catalogue.ts';
import { findTurns, toOrder } from './order-unknown.ts';
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

test('stated payments of one block have no order either, where no index of their transactions is known', () => {
  const move = (index: number, from: string, to: string): StoredMove => ({
    ...{ kind: 'stated', asset: 'usd', from, to, amount: 1n, flags: 0, slot: 0, position: toPosition(7, index) },
    ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined },
  });
  const estimated = 2 ** 19;
  const [unknown, known] = [estimated, 0].map((first) => [move(first + 1, 'b', 'c'), move(first + 2, 'a', 'b')]);
  expect(findTurns(unknown ?? [], 'receipts-first').size).toBe(2);
  expect(findTurns(unknown ?? [], 'payments-first').size).toBe(0);
  expect(findTurns(known ?? [], 'receipts-first').size).toBe(0);
});

test.each(['receipts-first', 'payments-first'] as const)(
  'under %s every transfer is taken once, and only a circle breaks the order',
  (order) => {
    const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pairs, fc.boolean(), (drawn, isAcyclic) => {
        const items = drawn.map(([from, to], slot) => {
          const [low, high] = from < to ? [from, to] : [to, from + 6];
          const ends = isAcyclic ? [low, high] : [from, to];
          return { slot, move: { from: `${ends[0]}`, to: `${ends[1]}`, asset: '' } as StoredMove };
        });
        const ordered = toOrder(items, order);
        expect(ordered.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(items.map(({ slot }) => slot));
        if (!isAcyclic) return;
        for (const [i, { move }] of ordered.entries())
          for (const later of ordered.slice(i + 1)) {
            const isWrong = order === 'receipts-first' ? later.move.to === move.from : later.move.from === move.to;
            expect(isWrong).toBe(false);
          }
      }),
    );
  },
);

describe('the other order', () => {
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });

  test.each(METHODS)(
    '%s leaves the money with whoever received it first, and states that it was requested',
    async (method) => {
      await fc.assert(
        fc.asyncProperty(orders, async (order) => {
          const chain = { moves: listed(order, MOVE_UNPLACED) };
          const params = { order: 'payments-first' };
          const { leaves, gaps, sums } = await tracePlain(chain, { seeds: [transferAt(1)], method, params });
          expect(leaves).toMatchObject([{ address: keyOf('b'), amount: 10n }]);
          expect(sums[0]?.difference).toBe(0n);
          expect(gaps).toContainEqual(
            expect.objectContaining({
              kind: 'order-unknown',
              message: expect.stringContaining('assumption of the request'),
            }),
          );
        }),
        { numRuns: 12 },
      );
    },
  );

  test('transfers with a known place keep it under either order', async () => {
    const chain = { moves: listed([0, 1, 2, 3], 0) };
    const ask = { seeds: [transferAt(1)] };
    const usual = await tracePlain(chain, ask);
    const other = await tracePlain(chain, { ...ask, params: { order: 'payments-first' } });
    expect(other.leaves).toEqual(usual.leaves);
  });

  test('the usual order stated and left out are one request, and an order that is none is refused', () => {
    const fifo = getTraceMethod('fifo/1');
    expect(parseTraceParams(fifo, { order: 'receipts-first' }, 'accounts')).toEqual({});
    expect(parseTraceParams(fifo, { order: 'payments-first' }, 'accounts')).toEqual({ order: 'payments-first' });
    expect(() => parseTraceParams(fifo, { order: 'random' }, 'accounts')).toThrow(/order/);
    expect(() => parseTraceParams(fifo, { order: 'payments-first' }, 'outputs')).toThrow(/order/);
  });
});
