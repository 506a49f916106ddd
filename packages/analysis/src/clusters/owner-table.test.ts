import type { Owner } from '@trailmark/core/owner';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnerTable } from './owner-table.ts';

function owner(number: number): Owner {
  const payload = new Uint8Array(number % 2 === 0 ? 20 : 32);
  new DataView(payload.buffer).setUint32(4, number);
  return number % 2 === 0 ? { type: 'p2wpkh', payload } : { type: 'p2wsh', payload };
}

test('numbers follow first appearance and lead back to the owner', () => {
  const table = new OwnerTable();
  for (let i = 0; i < 5000; i++) expect(table.intern(owner(i))).toBe(i);
  for (let i = 0; i < 5000; i++) {
    expect(table.intern(owner(i))).toBe(i);
    expect(table.get(i)).toEqual(owner(i));
  }
  expect(table.find(owner(5000))).toBeUndefined();
});

test('the same payload in another form is another owner', () => {
  const table = new OwnerTable();
  const payload = new Uint8Array(20).fill(7);
  expect(table.intern({ type: 'p2pkh', payload })).toBe(0);
  expect(table.intern({ type: 'p2wpkh', payload })).toBe(1);
  expect(table.intern({ type: 'p2sh', payload })).toBe(2);
});

test('taking back the newest owners leaves a table as if they had never come', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 900 }), fc.array(fc.nat(400)), fc.nat(400), (first, then, keep) => {
      const table = new OwnerTable({ seed: 1 });
      const fresh = new OwnerTable({ seed: 2 });
      for (const number of first) table.intern(owner(number));
      const count = Math.min(keep, table.count);
      const kept = [...Array(count).keys()].map((number) => table.get(number));
      table.truncate(count);
      for (const known of kept) fresh.intern(known);
      for (const number of then) expect(table.intern(owner(number))).toBe(fresh.intern(owner(number)));
      expect(table.count).toBe(fresh.count);
    }),
  );
});

test('payloads that collide in their first words are still distinguished', () => {
  const table = new OwnerTable();
  for (let i = 0; i < 3000; i++) {
    const payload = new Uint8Array(32);
    new DataView(payload.buffer).setUint32(28, i);
    expect(table.intern({ type: 'p2tr', payload })).toBe(i);
  }
});

test('a table of 140,000 owners finds each, and after many were taken back those that are left and no other', () => {
  const table = new OwnerTable({ seed: 3 });
  const [all, kept] = [140_000, 100_000];
  let wrong = 0;
  for (let number = 0; number < all; number++) if (table.intern(owner(number)) !== number) wrong++;
  for (let number = 0; number < all; number++) if (table.find(owner(number)) !== number) wrong++;
  table.truncate(kept);
  for (let number = 0; number < all; number++)
    if (table.find(owner(number)) !== (number < kept ? number : undefined)) wrong++;
  for (let number = all - 1; number >= kept; number--)
    if (table.intern(owner(number)) !== kept + all - 1 - number) wrong++;
  for (let number = 0; number < kept; number++) if (table.find(owner(number)) !== number) wrong++;
  expect([wrong, table.count]).toEqual([0, all]);
  expect(table.get(all - 1)).toEqual(owner(kept));
});
