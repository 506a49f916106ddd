import { displayHash, encodeHex, internalHash } from '@trailmark/core/hex';
import type { VanishedTransaction, VanishReason } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { TableWriter } from '../account-facts/column-writer.ts';
import { type ReadScope, signalOf } from './reads/scope.ts';
import { blocksTable, transactionsTable, vanishedTable } from './tables.ts';

/** By the number that a row carries. */
const VANISH_REASONS: readonly VanishReason[] = ['reorganised', 'replaced', 'dropped'];
/** Lines of one transaction that are read; it may have vanished more than once. */
const LINES = 20;

/** Hex in internal order of a hash in display order; empty where there is none. */
function toInternal(hash: string | undefined): string {
  return hash === undefined ? '' : encodeHex(internalHash(hash));
}

/** Rows of `vanished`, one per transaction. */
export function vanishedRows(transactions: readonly VanishedTransaction[]): TableWriter {
  const table = new TableWriter(vanishedTable);
  table.rows = transactions.length;
  for (const { txid, raw, reason, firstSeen, lastSeen, block, replacedBy } of transactions) {
    table.column('txid').fixed(toInternal(txid));
    table.column('raw').hex(encodeHex(raw));
    table.column('reason').u8(VANISH_REASONS.indexOf(reason));
    table.column('first_seen').u32(firstSeen);
    table.column('last_seen').u32(lastSeen);
    table.column('height').u32(block?.height ?? 0);
    table.column('block_hash').hex(toInternal(block?.hash));
    table.column('replaced_by').hex(toInternal(replacedBy));
  }
  return table;
}

/** Keeps the transactions of blocks that are about to be taken back, where their bytes are stored. Positions are inclusive, exclusive. */
export function keepVanishedSql(database: string, from: number, to: number): string {
  return `INSERT INTO ${database}.${vanishedTable.name}
    (txid, raw, reason, first_seen, last_seen, height, block_hash, replaced_by)
    SELECT t.txid, t.raw, 0, b.time, toUnixTimestamp(now()), b.height, b.hash, ''
    FROM ${database}.${transactionsTable.name} AS t
    INNER JOIN ${database}.${blocksTable.name} AS b ON b.height = toUInt32(intDiv(t.position, 1048576))
    WHERE t.position >= ${from} AND t.position < ${to} AND t.raw != ''`;
}

/** What is kept of a transaction that is not on the chain, the last first. */
export async function readVanished(
  scope: ReadScope,
  txid: string,
  options?: ReadOptions,
): Promise<VanishedTransaction[]> {
  const rows = await scope.facts.query(
    `SELECT DISTINCT hex(raw), reason, first_seen, last_seen, height, hex(block_hash), hex(replaced_by)
     FROM ${scope.database}.${vanishedTable.name} WHERE txid = unhex({txid:String})
     ORDER BY last_seen DESC, height DESC LIMIT ${LINES}`,
    { parameters: { txid: toInternal(txid) }, ...signalOf(options) },
  );
  const hashOf = (hex: unknown): string | undefined =>
    hex === '' ? undefined : displayHash(Buffer.from(String(hex), 'hex'));
  return rows.map(([raw, reason, firstSeen, lastSeen, height, blockHash, replacedBy]) => {
    const hash = hashOf(blockHash);
    return {
      txid,
      raw: new Uint8Array(Buffer.from(String(raw), 'hex')),
      reason: VANISH_REASONS[Number(reason)] ?? 'dropped',
      firstSeen: Number(firstSeen),
      lastSeen: Number(lastSeen),
      block: hash === undefined ? undefined : { height: Number(height), hash },
      replacedBy: hashOf(replacedBy),
    };
  });
}
