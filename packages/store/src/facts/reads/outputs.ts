import type { OutputPlace, Spender, UnspentOutput } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import { type Owner, ownerKey } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import { ENTRY_INPUT, ENTRY_UNFUNDED, ENTRY_UNSPENDABLE, OUTPUT_SLOT } from '../tables.ts';
import { ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

const IS_INPUT = `bitTest(flags, ${Math.log2(ENTRY_INPUT)})`;
/** Inputs that name the output they spend; the others carry a zero there. */
const IS_FUNDED_INPUT = `${IS_INPUT} AND NOT bitTest(flags, ${Math.log2(ENTRY_UNFUNDED)})`;

/** Unspent outputs, oldest first: the owner's output rows that none of its input rows names. */
export async function readUnspent(
  scope: ReadScope,
  owner: Owner,
  page: { after?: { position: Position; vout: number } | undefined; limit: number },
  options?: ReadOptions,
): Promise<UnspentOutput[]> {
  const condition = ownerCondition(scope, owner);
  const rows = await scope.facts.query(
    `SELECT position, slot - ${OUTPUT_SLOT}, value, flags FROM ${scope.database}.entries
     WHERE ${condition.sql} AND NOT ${IS_INPUT} AND (position, slot) > ({afterPosition:UInt64}, {afterSlot:UInt32})
       AND (position, toUInt32(slot - ${OUTPUT_SLOT})) NOT IN
         (SELECT ref, ref_vout FROM ${scope.database}.entries WHERE ${condition.sql} AND ${IS_FUNDED_INPUT})
     ORDER BY position, slot LIMIT {limit:UInt32}`,
    {
      parameters: {
        ...condition.parameters,
        afterPosition: page.after?.position ?? 0,
        afterSlot: page.after ? page.after.vout + OUTPUT_SLOT : 0,
        limit: page.limit,
      },
      ...signalOf(options),
    },
  );
  return rows.map((row) => ({
    position: Number(row[0]),
    vout: Number(row[1]),
    value: toBigInt(row[2]),
    isSpendable: (Number(row[3]) & ENTRY_UNSPENDABLE) === 0,
  }));
}

/**
 * Rows that one pass over the column of spent transactions reads in the time in which one owner is found by the index: many
 * owners of a small chain are found sooner by the pass.
 */
const ROWS_PER_SEEK = 3_000;
/** Fewer owners than this are always found by the index. */
const LEAST_FOR_PASS = 500;
/** About how many rows a transaction has here. */
const ROWS_PER_TRANSACTION = 5;

/** Spenders of many outputs in one query, keyed `position:vout`: a spend is a row of the same owner. */
export async function readSpenders(
  scope: ReadScope,
  outputs: readonly OutputPlace[],
  options?: ReadOptions,
): Promise<Map<string, Spender>> {
  if (outputs.length === 0) return new Map();
  const positions = [...new Set(outputs.map((output) => output.position))];
  const rowsHeld = scope.blocks.transactionCount * ROWS_PER_TRANSACTION;
  const byPass = outputs.length >= LEAST_FOR_PASS && outputs.length * ROWS_PER_SEEK > rowsHeld;
  const prefixes = byPass ? [] : [...new Set(outputs.map((output) => ownerKey(output.owner).prefix))];
  const found = byPass
    ? 'PREWHERE ref IN {positions:Array(UInt64)} WHERE'
    : 'WHERE prefix IN {prefixes:Array(UInt64)} AND ref IN {positions:Array(UInt64)} AND';
  const rows = await scope.facts.query(
    `SELECT ref, ref_vout, position, slot FROM ${scope.database}.entries ${found} ${IS_FUNDED_INPUT}`,
    { parameters: byPass ? { positions } : { prefixes, positions }, threads: byPass ? 2 : 1, ...signalOf(options) },
  );
  return spendersAmong(outputs, rows);
}

/** Rows of other outputs of the same transactions are left aside. */
function spendersAmong(outputs: readonly OutputPlace[], rows: readonly unknown[][]): Map<string, Spender> {
  const wanted = new Set(outputs.map((output) => `${output.position}:${output.vout}`));
  const found = new Map<string, Spender>();
  for (const [ref, vout, position, slot] of rows) {
    const key = `${Number(ref)}:${Number(vout)}`;
    if (wanted.has(key)) found.set(key, { position: Number(position), input: Number(slot) });
  }
  return found;
}
