import type { FactsTable, TableColumn } from '../facts/tables.ts';

/** Bits of `account_entries.flags`. The two rows of a move to oneself carry SELF; the sending one of them is not counted. */
export const ENTRY_FIRST = 1;
export const ENTRY_OUT = 2;
export const ENTRY_SELF = 4;
/** On the first row of the address that sent the transaction. */
export const ENTRY_SENT = 8;
/** The call of a transaction carried data to this address, which may be a contract or anybody. */
export const ENTRY_CALLED = 16;

/** Bits of `contract_marks.marks`. */
export const MARK_CREATED = 1;
export const MARK_EMITTED = 2;

/** Bits of `account_transactions.flags`. */
export const TRANSACTION_ESTIMATED = 1;
export const TRANSACTION_OK = 2;
export const TRANSACTION_FAILED = 4;
export const TRANSACTION_FAILURE_SAID = 8;

/** `log_index` where a move has none, and `transaction_total` where a block's is not known. */
export const NO_NUMBER = 0xffff_ffff;

const column = (name: string, type: string, codec?: string): TableColumn =>
  codec ? { name, type, codec } : { name, type };
/** Small compressed blocks: a page reads a few rows of a place. */
const POINT_READS = 'index_granularity = 128, min_compress_block_size = 8192, max_compress_block_size = 16384';

/** A block counts when its row is in, which is written last. Hashes and addresses are bytes, empty where not known. */
export const accountBlocksTable: FactsTable = {
  name: 'account_blocks',
  columns: [
    column('height', 'UInt32'),
    column('hash', 'String'),
    column('parent_hash', 'String'),
    column('time', 'UInt32'),
    column('producer', 'String'),
    column('holds', 'UInt16'),
    column('transactions', 'UInt32'),
    column('transaction_total', 'UInt32'),
    column('source', 'String'),
  ],
  orderBy: 'height',
  settings: 'index_granularity = 1024',
};

/** Integers that may be absent are big-endian bytes: none where not known, one zero byte for zero. */
export const accountTransactionsTable: FactsTable = {
  name: 'account_transactions',
  columns: [
    column('position', 'UInt64'),
    column('hash', 'FixedString(32)'),
    column('from_address', 'String'),
    column('to_address', 'String'),
    column('created', 'String'),
    column('value', 'String'),
    column('flags', 'UInt8'),
    column('failure', 'String'),
    column('fee', 'String'),
    column('fee_payer', 'String'),
    column('gas_used', 'String'),
    column('gas_price', 'String'),
    column('nonce', 'String'),
    column('type', 'UInt32'),
    column('input', 'String', 'ZSTD(1)'),
    column('input_length', 'UInt32'),
    column('holds', 'UInt8'),
  ],
  orderBy: 'position',
  settings: POINT_READS,
};

/** `hash_prefix`: the first eight bytes of the hash as a big-endian integer, so that a prefix search is a range. */
export const accountTransactionIdsTable: FactsTable = {
  name: 'account_transaction_ids',
  columns: [column('hash_prefix', 'UInt64'), column('position', 'UInt64')],
  orderBy: 'hash_prefix, position',
  settings: 'index_granularity = 512',
};

/** `asset` is packed as asset-bytes.ts says. */
export const movesTable: FactsTable = {
  name: 'moves',
  columns: [
    column('position', 'UInt64'),
    column('slot', 'UInt32'),
    column('kind', 'UInt8'),
    column('asset', 'String'),
    column('from_address', 'String'),
    column('to_address', 'String'),
    column('amount', 'UInt256'),
    column('token_id', 'String'),
    column('log_index', 'UInt32'),
    column('trace_path', 'String'),
    column('move_flags', 'UInt8'),
  ],
  orderBy: 'position, slot',
  settings: POINT_READS,
};

/**
 * One row for each side of a move, with everything a page shows, so that a page is one range of rows. `prefix` and `rest`
 * are the first eight and the last twelve bytes of the address, `other` is the other side.
 */
export const accountEntriesTable: FactsTable = {
  name: 'account_entries',
  columns: [
    column('prefix', 'UInt64'),
    column('rest', 'FixedString(12)'),
    column('position', 'UInt64'),
    column('slot', 'UInt32'),
    column('time', 'UInt32'),
    column('flags', 'UInt8'),
    column('kind', 'UInt8'),
    column('asset', 'String'),
    column('other', 'String'),
    column('amount', 'UInt256'),
    column('token_id', 'String'),
    column('log_index', 'UInt32'),
    column('trace_path', 'String'),
    column('move_flags', 'UInt8'),
  ],
  orderBy: 'prefix, rest, position, slot',
  settings: POINT_READS,
};

/** Where each item moved: a key into `moves`, so that the history of one token is one range. */
export const itemsTable: FactsTable = {
  name: 'items',
  columns: [
    column('asset', 'String'),
    column('token_id', 'String'),
    column('position', 'UInt64'),
    column('slot', 'UInt32'),
  ],
  orderBy: 'asset, token_id, position, slot',
  settings: 'index_granularity = 512',
};

/** Logs that no transfer reports. `topics` and `mentions` are 32 and 20 bytes each, one after the other. */
export const logsTable: FactsTable = {
  name: 'logs',
  columns: [
    column('position', 'UInt64'),
    column('log_index', 'UInt32'),
    column('address', 'String'),
    column('topics', 'String'),
    column('data', 'String', 'ZSTD(1)'),
    column('mentions', 'String'),
  ],
  orderBy: 'position, log_index',
  settings: POINT_READS,
};

export const mentionsTable: FactsTable = {
  name: 'mentions',
  columns: [
    column('prefix', 'UInt64'),
    column('rest', 'FixedString(12)'),
    column('position', 'UInt64'),
    column('log_index', 'UInt32'),
  ],
  orderBy: 'prefix, rest, position, log_index',
  settings: 'index_granularity = 512',
};

/** What shows that an address is a contract: a transaction created it, or it emitted a log in one. */
export const contractMarksTable: FactsTable = {
  name: 'contract_marks',
  columns: [
    column('prefix', 'UInt64'),
    column('rest', 'FixedString(12)'),
    column('position', 'UInt64'),
    column('marks', 'UInt8'),
  ],
  orderBy: 'prefix, rest, position',
  settings: 'index_granularity = 512',
};

/** `flags`: 1 symbol stated, 2 name stated, 4 decimals stated, 8 height known. The highest version of a contract counts. */
export const tokensTable: FactsTable = {
  name: 'tokens',
  columns: [
    column('contract', 'String'),
    column('version', 'UInt64'),
    column('flags', 'UInt8'),
    column('symbol', 'String'),
    column('token_name', 'String'),
    column('decimals', 'UInt8'),
    column('height', 'UInt32'),
    column('balance_fault', 'String'),
  ],
  orderBy: 'contract, version',
  settings: 'index_granularity = 512',
};

export const addressCoverageTable: FactsTable = {
  name: 'address_coverage',
  columns: [
    column('address', 'String'),
    column('source', 'String'),
    column('fetched_at', 'UInt64'),
    column('from_height', 'UInt32'),
    column('to_height', 'UInt32'),
    column('holds', 'UInt8'),
    column('is_complete', 'UInt8'),
    column('note_said', 'UInt8'),
    column('note', 'String'),
  ],
  orderBy: 'address, fetched_at',
  settings: 'index_granularity = 512',
};

/** Tables whose rows belong to a position, in the order they are written and emptied. */
export const ACCOUNT_POSITION_TABLES = [
  accountTransactionsTable,
  accountTransactionIdsTable,
  movesTable,
  accountEntriesTable,
  itemsTable,
  logsTable,
  mentionsTable,
  contractMarksTable,
] as const;

export const ACCOUNT_TABLES = [
  accountBlocksTable,
  ...ACCOUNT_POSITION_TABLES,
  tokensTable,
  addressCoverageTable,
] as const;
