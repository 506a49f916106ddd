import type { RecordInput, RecordOutput } from '@trailmark/core/output-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { DATA_OUTPUT, sampleInput, sampleOutput, sampleRecord } from '../coinjoin/testing/sample-records.ts';
import * as ofMemoPayment from './memo-payment.ts';

const recorded = new WatchedResults();
const { readMemoPayment } = recorded.watch(ofMemoPayment);

const HASH = 'ab'.repeat(32);
const SWAP = '=:ETH.ETH:0x1111111111111111111111111111111111111111';
const [PAYER, VAULT, CUSTOMER] = [1, 2, 3];
const read = (memo: string | string[], outputs: RecordOutput[], inputs: RecordInput[] = [sampleInput(PAYER, 100n)]) =>
  readMemoPayment(sampleRecord(inputs, outputs), [memo].flat());

describe('a memo that asks for a swap', () => {
  test('is about the first output, and only stated', () => {
    const outputs = [sampleOutput(VAULT, 60n), DATA_OUTPUT, sampleOutput(PAYER, 30n)];
    expect(read(SWAP, outputs)).toMatchObject({
      kind: 'bridge-out',
      rule: 'thorchain-memo/1',
      vout: 0,
      counterpart: { network: 'ETH', address: SWAP.split(':')[2], message: undefined, certainty: 'stated' },
      note: expect.stringContaining('asks for a swap'),
    });
  });

  test('is about nothing where the first output is data or pays nothing', () => {
    expect(read(SWAP, [DATA_OUTPUT, sampleOutput(VAULT, 60n)])).toBeUndefined();
    expect(read(SWAP, [sampleOutput(VAULT, 0n), sampleOutput(PAYER, 30n)])).toBeUndefined();
    expect(read(SWAP, [sampleOutput(VAULT, 1n)])?.vout).toBe(0);
  });
});

describe('a memo that answers', () => {
  const vault = [sampleInput(VAULT, 100n)];
  const change = sampleOutput(VAULT, 30n);
  const paid = sampleOutput(CUSTOMER, 60n);

  test('is about the first payment that is not change of the vault', () => {
    expect(read(`OUT:${HASH}`, [change, DATA_OUTPUT, paid], vault)).toMatchObject({
      kind: 'bridge-in',
      vout: 2,
      counterpart: { network: undefined, address: undefined, message: HASH, certainty: 'stated' },
      note: expect.stringMatching(/^Paid out with a memo/),
    });
    expect(read(`REFUND:${HASH}`, [paid, change], vault)).toMatchObject({
      vout: 0,
      note: expect.stringMatching(/^Paid back with a memo/),
    });
    expect(read(`OUT:${HASH}`, [sampleOutput(CUSTOMER, 0n), sampleOutput(4, 5n)], vault)?.vout).toBe(1);
  });

  test('is about nothing where all of it stays with the vault', () => {
    expect(read(`OUT:${HASH}`, [change, DATA_OUTPUT], vault)).toBeUndefined();
  });

  test('takes an input of unknown owner for no change', () => {
    const unknown = { ...sampleInput(VAULT, 100n), owner: undefined };
    expect(read(`OUT:${HASH}`, [change, paid], [unknown])?.vout).toBe(0);
  });
});

test('the first memo that is understood counts, and others say nothing', () => {
  const outputs = [sampleOutput(VAULT, 60n), DATA_OUTPUT];
  expect(read(['hello', SWAP, `OUT:${HASH}`], outputs)?.kind).toBe('bridge-out');
  expect(read(['hello'], outputs)).toBeUndefined();
  expect(read([], outputs)).toBeUndefined();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/memo-payment.txt');
});
