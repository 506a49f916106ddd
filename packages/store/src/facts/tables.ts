import type { ChainId } from '@trailmark/core/chain';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** How the values are packed on disk, where not by the table's default. */
  readonly codec?: string;
}

export interface FactsTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly orderBy: string;
  /** The columns of the sparse index kept in memory, where fewer than those sorted by serve. */
  readonly primaryKey?: string;
  readonly settings: string;
}

/** Bits of `entries.flags`. */
export const ENTRY_FIRST = 1;
export const ENTRY_INPUT = 2;
export const ENTRY_P2PK = 4;
export const ENTRY_UNSPENDABLE = 8;
export const ENTRY_UNFUNDED = 16;

/** Output slots sort after the input slots of the same transaction. */
export const OUTPUT_SLOT = 0x80000000;

/** Bits of `blocks.flags`. */
export const BLOCK_WHOLE = 1;
export const BLOCK_RAW = 2;
export const BLOCK_TIME_ESTIMATED = 4;
export const BLOCK_HEIGHT_ESTIMATED = 8;

/** One row per block. A block's row is written last: facts without one do not count (see chain-writer.ts). */
export const blocksTable: FactsTable = {
  name: 'blocks',
  columns: [
    { name: 'height', type: 'UInt32' },
    { name: 'hash', type: 'FixedString(32)' },
    { name: 'header', type: 'String' },
    { name: 'time', type: 'UInt32' },
    { name: 'flags', type: 'UInt8' },
    { name: 'transactions', type: 'UInt32' },
    { name: 'size', type: 'UInt32' },
    { name: 'weight', type: 'UInt32' },
    { name: 'source', type: 'String' },
  ],
  orderBy: 'height',
  settings: 'index_granularity = 1024',
};

/** Small granules and compressed blocks: this table answers point queries for raw bytes. `fee` is -1 where not known. */
export const transactionsTable: FactsTable = {
  name: 'transactions',
  columns: [
    { name: 'position', type: 'UInt64' },
    { name: 'txid', type: 'FixedString(32)' },
    { name: 'raw', type: 'String' },
    { name: 'fee', type: 'Int64' },
    { name: 'flags', type: 'UInt8' },
    { name: 'in_flags', type: 'Array(UInt8)' },
    { name: 'in_vout', type: 'Array(UInt32)' },
    { name: 'in_value', type: 'Array(UInt64)' },
    { name: 'in_source', type: 'Array(UInt64)' },
    { name: 'in_owner', type: 'Array(String)' },
    { name: 'out_type', type: 'Array(UInt8)' },
    { name: 'out_value', type: 'Array(UInt64)' },
    { name: 'out_owner', type: 'Array(String)' },
  ],
  orderBy: 'position',
  settings: 'index_granularity = 64, min_compress_block_size = 16384, max_compress_block_size = 32768',
};

/** `txid_prefix`: first eight bytes of the txid in display order, big-endian, so that a prefix search is a range. */
export const transactionIdsTable: FactsTable = {
  name: 'transaction_ids',
  columns: [
    { name: 'txid_prefix', type: 'UInt64' },
    { name: 'position', type: 'UInt64' },
  ],
  orderBy: 'txid_prefix, position',
  settings: 'index_granularity = 512',
};

/**
 * One row for every output of an owner and every input that spends one. `prefix` and `rest` are core/owner's key.
 * The first row of an owner in a transaction carries the transaction's sums for that owner, so that a page of history
 * reads rows and never groups them; an input row names the output it spends, so that unspent outputs and spenders
 * need no other table.
 */
export const entriesTable: FactsTable = {
  name: 'entries',
  columns: [
    { name: 'prefix', type: 'UInt64' },
    { name: 'rest', type: 'UInt128' },
    { name: 'position', type: 'UInt64' },
    { name: 'slot', type: 'UInt32' },
    { name: 'flags', type: 'UInt8' },
    { name: 'value', type: 'UInt64' },
    { name: 'tx_received', type: 'UInt64' },
    { name: 'tx_sent', type: 'UInt64' },
    { name: 'ref', type: 'UInt64' },
    { name: 'ref_vout', type: 'UInt32' },
  ],
  orderBy: 'prefix, rest, position, slot',
  primaryKey: 'prefix',
  settings: 'index_granularity = 128, min_compress_block_size = 8192, max_compress_block_size = 16384',
};

/** Blocks that were on the main chain once: kept with their txids so that a lost row can say why. */
export const orphansTable: FactsTable = {
  name: 'orphans',
  columns: [
    { name: 'height', type: 'UInt32' },
    { name: 'hash', type: 'FixedString(32)' },
    { name: 'header', type: 'String' },
    { name: 'seen', type: 'UInt32' },
    { name: 'txids', type: 'Array(FixedString(32))' },
  ],
  orderBy: 'height, hash',
  settings: 'index_granularity = 1024',
};

/** Transactions that were seen and are not on the chain, with their bytes. `reason` is the place in VANISH_REASONS. */
export const vanishedTable: FactsTable = {
  name: 'vanished',
  columns: [
    { name: 'txid', type: 'FixedString(32)' },
    { name: 'raw', type: 'String' },
    { name: 'reason', type: 'UInt8' },
    { name: 'first_seen', type: 'UInt32' },
    { name: 'last_seen', type: 'UInt32' },
    { name: 'height', type: 'UInt32' },
    { name: 'block_hash', type: 'String' },
    { name: 'replaced_by', type: 'String' },
  ],
  orderBy: 'txid, last_seen',
  settings: 'index_granularity = 512',
};

/**
 * What was fetched of an owner on demand. `transactions` names those that the source listed, 16 bytes each: position, then
 * the first eight bytes of the txid in internal order; a line whose transactions are no longer indexed states less than it did.
 */
export const fetchedTable: FactsTable = {
  name: 'fetched',
  columns: [
    { name: 'owner', type: 'String' },
    { name: 'source', type: 'String' },
    { name: 'fetched_at', type: 'UInt64' },
    { name: 'from_height', type: 'UInt32' },
    { name: 'to_height', type: 'UInt32' },
    { name: 'is_complete', type: 'UInt8' },
    { name: 'note', type: 'String' },
    { name: 'transactions', type: 'String' },
  ],
  orderBy: 'owner, fetched_at',
  settings: 'index_granularity = 512',
};

export const LEDGER_TABLES = [
  blocksTable,
  transactionsTable,
  transactionIdsTable,
  entriesTable,
  orphansTable,
  vanishedTable,
  fetchedTable,
] as const;

/** Tables whose rows belong to a position, in the order they are written and emptied. */
export const POSITION_TABLES = [transactionsTable, transactionIdsTable, entriesTable] as const;

export const DEFAULT_DATABASE = 'ledger';

/** The database of a chain; chain ids hold lower-case letters and hyphens only. */
export function ledgerDatabase(chain: ChainId, prefix: string = DEFAULT_DATABASE): string {
  return `${prefix}_${chain.replaceAll('-', '_')}`;
}

export function createTableSql(database: string, table: FactsTable): string {
  return `CREATE TABLE IF NOT EXISTS ${database}.${table.name} ${tableDefinition(table)}`;
}

/** Columns, engine, order and settings of a table, as written after its name. */
export function tableDefinition(table: FactsTable): string {
  const columns = table.columns
    .map(({ name, type, codec }) => (codec ? `${name} ${type} CODEC(${codec})` : `${name} ${type}`))
    .join(', ');
  const key = table.primaryKey ? ` PRIMARY KEY ${table.primaryKey}` : '';
  return `(${columns}) ENGINE = MergeTree${key} ORDER BY (${table.orderBy}) SETTINGS ${table.settings}, min_bytes_for_wide_part = 0`;
}
