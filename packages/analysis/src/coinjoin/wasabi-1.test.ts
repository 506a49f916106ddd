import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { sampleWasabi1 } from './testing/sample-mixes.ts';
import {
  atHeight,
  DATA_OUTPUT,
  ramp,
  repeat,
  sampleInputs,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
  withInput,
  withOutput,
} from './testing/sample-records.ts';
import { wasabi1 } from './wasabi-1.ts';

const BASE = 10_500_000n;
const round = sampleWasabi1();

function detect(record: TransactionRecord, params: object = {}) {
  return wasabi1.detect(record, wasabi1.params.parse(params), { kindAt: () => undefined });
}

/** Inputs of 0.2 bitcoin each and the given outputs. */
function roundOf(inputs: number, outputs: readonly bigint[]): TransactionRecord {
  return sampleRecord(sampleInputs(ramp(inputs, 20_000_000n, 13n)), sampleOutputs(outputs));
}
const change = (count: number): bigint[] => ramp(count, 300_001n, 70_001n);

test('a round of two levels is found, surer the more inputs have an output each', () => {
  expect(detect(round)).toEqual({
    detector: 'wasabi-1',
    version: 2,
    kind: 'wasabi-1',
    confidence: 75,
    isCoinJoin: true,
    participants: 12,
    denominations: [21_979_160n, 10_989_580n],
    notes: ['2 levels, as in Wasabi 1.1.'],
  });
});

test('a round of one level has the confidence of its own', () => {
  expect(detect(roundOf(20, [...repeat(BASE, 12), ...change(12)]))).toMatchObject({
    confidence: 70,
    notes: ['One level only, as in Wasabi 1.0.'],
  });
});

test('more change outputs than participants halve the confidence, and a minority of equal outputs is no round', () => {
  expect(detect(roundOf(20, [...repeat(BASE, 12), ...change(13)]))?.confidence).toBe(70);
  const manyLevels = [...repeat(BASE, 4), ...repeat(BASE * 2n, 5)];
  expect(detect(roundOf(20, [...manyLevels, ...change(6)]))).toMatchObject({
    confidence: 30,
    denominations: [BASE * 2n, BASE],
  });
  expect(detect(roundOf(20, [...repeat(BASE, 12), ...change(14)]))).toBeUndefined();
});

describe('one condition broken is no round', () => {
  const twoLevels = [...repeat(BASE, 10), ...repeat(BASE * 2n, 2)];
  test.each<[string, TransactionRecord]>([
    ['a block before there was Wasabi', atHeight(round, 530_499)],
    ['a block after its coordinator ended', atHeight(round, 799_001)],
    ['nine inputs', roundOf(9, [...repeat(BASE, 8), ...change(8)])],
    ['two equal outputs', roundOf(10, [...repeat(BASE, 2), ...change(2)])],
    ['an amount too low', roundOf(20, [...repeat(8_999_999n, 12), ...change(12)])],
    ['an amount too high', roundOf(20, [...repeat(11_000_001n, 12), ...change(12)])],
    [
      'one owner with more than a tenth of the inputs',
      withInput(withInput(round, 1, { owner: sampleOwner(1) }), 2, { owner: sampleOwner(1) }),
    ],
    ['two outputs to one owner', withOutput(round, 20, { owner: sampleOwner(1001) })],
    ['a data output', { ...round, outputs: [...round.outputs.slice(1), DATA_OUTPUT] }],
    ['more than seven inputs for each participant', roundOf(29, [...repeat(BASE, 4), ...change(4)])],
    ['an input whose owner is not known', withInput(round, 3, { owner: undefined })],
    ['an input whose value is not known', withInput(round, 3, { value: undefined })],
    [
      'inputs that only eleven could have brought the amount with',
      sampleRecord(
        sampleInputs([...ramp(11, 20_000_000n, 7n), ...repeat(100_000n, 11)]),
        sampleOutputs([...twoLevels, ...repeat(BASE, 2), ...change(5)]),
      ),
    ],
    ['fewer input owners than equal outputs', roundOf(11, [...repeat(BASE, 12), ...change(12)])],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    expect(detect(atHeight(round, 530_500))).toBeDefined();
    expect(detect(atHeight(round, 799_000))).toBeDefined();
    expect(detect(roundOf(10, [...repeat(BASE, 3), ...change(3)]))).toBeDefined();
    expect(detect(roundOf(20, [...repeat(9_000_000n, 12), ...change(12)]))).toBeDefined();
    expect(detect(roundOf(20, [...repeat(11_000_000n, 12), ...change(12)]))).toBeDefined();
    expect(detect(roundOf(28, [...repeat(BASE, 4), ...change(4)]))).toBeDefined();
    expect(detect(withInput(round, 1, { owner: sampleOwner(1) }))).toBeDefined();
  });
});

test('a single output at a level makes no level', () => {
  const outputs = [...repeat(BASE, 12), BASE * 2n, ...change(11)];
  expect(detect(roundOf(20, outputs))?.denominations).toEqual([BASE]);
});

test('levels are doubled with their tolerance', () => {
  expect(detect(roundOf(20, [...repeat(BASE, 10), ...repeat(44_000_000n, 2), ...change(9)]))?.denominations).toEqual([
    44_000_000n,
    BASE,
  ]);
  expect(detect(roundOf(20, [...repeat(BASE, 10), ...repeat(44_000_001n, 2), ...change(9)]))?.denominations).toEqual([
    BASE,
  ]);
});

test('a small payout that splits nearly everything into equal parts is no round', () => {
  const split = [...repeat(BASE, 12), 5000n];
  expect(detect(roundOf(19, split))).toBeUndefined();
  expect(detect(roundOf(20, split))).toBeDefined();
  expect(detect(roundOf(19, [...repeat(BASE, 12), 500_000n]))).toBeDefined();
});

test('a payout in equal parts is recognised by the share left over, to the unit', () => {
  const half = roundOf(19, [...repeat(BASE, 12), BASE * 12n]);
  expect(detect(half, { splitResidue: 0.5 })).toBeUndefined();
  expect(detect(half, { splitResidue: 0.4999 })).toBeDefined();
});

test('as many participants as inputs, each with just enough, are a round', () => {
  expect(detect(roundOf(10, [...repeat(BASE, 10), ...change(10)]))?.participants).toBe(10);
});

test('levels beyond the last one are change', () => {
  const outputs = [...repeat(BASE, 10), ...repeat(BASE * 2n, 2), ...change(8)];
  expect(detect(roundOf(20, outputs), { levels: 2 })?.denominations).toEqual([BASE * 2n, BASE]);
  expect(detect(roundOf(20, outputs), { levels: 1 })?.denominations).toEqual([BASE]);
});

test('of two equally frequent amounts of a level the larger is taken', () => {
  const outputs = [...repeat(BASE, 6), ...repeat(BASE + 1n, 6), ...change(1)];
  expect(detect(roundOf(20, outputs))?.denominations).toEqual([BASE + 1n]);
});

describe('an early round', () => {
  const early = (equal: number, others: number, inputs = 12) =>
    atHeight(roundOf(inputs, [...repeat(5_006_231n, equal), ...change(others)]), 540_000);

  test('has one amount, and at most one output of change for each participant and one for the coordinator', () => {
    expect(detect(early(8, 6))).toMatchObject({
      kind: 'wasabi-1',
      confidence: 49,
      participants: 8,
      denominations: [5_006_231n],
      notes: ['Another amount than 0.1 bitcoin, as in rounds before November 2018.'],
    });
    expect(detect(early(8, 9))).toBeDefined();
    expect(detect(early(8, 10))).toBeUndefined();
  });

  test('has eight equal outputs at least, and one other', () => {
    expect(detect(early(7, 3))).toBeUndefined();
    expect(detect(early(7, 3), { earlyParticipants: 7 })).toBeDefined();
    expect(detect(early(8, 1))).toBeDefined();
    expect(detect(early(8, 0))).toBeUndefined();
  });

  test('keeps every other condition of a round', () => {
    expect(detect(early(8, 4, 9))).toBeUndefined();
    expect(detect(early(9, 4, 8))).toBeUndefined();
    expect(detect(withInput(early(8, 4), 1, { owner: sampleOwner(1) }))).toBeUndefined();
    expect(detect(withOutput(early(8, 4), 1, { owner: sampleOwner(1001) }))).toBeUndefined();
    expect(detect(withInput(early(8, 4), 1, { owner: undefined }))).toBeUndefined();
    expect(detect(atHeight(roundOf(12, [...repeat(5_006_231n, 12), 1000n]), 540_000))).toBeUndefined();
  });

  test('is looked for until January 2019 only', () => {
    expect(detect(atHeight(early(8, 6), 558_000))).toBeDefined();
    expect(detect(atHeight(early(8, 6), 558_001))).toBeUndefined();
  });

  test('is judged by its most frequent amount', () => {
    expect(
      detect(atHeight(roundOf(12, [...repeat(5_006_232n, 5), ...repeat(5_006_231n, 3)]), 540_000), {
        earlyParticipants: 3,
      })?.denominations,
    ).toEqual([5_006_232n]);
  });
});
