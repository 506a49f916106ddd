import type { FetchedCoverage } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { TableWriter } from '../account-facts/column-writer.ts';
import { indexedRecord, type ReadScope, signalOf } from './reads/scope.ts';
import { fetchedTable } from './tables.ts';

/** A transaction that a source listed, and its position. */
export interface FetchedTransaction {
  readonly txid: string;
  readonly position: Position;
}

const ROW_BYTES = 16;
/** Lines of one owner that are read; older ones say nothing more. */
const LINES = 20;

/** First eight bytes in internal order: the end of the text, turned round. */
function txidMark(txid: string): Buffer {
  return Buffer.from(txid.slice(-16), 'hex').reverse();
}

function packTransactions(transactions: readonly FetchedTransaction[]): string {
  const bytes = Buffer.alloc(transactions.length * ROW_BYTES);
  transactions.forEach(({ position, txid }, i) => {
    bytes.writeBigUInt64LE(BigInt(position), i * ROW_BYTES);
    txidMark(txid).copy(bytes, i * ROW_BYTES + 8);
  });
  return bytes.toString('hex');
}

/** The row of `fetched` that says what was fetched of an owner. */
export function fetchedRow(
  owner: string,
  coverage: FetchedCoverage,
  transactions: readonly FetchedTransaction[],
): TableWriter {
  const table = new TableWriter(fetchedTable);
  table.rows = 1;
  table.column('owner').hex(owner);
  table.column('source').text(coverage.source);
  table.column('fetched_at').u64(coverage.fetchedAt);
  table.column('from_height').u32(coverage.fromHeight);
  table.column('to_height').u32(coverage.toHeight);
  table.column('is_complete').u8(coverage.isComplete ? 1 : 0);
  table.column('note').text(coverage.note ?? '');
  table.column('transactions').hex(packTransactions(transactions));
  return table;
}

/** How many of the transactions of a line are not indexed where they were. */
function countGone(scope: ReadScope, packed: Buffer): number {
  let gone = 0;
  for (let at = 0; at + ROW_BYTES <= packed.length; at += ROW_BYTES) {
    const record = indexedRecord(scope, Number(packed.readBigUInt64LE(at)));
    if (!record || !txidMark(record.txid).equals(packed.subarray(at + 8, at + ROW_BYTES))) gone++;
  }
  return gone;
}

/** What was fetched on demand of an owner, newest first. A line whose transactions went since is no longer complete. */
export async function readFetched(scope: ReadScope, owner: Owner, options?: ReadOptions): Promise<FetchedCoverage[]> {
  const rows = await scope.facts.query(
    `SELECT DISTINCT source, fetched_at, from_height, to_height, is_complete, note, hex(transactions)
     FROM ${scope.database}.${fetchedTable.name} WHERE owner = unhex({owner:String})
     ORDER BY fetched_at DESC, source LIMIT ${LINES}`,
    { parameters: { owner: ownerId(owner) }, ...signalOf(options) },
  );
  return rows.map(([source, fetchedAt, fromHeight, toHeight, isComplete, note, transactions]) => {
    const gone = countGone(scope, Buffer.from(String(transactions), 'hex'));
    const words = gone === 0 ? '' : `Of its transactions ${gone} are no longer held: fetch it again.`;
    const said = [words, String(note)].filter((text) => text !== '').join(' ');
    return {
      source: String(source),
      fetchedAt: Number(fetchedAt),
      fromHeight: Number(fromHeight),
      toHeight: Number(toHeight),
      isComplete: Number(isComplete) === 1 && gone === 0,
      note: said === '' ? undefined : said,
    };
  });
}
