import { encodeHex } from '@trailmark/core/hex';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import { OwnerSet } from './owner-set.ts';

const owner = (payload: Uint8Array, type: Owner['type'] = 'p2pkh'): Owner => ({ type, payload });
const base = Uint8Array.from({ length: 20 }, (_, i) => i + 1);

test('an owner of a set is known by its form and by every byte', () => {
  const set = new OwnerSet([ownerId(owner(base))]);
  expect(set.keyOf(owner(base.slice()))).toBe(ownerId(owner(base)));
  for (const i of base.keys()) expect(set.keyOf(owner(base.with(i, 99)))).toBeUndefined();
  expect(set.keyOf(owner(base, 'p2sh'))).toBeUndefined();
  expect(set.keyOf(owner(Uint8Array.of(...base, 0)))).toBeUndefined();
  expect(set.keyOf(owner(base.subarray(0, 19)))).toBeUndefined();
  expect(set.keyOf(undefined)).toBeUndefined();
});

test('owners whose first bytes are the same are each found, and what is no key is left out', () => {
  const alike = Array.from({ length: 5 }, (_, i) => owner(base.with(19, i)));
  const wide = owner(Uint8Array.of(...base, ...base.subarray(0, 12)), 'p2wsh');
  const set = new OwnerSet([...alike, owner(base, 'p2sh'), wide].map(ownerId).concat(['', 'ff', encodeHex(base)]));
  for (const each of [...alike, owner(base, 'p2sh'), wide]) expect(set.keyOf(each)).toBe(ownerId(each));
});
