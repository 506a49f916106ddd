import type { WalletPayment } from '@trailmark/core/nft';
import { expect, test } from 'vitest';
import { PaymentTable } from './payment-table.ts';

const pay = (from: string, to: string, time: number, amount: bigint, position = 0) =>
  ({ from, to, time, amount, position }) as WalletPayment;
const table = new PaymentTable([
  pay('a', 'b', 30, 4n),
  pay('a', 'b', 10, 1n),
  pay('b', 'a', 20, 2n),
  pay('a', 'b', 20, 8n, 2),
  pay('a', 'b', 20, 16n, 1),
  pay('a', 'c', 20, 32n),
]);
const amounts = (places: readonly number[]) => places.map((i) => table.rows[i]?.amount);

test('payments from one wallet to another are found within times, both included, in the order of the chain', () => {
  expect(amounts(table.between('a', 'b', 10, 30))).toEqual([1n, 16n, 8n, 4n]);
  expect(amounts(table.between('a', 'b', 11, 29))).toEqual([16n, 8n]);
  expect(amounts(table.between('b', 'a', 0, 99))).toEqual([2n]);
  expect(table.between('c', 'a', 0, 99)).toEqual([]);
});

test('payments among several wallets are all of both ways, and their sum is theirs', () => {
  const found = table.among(['a', 'b'], 0, 99);
  expect(found).toEqual(found.toSorted((x, y) => x - y));
  expect(table.sum(found)).toBe(31n);
  expect([table.sum(table.among(['a', 'b', 'c'], 20, 20)), table.sum([])]).toEqual([58n, 0n]);
});
