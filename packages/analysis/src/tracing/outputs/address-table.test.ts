import type { Owner } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import { AddressTable } from './address-table.ts';

function ownerOf(number: number): Owner {
  const long = number % 3 === 0;
  const payload = new Uint8Array(long ? 32 : 20);
  new DataView(payload.buffer).setUint32(payload.length - 4, Math.floor(number / 6));
  return { type: long ? (number % 2 === 0 ? 'p2wsh' : 'p2tr') : number % 2 === 0 ? 'p2wpkh' : 'p2pkh', payload };
}

test('numbers owners in the order of their coming, makes each address once it is needed, and gives every owner back', () => {
  const made: Owner[] = [];
  const table = new AddressTable(
    (owner) => `${owner.type}-${Buffer.from(owner.payload).toString('hex')}-${made.push(owner)}`,
  );
  const expected = new Map<string, number>();
  for (let i = 0; i < 12_000; i++) {
    const owner = ownerOf((i * 7919) % 5_000);
    const text = `${owner.type}-${Buffer.from(owner.payload).toString('hex')}`;
    const entry = expected.get(text) ?? expected.size;
    expected.set(text, entry);
    expect(table.find(owner)).toBe(entry);
    expect(table.addressAt(entry)).toBe(`${text}-${entry + 1}`);
  }
  expect(made).toHaveLength(expected.size);
  for (const [entry, owner] of made.entries()) expect(table.ownerAt(entry)).toEqual(owner);
});
