import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { hashPair, merkleRoot } from '@trailmark/chains/utxo/merkle';
import {
  decodeTransaction,
  encodeTransaction,
  readTransaction,
  type Transaction,
} from '@trailmark/chains/utxo/transaction';
import { decodeHex, encodeHex, internalHash } from '@trailmark/core/hex';
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
 * the coinbase takes anything else than `subsidy` and the fees: then an output would be listed with the wrong input.
 */
export function toBlockRows(block: Uint8Array, spent: readonly PlainOutput[], subsidy: bigint): BlockRow[] {
  const reader = new ByteReader(block);
  reader.skip(80);
  const transactions: Transaction[] = Array.from({ length: reader.count(60) }, () => readTransaction(reader));
  const header = decodeHeader(block);
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== header.merkleRoot)
    throw new Error('This is no whole block.');
  return toRows(transactions, spent, subsidy);
}

/** An output as block explorers list it. */
interface ListedOutput {
  readonly scriptpubkey: string;
  readonly value: number;
}

/** A transaction as block explorers list it, with what its inputs spend. */
export interface ListedTransaction {
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly vin: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly prevout: ListedOutput | null;
    readonly scriptsig: string;
    readonly witness?: readonly string[];
    readonly sequence: number;
  }[];
  readonly vout: readonly ListedOutput[];
}

function toListedOutput({ value, scriptpubkey }: ListedOutput): PlainOutput {
  return { value: BigInt(value), script: decodeHex(scriptpubkey) };
}

/**
 * Rows of a whole block that is listed without its header. Throws where the bytes of a transaction do not have its id, where the coinbase
 * does not commit to the transactions in this order, and where it takes anything else than `subsidy` and the fees.
 */
export function toListedRows(listed: readonly ListedTransaction[], subsidy: bigint): BlockRow[] {
  const transactions = listed.map(({ txid, version, locktime, vin, vout }) => {
    const inputs = vin.map((input) => ({
      ...{ prevTxid: input.txid, prevVout: input.vout, script: decodeHex(input.scriptsig), sequence: input.sequence },
      witness: (input.witness ?? []).map(decodeHex),
    }));
    const parts = { version, lockTime: locktime, inputs, outputs: vout.map(toListedOutput) };
    const hasWitness = inputs.some(({ witness }) => witness.length > 0);
    const transaction = decodeTransaction(encodeTransaction(parts, { witness: hasWitness }));
    if (transaction.txid !== txid) throw new Error(`The bytes listed for ${txid} have another id.`);
    return transaction;
  });
  if (!commitsToWitnesses(transactions)) throw new Error('The coinbase does not commit to these transactions.');
  const spent = listed.flatMap(({ vin }) => vin.flatMap(({ prevout }) => (prevout ? [toListedOutput(prevout)] : [])));
  return toRows(transactions, spent, subsidy);
}

const COMMITMENT = '6a24aa21a9ed';
const HASH_HEX = 64;

/** Whether the last commitment of a coinbase is that of the block's transactions with their witnesses (BIP 141). */
function commitsToWitnesses([coinbase, ...others]: readonly Transaction[]): boolean {
  const commitment = coinbase?.outputs
    .map(({ script }) => encodeHex(script))
    .findLast((hex) => hex.startsWith(COMMITMENT));
  const reserved = coinbase?.inputs[0]?.witness[0];
  if (commitment === undefined || reserved === undefined) return false;
  const root = internalHash(merkleRoot(['0'.repeat(HASH_HEX), ...others.map(({ wtxid }) => wtxid)]));
  return commitment.slice(COMMITMENT.length).startsWith(encodeHex(hashPair(root, reserved)));
}

function toRows(transactions: readonly Transaction[], spent: readonly PlainOutput[], subsidy: bigint): BlockRow[] {
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
