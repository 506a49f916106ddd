import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { WalletTraits } from './fingerprint.ts';
import * as ofFingerprint from './fingerprint.ts';

const recorded = new WatchedResults();
const { compareFingerprints, findLocktimeHabit, followsBip69, signalsReplacement } = recorded.watch(ofFingerprint);

const one: WalletTraits = {
  version: 2,
  locktime: 699_999,
  sequences: [0xfffffffd, 0xfffffffd],
  inputTypes: ['p2wpkh', 'p2wpkh'],
  outputTypes: ['p2wpkh', 'p2sh'],
  prevouts: [
    { txid: '0a', vout: 1 },
    { txid: '0a', vout: 3 },
  ],
  outputs: [
    { value: 5n, script: '0014aa' },
    { value: 9n, script: '0014bb' },
  ],
};

const agreement = (change: Partial<WalletTraits>, base = one) =>
  Object.fromEntries(
    compareFingerprints(base, { ...base, ...change }).traits.map(({ trait, agrees }) => [trait, agrees]),
  );

test('a transaction agrees with itself in every trait', () => {
  expect(compareFingerprints(one, one)).toMatchObject({ agreeing: 6, compared: 6 });
});

describe('each trait is distinguished', () => {
  test.each<[string, Partial<WalletTraits>]>([
    ['version', { version: 1 }],
    ['locktime', { locktime: 0 }],
    ['rbf', { sequences: [0xfffffffe, 0xffffffff] }],
    ['script-type', { inputTypes: ['p2tr'] }],
    ['bip69', { outputs: one.outputs.toReversed() }],
    ['output-count', { outputs: [...one.outputs, { value: 10n, script: '00' }] }],
  ])('%s', (trait, change) => {
    const result = agreement(change);
    expect(result[trait]).toBe(false);
    expect(Object.values(result).filter((agrees) => agrees === true)).toHaveLength(5);
  });
});

test('a trait that one of the two cannot show is not compared', () => {
  const mixed = { inputTypes: ['p2wpkh', 'p2pkh'] } as const;
  expect(agreement(mixed)['script-type']).toBeUndefined();
  const single = { ...one, prevouts: one.prevouts.slice(0, 1), outputs: one.outputs.slice(0, 1) };
  expect(compareFingerprints(one, single).compared).toBe(5);
});

test('a locktime is a habit, not a number', () => {
  expect(findLocktimeHabit({ ...one, locktime: 0 })).toBe('zero');
  expect(findLocktimeHabit({ ...one, locktime: 499_999_999 })).toBe('block-height');
  expect(findLocktimeHabit({ ...one, locktime: 500_000_000 })).toBe('time');
  expect(agreement({ locktime: 650_000 }).locktime).toBe(true);
});

test('a transaction may be replaced where a sequence number is below 0xfffffffe', () => {
  expect(signalsReplacement({ ...one, sequences: [0xffffffff, 0xfffffffd] })).toBe(true);
  expect(signalsReplacement({ ...one, sequences: [0xffffffff, 0xfffffffe] })).toBe(false);
});

test('the order of BIP 69 is by txid and output number, then by amount and script', () => {
  expect(followsBip69(one)).toBe(true);
  expect(followsBip69({ ...one, prevouts: one.prevouts.toReversed() })).toBe(false);
  expect(
    followsBip69({
      ...one,
      prevouts: [
        { txid: '0b', vout: 0 },
        { txid: '0a', vout: 9 },
      ],
    }),
  ).toBe(false);
  const equal = [
    { value: 5n, script: '0014bb' },
    { value: 5n, script: '0014aa' },
  ];
  expect(followsBip69({ ...one, outputs: equal })).toBe(false);
  expect(followsBip69({ ...one, outputs: equal.toReversed() })).toBe(true);
});

test('an order can be seen from two inputs or two outputs on, and equal outputs are in order', () => {
  const first = one.prevouts.slice(0, 1);
  expect(followsBip69({ ...one, prevouts: first, outputs: one.outputs.slice(0, 1) })).toBeUndefined();
  expect(followsBip69({ ...one, prevouts: first })).toBe(true);
  expect(followsBip69({ ...one, outputs: one.outputs.slice(0, 1) })).toBe(true);
  expect(followsBip69({ ...one, outputs: [one.outputs[0]!, one.outputs[0]!] })).toBe(true);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/fingerprint.txt');
});
