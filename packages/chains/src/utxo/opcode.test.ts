import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofOpcode from './opcode.ts';
import { OP } from './opcode.ts';

const recorded = new WatchedResults();
const { opcodeName, readElement, readElements } = recorded.watch(ofOpcode);

test('opcodes have the names of Bitcoin Core, and numbers are written as numbers', () => {
  const names: readonly (readonly [number, string])[] = [
    [0x00, '0'],
    [0x4f, '-1'],
    [0x50, 'OP_RESERVED'],
    [0x51, '1'],
    [0x60, '16'],
    [0x61, 'OP_NOP'],
    [0x6a, 'OP_RETURN'],
    [0x76, 'OP_DUP'],
    [0x87, 'OP_EQUAL'],
    [0xa9, 'OP_HASH160'],
    [0xac, 'OP_CHECKSIG'],
    [0xae, 'OP_CHECKMULTISIG'],
    [0xb1, 'OP_CHECKLOCKTIMEVERIFY'],
    [0xb9, 'OP_NOP10'],
    [0xba, 'OP_CHECKSIGADD'],
    [0xbb, 'OP_UNKNOWN'],
    [0xfe, 'OP_UNKNOWN'],
    [0xff, 'OP_INVALIDOPCODE'],
  ];
  for (const [code, name] of names) expect([code, opcodeName(code)]).toEqual([code, name]);
  for (const [name, code] of Object.entries(OP).filter(([, code]) => code > 0x60))
    expect(opcodeName(code)).toBe(`OP_${name}`);
});

test.each([
  ['a push of its own length', [0x02, 7, 8, 9], 3, [7, 8]],
  ['a push with one byte of length', [0x4c, 2, 7, 8, 9], 4, [7, 8]],
  ['a push with two bytes of length', [0x4d, 2, 0, 7, 8, 9], 5, [7, 8]],
  ['a push with four bytes of length', [0x4e, 2, 0, 0, 0, 7, 8, 9], 7, [7, 8]],
  ['an empty push', [0x00, 9], 1, []],
  ['another opcode', [0x4f, 9], 1, undefined],
])('%s is read with its end', (_, script, end, data) => {
  const element = readElement(Uint8Array.from(script), 0);
  expect([element?.code, element?.end, element?.data && [...element.data]]).toEqual([script[0], end, data]);
});

test.each([
  [[]],
  [[0x01]],
  [[0x02, 7]],
  [[0x4c]],
  [[0x4c, 1]],
  [[0x4d, 1]],
  [[0x4d, 1, 0]],
  [[0x4e, 1, 0, 0]],
  [[0x4e, 0, 0, 0, 1]],
])('a push that runs past the end of %j is none', (script) => {
  expect(readElement(Uint8Array.from(script), 0)).toBeUndefined();
  expect(readElements(Uint8Array.from([0x51, ...script]))).toEqual(
    script.length === 0 ? [{ code: 0x51, end: 1 }] : undefined,
  );
});

test('an empty push of each form that ends with the script is whole', () => {
  for (const script of [[0x00], [0x4c, 0], [0x4d, 0, 0], [0x4e, 0, 0, 0, 0]])
    expect(readElements(Uint8Array.from(script))).toMatchObject([{ code: script[0], end: script.length }]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/opcode.txt');
});
