import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import {
  type AccountBlock,
  type AccountLog,
  type AccountTransaction,
  HAS_CALL,
  MOVE_KINDS,
  type MoveKind,
  UNKNOWN_TYPE,
  type ValueMove,
} from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';

// A table of account facts is gzip-compressed JSON lines: a head, then one block a line, ascending by height. What has its
// usual value is left out. Amounts are decimal text.

export const ACCOUNT_TABLE_HEAD = { format: 'trailmark-account-facts-1' } as const;
const BLOCKS_PER_BATCH = 500;

/** Kind, asset, from, to, amount; then token id, log index, trace path and flags, as far as there are any. */
type MoveRow = readonly [MoveKind, string, string, string, string, ...(string | number | null)[]];
type LogRow = readonly [number, string, string, string];

interface TransactionRow {
  readonly i: number;
  readonly est?: true;
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  readonly made?: string;
  readonly value?: string;
  readonly status?: 'ok' | 'failed';
  readonly failure?: string;
  readonly fee?: string;
  readonly gas?: string;
  readonly price?: string;
  readonly nonce?: string;
  readonly type?: number;
  readonly input?: string;
  readonly length?: number;
  readonly holds: number;
  readonly moves?: readonly MoveRow[];
  readonly logs?: readonly LogRow[];
  readonly told?: readonly (readonly [string, number])[];
}

interface BlockRow {
  readonly height: number;
  readonly hash?: string;
  readonly parent?: string;
  readonly time: number;
  readonly producer?: string;
  readonly holds: number;
  readonly total?: number;
  readonly txs: readonly TransactionRow[];
  readonly moves?: readonly MoveRow[];
}

/** What the source of a table does not state for any transaction, although rows leave it out as they do what is usual. */
export type TableLack = 'type';

/** Type of a transaction whose row names none: the usual one where the call is indexed. */
function usualType(holds: number): number {
  return holds & HAS_CALL ? 0 : UNKNOWN_TYPE;
}

/** A block as a line of a table. */
export function encodeTableBlock(block: AccountBlock): string {
  const row: BlockRow = {
    height: block.height,
    ...(block.hash !== '' && { hash: block.hash }),
    ...(block.parentHash !== '' && { parent: block.parentHash }),
    time: block.time,
    ...(block.producer !== '' && { producer: block.producer }),
    holds: block.holds,
    ...(block.transactionTotal !== undefined && { total: block.transactionTotal }),
    txs: block.transactions.map(encodeTransaction),
    ...(block.moves.length > 0 && { moves: block.moves.map(encodeMove) }),
  };
  return JSON.stringify(row);
}

function encodeTransaction(tx: AccountTransaction): TransactionRow {
  return {
    i: tx.index,
    ...(tx.indexEstimated && { est: true }),
    id: tx.hash,
    ...(tx.from !== '' && { from: tx.from }),
    ...(tx.to !== '' && { to: tx.to }),
    ...(tx.created !== '' && { made: tx.created }),
    ...(tx.value !== 0n && { value: String(tx.value) }),
    ...(tx.status !== 'unknown' && { status: tx.status }),
    ...(tx.failure !== undefined && { failure: tx.failure }),
    ...encodeCosts(tx),
    ...(tx.type !== usualType(tx.holds) && { type: tx.type }),
    ...(tx.input !== '' && { input: tx.input, length: tx.inputLength }),
    holds: tx.holds,
    ...(tx.moves.length > 0 && { moves: tx.moves.map(encodeMove) }),
    ...(tx.logs.length > 0 && {
      logs: tx.logs.map((log): LogRow => [log.logIndex, log.address, log.topics.join(' '), log.data]),
    }),
    ...(tx.mentions.length > 0 && { told: tx.mentions.map(({ address, logIndex }) => [address, logIndex] as const) }),
  };
}

function encodeCosts(tx: AccountTransaction): Pick<TransactionRow, 'fee' | 'gas' | 'price' | 'nonce'> {
  return {
    ...(tx.fee !== undefined && { fee: String(tx.fee) }),
    ...(tx.gasUsed !== undefined && { gas: String(tx.gasUsed) }),
    ...(tx.gasPrice !== undefined && { price: String(tx.gasPrice) }),
    ...(tx.nonce !== undefined && { nonce: String(tx.nonce) }),
  };
}

function encodeMove(move: ValueMove): MoveRow {
  const rest = [move.tokenId?.toString() ?? null, move.logIndex ?? null, move.tracePath ?? null, move.flags];
  while (rest.length > 0 && (rest.at(-1) === null || (rest.length === 4 && rest[3] === 0))) rest.pop();
  return [move.kind, move.asset, move.from, move.to, String(move.amount), ...rest];
}

/** Reads a table that is part of this software. Throws `internal` where it is damaged. */
export async function* readAccountTable(
  file: URL,
  source: string,
  lacks: readonly TableLack[] = [],
): AsyncGenerator<AccountBlock[]> {
  const lines = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let hasHead = false;
  let batch: AccountBlock[] = [];
  for await (const line of lines) {
    if (hasHead) batch.push(decodeTableBlock(line, source, lacks));
    else hasHead = readHead(line);
    if (batch.length === BLOCKS_PER_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function readHead(line: string): true {
  if ((JSON.parse(line) as { format?: string }).format === ACCOUNT_TABLE_HEAD.format) return true;
  throw new AppError('internal', 'The bundled table of account facts has a format this version does not read.');
}

/** The block of a line. */
export function decodeTableBlock(line: string, source: string, lacks: readonly TableLack[] = []): AccountBlock {
  const row = JSON.parse(line) as BlockRow;
  return {
    height: row.height,
    hash: row.hash ?? '',
    parentHash: row.parent ?? '',
    time: row.time,
    producer: row.producer ?? '',
    holds: row.holds,
    transactionTotal: row.total,
    source,
    transactions: row.txs.map((tx) => decodeTransaction(tx, lacks)),
    moves: (row.moves ?? []).map(decodeMove),
  };
}

function decodeTransaction(row: TransactionRow, lacks: readonly TableLack[]): AccountTransaction {
  return {
    index: row.i,
    indexEstimated: row.est ?? false,
    hash: row.id,
    from: row.from ?? '',
    to: row.to ?? '',
    created: row.made ?? '',
    value: BigInt(row.value ?? 0),
    status: row.status ?? 'unknown',
    failure: row.failure,
    fee: toAmount(row.fee),
    feePayer: row.from ?? '',
    gasUsed: toAmount(row.gas),
    gasPrice: toAmount(row.price),
    nonce: toAmount(row.nonce),
    type: lacks.includes('type') ? UNKNOWN_TYPE : (row.type ?? usualType(row.holds)),
    input: row.input ?? '',
    inputLength: row.length ?? 0,
    holds: row.holds,
    moves: (row.moves ?? []).map(decodeMove),
    logs: (row.logs ?? []).map(decodeLog),
    mentions: (row.told ?? []).map(([address, logIndex]) => ({ address, logIndex })),
  };
}

function toAmount(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

function decodeLog([logIndex, address, topics, data]: LogRow): AccountLog {
  return { logIndex, address, topics: topics === '' ? [] : topics.split(' '), data };
}

function decodeMove([kind, asset, from, to, amount, tokenId, logIndex, path, flags]: MoveRow): ValueMove {
  if (!MOVE_KINDS.includes(kind)) {
    throw new AppError('internal', 'The bundled table of account facts has a move of a kind nobody knows.');
  }
  return {
    kind,
    asset,
    from,
    to,
    amount: BigInt(amount),
    tokenId: typeof tokenId === 'string' ? BigInt(tokenId) : undefined,
    logIndex: typeof logIndex === 'number' ? logIndex : undefined,
    tracePath: typeof path === 'string' ? path : undefined,
    flags: typeof flags === 'number' ? flags : 0,
  };
}
