import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { sampleTx0 } from './testing/sample-mixes.ts';
import {
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

function tx0Of(premix: readonly bigint[], ...others: bigint[]): TransactionRecord {
  return sampleRecord(sampleInputs([10_000_000_000n]), [DATA_OUTPUT, ...sampleOutputs([...premix, ...others])]);
}

test('equal outputs just above a pool amount, a fee, change and a data output are a Tx0, which is no CoinJoin', () => {
  expect(detect(tx0)).toEqual({
    detector: 'whirlpool-tx0',
    version: 1,
    kind: 'whirlpool-tx0',
    confidence: 60,
    isCoinJoin: false,
    participants: undefined,
    denominations: [1_003_400n],
    notes: ['3 premix outputs.'],
  });
});

test('a single premix output is enough, and change may be missing', () => {
  expect(detect(tx0Of([1_003_400n], 50_000n, 77_123n))?.denominations).toEqual([1_003_400n]);
  expect(detect(tx0Of(repeat(1_003_400n, 2), 50_000n))).toBeDefined();
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
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee * 3n))).toBeDefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee / 2n - 1n))).toBeUndefined();
    expect(detect(tx0Of(repeat(pool + 500n, 2), fee * 3n + 1n))).toBeUndefined();
  }
});

describe('one condition broken is no Tx0', () => {
  const premix = repeat(1_003_400n, 3);
  test.each<[string, TransactionRecord]>([
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

  test('seventy premix outputs still fit', () => {
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
