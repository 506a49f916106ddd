import type { HistoryEntry } from '@trailmark/core/output-ledger';
import { type Owner, ownerId, ownerKey } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_FIRST } from '../tables.ts';
import { indexedEnd, type ReadScope, signalOf, toBigInt } from './scope.ts';

/** Histories of many owners in one query, oldest first, of each the first transactions; owners never seen are absent. */
export async function readHistories(
  scope: ReadScope,
  owners: readonly Owner[],
  limitEach: number,
  options?: ReadOptions,
): Promise<Map<string, readonly HistoryEntry[]>> {
  const found = new Map<string, HistoryEntry[]>();
  if (owners.length === 0) return found;
  const ids = new Map<string, string>();
  const prefixes: bigint[] = [];
  for (const owner of owners) {
    const key = ownerKey(owner);
    ids.set(`${key.prefix}:${key.rest}`, ownerId(owner));
    prefixes.push(key.prefix);
  }
  const rows = await scope.facts.query(
    `SELECT prefix, rest, position, tx_received, tx_sent FROM ${scope.database}.entries
     WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64} AND bitTest(flags, ${Math.log2(ENTRY_FIRST)})
     ORDER BY prefix, rest, position LIMIT {limitEach:UInt32} BY prefix, rest`,
    { parameters: { prefixes, indexedEnd: indexedEnd(scope), limitEach }, ...signalOf(options) },
  );
  for (const [prefix, rest, position, received, sent] of rows) {
    // Two owners may share a prefix.
    const id = ids.get(`${prefix}:${rest}`);
    if (id === undefined) continue;
    const entry = { position: Number(position), received: toBigInt(received), sent: toBigInt(sent) };
    const own = found.get(id);
    if (own) own.push(entry);
    else found.set(id, [entry]);
  }
  return found;
}
