import { createHash } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofJsonBytes from './json-bytes.ts';

const recorded = new WatchedResults();
const { outlineBytes, toBody } = recorded.watch(ofJsonBytes);

const MIB = 1_048_576;

async function read(parts: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of toBody(parts)) pieces.push(piece);
  return pieces;
}

test.each([0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB + 5])(
  '%d bytes are sent whole, in pieces of a mebibyte at most',
  async (length) => {
    const whole = Buffer.alloc(length, 'abc');
    const pieces = await read([whole]);
    expect(pieces.length).toBe(Math.ceil(length / MIB));
    expect(pieces.every((piece) => piece.length > 0 && piece.length <= MIB)).toBe(true);
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  },
);

test('parts follow each other, and empty ones send nothing', async () => {
  const pieces = await read(['{"a":', '', '1}'].map((text) => Buffer.from(text)));
  expect(Buffer.concat(pieces).toString()).toBe('{"a":1}');
  expect(pieces).toHaveLength(2);
});

test('of a large body its size, hash and beginning are kept', async () => {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_000) }));
  expect(await outlineBytes(body)).toEqual({
    ...{ bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
    begins: body.toString().slice(0, 1_500),
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/json-bytes.txt');
});
