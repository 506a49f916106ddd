import { type AccountKey, MOVE_KINDS, type MoveKind } from '@trailmark/core/account-block';
import type { AccountHistoryEntry, AccountHistoryFilter, MovePlace, StoredMove } from '@trailmark/core/account-ledger';
import { MAX_HEIGHT, type Position, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { FactsParameter } from '../../facts/client.ts';
import { ENTRY_OUT, ENTRY_SELF } from '../account-tables.ts';
import { assetToHex } from '../asset-bytes.ts';
import { type AccountScope, addressCondition, ask, COUNTED } from './account-scope.ts';
import { ENTRY_SELECT, entryToMove } from './stored-move.ts';

interface Conditions {
  readonly sql: string[];
  readonly parameters: Record<string, FactsParameter>;
}

const MAXIMUM_AMOUNT = 2n ** 256n - 1n;
const MAXIMUM_TIME = 0xffff_ffff;
const SIDES = ENTRY_OUT | ENTRY_SELF;
const DIRECTION = { in: 0, out: ENTRY_OUT, self: ENTRY_SELF } as const;

function kindCode(kind: MoveKind): number {
  return MOVE_KINDS.indexOf(kind);
}

const TRANSFER_CODES = (['token', 'nft', 'multi-token', 'trc10'] as const).map(kindCode).join(', ');

function addBounds(filter: AccountHistoryFilter, { sql, parameters }: Conditions): void {
  const { fromHeight, toHeight, fromTime, toTime, minAmount, maxAmount } = filter;
  const add = (condition: string, name: string, value: FactsParameter): void => {
    sql.push(condition);
    parameters[name] = value;
  };
  if (fromHeight !== undefined) add('position >= {fromHeight:UInt64}', 'fromHeight', toPosition(fromHeight, 0));
  if (toHeight !== undefined) add('position < {toHeight:UInt64}', 'toHeight', toPosition(toHeight + 1, 0));
  if (fromTime !== undefined) add('time >= {fromTime:UInt64}', 'fromTime', fromTime);
  if (toTime !== undefined) add('time <= {toTime:UInt64}', 'toTime', toTime);
  if (minAmount !== undefined) add('amount >= {minAmount:UInt256}', 'minAmount', minAmount);
  if (maxAmount !== undefined && maxAmount < MAXIMUM_AMOUNT)
    add('amount <= {maxAmount:UInt256}', 'maxAmount', maxAmount);
}

/** Nothing can match: bounds beyond what a chain can hold are answered without asking. */
function isImpossible(filter: AccountHistoryFilter): boolean {
  const { minAmount, maxAmount, fromHeight, toHeight, toTime, fromTime, kinds } = filter;
  return (
    (fromHeight ?? 0) > MAX_HEIGHT ||
    (minAmount ?? 0n) > MAXIMUM_AMOUNT ||
    (maxAmount ?? 0n) < 0n ||
    (toHeight ?? 0) < 0 ||
    (toTime ?? 0) < 0 ||
    (fromTime ?? 0) > MAXIMUM_TIME ||
    kinds?.length === 0
  );
}

/** Bounds that everything passes say nothing. */
function withoutEmptyBounds(filter: AccountHistoryFilter): AccountHistoryFilter {
  const { fromHeight, toHeight, fromTime, minAmount } = filter;
  return {
    ...filter,
    fromHeight: fromHeight !== undefined && fromHeight > 0 ? fromHeight : undefined,
    toHeight: toHeight !== undefined && toHeight <= MAX_HEIGHT ? toHeight : undefined,
    fromTime: fromTime !== undefined && fromTime > 0 ? fromTime : undefined,
    minAmount: minAmount !== undefined && minAmount > 0n ? minAmount : undefined,
  };
}

/** Conditions on one address's rows, each a move of its own; undefined where nothing can match. */
function toConditions(scope: AccountScope, address: AccountKey, asked: AccountHistoryFilter): Conditions | undefined {
  if (isImpossible(asked)) return undefined;
  const filter = withoutEmptyBounds(asked);
  const { sql, parameters } = addressCondition(scope, address);
  const conditions: Conditions = { sql: [sql], parameters };
  const { direction, asset, kinds, counterparty } = filter;
  conditions.sql.push(direction ? `bitAnd(flags, ${SIDES}) = ${DIRECTION[direction]}` : COUNTED);
  if (asset !== undefined) {
    conditions.sql.push('asset = unhex({asset:String})');
    parameters.asset = assetToHex(asset);
  }
  if (kinds) conditions.sql.push(`kind IN (${kinds.map(kindCode).join(', ')})`);
  if (counterparty !== undefined) {
    conditions.sql.push('other = unhex({other:String})');
    parameters.other = counterparty;
  }
  if (filter.withoutZero) conditions.sql.push(`NOT (amount = 0 AND kind IN (${TRANSFER_CODES}))`);
  addBounds(filter, conditions);
  return conditions;
}

function orderSql(order: 'newest' | 'oldest'): string {
  const way = order === 'newest' ? 'DESC' : 'ASC';
  // The whole sorting key, so that the engine reads from the right end and stops at the limit.
  return `ORDER BY prefix ${way}, rest ${way}, position ${way}, slot ${way}`;
}

/** Single moves of an address, one query. */
export async function readMoves(
  scope: AccountScope,
  address: AccountKey,
  filter: AccountHistoryFilter,
  page: { after?: MovePlace | undefined; limit: number },
  options?: ReadOptions,
): Promise<StoredMove[]> {
  const conditions = toConditions(scope, address, filter);
  if (!conditions) return [];
  const { sql, parameters } = conditions;
  if (page.after) {
    const sign = filter.order === 'newest' ? '<' : '>';
    sql.push(
      `position ${sign}= {after:UInt64} AND (position ${sign} {after:UInt64} OR slot ${sign} {afterSlot:UInt32})`,
    );
    parameters.after = page.after.position;
    parameters.afterSlot = page.after.slot;
  }
  const rows = await ask(
    scope,
    `SELECT ${ENTRY_SELECT} FROM ${scope.database}.account_entries WHERE ${sql.join(' AND ')}
     ${orderSql(filter.order)} LIMIT {limit:UInt32}`,
    { ...parameters, limit: page.limit },
    options,
  );
  return rows.map((row) => entryToMove(row, address));
}

async function readPagePositions(
  scope: AccountScope,
  { sql, parameters }: Conditions,
  order: 'newest' | 'oldest',
  page: { after?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<Position[]> {
  const after = page.after === undefined ? [] : [`position ${order === 'newest' ? '<' : '>'} {after:UInt64}`];
  const rows = await ask(
    scope,
    `SELECT position FROM ${scope.database}.account_entries WHERE ${[...sql, ...after].join(' AND ')}
     ${orderSql(order)} LIMIT 1 BY position LIMIT {limit:UInt32}`,
    { ...parameters, limit: page.limit, ...(page.after === undefined ? {} : { after: page.after }) },
    options,
  );
  return rows.map((row) => Number(row[0]));
}

/** How many matching moves each of the transactions has. */
async function readCounts(
  scope: AccountScope,
  { sql, parameters }: Conditions,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<Map<Position, number>> {
  if (positions.length === 0) return new Map();
  const rows = await ask(
    scope,
    `SELECT position, count() FROM ${scope.database}.account_entries
     WHERE ${sql.join(' AND ')} AND position IN {positions:Array(UInt64)} GROUP BY position`,
    { ...parameters, positions },
    options,
  );
  return new Map(rows.map(([position, count]) => [Number(position), Number(count)]));
}

/** Rows read for each transaction of a page in the hope that they are all its moves. */
const ROWS_EACH = 8;

/**
 * The page from one read of consecutive rows, where they hold all moves of all its transactions: undefined where a
 * transaction has too many for that.
 */
async function readShortHistory(
  scope: AccountScope,
  address: AccountKey,
  filter: AccountHistoryFilter,
  page: { after?: Position | undefined; limit: number; movesEach: number },
  options?: ReadOptions,
): Promise<AccountHistoryEntry[] | undefined> {
  const limit = page.limit * ROWS_EACH;
  // Just beyond the last transaction in the requested order, whatever its slots.
  const slot = filter.order === 'newest' ? 0 : 0xffff_ffff;
  const after = page.after === undefined ? undefined : { position: page.after, slot };
  const rows = await readMoves(scope, address, filter, { after, limit }, options);
  const groups = new Map<Position, StoredMove[]>();
  for (const move of rows) {
    const group = groups.get(move.position);
    if (group) group.push(move);
    else groups.set(move.position, [move]);
  }
  const entries = [...groups].map(([position, moves]) => {
    const ordered = filter.order === 'newest' ? moves.reverse() : moves;
    return { position, moves: ordered.slice(0, page.movesEach), moveCount: moves.length };
  });
  // The last transaction may continue behind the rows that were read.
  if (rows.length === limit) entries.pop();
  return rows.length < limit || entries.length >= page.limit ? entries.slice(0, page.limit) : undefined;
}

/**
 * A page of history: one query where its transactions have few moves; else one for the transactions, one for their moves,
 * and one for how many there are where they are not all listed.
 */
export async function readAccountHistory(
  scope: AccountScope,
  address: AccountKey,
  filter: AccountHistoryFilter,
  page: { after?: Position | undefined; limit: number; movesEach: number },
  options?: ReadOptions,
): Promise<AccountHistoryEntry[]> {
  return (
    (await readShortHistory(scope, address, filter, page, options)) ??
    readLongHistory(scope, address, filter, page, options)
  );
}

async function readLongHistory(
  scope: AccountScope,
  address: AccountKey,
  filter: AccountHistoryFilter,
  page: { after?: Position | undefined; limit: number; movesEach: number },
  options?: ReadOptions,
): Promise<AccountHistoryEntry[]> {
  const conditions = toConditions(scope, address, filter);
  if (!conditions) return [];
  const { sql, parameters } = conditions;
  const positions = await readPagePositions(scope, conditions, filter.order, page, options);
  if (positions.length === 0) return [];
  const rows = await ask(
    scope,
    `SELECT ${ENTRY_SELECT} FROM ${scope.database}.account_entries
     WHERE ${sql.join(' AND ')} AND position IN {positions:Array(UInt64)}
     ${orderSql('oldest')} LIMIT {each:UInt32} BY position`,
    { ...parameters, positions, each: page.movesEach },
    options,
  );
  const moves = new Map<Position, StoredMove[]>(positions.map((position) => [position, []]));
  for (const row of rows) {
    const move = entryToMove(row, address);
    moves.get(move.position)?.push(move);
  }
  const full = positions.filter((position) => (moves.get(position)?.length ?? 0) >= page.movesEach);
  const counts = await readCounts(scope, conditions, full, options);
  return positions.map((position) => {
    const own = moves.get(position) ?? [];
    return { position, moves: own, moveCount: counts.get(position) ?? own.length };
  });
}
