import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { isCancun } from '@trailmark/chains/evm/is-cancun';
import {
  type AccountKey,
  HAS_CALL,
  HAS_FEE,
  MOVE_UNPLACED,
  type MoveKind,
  UNKNOWN_TYPE,
} from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { callMoves, internalMove } from './call-moves.ts';
import { listedElsewhere, listedMove, type PlacedTransaction } from './placed-transactions.ts';
import {
  findAmount,
  findHash,
  findKey,
  findText,
  isRow,
  type Row,
  readAmount,
  readContract,
  readCount,
  readHash,
  readTime,
  readTokenParty,
} from './read-row.ts';

/** What one row states: its transaction, undefined where it has no block yet or moves nothing, and its token. */
export interface RowAnswer {
  readonly placed: PlacedTransaction | undefined;
  readonly token?: TokenMetadata | undefined;
}

const MAX_INPUT_BYTES = 1_024;

function hashOf(party: unknown): unknown {
  return isRow(party) ? party.hash : undefined;
}

/** Older instances name the same field without the word after the underscore. */
function nameOf(row: Row, name: string, older: string): string {
  return row[name] === undefined && row[older] !== undefined ? older : name;
}

/** Throws `inconsistent` where a row is not of the requested address. */
export function assertTouches(address: AccountKey, parties: readonly AccountKey[]): void {
  if (parties.includes(address)) return;
  throw new AppError('inconsistent', 'Its answer holds a row that is not of the address requested.');
}

function readInput(row: Row, field: string): { input: string; inputLength: number } {
  const value = row[field];
  const digits = typeof value === 'string' ? /^0x((?:[0-9a-fA-F]{2})*)$/.exec(value)?.[1] : undefined;
  if (digits === undefined) return { input: '', inputLength: 0 };
  return { input: digits.slice(0, MAX_INPUT_BYTES * 2).toLowerCase(), inputLength: digits.length / 2 };
}

const STATUS: Readonly<Record<string, 'ok' | 'failed'>> = { ok: 'ok', error: 'failed' };

/** A row of `/addresses/:hash/transactions`. */
export function readBlockscoutTransaction(row: Row, address: AccountKey): RowAnswer {
  const blockField = nameOf(row, 'block_number', 'block');
  if (row[blockField] === null || row[blockField] === undefined) return { placed: undefined };
  const from = findKey(hashOf(row.from), 'from');
  const to = findKey(hashOf(row.to), 'to');
  const created = to === '' ? findKey(hashOf(row.created_contract), 'created_contract') : '';
  assertTouches(address, [from, to, created]);
  const fee = isRow(row.fee) && row.fee.type === 'actual' ? findAmount(row.fee, 'value') : undefined;
  const call = {
    from,
    to,
    created,
    value: readAmount(row, 'value'),
    status: STATUS[String(row.status)] ?? ('unknown' as const),
    fee,
  };
  const hash = readHash(row, 'hash');
  const transaction = {
    ...listedElsewhere(hash, callMoves(call)),
    ...call,
    failure: call.status === 'failed' ? findText(row, 'result', 200) : undefined,
    feePayer: fee === undefined ? '' : from,
    gasUsed: findAmount(row, 'gas_used'),
    gasPrice: findAmount(row, 'gas_price'),
    nonce: findAmount(row, 'nonce'),
    type: Number(findAmount(row, 'type') ?? BigInt(UNKNOWN_TYPE)),
    ...readInput(row, 'raw_input'),
    holds: HAS_CALL | (fee === undefined ? 0 : HAS_FEE),
  };
  const index = row.position === null || row.position === undefined ? undefined : readCount(row, 'position');
  const place = { height: readCount(row, blockField), blockHash: findHash(row, 'block_hash'), index };
  return { placed: { ...place, time: readTime(row, 'timestamp'), transaction } };
}

const TOKEN_KINDS: Readonly<Record<string, MoveKind>> = {
  'ERC-20': 'token',
  'ERC-721': 'nft',
  'ERC-1155': 'multi-token',
};

function readTokenKind(row: Row, token: Row): MoveKind {
  const type = String(row.token_type ?? token.type);
  const kind = TOKEN_KINDS[type];
  if (kind) return kind;
  // ERC-404 and what comes after it: with an id it is reported as a kind of several tokens, else as amounts.
  return isRow(row.total) && row.total.token_id !== undefined ? 'multi-token' : 'token';
}

function readMetadata(token: Row, contract: AccountKey): TokenMetadata {
  const decimals = findAmount(token, 'decimals');
  return {
    contract,
    symbol: findText(token, 'symbol'),
    name: findText(token, 'name'),
    decimals: decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined,
    height: undefined,
  };
}

/** A row of `/addresses/:hash/token-transfers`. */
export function readBlockscoutTransfer(row: Row, address: AccountKey): RowAnswer {
  const token = isRow(row.token) ? row.token : {};
  const total = isRow(row.total) ? row.total : {};
  const asset = readContract(token[nameOf(token, 'address_hash', 'address')], 'token');
  const from = readTokenParty(hashOf(row.from), 'from');
  const to = readTokenParty(hashOf(row.to), 'to');
  assertTouches(address, [from, to]);
  const kind = readTokenKind(row, token);
  const move = listedMove({
    kind,
    asset,
    from,
    to,
    amount: kind === 'nft' ? 1n : readAmount(total, 'value'),
    tokenId: kind === 'token' ? undefined : readAmount(total, 'token_id'),
    logIndex: readCount(row, 'log_index'),
  });
  const hash = readHash(row, nameOf(row, 'transaction_hash', 'tx_hash'));
  return {
    placed: {
      height: readCount(row, 'block_number'),
      blockHash: findHash(row, 'block_hash'),
      time: readTime(row, 'timestamp'),
      index: undefined,
      transaction: listedElsewhere(hash, [move]),
    },
    token: readMetadata(token, asset),
  };
}

/** A row of `/addresses/:hash/internal-transactions`. */
export function readBlockscoutInternal(row: Row, address: AccountKey, chain: EvmChain): RowAnswer {
  const from = findKey(hashOf(row.from), 'from');
  const to = findKey(hashOf(row.to), 'to') || findKey(hashOf(row.created_contract), 'created_contract');
  assertTouches(address, [from, to]);
  const time = readTime(row, 'timestamp');
  // Index 0 is the transaction's own call, which its own list reports.
  if (row.success === false || readCount(row, 'index') === 0) return { placed: undefined };
  const call = { type: String(row.type), from, to, amount: readAmount(row, 'value') };
  const height = readCount(row, nameOf(row, 'block_number', 'block'));
  const move = internalMove({ ...call, tracePath: undefined, flags: MOVE_UNPLACED }, isCancun(chain, { height, time }));
  if (!move) return { placed: undefined };
  const index =
    row.transaction_index === null || row.transaction_index === undefined
      ? undefined
      : readCount(row, 'transaction_index');
  const hash = readHash(row, nameOf(row, 'transaction_hash', 'tx_hash'));
  return { placed: { height, blockHash: '', time, index, transaction: listedElsewhere(hash, [move]) } };
}
