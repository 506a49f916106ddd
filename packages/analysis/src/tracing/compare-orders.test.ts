import { MOVE_UNPLACED } from '@trailmark/core/account-block';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { expect, test } from 'vitest';
import { openAccountTrace } from './accounts/open-account-trace.ts';
import {
  keyOf,
  openPlainChain,
  type PlainMove,
  plainKnowledge,
  requestOf,
  transferAt,
} from './accounts/testing/plain-chain.ts';
import { compareMethods } from './compare-methods.ts';
import { compareOrders, dependsOnOrder, isReached } from './compare-orders.ts';

const METHODS = [
  { id: 'fifo/1', name: 'FIFO' },
  { id: 'haircut/1', name: 'haircut' },
];

function pay(height: number, from: string, to: string, amount: bigint, flags = 0): PlainMove {
  return { height, from, to, amount, flags };
}

// What `a` receives is paid on in the same transaction; half as much had gone elsewhere before.
function chainWith(flags: number) {
  const moves = [
    pay(1, 'victim', 'a', 100n),
    pay(2, 'a', 'x', 50n),
    pay(3, 'b', 'c', 50n, flags),
    pay(3, 'a', 'b', 50n, flags),
  ];
  return { moves: [{ height: 0, from: '', to: 'victim', amount: 100n, kind: 'genesis' as const }, ...moves] };
}

function runOver(flags: number, budget = 100): (request: TraceRequest) => Promise<Trace> {
  return async (request) => {
    const context = { chain: 'eth', reader: openPlainChain(chainWith(flags)), knowledge: plainKnowledge() } as const;
    const isOther = request.params.order === 'payments-first';
    return (await openAccountTrace(context, request)).run(isOther ? Math.min(budget, 100) : 100);
  };
}

test('where the order of transfers is not known, every exit states what it gets under the other one', async () => {
  const found = await compareMethods(requestOf({ seeds: [transferAt(1)] }), METHODS, runOver(MOVE_UNPLACED));
  expect(found.exits.map(({ name, amounts, otherAmounts }) => [name, amounts, otherAmounts])).toEqual([
    [keyOf('c'), [50n, 50n], [0n, 0n]],
    [keyOf('x'), [50n, 50n], [50n, 50n]],
  ]);
  expect(found.orders).toMatchObject({ assumed: 'receipts-first', other: 'payments-first', dependentExits: 1 });
  expect(found.orders?.onlyOther).toMatchObject([{ name: keyOf('b'), amounts: [50n, 50n] }]);
  expect(found.orders?.sentence).toBe(
    'The source does not say in what order some of these transfers happened. Under the other order, what an account paid before what it received, 1 of 2 exits get another amount. One place gets money only under it.',
  );
  expect(found.stableExits).toBe(2);
});

test('requested under the other order, the comparison turns round', async () => {
  const request = requestOf({ seeds: [transferAt(1)], params: { order: 'payments-first' } });
  const found = await compareMethods(request, METHODS, runOver(MOVE_UNPLACED));
  expect(found.exits.map(({ name, amounts }) => [name, amounts])).toEqual([
    [keyOf('b'), [50n, 50n]],
    [keyOf('x'), [50n, 50n]],
  ]);
  expect(found.orders).toMatchObject({ assumed: 'payments-first', other: 'receipts-first' });
  expect(found.orders?.onlyOther).toMatchObject([{ name: keyOf('c') }]);
});

test('where every place is known nothing is stated about orders', async () => {
  const found = await compareMethods(requestOf({ seeds: [transferAt(1)] }), METHODS, runOver(0));
  expect(found.orders).toBeUndefined();
  expect(found.exits.every(({ otherAmounts }) => otherAmounts === undefined)).toBe(true);
});

test('where the other order exceeds the budget, that is reported instead', async () => {
  const found = await compareMethods(requestOf({ seeds: [transferAt(1)] }), METHODS, runOver(MOVE_UNPLACED, 1));
  expect(found.orders).toMatchObject({ dependentExits: null, onlyOther: [] });
  expect(found.orders?.sentence).toContain('exceeds the budget');
});

/** An exit with what two methods send there under the order assumed, and under the other. */
function exitOf(key: string, amounts: bigint[], otherAmounts: bigint[]) {
  const head = { key, name: key, address: key, asset: '', reason: 'held' as const, isNamed: false };
  return { head, amounts, otherAmounts };
}

test('where nothing depends on the order, the sentence says so, and only then', () => {
  const same = compareOrders('receipts-first', [exitOf('x', [5n, 5n], [5n, 5n])], []);
  expect(same).toMatchObject({ dependentExits: 0, onlyOther: [] });
  expect(same.sentence).toBe(
    'The source does not say in what order some of these transfers happened. Under the other order, what an account paid before what it received, every exit gets the same.',
  );
  const one = compareOrders('payments-first', [exitOf('x', [5n, 5n], [5n, 4n]), exitOf('y', [2n, 2n], [2n, 2n])], []);
  expect(one.dependentExits).toBe(1);
  expect(one.sentence).toBe(
    'The source does not say in what order some of these transfers happened. Under the other order, what an account received before what it paid, 1 of 2 exits get another amount.',
  );
});

test('places that only the other order reaches are counted, and are listed the largest first', () => {
  const exits = [exitOf('small', [0n, 0n], [1n, 2n]), exitOf('large', [0n, 0n], [9n, 0n]), exitOf('x', [5n], [5n])];
  const found = compareOrders('receipts-first', exits, []);
  expect(found.dependentExits).toBe(0);
  expect(found.onlyOther.map(({ key }) => key)).toEqual(['large', 'small']);
  expect(found.sentence).toContain('0 of 1 exits get another amount. 2 places get money only under it.');
});

test('places that the other order sends the same amount to are listed in one order, whichever came first', () => {
  const exits = ['c', 'a', 'd', 'b'].map((key) => exitOf(key, [0n], [key === 'd' ? 8n : 7n]));
  for (const list of [exits, exits.toReversed()]) {
    const { onlyOther } = compareOrders('receipts-first', list, []);
    expect(onlyOther.map(({ key }) => key)).toEqual(['d', 'a', 'b', 'c']);
  }
});

test('an exit is reached where any method sends it something, and depends on the order where any amount differs', () => {
  expect(isReached(exitOf('x', [0n, 1n], []))).toBe(true);
  expect(isReached(exitOf('x', [0n, 0n], [1n, 1n]))).toBe(false);
  expect(dependsOnOrder(exitOf('x', [1n, 2n], [1n, 3n]))).toBe(true);
  expect(dependsOnOrder(exitOf('x', [1n, 2n], [1n, 2n]))).toBe(false);
  expect(dependsOnOrder(exitOf('x', [1n, 2n], []))).toBe(false);
});
