import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { readTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { PlainOutput, PlainTransaction } from './plain-ledger.ts';

/** An output as a row holds it: amount in the smallest unit, and script in hexadecimal digits. */
type OutputRow = readonly [value: string, script: string];

/** One transaction a line: txid, what its inputs spend, its outputs. The first line of a file is the coinbase, which spends nothing. */
export type BlockRow = readonly [txid: string, spent: readonly OutputRow[], outputs: readonly OutputRow[]];

function toRow({ value, script }: { readonly value: bigint; readonly script: Uint8Array }): OutputRow {
  return [value.toString(), encodeHex(script)];
}

function sum(rows: readonly OutputRow[]): bigint {
  return rows.reduce((total, [value]) => total + BigInt(value), 0n);
}

/**
 * Rows of a whole block. `spent` states what each input spends, in the order of the block. Throws where it is no block, or where
 * the coinbase takes anything else than `subsidy` and the fees: then an output would stand with the wrong input.
 */
export function toBlockRows(block: Uint8Array, spent: readonly PlainOutput[], subsidy: bigint): BlockRow[] {
  const reader = new ByteReader(block);
  reader.skip(80);
  const transactions: Transaction[] = Array.from({ length: reader.count(60) }, () => readTransaction(reader));
  const header = decodeHeader(block);
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== header.merkleRoot)
    throw new Error('This is no whole block.');
  let next = 0;
  const rows = transactions.map(({ txid, inputs, outputs }, index): BlockRow => {
    const own = index === 0 ? [] : spent.slice(next, next + inputs.length);
    next += own.length;
    return [txid, own.map(toRow), outputs.map(toRow)];
  });
  const fees = rows.slice(1).map(([, from, to]) => sum(from) - sum(to));
  const taken = sum(rows[0]?.[2] ?? []);
  if (fees.some((fee) => fee < 0n) || fees.reduce((a, b) => a + b, subsidy) !== taken || next !== spent.length) {
    throw new Error('The outputs spent do not belong to the inputs of this block.');
  }
  return rows;
}

/** Reads a file of block rows, gzip. `height` is that of the block. */
export function readBlockRows(path: string, height: number): PlainTransaction[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const toOutput = ([value, script]: OutputRow): PlainOutput => ({ value: BigInt(value), script: decodeHex(script) });
  return lines.map((line, index) => {
    const [txid, spent, outputs] = JSON.parse(line) as BlockRow;
    return {
      ...{ txid, index, block: String(height), time: height, isCoinbase: index === 0 },
      inputs: spent.map((row, vout) => ({ txid: '', vout, spent: toOutput(row) })),
      outputs: outputs.map(toOutput),
    };
  });
}
