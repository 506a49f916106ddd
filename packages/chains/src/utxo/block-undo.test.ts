import { secp256k1 } from '@noble/curves/secp256k1.js';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofBlockUndo from './block-undo.ts';

const recorded = new WatchedResults();
const { decodeBlockUndo } = recorded.watch(ofBlockUndo);

/** One transaction with one input that spent `rest`: height 100, no coinbase, no version. */
const oneInput = (rest: string): Uint8Array => decodeHex(`0101804800${rest}`);

test.each([
  ['00', 0n],
  ['01', 1n],
  ['09', 100_000_000n],
  ['32', 5_000_000_000n],
  ['07', 1_000_000n],
  ['0a', 1_000_000_000n],
  ['8390e7ea3d', 123_456_789n],
])('the compressed amount %s is %s units', (compressed, value) => {
  const [[spent] = []] = decodeBlockUndo(oneInput(`${compressed}0751`));
  expect(spent?.value).toBe(value);
});

test('every form of a compressed script gives the script it represents', () => {
  const hash = '11'.repeat(20);
  const generator = secp256k1.Point.BASE;
  const [x, y] = [encodeHex(generator.toBytes(true).slice(1)), encodeHex(generator.toBytes(false).slice(33))];
  const isOdd = Number.parseInt(y.slice(-1), 16) % 2;
  const forms: readonly (readonly [string, string])[] = [
    [`00${hash}`, `76a914${hash}88ac`],
    [`01${hash}`, `a914${hash}87`],
    [`02${x}`, `2102${x}ac`],
    [`03${x}`, `2103${x}ac`],
    [`0${4 + isOdd}${x}`, `4104${x}${y}ac`],
    ['06', ''],
    ['0a51525387', '51525387'],
    [`8032${'6a'.repeat(172)}`, '6a'.repeat(172)],
  ];
  for (const [compressed, script] of forms) {
    const [[spent] = []] = decodeBlockUndo(oneInput(`09${compressed}`));
    expect(encodeHex(spent?.script ?? new Uint8Array(1))).toBe(script);
  }
});

test('inputs before a version of their transaction was left out read the same', () => {
  // Height 0 in the old form: no version follows.
  expect(decodeBlockUndo(decodeHex('010100010751'))).toEqual([[{ value: 1n, script: Uint8Array.of(0x51) }]]);
});

test.each([
  '',
  '01',
  '0101',
  '010180',
  '0101804800',
  '01018048000907',
  '0101804800090751ff',
  `0101804800090${4}${'00'.repeat(32)}`,
])('bytes that are no undo data are refused: %j', (hex) => {
  expect(() => decodeBlockUndo(decodeHex(hex))).toThrow(expect.objectContaining({ kind: 'invalid' }));
});

test('what an extension block appends is left unread', () => {
  const bytes = decodeHex('0101804800090751ffff');
  expect(decodeBlockUndo(bytes, { mweb: true })).toHaveLength(1);
});

test('only what was spent from a height above 0 has a version before its amount', () => {
  // Height and coinbase 0: 00 and 01. Height 1: 02 and 03, then a version that is left out of what is read.
  for (const [start, version] of [
    ['00', ''],
    ['01', ''],
    ['02', '05'],
    ['03', '00'],
  ] as const)
    expect(decodeBlockUndo(decodeHex(`0101${start}${version}010751`))).toEqual([
      [{ value: 1n, script: Uint8Array.of(0x51) }],
    ]);
});

test('a number has ten bytes at most, and a script 100,000', () => {
  const long = 'ff'.repeat(9);
  expect(() => decodeBlockUndo(decodeHex(`0101${long}7f00010751`))).not.toThrow();
  expect(() => decodeBlockUndo(decodeHex(`0101${long}ff7f00010751`))).toThrow('more than ten bytes');
  // Six more than the length, in base 128: 100,006 and 100,007.
  const script = (length: string, bytes: number) => decodeHex(`01010001${length}${'51'.repeat(bytes)}`);
  expect(decodeBlockUndo(script('858c26', 100_000))[0]?.[0]?.script).toHaveLength(100_000);
  expect(() => decodeBlockUndo(script('858c27', 100_001))).toThrow('longer than any can be');
});

test('the shortest transactions and outputs are read, with nothing behind them', () => {
  expect(decodeBlockUndo(decodeHex('0100'))).toEqual([[]]);
  expect(decodeBlockUndo(decodeHex('0101000106'))).toEqual([[{ value: 1n, script: new Uint8Array(0) }]]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/block-undo.txt');
});
