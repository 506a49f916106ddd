import { openOutputTrace } from '@trailmark/analysis/tracing/outputs/open-output-trace';
import { knowledgeOf, RecordLedger, requestOf } from '@trailmark/analysis/tracing/testing/output-ledger';
import {
  type ReferenceTotals,
  referenceFifoRuns,
  referenceHaircut,
  referencePoison,
} from '@trailmark/analysis/tracing/testing/slow-reference';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { type Position, toPosition } from '@trailmark/core/position';
import { mainnetWindow } from '@trailmark/ingest/bundled/mainnet-100000-102999';
import type { FactBlock, FactTransaction } from '@trailmark/ingest/source';
import { beforeAll, describe, expect, test } from 'vitest';

const FIRST = 100_000;
const LAST = 102_999;

function toRecord(
  transaction: FactTransaction,
  height: number,
  positions: ReadonlyMap<string, Position>,
): TransactionRecord {
  const { txid, index, isCoinbase, inputs, outputs } = transaction;
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  const taken = inputs.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  return {
    position: toPosition(height, index),
    txid,
    fee: isCoinbase ? 0n : taken - paid,
    isCoinbase,
    hasRaw: false,
    inputs: inputs.map(({ prevTxid, prevVout, value, owner }) => ({
      owner: owner && decodeOwner(owner),
      value,
      source: prevTxid === undefined ? undefined : positions.get(prevTxid),
      vout: prevVout,
      isP2pk: false,
    })),
    outputs: outputs.map(({ value, owner }) => ({ owner: owner && decodeOwner(owner), value, type: 'p2pkh' })),
  };
}

async function readWindow(): Promise<TransactionRecord[]> {
  const source = await mainnetWindow.open();
  const blocks: FactBlock[] = [];
  for await (const batch of source.blocks()) blocks.push(...batch);
  const positions = new Map<string, Position>();
  const records: TransactionRecord[] = [];
  for (const { height, transactions } of blocks) {
    for (const transaction of transactions) {
      positions.set(transaction.txid, toPosition(height, transaction.index));
      records.push(toRecord(transaction, height, positions));
    }
  }
  return records;
}

let records: TransactionRecord[] = [];
let ledger = new RecordLedger([], []);

beforeAll(async () => {
  records = await readWindow();
  ledger = new RecordLedger(
    records,
    Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i),
  );
});

/** The transactions with most descendants begin early: a spread of payments of the first blocks. */
function pickSeed(turn: number): TransactionRecord {
  const payments = records.filter(({ isCoinbase, outputs }) => !isCoinbase && outputs.length > 1);
  return payments[turn * 37] ?? payments[0]!;
}

const METHODS = [
  ['fifo/1', referenceFifoRuns],
  ['haircut/1', referenceHaircut],
  ['poison/1', referencePoison],
] as const;

describe.each(METHODS)('blocks 100,000 to 102,999 traced by %s', (method, reference) => {
  test.each([0, 1, 2, 3])(
    'agree to the satoshi with a slow walk over all 18,417 transactions (seed %i)',
    async (turn) => {
      const { txid, position, outputs } = pickSeed(turn);
      const request = requestOf({
        seeds: [{ kind: 'transaction', txid }],
        method,
        stops: { maxHops: 1_000_000, maxFanOut: 1_000_000 },
      });
      const session = await openOutputTrace({ reader: ledger, knowledge: knowledgeOf() }, request);
      const trace = await session.run(100_000);
      const seeds = new Set(outputs.map((_, vout) => `${position}:${vout}`));
      const expected: ReferenceTotals = reference({ records, seeds });
      expect(new Map(trace.leaves.map(({ ref, amount }) => [ref, amount]))).toEqual(expected.held);
      expect(trace.sums[0]).toMatchObject({ fees: expected.fees, cut: 0n, difference: 0n });
      expect(trace.steps.length).toBeGreaterThan(0);
      expect(trace.leaves.every(({ reason }) => reason === 'unspent')).toBe(true);
    },
  );
});
