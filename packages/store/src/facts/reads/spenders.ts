import type { OutputPlace, Spender } from '@trailmark/core/output-ledger';
import { ownerKey } from '@trailmark/core/owner';
import { positionHeight, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { IS_FUNDED_INPUT } from './outputs.ts';
import { type ReadScope, signalOf } from './scope.ts';

/**
 * Rows that one pass over the column of spent transactions reads in the time in which one owner is found by the index: many
 * owners of a small chain are found sooner by the pass.
 */
const ROWS_PER_SEEK = 3_000;
/** Fewer owners than this are always found by the index. */
const LEAST_FOR_PASS = 500;
/** About how many rows a transaction has here. */
const ROWS_PER_TRANSACTION = 5;
/** Owners found by the index in one query; a pass answers for any number at nearly the same cost. */
const INDEX_BATCH = 20_000;

/** Positions are below 2^53, and as numbers without quotes they are parsed in a fraction of the time. */
const COLUMNS = `groupArray(toFloat64(ref)), groupArray(ref_vout), groupArray(toFloat64(position)), groupArray(slot)`;

/** Spenders of many outputs, keyed `position:vout`: a spend is a row of the same owner. */
export async function readSpenders(
  scope: ReadScope,
  outputs: readonly OutputPlace[],
  options?: ReadOptions,
): Promise<Map<string, Spender>> {
  const indexedRows = scope.blocks.transactionCount * ROWS_PER_TRANSACTION;
  // All outputs of one owner are found in one place, however many they are.
  const owners = outputs.length < LEAST_FOR_PASS ? 0 : prefixesOf(outputs).length;
  const isPass = owners >= LEAST_FOR_PASS && owners * ROWS_PER_SEEK > indexedRows;
  const found = new Map<string, Spender>();
  const size = isPass ? outputs.length : INDEX_BATCH;
  for (let from = 0; from < outputs.length; from += size) {
    const part = outputs.slice(from, from + size);
    addSpenders(found, part, isPass ? await pass(scope, part, options) : await seek(scope, part, options));
  }
  return found;
}

/** Their owners, each once. */
function prefixesOf(outputs: readonly OutputPlace[]): bigint[] {
  return [...new Set(outputs.map(({ owner }) => ownerKey(owner).prefix))];
}

/**
 * Transactions that made the outputs, and the start of the first of their blocks: nothing is spent in an earlier one, but Bitcoin
 * Cash orders a block by ids, so that the spending transaction may come first in it.
 */
function parametersOf(outputs: readonly OutputPlace[]): { positions: number[]; from: number } {
  const positions = [...new Set(outputs.map(({ position }) => position))];
  const first = positions.reduce((least, position) => Math.min(least, position), Number.MAX_SAFE_INTEGER);
  return { positions, from: toPosition(positionHeight(first), 0) };
}

function pass(scope: ReadScope, outputs: readonly OutputPlace[], options?: ReadOptions): Promise<unknown[][]> {
  return scope.facts.query(
    `SELECT ${COLUMNS} FROM ${scope.database}.entries WHERE ref IN {positions:Array(UInt64)} AND ${IS_FUNDED_INPUT}`,
    { parameters: { positions: parametersOf(outputs).positions }, threads: 2, isPass: true, ...signalOf(options) },
  );
}

function seek(scope: ReadScope, outputs: readonly OutputPlace[], options?: ReadOptions): Promise<unknown[][]> {
  const prefixes = prefixesOf(outputs);
  return scope.facts.query(
    `SELECT ${COLUMNS} FROM ${scope.database}.entries
     WHERE prefix IN {prefixes:Array(UInt64)} AND position >= {from:UInt64} AND ref IN {positions:Array(UInt64)} AND ${IS_FUNDED_INPUT}`,
    { parameters: { prefixes, ...parametersOf(outputs) }, ...signalOf(options) },
  );
}

/** Numbers of the outputs in question by their transaction. */
function voutsOf(outputs: readonly OutputPlace[]): Map<number, number[]> {
  const wanted = new Map<number, number[]>();
  for (const { position, vout } of outputs) {
    const vouts = wanted.get(position);
    if (vouts) vouts.push(vout);
    else wanted.set(position, [vout]);
  }
  return wanted;
}

/** Rows of other outputs of the same transactions are left aside. */
function addSpenders(found: Map<string, Spender>, outputs: readonly OutputPlace[], answer: readonly unknown[][]): void {
  const [refs = [], vouts = [], positions = [], slots = []] = (answer[0] ?? []) as number[][];
  const wanted = voutsOf(outputs);
  for (let row = 0; row < refs.length; row++) {
    const [ref = 0, vout = 0] = [refs[row], vouts[row]];
    if (wanted.get(ref)?.includes(vout))
      found.set(`${ref}:${vout}`, { position: positions[row] ?? 0, input: slots[row] ?? 0 });
  }
}
