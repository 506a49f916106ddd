import {
  type AccountBlock,
  type AccountKey,
  type AccountLog,
  type AccountTransaction,
  BLOCK_MOVES_INDEX,
  MOVE_KIND_GROUPS,
  MOVE_KINDS,
  type MoveKind,
  type ValueMove,
} from '@trailmark/core/account-block';
import { isContractAsset } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { positionHeight, toPosition } from '@trailmark/core/position';
import type { FactsTable } from '../facts/tables.ts';
import {
  accountBlocksTable,
  accountEntriesTable,
  accountTransactionIdsTable,
  accountTransactionsTable,
  contractMarksTable,
  ENTRY_CALLED,
  ENTRY_FIRST,
  ENTRY_OUT,
  ENTRY_SELF,
  ENTRY_SENT,
  itemsTable,
  logsTable,
  MARK_CREATED,
  MARK_EMITTED,
  mentionsTable,
  movesTable,
  NO_NUMBER,
  TRANSACTION_ESTIMATED,
  TRANSACTION_FAILED,
  TRANSACTION_FAILURE_SAID,
  TRANSACTION_OK,
} from './account-tables.ts';
import { assetToHex } from './asset-bytes.ts';
import { TableWriter } from './column-writer.ts';

const MAXIMUM_AMOUNT = 2n ** 256n - 1n;
const KIND_CODE = new Map(MOVE_KINDS.map((kind, code) => [kind, code]));
const ITEM_KINDS: ReadonlySet<MoveKind> = new Set(MOVE_KIND_GROUPS.items);
const STATUS_FLAG = { ok: TRANSACTION_OK, failed: TRANSACTION_FAILED, unknown: 0 } as const;

/** Column writers by name, taken once: a row must not look each of them up. */
function open<Name extends string>(table: FactsTable, names: readonly Name[]) {
  const writer = new TableWriter(table);
  const columns = Object.fromEntries(names.map((name) => [name, writer.column(name)]));
  return { writer, ...(columns as Record<Name, ReturnType<typeof writer.column>>) };
}

const MOVE_COLUMNS = ['kind', 'asset', 'amount', 'token_id', 'log_index', 'trace_path', 'move_flags'] as const;
const KEY_COLUMNS = ['prefix', 'rest', 'position'] as const;

/** What a transaction's rows need to know of it; a block's own moves have no sender and no call. */
interface MoveScope {
  readonly position: number;
  readonly time: number;
  readonly sender: AccountKey;
  /** Who was called with data. */
  readonly called: AccountKey;
}

/** The tables of a batch of account blocks, filled block by block. */
export class TableRows {
  moveCount = 0;
  private readonly blocks = open(accountBlocksTable, [
    'height',
    'hash',
    'parent_hash',
    'time',
    'producer',
    'holds',
    'transactions',
    'transaction_total',
    'source',
  ]);
  private readonly transactions = open(accountTransactionsTable, [
    'position',
    'hash',
    'from_address',
    'to_address',
    'created',
    'value',
    'flags',
    'failure',
    'fee',
    'fee_payer',
    'gas_used',
    'gas_price',
    'nonce',
    'type',
    'input',
    'input_length',
    'holds',
  ]);
  private readonly ids = open(accountTransactionIdsTable, ['hash_prefix', 'position']);
  private readonly moves = open(movesTable, ['position', 'slot', 'from_address', 'to_address', ...MOVE_COLUMNS]);
  private readonly entries = open(accountEntriesTable, [
    ...KEY_COLUMNS,
    'slot',
    'time',
    'flags',
    'other',
    ...MOVE_COLUMNS,
  ]);
  private readonly items = open(itemsTable, ['asset', 'token_id', 'position', 'slot']);
  private readonly logs = open(logsTable, ['position', 'log_index', 'address', 'topics', 'data', 'mentions']);
  private readonly mentions = open(mentionsTable, [...KEY_COLUMNS, 'log_index']);
  private readonly marks = open(contractMarksTable, [...KEY_COLUMNS, 'marks']);
  /** Addresses met in the current transaction. */
  private readonly met = new Set<AccountKey>();
  private readonly marked = new Map<AccountKey, number>();
  private readonly assetTexts = new Map<string, string>();

  addBlock(block: AccountBlock, transactionCount = block.transactions.length): void {
    this.addBlockRow(block, transactionCount);
    for (const transaction of block.transactions) this.addTransaction(block, transaction);
    if (block.moves.length === 0) return;
    this.addMoves(block.moves, {
      position: toPosition(block.height, BLOCK_MOVES_INDEX),
      time: block.time,
      sender: '',
      called: '',
    });
  }

  get transactionCount(): number {
    return this.transactions.writer.rows;
  }

  /** Empties the tables and keeps their memory. */
  clear(): void {
    this.moveCount = 0;
    this.assetTexts.clear();
    for (const writer of this.tables()) writer.clear();
  }

  /** Every table of the batch, the block rows first. */
  tables(): TableWriter[] {
    const { blocks, transactions, ids, moves, entries, items, logs, mentions, marks } = this;
    return [blocks, transactions, ids, moves, entries, items, logs, mentions, marks].map(({ writer }) => writer);
  }

  private addBlockRow(block: AccountBlock, transactionCount: number): void {
    const { blocks } = this;
    blocks.writer.rows++;
    blocks.height.u32(block.height);
    blocks.hash.hex(block.hash);
    blocks.parent_hash.hex(block.parentHash);
    blocks.time.u32(block.time);
    blocks.producer.hex(block.producer);
    blocks.holds.u16(block.holds);
    blocks.transactions.u32(transactionCount);
    blocks.transaction_total.u32(block.transactionTotal ?? NO_NUMBER);
    blocks.source.text(block.source);
  }

  private addTransaction(block: AccountBlock, transaction: AccountTransaction): void {
    const position = toPosition(block.height, transaction.index);
    this.addTransactionRow(position, transaction);
    const called = transaction.inputLength > 0 ? transaction.to : '';
    this.addMoves(transaction.moves, { position, time: block.time, sender: transaction.from, called });
    for (const log of transaction.logs) this.addLog(position, log, transaction);
    this.addMarks(position, transaction);
  }

  private addTransactionRow(position: number, transaction: AccountTransaction): void {
    const { transactions, ids } = this;
    transactions.writer.rows++;
    transactions.position.u64(position);
    transactions.hash.fixed(transaction.hash);
    transactions.from_address.hex(transaction.from);
    transactions.to_address.hex(transaction.to);
    transactions.created.hex(transaction.created);
    transactions.value.optional(transaction.value);
    transactions.flags.u8(
      STATUS_FLAG[transaction.status] |
        (transaction.indexEstimated ? TRANSACTION_ESTIMATED : 0) |
        (transaction.failure === undefined ? 0 : TRANSACTION_FAILURE_SAID),
    );
    transactions.failure.text(transaction.failure ?? '');
    transactions.fee.optional(transaction.fee);
    transactions.fee_payer.hex(transaction.feePayer);
    transactions.gas_used.optional(transaction.gasUsed);
    transactions.gas_price.optional(transaction.gasPrice);
    transactions.nonce.optional(transaction.nonce);
    transactions.type.u32(transaction.type);
    transactions.input.hex(transaction.input);
    transactions.input_length.u32(transaction.inputLength);
    transactions.holds.u8(transaction.holds);
    ids.writer.rows++;
    ids.hash_prefix.prefix(transaction.hash);
    ids.position.u64(position);
  }

  private addMoves(moves: readonly ValueMove[], scope: MoveScope): void {
    this.met.clear();
    for (let slot = 0; slot < moves.length; slot++) {
      const move = moves[slot] as ValueMove;
      checkMove(move, scope.position);
      const asset = this.assetHex(move.asset);
      this.moveCount++;
      this.addMove(move, scope.position, slot, asset);
      if (ITEM_KINDS.has(move.kind)) this.addItem(move, scope.position, slot, asset);
      const isSelf = move.from === move.to;
      if (move.from !== '') this.addEntry(move, scope, slot, asset, ENTRY_OUT | (isSelf ? ENTRY_SELF : 0));
      if (move.to !== '') this.addEntry(move, scope, slot, asset, isSelf ? ENTRY_SELF : 0);
    }
  }

  private addMove(move: ValueMove, position: number, slot: number, asset: string): void {
    const { moves } = this;
    moves.writer.rows++;
    moves.position.u64(position);
    moves.slot.u32(slot);
    moves.from_address.hex(move.from);
    moves.to_address.hex(move.to);
    writeMove(moves, move, asset);
  }

  private addItem({ tokenId }: ValueMove, position: number, slot: number, asset: string): void {
    const { items } = this;
    items.writer.rows++;
    items.asset.hex(asset);
    items.token_id.optional(tokenId);
    items.position.u64(position);
    items.slot.u32(slot);
  }

  private addEntry(move: ValueMove, scope: MoveScope, slot: number, asset: string, side: number): void {
    const isOut = (side & ENTRY_OUT) !== 0;
    const own = isOut ? move.from : move.to;
    let flags = side;
    if (!this.met.has(own)) {
      this.met.add(own);
      flags |= ENTRY_FIRST | (own === scope.sender ? ENTRY_SENT : 0);
    }
    if (!isOut && own === scope.called && move.kind === 'native') flags |= ENTRY_CALLED;
    const { entries } = this;
    entries.writer.rows++;
    entries.prefix.prefix(own);
    entries.rest.fixed(own, 16);
    entries.position.u64(scope.position);
    entries.slot.u32(slot);
    entries.time.u32(scope.time);
    entries.flags.u8(flags);
    entries.other.hex(isOut ? move.to : move.from);
    writeMove(entries, move, asset);
  }

  private addLog(position: number, log: AccountLog, { mentions }: AccountTransaction): void {
    const { logs } = this;
    const own = mentions.filter(({ logIndex }) => logIndex === log.logIndex);
    logs.writer.rows++;
    logs.position.u64(position);
    logs.log_index.u32(log.logIndex);
    logs.address.hex(log.address);
    logs.topics.hex(log.topics.join(''));
    logs.data.hex(log.data);
    logs.mentions.hex(own.map(({ address }) => address).join(''));
    for (const { address } of own) {
      this.mentions.writer.rows++;
      this.writeKey(this.mentions, address, position);
      this.mentions.log_index.u32(log.logIndex);
    }
  }

  /** A log is a contract's; a token's move was read from one. A creation counts only where it is known to have succeeded. */
  private addMarks(position: number, { created, moves, logs, status }: AccountTransaction): void {
    const { marked } = this;
    marked.clear();
    let last = '';
    for (const { asset } of moves) {
      if (asset === last) continue;
      last = asset;
      if (isContractAsset(asset)) marked.set(asset, MARK_EMITTED);
    }
    for (const { address } of logs) if (address !== '') marked.set(address, MARK_EMITTED);
    if (created !== '' && status === 'ok') marked.set(created, (marked.get(created) ?? 0) | MARK_CREATED);
    for (const [address, marks] of marked) {
      this.marks.writer.rows++;
      this.writeKey(this.marks, address, position);
      this.marks.marks.u8(marks);
    }
  }

  private writeKey(
    table: Record<'prefix' | 'rest' | 'position', ReturnType<TableWriter['column']>>,
    address: AccountKey,
    position: number,
  ): void {
    table.prefix.prefix(address);
    table.rest.fixed(address, 16);
    table.position.u64(position);
  }

  private assetHex(asset: string): string {
    if (asset === '' || asset.length === 40) return assetIsPlain(asset) ? asset : assetToHex(asset);
    let hex = this.assetTexts.get(asset);
    if (hex === undefined) {
      hex = assetToHex(asset);
      this.assetTexts.set(asset, hex);
    }
    return hex;
  }
}

function isAddress(text: AccountKey): boolean {
  return text === '' || text.length === 40;
}

/** A field of another width would shift every row after it. */
function checkMove(move: ValueMove, position: number): void {
  const isSound = isAddress(move.from) && isAddress(move.to) && move.amount >= 0n && move.amount <= MAXIMUM_AMOUNT;
  if (isSound) return;
  throw new AppError(
    'inconsistent',
    `Block ${positionHeight(position)} cannot be stored: a move in it has an address that is not 40 hexadecimal digits, or an amount beyond 2^256.`,
  );
}

function assetIsPlain(asset: string): boolean {
  return asset === '' || !asset.includes(':');
}

function writeMove(
  table: Record<(typeof MOVE_COLUMNS)[number], ReturnType<TableWriter['column']>>,
  move: ValueMove,
  asset: string,
): void {
  table.kind.u8(KIND_CODE.get(move.kind) ?? 0);
  table.asset.hex(asset);
  table.amount.u256(move.amount);
  table.token_id.optional(move.tokenId);
  table.log_index.u32(move.logIndex ?? NO_NUMBER);
  table.trace_path.text(move.tracePath ?? '');
  table.move_flags.u8(move.flags);
}
