import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { joinmarket } from './joinmarket.ts';
import { sampleJoinMarket } from './testing/sample-mixes.ts';
import {
  DATA_OUTPUT,
  ramp,
  repeat,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
  withInput,
  withOutput,
} from './testing/sample-records.ts';

const round = sampleJoinMarket();

function detect(record: TransactionRecord, params: object = {}) {
  return joinmarket.detect(record, joinmarket.params.parse(params), { kindAt: () => undefined });
}

/** Inputs that each suffice for the equal amount of 1,000,000, and so many outputs. */
function roundOf(inputs: number, equal: number, change: number): TransactionRecord {
  const outputs = [...repeat(1_000_000n, equal), ...ramp(change, 20_001n, 1003n)];
  return sampleRecord(sampleInputs(ramp(inputs, 1_500_000n, 11n)), sampleOutputs(outputs));
}

test('one equal output and one of change for each of four participants are a round', () => {
  expect(detect(round)).toEqual({
    detector: 'joinmarket',
    version: 1,
    kind: 'joinmarket',
    confidence: 49,
    isCoinJoin: true,
    participants: 4,
    denominations: [20_012_345n],
    notes: [],
  });
});

test('a taker who sweeps leaves one change output less', () => {
  expect(detect(roundOf(4, 3, 2))?.participants).toBe(3);
});

describe('one condition broken is no round', () => {
  test.each<[string, TransactionRecord]>([
    ['two equal outputs', roundOf(4, 2, 2)],
    ['equal outputs that are the minority', roundOf(6, 4, 5)],
    ['no other output', roundOf(9, 8, 0)],
    [
      'equal outputs that are dust',
      sampleRecord(sampleInputs(repeat(9000n, 4)), sampleOutputs([...repeat(2730n, 4), 5n, 6n, 7n])),
    ],
    [
      'fewer input owners than equal outputs',
      withInput(withInput(round, 4, { owner: sampleOwner(1) }), 3, { owner: sampleOwner(2) }),
    ],
    ['two outputs to one owner', withOutput(round, 7, { owner: sampleOwner(1001) })],
    ['a data output', { ...round, outputs: [...round.outputs.slice(0, 7), DATA_OUTPUT] }],
    ['inputs of which only three could bring the amount', withInput(round, 4, { value: 1000n })],
    ['an input whose owner is not known', withInput(round, 0, { owner: undefined })],
    ['an input whose value is not known', withInput(round, 0, { value: undefined })],
    ['a large round with too many inputs for its equal outputs', roundOf(61, 3, 3)],
    ['a large round with too few outputs for its equal outputs', roundOf(50, 3, 2)],
    ['two participants without change', roundOf(6, 6, 4)],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    expect(detect(roundOf(60, 3, 3))).toBeDefined();
    expect(detect(roundOf(50, 4, 3))).toBeDefined();
    expect(detect(roundOf(49, 3, 2))).toBeDefined();
    expect(detect(roundOf(50, 3, 3), { largeRoundOutputsEach: 2 })).toBeDefined();
    expect(detect(roundOf(6, 6, 5))).toBeDefined();
    expect(detect(roundOf(6, 6, 4), { maximumWithoutChange: 2 })).toBeDefined();
    expect(
      detect(sampleRecord(sampleInputs(repeat(9000n, 4)), sampleOutputs([...repeat(2731n, 4), 5n, 6n, 7n]))),
    ).toBeDefined();
  });
});

test('of two equally frequent amounts the larger is the denomination, whatever the order', () => {
  const outputs = sampleOutputs([...repeat(30_000n, 3), ...repeat(40_000n, 3)]);
  const record = sampleRecord(sampleInputs(repeat(90_000n, 6)), outputs);
  expect(detect(record)?.denominations).toEqual([40_000n]);
  expect(detect({ ...record, outputs: outputs.toReversed() })?.denominations).toEqual([40_000n]);
});

test('participants may be paid for taking part, up to one hundredth of the amount', () => {
  const inputs = sampleInputs(repeat(99_000n, 3));
  const outputs = sampleOutputs([...repeat(100_000n, 3), 1n, 2n]);
  expect(detect(sampleRecord(inputs, outputs))).toBeDefined();
  expect(detect(sampleRecord(sampleInputs(repeat(98_999n, 3)), outputs))).toBeUndefined();
});

test('a service that pays four customers the same and keeps one change output is no round', () => {
  const outputs = [...sampleOutputs(repeat(500_000n, 4)), sampleOutput(2000, 9_123_456n)];
  expect(detect(sampleRecord(sampleInputs(ramp(5, 2_000_000n, 12_345n)), outputs))).toBeUndefined();
});

test('a batch payout from one large input and some dust is no round, though its amounts repeat', () => {
  const outputs = sampleOutputs([...repeat(500_000n, 5), ...ramp(4, 300_001n, 77_777n)]);
  const inputs = sampleInputs([90_000_000n, ...ramp(8, 5001n, 17n)]);
  expect(detect(sampleRecord(inputs, outputs))).toBeUndefined();
});
