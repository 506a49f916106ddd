import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from './byte-reader.ts';

test.each([
  [0n, [0]],
  [0xfcn, [0xfc]],
  [0xfdn, [0xfd, 0xfd, 0]],
  [0xffffn, [0xfd, 0xff, 0xff]],
  [0x1_0000n, [0xfe, 0, 0, 1, 0]],
  [0xffff_ffffn, [0xfe, 0xff, 0xff, 0xff, 0xff]],
  [0x1_0000_0000n, [0xff, 0, 0, 0, 0, 1, 0, 0, 0]],
])('the count %i is written in its shortest form, and read back', (value, bytes) => {
  expect([...new ByteWriter().compactSize(value).finish()]).toEqual(bytes);
  expect(new ByteReader(Uint8Array.from(bytes)).compactSize()).toBe(value);
});

test.each([[[0xfd, 0xfc, 0]], [[0xfe, 0xff, 0xff, 0, 0]], [[0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]]])(
  'the count %j has a shorter form and is refused',
  (bytes) => {
    expect(() => new ByteReader(Uint8Array.from(bytes)).compactSize()).toThrow();
  },
);

test('numbers and bytes follow one another, the lowest byte first', () => {
  const writer = new ByteWriter()
    .byte(1)
    .int32(-2)
    .uint32(0xfffffffe)
    .uint64(3n)
    .sized(Uint8Array.of(7, 8))
    .bytes(Uint8Array.of(9));
  expect([...writer.finish()]).toEqual([
    1, 0xfe, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 2, 7, 8, 9,
  ]);
});
