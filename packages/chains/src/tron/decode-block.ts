import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { contradiction, MAX_HEIGHT, MAX_INDEX, MAX_TIME, type Place } from '../evm/field-reader.ts';
import { plainMove } from './contract-effect.ts';
import { decodeTronTransaction } from './decode-transaction.ts';
import {
  isRecord,
  readNumber,
  readRecord,
  readRows,
  readTronHash,
  readTronKey,
  type TronRecord,
  toAmount,
  toTronKey,
} from './tron-json.ts';
import { NO_LOOKUPS, type TextForm, type TronLookups } from './tron-lookups.ts';

export interface TronBlockInput {
  /** Answer of getblockbynum, read with `parseTronJson`. */
  readonly block: unknown;
  /** Answer of gettransactioninfobyblocknum; undefined where it was not requested. */
  readonly infos?: unknown;
  /** Who answered, for coverage; holds no secret. */
  readonly source: string;
  /** The node is known to keep internal transactions: where it lists none, there are none. */
  readonly hasInternals?: boolean | undefined;
  /** `plain` for answers requested with `visible`. */
  readonly form?: TextForm | undefined;
  readonly lookups?: TronLookups | undefined;
}

/** Time of the first blocks: the genesis block states none. */
const LAUNCH_TIME = 1_529_891_469;

/**
 * A block of TRON as facts. Fees, logs and internal transactions need the infos; without them, or where a node keeps none,
 * they are a gap. Throws `inconsistent`, naming height and field, where answers are malformed or contradict each other.
 */
export function decodeTronBlock(input: TronBlockInput): AccountBlock {
  const start: Place = { height: 0, item: '', index: 0 };
  const block = readRecord(input.block, start, 'a block');
  const header = readRecord(readRecord(block.block_header, start, 'block_header').raw_data, start, 'raw_data');
  const height = readNumber(header.number, start, 'number', MAX_HEIGHT);
  const place: Place = { height, item: '', index: 0 };
  const rows = readRows(block.transactions, place, 'transactions');
  if (rows.length > MAX_INDEX)
    throw contradiction(place, `has ${rows.length} transactions, more than a block can hold`);
  const infos = readInfos(input.infos, rows, place);
  const time =
    height === 0 ? LAUNCH_TIME : Math.floor(readNumber(header.timestamp, place, 'timestamp', MAX_TIME * 1000) / 1000);
  const base = {
    height,
    hash: readTronHash(block.blockID, place, 'blockID'),
    parentHash: readTronHash(header.parentHash, place, 'parentHash'),
    time,
    source: input.source,
  };
  if (height === 0) return { ...base, ...readGenesis(rows, place) };
  const hasInternals = input.hasInternals === true || (infos ?? []).some(listsInternals);
  const transactions = decodeTransactions(rows, infos, { ...input, hasInternals }, place, time);
  return {
    ...base,
    producer: readTronKey(header.witness_address, place, 'witness_address'),
    holds: holdsOf(transactions),
    transactionTotal: rows.length,
    transactions,
    moves: [],
  };
}

/** True where an info lists internal transactions: the node that gave it keeps them. */
export function listsInternals(info: unknown): boolean {
  return isRecord(info) && Array.isArray(info.internal_transactions) && info.internal_transactions.length > 0;
}

/** Infos in the order of the transactions; undefined where the node keeps none. Half an answer is a contradiction. */
function readInfos(value: unknown, rows: readonly unknown[], place: Place): TronRecord[] | undefined {
  if (value === undefined) return undefined;
  // A node answers an empty object where it has nothing to list.
  const list = isRecord(value) && Object.keys(value).length === 0 ? [] : readRows(value, place, 'transaction infos');
  if (list.length === 0 && rows.length > 0) return undefined;
  if (list.length !== rows.length) {
    throw contradiction(place, `has ${rows.length} transactions, and infos for ${list.length}`);
  }
  const byId = new Map<unknown, TronRecord>();
  for (const info of list) if (isRecord(info)) byId.set(String(info.id).toLowerCase(), info);
  return rows.map((row, index) => {
    const info = isRecord(row) ? byId.get(String(row.txID).toLowerCase()) : undefined;
    if (info === undefined) throw contradiction({ ...place, item: 'transaction', index }, 'has no info');
    const stated = toAmount(info.blockNumber);
    if (info.blockNumber !== undefined && stated !== BigInt(place.height)) {
      throw contradiction({ ...place, item: 'info', index }, `belongs to the block ${String(stated)}`);
    }
    return info;
  });
}

function decodeTransactions(
  rows: readonly unknown[],
  infos: readonly TronRecord[] | undefined,
  input: TronBlockInput & { readonly hasInternals: boolean },
  place: Place,
  time: number,
): AccountTransaction[] {
  let firstLogIndex = 0;
  return rows.map((transaction, index) => {
    const info = infos?.[index];
    const decoded = decodeTronTransaction({
      transaction,
      info,
      hasInternals: input.hasInternals,
      form: input.form ?? 'hex',
      lookups: input.lookups ?? NO_LOOKUPS,
      place: { height: place.height, item: 'transaction', index },
      time,
      firstLogIndex,
    });
    if (Array.isArray(info?.log)) firstLogIndex += info.log.length;
    return { index, indexEstimated: false, ...decoded };
  });
}

function holdsOf(transactions: readonly AccountTransaction[]): number {
  const all = (bit: number): boolean => transactions.every(({ holds }) => (holds & bit) !== 0);
  return (
    BLOCK_HOLDS_ALL |
    // Producers are paid by withdrawing their rewards, in a transaction.
    BLOCK_HOLDS_REWARDS |
    (all(HAS_FEE) ? BLOCK_HOLDS_FEES : 0) |
    (all(HAS_LOGS) ? BLOCK_HOLDS_TOKENS : 0) |
    (all(HAS_INTERNALS) ? BLOCK_HOLDS_INTERNALS : 0)
  );
}

/** The genesis block gives coins from nobody. The Blackhole account begins at -2^63 there, which is no movement. */
function readGenesis(
  rows: readonly unknown[],
  place: Place,
): Pick<AccountBlock, 'producer' | 'holds' | 'transactionTotal' | 'transactions' | 'moves'> {
  const moves = rows.flatMap((row): ValueMove[] => {
    const raw = readRecord(readRecord(row, place, 'a transaction').raw_data, place, 'raw_data');
    const contract = readRecord(readRows(raw.contract, place, 'contract')[0], place, 'a contract');
    const value = readRecord(readRecord(contract.parameter, place, 'parameter').value, place, 'value');
    const [to, amount] = [toTronKey(value.to_address), toAmount(value.amount)];
    return to !== undefined && to !== '' && amount !== undefined && amount > 0n
      ? [plainMove('genesis', NATIVE_ASSET, '', to, amount)]
      : [];
  });
  const holds = holdsOf([]);
  return { producer: '', holds, transactionTotal: 0, transactions: [], moves };
}
