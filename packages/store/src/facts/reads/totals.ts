import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { type Owner, ownerId, ownerKey } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_FIRST, ENTRY_INPUT, ENTRY_P2PK, ENTRY_UNFUNDED, ENTRY_UNSPENDABLE } from '../tables.ts';
import { indexedEnd, ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

/** An unspendable coinbase has no inputs, so its first row carries all of it and no row needs its own value. */
const SUMS = `sum(tx_received), sum(tx_sent), sumIf(tx_received, bitTest(flags, ${Math.log2(ENTRY_UNSPENDABLE)})),
  countIf(bitTest(flags, ${Math.log2(ENTRY_FIRST)})), countIf(NOT bitTest(flags, ${Math.log2(ENTRY_INPUT)})),
  countIf(bitTest(flags, ${Math.log2(ENTRY_INPUT)})),
  countIf(bitTest(flags, ${Math.log2(ENTRY_INPUT)}) AND bitTest(flags, ${Math.log2(ENTRY_UNFUNDED)})),
  min(position), max(position), max(bitTest(flags, ${Math.log2(ENTRY_P2PK)}))`;

function toTotals(row: readonly unknown[]): OwnerTotals {
  const [received, sent, unspendable, transactions, receives, spends, unfunded, first, last, p2pk] = row;
  return {
    received: toBigInt(received),
    sent: toBigInt(sent),
    unspendable: toBigInt(unspendable),
    transactionCount: Number(transactions),
    receiveCount: Number(receives),
    spendCount: Number(spends),
    unfundedSpends: Number(unfunded),
    firstPosition: Number(first),
    lastPosition: Number(last),
    hasP2pk: Number(p2pk) === 1,
  };
}

/** Totals of many owners in one query; owners never seen are absent. */
export async function readTotals(
  scope: ReadScope,
  owners: readonly Owner[],
  options?: ReadOptions,
): Promise<Map<string, OwnerTotals>> {
  if (owners.length === 0) return new Map();
  const ids = new Map<string, string>();
  const prefixes: bigint[] = [];
  for (const owner of owners) {
    const key = ownerKey(owner);
    ids.set(`${key.prefix}:${key.rest}`, ownerId(owner));
    prefixes.push(key.prefix);
  }
  const rows = await scope.facts.query(
    `SELECT prefix, rest, ${SUMS} FROM ${scope.database}.entries WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64} GROUP BY prefix, rest`,
    {
      parameters: { prefixes, indexedEnd: indexedEnd(scope) },
      threads: owners.length > 100 ? 2 : 1,
      ...signalOf(options),
    },
  );
  const found = new Map<string, OwnerTotals>();
  for (const row of rows) {
    const id = ids.get(`${row[0]}:${row[1]}`);
    if (id) found.set(id, toTotals(row.slice(2)));
  }
  return found;
}

async function readNet(
  scope: ReadScope,
  owner: Owner,
  side: '<=' | '>',
  position: Position,
  options?: ReadOptions,
): Promise<bigint> {
  const condition = ownerCondition(scope, owner);
  const rows = await scope.facts.query(
    `SELECT sum(tx_received), sum(tx_sent) FROM ${scope.database}.entries WHERE ${condition.sql} AND position ${side} {position:UInt64}`,
    { parameters: { ...condition.parameters, position }, ...signalOf(options) },
  );
  return toBigInt(rows[0]?.[0] ?? '0') - toBigInt(rows[0]?.[1] ?? '0');
}

/** Received minus sent up to and including a position. */
export function readBalanceAt(
  scope: ReadScope,
  owner: Owner,
  position: Position,
  options?: ReadOptions,
): Promise<bigint> {
  return readNet(scope, owner, '<=', position, options);
}

/** Received minus sent after a position. */
export function readBalanceSince(
  scope: ReadScope,
  owner: Owner,
  position: Position,
  options?: ReadOptions,
): Promise<bigint> {
  return readNet(scope, owner, '>', position, options);
}
