import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import {
  TRANSACTION_ESTIMATED,
  TRANSACTION_FAILED,
  TRANSACTION_FAILURE_SAID,
  TRANSACTION_OK,
} from '../account-tables.ts';
import { type AccountScope, addressCondition, ask } from './account-scope.ts';
import { MOVE_SELECT, rowToMove, toOptional } from './stored-move.ts';

/** Positions requested in one query. */
const BATCH = 5_000;
const HASH_BATCH = 500;

function isIndexed(scope: AccountScope, position: Position): boolean {
  return scope.blocks.isIndexed(positionHeight(position));
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const found: T[][] = [];
  for (let from = 0; from < items.length; from += size) found.push(items.slice(from, from + size));
  return found;
}

/** One query for every few thousand of the positions that are indexed. */
async function askByPosition(
  scope: AccountScope,
  positions: readonly Position[],
  sql: string,
  options: ReadOptions | undefined,
  parameters: Readonly<Record<string, number>> = {},
): Promise<unknown[][]> {
  const held = [...new Set(positions)].filter((position) => isIndexed(scope, position));
  const rows: unknown[][] = [];
  for (const part of batches(held, BATCH)) {
    for (const row of await ask(scope, sql, { ...parameters, positions: part }, options)) rows.push(row);
  }
  return rows;
}

function toRecord(row: readonly unknown[]): AccountTransactionRecord {
  const [position, hash, from, to, created, value, flags, failure, fee, feePayer, gasUsed, gasPrice, nonce] = row;
  const [type, input, inputLength, holds] = row.slice(13);
  const bits = Number(flags);
  return {
    position: Number(position),
    indexEstimated: (bits & TRANSACTION_ESTIMATED) !== 0,
    hash: String(hash),
    from: String(from),
    to: String(to),
    created: String(created),
    value: toOptional(value) ?? 0n,
    status: bits & TRANSACTION_OK ? 'ok' : bits & TRANSACTION_FAILED ? 'failed' : 'unknown',
    failure: bits & TRANSACTION_FAILURE_SAID ? String(failure) : undefined,
    fee: toOptional(fee),
    feePayer: String(feePayer),
    gasUsed: toOptional(gasUsed),
    gasPrice: toOptional(gasPrice),
    nonce: toOptional(nonce),
    type: Number(type),
    input: String(input),
    inputLength: Number(inputLength),
    holds: Number(holds),
  };
}

const hexOf = (name: string): string => `lower(hex(${name}))`;

/** Transactions by position, in the requested order. */
export async function readTransactions(
  scope: AccountScope,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<(AccountTransactionRecord | undefined)[]> {
  const columns = ['hash', 'from_address', 'to_address', 'created', 'value'].map(hexOf).join(', ');
  const numbers = ['fee', 'fee_payer', 'gas_used', 'gas_price', 'nonce'].map(hexOf).join(', ');
  const rows = await askByPosition(
    scope,
    positions,
    `SELECT position, ${columns}, flags, failure, ${numbers}, type, ${hexOf('input')}, input_length, holds
     FROM ${scope.database}.account_transactions WHERE position IN {positions:Array(UInt64)}`,
    options,
  );
  const found = new Map(rows.map((row) => [Number(row[0]), toRecord(row)]));
  return positions.map((position) => found.get(position));
}

function gather<T>(groups: Map<Position, T[]>, position: Position, item: T): void {
  const group = groups.get(position);
  if (group) group.push(item);
  else groups.set(position, [item]);
}

/** Moves by position in the declared order, at most `limitEach` of each. */
export async function readMovesOf(
  scope: AccountScope,
  positions: readonly Position[],
  limitEach: number,
  options?: ReadOptions,
): Promise<Map<Position, StoredMove[]>> {
  const rows = await askByPosition(
    scope,
    positions,
    `SELECT ${MOVE_SELECT} FROM ${scope.database}.moves WHERE position IN {positions:Array(UInt64)}
     ORDER BY position, slot LIMIT {limitEach:UInt32} BY position`,
    options,
    { limitEach },
  );
  const found = new Map<Position, StoredMove[]>();
  for (const row of rows) gather(found, Number(row[0]), rowToMove(row));
  return found;
}

interface StoredLog {
  readonly position: Position;
  readonly log: AccountLog;
  readonly mentions: readonly AccountKey[];
}

function slices(hex: string, size: number): string[] {
  return Array.from({ length: hex.length / size }, (_, i) => hex.slice(i * size, (i + 1) * size));
}

/** Logs by position in the order of the block, each with the addresses it speaks of. */
export async function readStoredLogs(
  scope: AccountScope,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<StoredLog[]> {
  const rows = await askByPosition(
    scope,
    positions,
    `SELECT position, log_index, ${['address', 'topics', 'data', 'mentions'].map(hexOf).join(', ')}
     FROM ${scope.database}.logs WHERE position IN {positions:Array(UInt64)} ORDER BY position, log_index`,
    options,
  );
  return rows.map(([position, logIndex, address, topics, data, mentions]) => ({
    position: Number(position),
    log: {
      logIndex: Number(logIndex),
      address: String(address),
      topics: slices(String(topics), 64),
      data: String(data),
    },
    mentions: slices(String(mentions), 40),
  }));
}

export async function readLogsOf(
  scope: AccountScope,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<Map<Position, AccountLog[]>> {
  const found = new Map<Position, AccountLog[]>();
  for (const { position, log } of await readStoredLogs(scope, positions, options)) gather(found, position, log);
  return found;
}

/** Positions of a block's transactions, ascending. */
export async function readBlockPositions(
  scope: AccountScope,
  height: number,
  options?: ReadOptions,
): Promise<Position[]> {
  if (!scope.blocks.isIndexed(height)) return [];
  const rows = await ask(
    scope,
    `SELECT position FROM ${scope.database}.account_transactions
     WHERE position >= {from:UInt64} AND position < {to:UInt64} ORDER BY position`,
    { from: toPosition(height, 0), to: toPosition(height + 1, 0) },
    options,
  );
  return rows.map((row) => Number(row[0]));
}

async function readHashes(
  scope: AccountScope,
  positions: readonly Position[],
  options: ReadOptions | undefined,
): Promise<{ hash: string; position: Position }[]> {
  const rows = await askByPosition(
    scope,
    positions,
    `SELECT ${hexOf('hash')}, position FROM ${scope.database}.account_transactions WHERE position IN {positions:Array(UInt64)}`,
    options,
  );
  return rows.map(([hash, position]) => ({ hash: String(hash), position: Number(position) }));
}

/** Hashes by position, in the requested order. */
export async function readHashesAt(
  scope: AccountScope,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<(string | undefined)[]> {
  const rows = await readHashes(scope, positions, options);
  const found = new Map(rows.map(({ position, hash }) => [position, hash] as const));
  return positions.map((position) => found.get(position));
}

/** The position of each hash. The eight-byte prefix finds candidates, the whole hash decides. */
export async function readPositionsOf(
  scope: AccountScope,
  hashes: readonly string[],
  options?: ReadOptions,
): Promise<Map<string, Position>> {
  const wanted = new Set(hashes);
  const found = new Map<string, Position>();
  for (const part of batches([...wanted], HASH_BATCH * 10)) {
    const prefixes = part.map((hash) => BigInt(`0x${hash.slice(0, 16)}`));
    const rows = await ask(
      scope,
      `SELECT position FROM ${scope.database}.account_transaction_ids WHERE hash_prefix IN {prefixes:Array(UInt64)}`,
      { prefixes },
      options,
    );
    const candidates = rows.map((row) => Number(row[0]));
    for (const { hash, position } of await readHashes(scope, candidates, options)) {
      if (wanted.has(hash)) found.set(hash, position);
    }
  }
  return found;
}

/** Hashes that begin with the digits, ascending. */
export async function readHashesByPrefix(
  scope: AccountScope,
  prefix: string,
  limit: number,
  options?: ReadOptions,
): Promise<{ hash: string; position: Position }[]> {
  const head = prefix.slice(0, 16);
  const rows = await ask(
    scope,
    `SELECT position FROM ${scope.database}.account_transaction_ids
     WHERE hash_prefix >= {from:UInt64} AND hash_prefix <= {to:UInt64} ORDER BY hash_prefix, position LIMIT {limit:UInt32}`,
    { from: BigInt(`0x${head.padEnd(16, '0')}`), to: BigInt(`0x${head.padEnd(16, 'f')}`), limit: limit * 2 },
    options,
  );
  const hits = await readHashes(
    scope,
    rows.map((row) => Number(row[0])),
    options,
  );
  return hits
    .filter(({ hash }) => hash.startsWith(prefix))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, limit);
}

/** Logs that speak of an address, newest first. */
export async function readMentions(
  scope: AccountScope,
  address: AccountKey,
  page: { before?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<{ position: Position; log: AccountLog }[]> {
  const { sql, parameters } = addressCondition(scope, address);
  const before = page.before === undefined ? '' : 'AND position < {before:UInt64}';
  const rows = await ask(
    scope,
    `SELECT position, log_index FROM ${scope.database}.mentions WHERE ${sql} ${before}
     ORDER BY prefix DESC, rest DESC, position DESC, log_index DESC LIMIT {limit:UInt32}`,
    { ...parameters, limit: page.limit, ...(page.before === undefined ? {} : { before: page.before }) },
    options,
  );
  const positions = rows.map((row) => Number(row[0]));
  const logs = await readLogsOf(scope, positions, options);
  return rows.flatMap(([at, logIndex]) => {
    const position = Number(at);
    const log = logs.get(position)?.find((candidate) => candidate.logIndex === Number(logIndex));
    return log ? [{ position, log }] : [];
  });
}
