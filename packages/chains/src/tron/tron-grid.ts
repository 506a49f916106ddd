import type { AccountTransaction, ValueMove } from '@trailmark/core/account-block';
import { MOVE_UNPLACED, UNTOLD_TRANSACTION } from '@trailmark/core/account-block';
import { NATIVE_ASSET, type TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { MAX_HEIGHT, MAX_TIME, type Place } from '../evm/field-reader.ts';
import { plainMove } from './contract-effect.ts';
import { decodeTronTransaction } from './decode-transaction.ts';
import {
  isRecord,
  readAmount,
  readNumber,
  readRecord,
  readTronHash,
  readTronKey,
  type TronRecord,
  toAmount,
} from './tron-json.ts';
import { NO_LOOKUPS, type TronLookups } from './tron-lookups.ts';

/** A page of a list that TronGrid, or a server that answers like it, keeps for one address. */
export interface TronGridPage<Item> {
  readonly items: readonly Item[];
  /** Asks for the next page as `fingerprint`; undefined on the last one. */
  readonly next: string | undefined;
}

/** A transaction of the list; its height is not always reported. */
export interface TronGridTransaction {
  readonly height: number | undefined;
  readonly time: number;
  readonly isConfirmed: boolean;
  readonly transaction: Omit<AccountTransaction, 'index' | 'indexEstimated'>;
}

/** A token transfer of the list: it states neither its block nor its place in it. */
export interface TronGridTransfer {
  readonly hash: string;
  readonly time: number;
  readonly isConfirmed: boolean;
  readonly move: ValueMove;
}

const MAX_ITEMS = 1_000;
/** Amounts that result from a transaction; a row has them where there are any. */
const TOLD_AMOUNTS = ['withdraw_amount', 'unfreeze_amount', 'withdraw_expire_amount'] as const;
const MAX_TEXT = 128;
const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * `/v1/accounts/<address>/transactions`, read with `parseTronJson`. Fees are kept where the row states them; logs and
 * token moves are never in it. Throws `unavailable` for a refusal, `inconsistent` for malformed rows.
 */
export function decodeTronGridTransactions(
  answer: unknown,
  lookups: TronLookups = NO_LOOKUPS,
): TronGridPage<TronGridTransaction> {
  const { rows, next } = readPage(answer);
  const items = rows.map((value, index): TronGridTransaction => {
    const place = placeOf(index);
    const row = readRecord(value, place, 'a transaction');
    const at = readMoment(row, place);
    if (row.internal_tx_id !== undefined) return { ...at, transaction: readInternal(row, place) };
    const transaction = decodeTronTransaction({
      transaction: row,
      info: undefined,
      hasInternals: false,
      amounts: TOLD_AMOUNTS.some((field) => row[field] !== undefined) ? row : undefined,
      form: 'plain',
      lookups,
      place,
      time: at.time,
      firstLogIndex: 0,
    });
    return { ...at, transaction };
  });
  return { items, next };
}

/**
 * `/v1/accounts/<address>/transactions/trc20`: moves of TRC-20 tokens, and of TRC-721 where the row has a token id, with
 * what the contracts state about themselves. Rows that are no transfer (approvals) are left out.
 */
export function decodeTronGridTokenTransfers(
  answer: unknown,
): TronGridPage<TronGridTransfer> & { readonly tokens: readonly TokenMetadata[] } {
  const { rows, next } = readPage(answer);
  const tokens = new Map<string, TokenMetadata>();
  const items: TronGridTransfer[] = [];
  for (const [index, value] of rows.entries()) {
    const place = placeOf(index);
    const row = readRecord(value, place, 'a transfer');
    if (row.type !== 'Transfer' && row.type !== undefined) continue;
    const token = readToken(readRecord(row.token_info, place, 'token_info'), place);
    tokens.set(token.contract, token);
    const { time, isConfirmed } = readMoment(row, place);
    const move = readTransfer(row, token.contract, place);
    items.push({ hash: readTronHash(row.transaction_id, place, 'transaction_id'), time, isConfirmed, move });
  }
  return { items, next, tokens: [...tokens.values()] };
}

const placeOf = (index: number): Place => ({ height: 0, item: 'row', index });

function readPage(answer: unknown): { rows: readonly unknown[]; next: string | undefined } {
  if (!isRecord(answer) || !Array.isArray(answer.data) || answer.success === false) {
    throw new AppError('unavailable', 'The answer is not a list of TronGrid: it has no "data".');
  }
  if (answer.data.length > MAX_ITEMS) {
    throw new AppError(
      'inconsistent',
      `The list has ${answer.data.length} rows in one page; at most ${MAX_ITEMS} were to come.`,
    );
  }
  const fingerprint = isRecord(answer.meta) ? answer.meta.fingerprint : undefined;
  const isUsable = typeof fingerprint === 'string' && fingerprint !== '' && fingerprint.length <= 1_000;
  return { rows: answer.data, next: isUsable && answer.data.length > 0 ? fingerprint : undefined };
}

function readMoment(row: TronRecord, place: Place): { height: number | undefined; time: number; isConfirmed: boolean } {
  const time = Math.floor(readNumber(row.block_timestamp, place, 'block_timestamp', MAX_TIME * 1000) / 1000);
  const height =
    row.blockNumber === undefined ? undefined : readNumber(row.blockNumber, place, 'blockNumber', MAX_HEIGHT);
  return { height, time, isConfirmed: row._unconfirmed !== true };
}

/** A row of an internal transaction: its base transaction with this one move. */
function readInternal(row: TronRecord, place: Place): TronGridTransaction['transaction'] {
  const data = isRecord(row.data) ? row.data : {};
  const values = isRecord(data.call_value) ? data.call_value : {};
  const [from, to] = [
    readTronKey(row.from_address, place, 'from_address'),
    readTronKey(row.to_address, place, 'to_address'),
  ];
  const moves = Object.entries(values).flatMap(([token, value]): ValueMove[] => {
    const amount = readAmount(value, place, 'call_value');
    const isNative = token === '_' || token === '';
    if (data.rejected === true || amount === 0n || (!isNative && !/^\d{7,19}$/.test(token))) return [];
    const move = isNative
      ? plainMove('internal', NATIVE_ASSET, from, to, amount)
      : plainMove('trc10', `trc10:${token}`, from, to, amount);
    return [{ ...move, flags: MOVE_UNPLACED }];
  });
  return { ...UNTOLD_TRANSACTION, status: 'ok', hash: readTronHash(row.tx_id, place, 'tx_id'), moves };
}

function readTransfer(row: TronRecord, contract: string, place: Place): ValueMove {
  const [from, to] = [readTronKey(row.from, place, 'from'), readTronKey(row.to, place, 'to')];
  const nobody = (key: string): string => (/^0{40}$/.test(key) ? '' : key);
  const isNft = row.token_id !== undefined && row.token_id !== null;
  return {
    kind: isNft ? 'nft' : 'token',
    asset: contract,
    from: nobody(from),
    to: nobody(to),
    amount: isNft ? 1n : readToken256(row.value, place, 'value'),
    tokenId: isNft ? readToken256(row.token_id, place, 'token_id') : undefined,
    logIndex: undefined,
    tracePath: undefined,
    flags: MOVE_UNPLACED,
  };
}

function readToken256(value: unknown, place: Place, field: string): bigint {
  const amount = typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : toAmount(value);
  if (amount !== undefined && amount >= 0n && amount <= MAX_UINT256) return amount;
  return readAmount(value, place, field);
}

function readToken(info: TronRecord, place: Place): TokenMetadata {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;
  const decimals = toAmount(info.decimals);
  const isUsable = info.decimals !== undefined && decimals !== undefined && decimals >= 0n && decimals <= 255n;
  return {
    contract: readTronKey(info.address, place, 'token address'),
    symbol: text(info.symbol),
    name: text(info.name),
    decimals: isUsable ? Number(decimals) : undefined,
    height: undefined,
  };
}
