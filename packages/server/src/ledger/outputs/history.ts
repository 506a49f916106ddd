import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import type { Gap } from '@trailmark/api/wire';
import { AppError } from '@trailmark/core/errors';
import type { HistoryEntry, HistoryFilter, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount, formatPlural } from '../../answers/format-count.ts';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import { getHoldings } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import { hasUnknownInputs, toHistoryRow } from './history-row.ts';
import { isFilterEmpty, type NamedOwner } from './owner-input.ts';

export interface HistoryRequest {
  readonly self: NamedOwner;
  readonly filter: HistoryFilter;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly pricer: Pricer;
}

export interface HistoryPage {
  readonly rows: readonly OutputHistoryRow[];
  /** Position after which the history continues; undefined at its end. */
  readonly next: Position | undefined;
  /** What the index does not know about these rows. */
  readonly gaps: readonly Gap[];
}

/** Last position up to which running balances are exact. */
function exactEnd(ledger: ServedOutputs): Position | undefined {
  const { runEnd } = getHoldings(ledger.reader);
  return runEnd === undefined ? undefined : toPosition(runEnd + 1, 0) - 1;
}

/**
 * The balance from which a page's running balances follow: at its newest exact row when it goes back in time, before
 * its first row otherwise. Undefined where running balances are not shown: filtered lists hide rows between two shown.
 */
async function readStartBalance(
  ledger: ServedOutputs,
  request: HistoryRequest,
  read: ReadOptions,
): Promise<bigint | undefined> {
  const end = exactEnd(ledger);
  const { after, filter, self } = request;
  if (end === undefined || !isFilterEmpty(filter)) return undefined;
  if (filter.order === 'newest') {
    const newest = after === undefined ? end : Math.min(end, after - 1);
    return newest < 0 ? 0n : ledger.reader.balanceAt(self.owner, newest, read);
  }
  if (after === undefined) return 0n;
  return after > end ? undefined : ledger.reader.balanceAt(self.owner, after, read);
}

/** Balance after each entry, null above the exact run. */
function toRunningBalances(
  entries: readonly HistoryEntry[],
  order: HistoryFilter['order'],
  start: bigint | undefined,
  end: Position | undefined,
): (bigint | null)[] {
  let balance = start;
  return entries.map(({ position, received, sent }) => {
    if (balance === undefined || end === undefined || position > end) return null;
    const net = received - sent;
    if (order === 'oldest') {
      balance += net;
      return balance;
    }
    const shown = balance;
    balance -= net;
    return shown;
  });
}

function toRecord(record: TransactionRecord | undefined, position: Position): TransactionRecord {
  if (record) return record;
  const height = formatCount(positionHeight(position));
  throw new AppError('inconsistent', `The index lists a transaction at height ${height} that it does not hold.`);
}

function toGaps(records: readonly TransactionRecord[], rows: readonly OutputHistoryRow[]): Gap[] {
  const gaps: Gap[] = [];
  const span = { fromHeight: null, toHeight: null };
  const unknown = records.filter(hasUnknownInputs).length;
  if (unknown > 0) {
    const message = `${formatPlural(unknown, 'transaction here spends', 'transactions here spend')} outputs outside this index: who paid, or how much, is not known.`;
    gaps.push({ ...span, kind: 'previous-output-unknown', message, count: unknown });
  }
  const estimated = rows.filter((row) => row.timeEstimated).length;
  if (estimated > 0) {
    const message =
      estimated === 1
        ? 'The time of 1 transaction here is an estimate.'
        : `The times of ${formatCount(estimated)} transactions here are estimates.`;
    gaps.push({ ...span, kind: 'time-estimated', message, count: estimated });
  }
  return gaps;
}

/** The same start for a history that is all on one page: its own rows add up to it. */
function sumUpTo(
  entries: readonly HistoryEntry[],
  ledger: ServedOutputs,
  { filter }: HistoryRequest,
): bigint | undefined {
  const end = exactEnd(ledger);
  if (end === undefined || !isFilterEmpty(filter)) return undefined;
  if (filter.order === 'oldest') return 0n;
  return entries.reduce((sum, { position, received, sent }) => (position > end ? sum : sum + received - sent), 0n);
}

/** One page of mined history: one query for the rows, one for their records, and one for a balance unless the page is all. */
export async function readHistoryPage(
  ledger: ServedOutputs,
  request: HistoryRequest,
  read: ReadOptions,
): Promise<HistoryPage> {
  const { self, filter, after, limit, pricer } = request;
  const { reader } = ledger;
  const found = await reader.history(self.owner, filter, { after, limit: limit + 1 }, read);
  const isAll = after === undefined && found.length <= limit;
  const start = isAll ? sumUpTo(found, ledger, request) : await readStartBalance(ledger, request, read);
  const entries = found.slice(0, limit);
  const balances = toRunningBalances(entries, filter.order, start, exactEnd(ledger));
  const positions = entries.map((entry) => entry.position);
  const records = (await reader.records(positions, read)).map((record, i) => toRecord(record, positions[i] ?? 0));
  const rows = entries.flatMap((entry, i) => {
    const record = records[i];
    return record ? [toHistoryRow(ledger, self, { record, entry, runningBalance: balances[i] ?? null }, pricer)] : [];
  });
  const next = found.length > limit ? positions.at(-1) : undefined;
  return { rows, next, gaps: toGaps(records, rows) };
}
