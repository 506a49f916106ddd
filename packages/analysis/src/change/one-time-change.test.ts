import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { expect, test } from 'vitest';
import {
  ramp,
  sampleInput,
  sampleOutput,
  sampleOwner,
  withInput,
  withOutput,
} from '../coinjoin/testing/sample-records.ts';
import { oneTimeChange } from './one-time-change.ts';
import { contextOf, GAPS, payment, paymentOf } from './testing/payments.ts';

/** The second output is new, odd and smaller than both inputs; the first was used before. */
const record = payment([50_001n, 60_001n], [80_000n, 30_123n]);
const isNew = contextOf({ first: [1] });

function find(tx: TransactionRecord, context = isNew, params: object = {}) {
  return oneTimeChange.candidates(tx, oneTimeChange.params.parse(params), context);
}

test('the one new, odd output smaller than every input is change', () => {
  expect(find(record)).toEqual([1]);
});

test('nothing is reported where one condition is broken', () => {
  expect(find(record, contextOf({ first: [] }))).toBeUndefined();
  expect(find(withOutput(record, 1, { value: 30_000n }))).toBeUndefined();
  expect(find(withOutput(record, 1, { value: 50_001n }))).toBeUndefined();
  expect(find(withOutput(record, 1, { owner: sampleOwner(1002, 'p2tr'), type: 'p2tr' }))).toBeUndefined();
  expect(find(withInput(record, 0, { owner: sampleOwner(1, 'p2pkh') }))).toBeUndefined();
  expect(find(payment([50_001n], [30_123n]), contextOf({ first: [0] }))).toBeUndefined();
});

test('an output just below the smallest input still fits', () => {
  expect(find(withOutput(record, 1, { value: 50_000n - 1n }))).toEqual([1]);
});

test('two candidates are none', () => {
  const both = payment([50_001n, 60_001n], [20_456n, 30_123n]);
  expect(find(both, contextOf({ first: [0, 1] }))).toBeUndefined();
  expect(find(both, contextOf({ first: [0] }))).toEqual([0]);
});

test('ten outputs are looked at, eleven are not', () => {
  const used = ramp(9, 80_000n, 1n);
  expect(find(payment([50_001n], [30_123n, ...used]), contextOf({ first: [0] }))).toEqual([0]);
  expect(find(payment([50_001n], [30_123n, ...used, 90_000n]), contextOf({ first: [0] }))).toBeUndefined();
  expect(
    find(payment([50_001n], [30_123n, ...used]), contextOf({ first: [0] }), { maximumOutputs: 9 }),
  ).toBeUndefined();
});

test('what counts as round is a parameter', () => {
  expect(find(withOutput(record, 1, { value: 30_100n }))).toEqual([1]);
  expect(find(withOutput(record, 1, { value: 30_100n }), isNew, { roundUnit: 100n })).toBeUndefined();
});

test('nothing is reported where the index has gaps, or something of an input is not known', () => {
  expect(find(record, GAPS)).toBeUndefined();
  expect(find(withInput(record, 0, { value: undefined }))).toBeUndefined();
  expect(find(withInput(record, 0, { owner: undefined }))).toBeUndefined();
  const oneGap = { ...isNew, isFirstUse: (vout: number) => (vout === 1 ? true : undefined) };
  expect(find(payment([50_001n], [20_456n, 30_123n]), oneGap)).toBeUndefined();
});

test('an output of unknown history that another condition rules out does no harm', () => {
  const oneGap = { ...isNew, isFirstUse: (vout: number) => (vout === 1 ? true : undefined) };
  expect(find(record, oneGap)).toEqual([1]);
});

test('a bare public key and its address are one form', () => {
  const key = sampleOwner(7, 'p2pkh');
  const tx = paymentOf(
    [{ ...sampleInput(key, 50_001n), isP2pk: true }],
    [sampleOutput(sampleOwner(8, 'p2pkh'), 80_000n), sampleOutput(sampleOwner(9, 'p2pkh'), 30_123n)],
  );
  expect(find(tx)).toEqual([1]);
});
