import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { bitcoin } from '../bitcoin.ts';
import * as ofDescriptorArguments from './descriptor-arguments.ts';

const recorded = new WatchedResults();
const { compareBytes, countPush, parseMultisigArguments, splitArguments } = recorded.watch(ofDescriptorArguments);

const KEY = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;

test.each([
  [1, [0x51]],
  [16, [0x60]],
  [17, [1, 17]],
  [0x7f, [1, 0x7f]],
  // Numbers of a script carry a sign: the highest bit of a byte is not theirs.
  [0x80, [2, 0x80, 0]],
  [0xff, [2, 0xff, 0]],
  [0x100, [2, 0, 1]],
  [0x101, [2, 1, 1]],
  [0x200, [2, 0, 2]],
  [999, [2, 0xe7, 3]],
])('%i keys or signatures are pushed as a script writes the number', (count, bytes) => {
  expect(countPush(count)).toEqual(bytes);
});

test('arguments are split at commas outside of brackets of both kinds', () => {
  expect(splitArguments('')).toEqual(['']);
  expect(splitArguments('a,b')).toEqual(['a', 'b']);
  expect(splitArguments('pk(a,b),{c,{d,e}},f')).toEqual(['pk(a,b)', '{c,{d,e}}', 'f']);
  expect(splitArguments(',a,')).toEqual(['', 'a', '']);
});

test('keys are sorted byte by byte, a shorter one before a longer one that begins with it', () => {
  const sorted = [[2], [1, 2], [1], [0, 255]].map((bytes) => Uint8Array.from(bytes)).sort(compareBytes);
  expect(sorted.map((bytes) => [...bytes])).toEqual([[0, 255], [1], [1, 2], [2]]);
  expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1))).toBe(0);
});

test('a multisig has at least as many keys as signatures, and at most as many keys as its place takes', () => {
  const read = (inside: string, most = 3) =>
    parseMultisigArguments(bitcoin, { name: 'multi', inside, most, form: 'any' });
  expect(read(`2,${KEY},${KEY}`)).toMatchObject({ required: 2, keys: [{}, {}] });
  expect(read(`3,${KEY},${KEY},${KEY}`).required).toBe(3);
  expect(() => read(`2,${KEY}`)).toThrow('asks for 2 signatures of 1 keys');
  expect(() => read(`1,${KEY},${KEY},${KEY},${KEY}`)).toThrow('at most 3 keys');
  for (const first of ['0', '01', '-1', '', 'x', '1000']) {
    expect(() => read(`${first},${KEY}`, 1_200)).toThrow('starts with a number of signatures');
  }
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/descriptor-arguments.txt');
});
