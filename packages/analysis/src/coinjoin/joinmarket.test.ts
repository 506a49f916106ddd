import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { joinmarket } from './joinmarket.ts';
import { sampleJoinMarket } from './testing/sample-mixes.ts';
import {
  atHeight,
  DATA_OUTPUT,
  ramp,
  repeat,
  sampleInput,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
  withInput,
  withOutput,
} from './testing/sample-records.ts';

const round = sampleJoinMarket();
const AMOUNT = 1_234_567n;

function detect(record: TransactionRecord, params: object = {}) {
  return joinmarket.detect(record, joinmarket.params.parse(params), { kindAt: () => undefined });
}

/** Makers with one input each who earn so much, and a taker of so many inputs with or without change. */
function roundOf(makers: number, { earned = 500n, takerInputs = 1, takerChange = 77_777n, amount = AMOUNT } = {}) {
  const brought = ramp(makers, amount + 300_001n, 1_000_003n);
  const change = brought.map((value) => value - amount + earned);
  const taken = takerChange + amount + 5000n + earned * BigInt(makers);
  const parts = ramp(takerInputs, taken / BigInt(takerInputs) + 1000n, 7n);
  const outputs = [...repeat(amount, makers + 1), ...change, ...(takerChange > 0n ? [takerChange] : [])];
  return sampleRecord(sampleInputs([...brought, ...parts]), sampleOutputs(outputs));
}

test('makers who receive a little more than they brought, and a taker who pays, are a round', () => {
  expect(detect(round)).toEqual({
    detector: 'joinmarket',
    version: 2,
    kind: 'joinmarket',
    confidence: 80,
    isCoinJoin: true,
    participants: 4,
    denominations: [20_012_345n],
    notes: ['3 participants received more than they brought.'],
  });
});

test('a taker who sweeps leaves one change output less', () => {
  expect(detect(roundOf(3, { takerChange: 0n }))?.participants).toBe(4);
  expect(detect(roundOf(3, { takerChange: 0n }), { maximumWithoutChange: 0 })).toBeUndefined();
});

describe('one condition broken is no round', () => {
  test.each<[string, TransactionRecord]>([
    ['two equal outputs', roundOf(1)],
    ['no other output', sampleRecord(sampleInputs(repeat(AMOUNT + 500n, 5)), sampleOutputs(repeat(AMOUNT, 4)))],
    ['equal outputs that are dust', roundOf(3, { amount: 2730n })],
    ['makers who earn more than a two-hundredth and more than the allowance', roundOf(3, { earned: 10_001n })],
    ['a maker who loses one unit', withOutput(roundOf(3, { earned: 0n }), 4, { value: 300_000n })],
    ['two outputs to one owner', withOutput(round, 7, { owner: sampleOwner(1001) })],
    ['a data output', { ...round, outputs: [...round.outputs.slice(0, 7), DATA_OUTPUT] }],
    ['an input whose owner is not known', withInput(round, 0, { owner: undefined })],
    ['an input whose value is not known', withInput(round, 0, { value: undefined })],
    ['a block before there was JoinMarket', atHeight(round, 336_860)],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    expect(detect(roundOf(2))).toBeDefined();
    expect(detect(roundOf(3, { amount: 2731n }))).toBeDefined();
    expect(detect(roundOf(3, { earned: 10_000n }))).toBeDefined();
    expect(detect(roundOf(3, { earned: 0n }))).toBeDefined();
    expect(detect(roundOf(3, { amount: 10_000_001n, earned: 50_000n }))).toBeDefined();
    expect(detect(roundOf(3, { amount: 10_000_001n, earned: 50_001n }))).toBeUndefined();
    expect(detect(atHeight(round, 336_861))).toBeDefined();
  });
});

test('inputs of one owner are those of one participant', () => {
  const split = {
    ...round,
    inputs: [...round.inputs.slice(1), sampleInput(9, 10_000_100n), sampleInput(9, 20_000_023n)],
  };
  expect(detect(split)).toBeDefined();
  expect(detect(withInput(round, 1, { owner: sampleOwner(1) }))).toBeUndefined();
});

test('a maker may bring several inputs', () => {
  const [first, ...others] = roundOf(3).inputs;
  const record = {
    ...roundOf(3),
    inputs: [...others, sampleInput(90, (first?.value ?? 0n) - 7n), sampleInput(91, 7n)],
  };
  expect(detect(record)).toBeDefined();
});

describe('where there are too many inputs to decide', () => {
  /** The same outputs; what the makers brought is changed by more than they can earn. */
  const hidden = (options: object = {}) => {
    const record = roundOf(3, { takerInputs: 30, ...options });
    return withInput(record, 0, { value: (record.inputs[0]?.value ?? 0n) + 777_777n });
  };

  test('the finding is weaker and says so', () => {
    expect(detect(hidden())).toMatchObject({
      confidence: 40,
      isCoinJoin: true,
      notes: ['There are too many inputs to tell whether the amounts add up as those of makers and a taker do.'],
    });
    expect(detect(roundOf(3, { takerInputs: 30 }))).toMatchObject({ confidence: 80 });
  });

  test('a round amount, inputs of two forms, or too little for everybody is no finding', () => {
    expect(detect(hidden({ amount: 1_200_000n }))).toBeUndefined();
    expect(detect(withInput(hidden(), 5, { owner: sampleOwner(7, 'p2tr') }))).toBeUndefined();
    const poor = hidden();
    expect(detect({ ...poor, inputs: poor.inputs.map((input) => ({ ...input, value: 40_000n })) })).toBeUndefined();
  });

  test('with fewer inputs, amounts that do not add up are no finding at all', () => {
    const record = roundOf(3, { takerInputs: 3 });
    expect(detect(withInput(record, 0, { value: 9_777_777n }))).toBeUndefined();
  });
});

test('of two equally frequent amounts the larger is the denomination, whatever the order', () => {
  const outputs = sampleOutputs([...repeat(30_000n, 3), ...repeat(40_000n, 3)]);
  const record = sampleRecord(sampleInputs([...repeat(69_900n, 2), 75_000n]), outputs);
  expect(detect(record)?.denominations).toEqual([40_000n]);
  expect(detect({ ...record, outputs: outputs.toReversed() })?.denominations).toEqual([40_000n]);
});

test('a service that pays four customers the same and keeps one change output is no round', () => {
  const outputs = [...sampleOutputs(repeat(500_000n, 4)), sampleOutput(2000, 9_123_456n)];
  expect(detect(sampleRecord(sampleInputs(ramp(5, 2_000_000n, 12_345n)), outputs))).toBeUndefined();
});

test('a payout in the shape of a round whose amounts do not add up for anybody is none', () => {
  const outputs = sampleOutputs([...repeat(500_000n, 5), ...ramp(4, 300_001n, 77_777n)]);
  const inputs = sampleInputs([90_000_000n, ...ramp(8, 750_001n, 31_017n)]);
  expect(detect(sampleRecord(inputs, outputs))).toBeUndefined();
});

// Transaction 0cb4870c…bf, height 891378, which the makers of joinmarket_analyzer name as their reference round.
test('a real round of eleven is found', () => {
  const inputs = [
    119639941n,
    2096019783n,
    807203n,
    771789096n,
    6378734n,
    9396936n,
    16543929n,
    97138563n,
    14401514n,
    107180297n,
    5637331n,
    14482802n,
  ];
  const change = [
    87861n,
    113283033n,
    10187122n,
    2089662830n,
    100823618n,
    90781833n,
    3044723n,
    8045121n,
    765432353n,
    8125627n,
  ];
  const outputs = sampleOutputs([...repeat(6_357_366n, 11), ...change]);
  expect(detect(atHeight(sampleRecord(sampleInputs(inputs), outputs), 891_378))).toMatchObject({ participants: 11 });
});
