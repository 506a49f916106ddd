import type { CoinJoinKind } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { sampleWhirlpoolMix } from './testing/sample-mixes.ts';
import {
  atHeight,
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
import { whirlpoolMix } from './whirlpool-mix.ts';

const NOTHING_HELD = { kindAt: () => undefined };
const mix = sampleWhirlpoolMix();

function detect(record: TransactionRecord, params: object = {}, kinds: Record<number, CoinJoinKind> = {}) {
  return whirlpoolMix.detect(record, whirlpoolMix.params.parse(params), { kindAt: (position) => kinds[position] });
}

/** A mix of so many participants, the first ones new. */
function mixOf(size: number, entrants: number, pool = 1_000_000n): TransactionRecord {
  const inputs = [...repeat(pool + 3000n, entrants), ...repeat(pool, size - entrants)];
  return sampleRecord(sampleInputs(inputs), sampleOutputs(repeat(pool, size)));
}

test('five equal outputs of a pool amount, two of them brought by new entrants, are a mix', () => {
  expect(whirlpoolMix.detect(mix, whirlpoolMix.params.parse({}), NOTHING_HELD)).toEqual({
    detector: 'whirlpool-mix',
    version: 2,
    kind: 'whirlpool-mix',
    confidence: 50,
    isCoinJoin: true,
    participants: 5,
    denominations: [1_000_000n],
    notes: ['The lineage of 5 of 5 inputs could not be checked: their sources are not held.'],
  });
});

test('five to eight participants in each of the four pools are a mix', () => {
  for (const size of [5, 6, 7, 8]) expect(detect(mixOf(size, 2))?.participants).toBe(size);
  for (const pool of [100_000n, 1_000_000n, 5_000_000n, 50_000_000n]) {
    expect(detect(mixOf(5, 2, pool))?.denominations).toEqual([pool]);
  }
});

describe('one condition broken is no mix', () => {
  test.each<[string, TransactionRecord]>([
    ['four participants', mixOf(4, 2)],
    ['nine participants', mixOf(9, 2)],
    ['one output more than inputs', { ...mix, outputs: [...mix.outputs, sampleOutput(2000, 1_000_000n)] }],
    ['one output that differs', withOutput(mix, 3, { value: 999_999n })],
    ['an amount of no pool', mixOf(5, 2, 2_600_000n)],
    ['an amount of a pool that was opened later', mixOf(5, 2, 2_500_000n)],
    ['a block before there was Whirlpool', atHeight(mix, 569_999)],
    ['an entrant who brings too little', withInput(mix, 0, { value: 1_000_099n })],
    ['an entrant who brings too much', withInput(mix, 0, { value: 1_110_001n })],
    ['an input below the pool amount', withInput(mix, 4, { value: 999_999n })],
    ['no entrant', mixOf(5, 0)],
    ['five entrants', mixOf(6, 5)],
    ['two inputs of one owner', withInput(mix, 1, { owner: sampleOwner(1) })],
    ['two outputs to one owner', withOutput(mix, 1, { owner: sampleOwner(1001) })],
    ['an input whose value is not known', withInput(mix, 4, { value: undefined })],
    ['an input whose owner is not known', withInput(mix, 4, { owner: undefined })],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    expect(detect(withInput(mix, 0, { value: 1_000_100n }))).toBeDefined();
    expect(detect(withInput(mix, 0, { value: 1_110_000n }))).toBeDefined();
    expect(detect(mixOf(5, 1))).toBeDefined();
    expect(detect(mixOf(5, 4))).toBeDefined();
  });
});

describe('the lineage', () => {
  const kinds: Record<number, CoinJoinKind> = { 1: 'whirlpool-tx0', 2: 'whirlpool-mix', 3: 'wasabi-2' };
  /** Sources of the five inputs; the first two are the entrants. */
  const from = (...sources: (number | undefined)[]): TransactionRecord => ({
    ...mix,
    inputs: mix.inputs.map((input, i) => ({ ...input, source: sources[i] })),
  });

  test('that holds for every input raises the confidence', () => {
    expect(detect(from(1, 1, 2, 2, 2), {}, kinds)).toMatchObject({
      confidence: 60,
      notes: ['Every entrant comes from a Tx0 and every other input from a mix.'],
    });
  });

  test('that is indexed in part states how much is not known', () => {
    expect(detect(from(1, undefined, 2, undefined, 2), {}, kinds)).toMatchObject({
      confidence: 50,
      notes: ['The lineage of 2 of 5 inputs could not be checked: their sources are not held.'],
    });
  });

  test.each<[string, TransactionRecord]>([
    ['an entrant from a mix', from(2, 1, 2, 2, 2)],
    ['an entrant from an ordinary transaction', from(9, 1, 2, 2, 2)],
    ['a remix from a Tx0', from(1, 1, 1, 2, 2)],
    ['a remix from another mixer', from(1, 1, 3, 2, 2)],
    ['one wrong source among unknown ones', from(undefined, undefined, 9, undefined, undefined)],
  ])('that contradicts lowers the confidence and is noted: %s', (_, record) => {
    const finding = detect(record, {}, kinds);
    expect(finding).toMatchObject({ confidence: 20, isCoinJoin: true });
    expect(finding?.notes.at(-1)).toBe('The sources of 1 of 5 inputs are neither a Tx0 nor a mix.');
  });

  test('lets the first mix of a pool be one of entrants only, if every one comes from a Tx0', () => {
    const first = (...sources: (number | undefined)[]): TransactionRecord => {
      const record = mixOf(5, 5);
      return { ...record, inputs: record.inputs.map((input, i) => ({ ...input, source: sources[i] })) };
    };
    expect(detect(first(1, 1, 1, 1, 1), {}, kinds)).toMatchObject({ confidence: 60, participants: 5 });
    expect(detect(first(1, 1, 1, 1, 2), {}, kinds)).toBeUndefined();
    expect(detect(first(1, 1, 1, 1, undefined), {}, kinds)).toBeUndefined();
  });
});

describe('after the coordinator ended', () => {
  test('a mix of its pools is still one of several signers, with less confidence', () => {
    expect(detect(atHeight(mix, 570_000))?.confidence).toBe(50);
    expect(detect(atHeight(mix, 841_000))?.confidence).toBe(50);
    const late = detect(atHeight(mix, 841_001));
    expect(late).toMatchObject({ confidence: 20, isCoinJoin: true });
    expect(late?.notes[0]).toBe('The coordinator of this pool had ended: this is other software, or an imitation.');
  });

  test('a successor has pools of its own, from its first mix on', () => {
    for (const pool of [2_500_000n, 25_000_000n]) {
      expect(detect(atHeight(mixOf(5, 2, pool), 898_999))).toBeUndefined();
      expect(detect(atHeight(mixOf(5, 2, pool), 899_000))).toMatchObject({ confidence: 50, denominations: [pool] });
    }
  });
});

test('other pools are a parameter', () => {
  expect(detect(mixOf(5, 2, 2_600_000n), { pools: [2_600_000n] })).toBeDefined();
  expect(detect(mixOf(10, 2), { maximumParticipants: 10 })).toBeDefined();
});

test('a payout to five customers in equal amounts from five inputs is no mix', () => {
  const payout = sampleRecord(sampleInputs(ramp(5, 1_300_000n, 7n)), sampleOutputs(repeat(1_000_000n, 5)));
  expect(detect(payout)).toBeUndefined();
});
