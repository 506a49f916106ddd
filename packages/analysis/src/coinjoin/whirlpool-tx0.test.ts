import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { sampleTx0 } from './testing/sample-mixes.ts';
import {
  atHeight,
  DATA_OUTPUT,
  repeat,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleRecord,
  withInput,
  withOutput,
} from './testing/sample-records.ts';
import { whirlpoolTx0 } from './whirlpool-tx0.ts';

const tx0 = sampleTx0();

function detect(record: TransactionRecord, params: object = {}) {
  return whirlpoolTx0.detect(record, whirlpoolTx0.params.parse(params), { kindAt: () => undefined });
}

/** Outputs in the order of the wallet. */
function tx0Of(premix: readonly bigint[], ...others: bigint[]): TransactionRecord {
  const values = [...premix, ...others].sort((a, b) => (a < b ? -1 : 1));
  return sampleRecord(sampleInputs([10_000_000_000n]), [DATA_OUTPUT, ...sampleOutputs(values)]);
}

test('equal outputs just above a pool amount, a fee, change and a data output are a Tx0, which is no CoinJoin', () => {
  expect(detect(tx0)).toEqual({
    detector: 'whirlpool-tx0',
    version: 2,
    kind: 'whirlpool-tx0',
    confidence: 60,
    isCoinJoin: false,
    participants: undefined,
    denominations: [1_003_400n],
    notes: ['3 premix outputs.'],
  });
});

test('a single premix output is enough where the fee is exactly that of the pool, and is less sure', () => {
  expect(detect(tx0Of([1_003_400n], 50_000n, 77_123n))).toMatchObject({
    confidence: 40,
    denominations: [1_003_400n],
    notes: ['One premix output only: a payment can have this shape.'],
  });
  expect(detect(tx0Of([1_003_400n], 49_999n, 77_123n))).toBeUndefined();
  expect(detect(tx0Of([1_003_400n], 37_500n, 77_123n))).toBeUndefined();
  expect(detect(tx0Of([1_003_400n], 37_500n, 77_123n), { minimumPremix: 1 })).toBeDefined();
});

test('change may be missing, and a wallet with a discount pays less', () => {
  expect(detect(tx0Of(repeat(1_003_400n, 2), 50_000n))).toBeDefined();
  expect(detect(tx0Of(repeat(1_003_400n, 2), 37_500n, 8_000_000n))).toBeDefined();
});

// Block 866,342 of October 2024 has nine of these: a Runestone, one output of a little over 0.01 bitcoin, and change.
test('a payment of Runes is no Tx0, neither by its date nor by its shape', () => {
  const runes = sampleRecord(sampleInputs([1_100_000n]), [DATA_OUTPUT, ...sampleOutputs([1_000_500n, 60_000n])]);
  expect(detect(atHeight(runes, 866_342))).toBeUndefined();
  expect(detect(runes)).toBeUndefined();
});

test('each pool has its own fee', () => {
  for (const [pool, fee] of [
    [100_000n, 5000n],
    [1_000_000n, 50_000n],
    [5_000_000n, 175_000n],
    [50_000_000n, 1_750_000n],
  ] as const) {
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee))).toBeDefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee / 2n))).toBeDefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), (fee * 3n) / 2n))).toBeDefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee / 2n - 1n))).toBeUndefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), (fee * 3n) / 2n + 1n))).toBeUndefined();
  }
});

describe('one condition broken is no Tx0', () => {
  const premix = repeat(1_003_400n, 3);
  test.each<[string, TransactionRecord]>([
    ['a block before there was Whirlpool', atHeight(tx0, 569_999)],
    ['a block after its coordinator ended', atHeight(tx0, 841_001)],
    ['outputs that are in no order', { ...tx0, outputs: tx0.outputs.toReversed() }],
    ['a data output with an amount', withOutput(tx0, 0, { value: 1n })],
    ['no data output', { ...tx0, outputs: tx0.outputs.slice(1) }],
    ['two data outputs', { ...tx0, outputs: [DATA_OUTPUT, ...tx0.outputs] }],
    ['premix of exactly the pool amount', tx0Of(repeat(1_000_000n, 3), 50_000n)],
    ['premix too little above it', tx0Of(repeat(1_000_099n, 3), 50_000n)],
    ['premix too far above it', tx0Of(repeat(1_110_001n, 3), 50_000n)],
    ['three other outputs', { ...tx0, outputs: [...tx0.outputs, sampleOutput(3000, 55_555n)] }],
    ['no other output', tx0Of(premix)],
    ['no fee output', tx0Of(premix, 4_000_000n)],
    ['more premix than a wallet makes', tx0Of(repeat(1_003_400n, 71), 50_000n)],
    ['another amount that is as frequent as can be', tx0Of([1_003_400n], 50_000n, 50_000n)],
    ['an input whose owner is not known', withInput(tx0, 0, { owner: undefined })],
    ['an input whose value is not known', withInput(tx0, 0, { value: undefined })],
    ['a premix output that differs, so that three others are left', withOutput(tx0, 2, { value: 1_003_401n })],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    expect(detect(atHeight(tx0, 570_000))).toBeDefined();
    expect(detect(atHeight(tx0, 841_000))).toBeDefined();
    expect(detect(tx0Of(repeat(1_003_400n, 70), 50_000n))).toBeDefined();
  });
});

test('a token transfer with a data output and dust is no Tx0', () => {
  expect(detect(tx0Of([1_050_000n], 546n, 546n))).toBeUndefined();
});

test('premix at the bounds of what is brought above the pool amount still fits', () => {
  expect(detect(tx0Of(repeat(1_000_100n, 2), 50_000n))).toBeDefined();
  expect(detect(tx0Of(repeat(1_110_000n, 2), 50_000n))).toBeDefined();
});
