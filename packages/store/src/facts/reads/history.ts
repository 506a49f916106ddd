import type { HistoryEntry, HistoryFilter } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { MAX_HEIGHT, type Position, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { BlockIndex } from '../block-index.ts';
import type { FactsParameter } from '../client.ts';
import { ENTRY_FIRST, ENTRY_INPUT } from '../tables.ts';
import { ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

interface Conditions {
  readonly sql: string[];
  readonly parameters: Record<string, FactsParameter>;
}

/**
 * Heights whose block time is in a window. Block times are not monotonic, so the run between the first and the last
 * such height may hold a few that fall outside; those are listed to be left out.
 */
export function heightsInWindow(
  blocks: BlockIndex,
  fromTime: number | undefined,
  toTime: number | undefined,
): { from: number; to: number; except: number[] } | undefined {
  const inside = (height: number): boolean => {
    const time = blocks.time(height) ?? 0;
    return (fromTime === undefined || time >= fromTime) && (toTime === undefined || time <= toTime);
  };
  const heights = blocks.heights();
  const first = heights.findIndex(inside);
  if (first < 0) return undefined;
  const last = heights.findLastIndex(inside);
  const run = heights.slice(first, last + 1);
  return { from: run[0] ?? 0, to: run[run.length - 1] ?? 0, except: run.filter((height) => !inside(height)) };
}

function addTimeWindow(scope: ReadScope, filter: HistoryFilter, conditions: Conditions): boolean {
  if (filter.fromTime === undefined && filter.toTime === undefined) return true;
  const window = heightsInWindow(scope.blocks, filter.fromTime, filter.toTime);
  if (!window) return false;
  conditions.sql.push('position >= {windowFrom:UInt64} AND position < {windowTo:UInt64}');
  conditions.parameters.windowFrom = toPosition(window.from, 0);
  conditions.parameters.windowTo = toPosition(window.to + 1, 0);
  if (window.except.length > 0) {
    conditions.sql.push('intDiv(position, 1048576) NOT IN {except:Array(UInt64)}');
    conditions.parameters.except = window.except;
  }
  return true;
}

/** The largest value that a parameter of the store takes: a larger one would come round to a small one. */
const MAX_UNITS = 2n ** 64n - 1n;

/** Nothing can match: bounds beyond what a chain can hold are answered without asking. */
function isImpossible({ minAmount, maxAmount, fromHeight, toHeight }: HistoryFilter): boolean {
  return (
    (minAmount ?? 0n) > MAX_UNITS ||
    (maxAmount ?? 0n) < 0n ||
    (fromHeight ?? 0) > MAX_HEIGHT ||
    (toHeight !== undefined && toHeight < 0)
  );
}

/** Bounds that everything passes say nothing. */
function withoutEmptyBounds(filter: HistoryFilter): HistoryFilter {
  const { minAmount, maxAmount, fromHeight, toHeight } = filter;
  return {
    ...filter,
    minAmount: minAmount !== undefined && minAmount > 0n ? minAmount : undefined,
    maxAmount: maxAmount !== undefined && maxAmount <= MAX_UNITS ? maxAmount : undefined,
    fromHeight: fromHeight !== undefined && fromHeight > 0 ? fromHeight : undefined,
    toHeight: toHeight !== undefined && toHeight <= MAX_HEIGHT ? toHeight : undefined,
  };
}

function addAmounts(filter: HistoryFilter, { sql, parameters }: Conditions): void {
  const net = 'abs(toInt128(tx_received) - toInt128(tx_sent))';
  if (filter.minAmount !== undefined) {
    sql.push(`${net} >= {minAmount:UInt64}`);
    parameters.minAmount = filter.minAmount;
  }
  if (filter.maxAmount !== undefined) {
    sql.push(`${net} <= {maxAmount:UInt64}`);
    parameters.maxAmount = filter.maxAmount;
  }
  // Inputs sort before outputs, so the first row says whether the owner funds the transaction, be it with nothing.
  const funds = `bitTest(flags, ${Math.log2(ENTRY_INPUT)})`;
  if (filter.direction === 'in') sql.push(`NOT ${funds}`);
  if (filter.direction === 'out' || filter.direction === 'self') sql.push(funds);
}

function addHeights(filter: HistoryFilter, after: Position | undefined, { sql, parameters }: Conditions): void {
  if (filter.fromHeight !== undefined) {
    sql.push('position >= {fromHeight:UInt64}');
    parameters.fromHeight = toPosition(filter.fromHeight, 0);
  }
  if (filter.toHeight !== undefined) {
    sql.push('position < {toHeight:UInt64}');
    parameters.toHeight = toPosition(filter.toHeight + 1, 0);
  }
  if (after !== undefined) {
    sql.push(filter.order === 'newest' ? 'position < {after:UInt64}' : 'position > {after:UInt64}');
    parameters.after = after;
  }
}

/**
 * "Self" means that every output comes back to the owner, which the owner's own rows do not show: those candidates are
 * checked against the records, and "out" leaves them aside.
 */
function isSelf(scope: ReadScope, owner: Owner, entry: HistoryEntry): boolean {
  const isOwn = (other: Owner): boolean =>
    other.type === owner.type && Buffer.compare(other.payload, owner.payload) === 0;
  const outputs = scope.lookup.record(entry.position)?.outputs ?? [];
  return outputs.every((output) => (output.owner ? isOwn(output.owner) : output.value === 0n));
}

/** A page of an owner's history: one query, more only when "out" or "self" candidates had to be sifted. */
export async function readHistory(
  scope: ReadScope,
  owner: Owner,
  asked: HistoryFilter,
  page: { after?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<HistoryEntry[]> {
  return isImpossible(asked) ? [] : readMatching(scope, owner, withoutEmptyBounds(asked), page, options);
}

async function readMatching(
  scope: ReadScope,
  owner: Owner,
  filter: HistoryFilter,
  page: { after?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<HistoryEntry[]> {
  const sifts = filter.direction === 'out' || filter.direction === 'self';
  const kept: HistoryEntry[] = [];
  let after = page.after;
  for (;;) {
    const wanted = sifts ? Math.max(200, page.limit) : page.limit;
    const rows = await readRows(scope, owner, filter, after, wanted, options);
    for (const entry of rows) {
      if (!sifts || isSelf(scope, owner, entry) === (filter.direction === 'self')) kept.push(entry);
      if (kept.length === page.limit) return kept;
    }
    if (rows.length < wanted) return kept;
    after = rows[rows.length - 1]?.position;
  }
}

async function readRows(
  scope: ReadScope,
  owner: Owner,
  filter: HistoryFilter,
  after: Position | undefined,
  limit: number,
  options?: ReadOptions,
): Promise<HistoryEntry[]> {
  const condition = ownerCondition(scope, owner);
  const conditions: Conditions = {
    sql: [condition.sql, `bitTest(flags, ${Math.log2(ENTRY_FIRST)})`],
    parameters: { ...condition.parameters, limit },
  };
  addHeights(filter, after, conditions);
  addAmounts(filter, conditions);
  if (!addTimeWindow(scope, filter, conditions)) return [];
  if (filter.counterparty) {
    const other = ownerCondition(scope, filter.counterparty, 'Other');
    conditions.sql.push(`position IN (SELECT position FROM ${scope.database}.entries WHERE ${other.sql})`);
    Object.assign(conditions.parameters, other.parameters);
  }
  const order = filter.order === 'newest' ? 'DESC' : 'ASC';
  const rows = await scope.facts.query(
    `SELECT position, tx_received, tx_sent FROM ${scope.database}.entries WHERE ${conditions.sql.join(' AND ')}
     ORDER BY position ${order} LIMIT {limit:UInt32}`,
    { parameters: conditions.parameters, ...signalOf(options) },
  );
  return rows.map((row) => ({ position: Number(row[0]), received: toBigInt(row[1]), sent: toBigInt(row[2]) }));
}

/** Where an owner takes part, ascending. One text for all of them: a row for each would cost more than finding it. */
export async function readOwnerPositions(
  scope: ReadScope,
  owner: Owner,
  { after, limit }: { after?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<readonly Position[]> {
  const condition = ownerCondition(scope, owner);
  const rows = await scope.facts.query(
    `SELECT arrayStringConcat(groupArray(toString(position)), ' ') FROM (
       SELECT position FROM ${scope.database}.entries
       WHERE ${condition.sql} AND bitTest(flags, ${Math.log2(ENTRY_FIRST)}) AND position > {after:Int64}
       ORDER BY position LIMIT {limit:UInt32})`,
    { parameters: { ...condition.parameters, after: after ?? -1, limit }, ...signalOf(options) },
  );
  const text = String(rows[0]?.[0] ?? '');
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Positions at which both owners take part, newest first. */
export async function readLinks(
  scope: ReadScope,
  a: Owner,
  b: Owner,
  page: { before?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<Position[]> {
  const filter: HistoryFilter = { counterparty: b, order: 'newest' };
  const entries = await readRows(scope, a, filter, page.before, page.limit, options);
  return entries.map((entry) => entry.position);
}
