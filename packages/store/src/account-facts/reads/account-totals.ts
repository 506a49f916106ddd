import { type AccountKey, BLOCK_MOVES_INDEX, MOVE_KINDS } from '@trailmark/core/account-block';
import type { AccountTotals, AssetTotals } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { POSITIONS_PER_BLOCK, type Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_CALLED, ENTRY_FIRST, ENTRY_SENT, MARK_CREATED, MARK_EMITTED } from '../account-tables.ts';
import { assetFromHex, assetToHex } from '../asset-bytes.ts';
import {
  type AccountScope,
  ASSET_ORDER,
  addressCondition,
  addressPrefix,
  ask,
  COUNTED,
  IS_OUT,
  indexedEnd,
  sumSql,
  toAddress,
  toSum,
} from './account-scope.ts';

const STATED = MOVE_KINDS.indexOf('stated');
/** Kinds of transfers that only running code makes. */
const BY_CODE = `${MOVE_KINDS.indexOf('internal')}, ${MOVE_KINDS.indexOf('destroyed')}`;
/** Addresses requested in one query. */
const BATCH = 5_000;
/** From so many addresses on a second thread pays. */
const MANY = 100;

const flag = (bit: number): string => `bitAnd(flags, ${bit}) != 0`;
/** What a table states was paid is part of no balance. */
export const NOT_STATED = `kind != ${STATED}`;

/** A block that pays the address itself: no transaction. */
const IS_BLOCK = `position % ${POSITIONS_PER_BLOCK} = ${BLOCK_MOVES_INDEX}`;

/** Received, sent, moves, first, last: of the rows that meet the condition. */
function assetSql(condition: string): string {
  return `${sumSql(`NOT (${IS_OUT}) AND ${condition}`)}, ${sumSql(`${IS_OUT} AND ${condition}`)},
    countIf(${COUNTED} AND ${condition}), minIf(position, ${condition}), maxIf(position, ${condition})`;
}

function toAssetTotals(asset: AssetKey, row: readonly unknown[]): AssetTotals {
  const [inLow, inHigh, outLow, outHigh, moves, first, last] = row;
  return {
    asset,
    received: toSum(inLow, inHigh),
    sent: toSum(outLow, outHigh),
    moves: Number(moves),
    firstPosition: Number(first),
    lastPosition: Number(last),
  };
}

interface Marks {
  readonly createdAt: Position | undefined;
  readonly hasEmitted: boolean;
}

/** What shows that an address is a contract, by address. */
async function readMarks(
  scope: AccountScope,
  prefixes: readonly bigint[],
  options: ReadOptions | undefined,
): Promise<Map<AccountKey, Marks>> {
  const created = `bitAnd(marks, ${MARK_CREATED}) != 0`;
  const rows = await ask(
    scope,
    `SELECT prefix, lower(hex(rest)), countIf(${created}), minIf(position, ${created}), max(bitAnd(marks, ${MARK_EMITTED}) != 0) FROM ${scope.database}.contract_marks
     WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64} GROUP BY prefix, rest`,
    { prefixes, indexedEnd: indexedEnd(scope) },
    options,
  );
  return new Map(
    rows.map(([prefix, rest, count, first, emitted]) => [
      toAddress(prefix, rest),
      { createdAt: Number(count) > 0 ? Number(first) : undefined, hasEmitted: Number(emitted) === 1 },
    ]),
  );
}

function toTotals(row: readonly unknown[], marks: Marks | undefined): AccountTotals {
  const [, , transactions, blocks, moves, first, last, sent, called, ran, assets] = row;
  const native = toAssetTotals('', row.slice(11));
  return {
    transactionCount: Number(transactions),
    blockPaymentCount: Number(blocks),
    moveCount: Number(moves),
    firstPosition: Number(first),
    lastPosition: Number(last),
    sentCount: Number(sent),
    createdAt: marks?.createdAt,
    actsAsContract: marks?.hasEmitted === true || Number(ran) === 1,
    wasCalledWithData: Number(called) === 1,
    native: native.moves > 0 ? native : undefined,
    assetCount: Number(assets),
  };
}

/** Totals of many addresses in two queries for every few thousand; addresses never seen are absent. */
export async function readAccountTotals(
  scope: AccountScope,
  addresses: readonly AccountKey[],
  options?: ReadOptions,
): Promise<Map<AccountKey, AccountTotals>> {
  const wanted = new Set(addresses);
  const found = new Map<AccountKey, AccountTotals>();
  for (let from = 0; from < addresses.length; from += BATCH) {
    const prefixes = addresses.slice(from, from + BATCH).map(addressPrefix);
    const marks = await readMarks(scope, prefixes, options);
    const rows = await ask(
      scope,
      `SELECT prefix, lower(hex(rest)), countIf(${flag(ENTRY_FIRST)} AND NOT ${IS_BLOCK}), countIf(${flag(ENTRY_FIRST)} AND ${IS_BLOCK}), countIf(${COUNTED}), min(position), max(position),
         countIf(${flag(ENTRY_SENT)}), max(${flag(ENTRY_CALLED)}), max(kind IN (${BY_CODE}) AND ${IS_OUT}), uniqExactIf(asset, asset != '' AND ${NOT_STATED}), ${assetSql("asset = ''")}
       FROM ${scope.database}.account_entries
       WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64} GROUP BY prefix, rest`,
      { prefixes, indexedEnd: indexedEnd(scope) },
      options,
      addresses.length > MANY ? 2 : 1,
    );
    for (const row of rows) {
      const address = toAddress(row[0], row[1]);
      if (wanted.has(address)) found.set(address, toTotals(row, marks.get(address)));
    }
  }
  return found;
}

/** Sums by asset: the coin first, then most moves first, then by asset. */
export async function readAssets(
  scope: AccountScope,
  address: AccountKey,
  page: { offset: number; limit: number },
  options?: ReadOptions,
): Promise<{ items: AssetTotals[]; total: number }> {
  const { sql, parameters } = addressCondition(scope, address);
  const rows = await ask(
    scope,
    `SELECT lower(hex(asset)), in_low, in_high, out_low, out_high, moves, first, last, total
     FROM (SELECT *, count() OVER () AS total FROM (SELECT asset, ${sumSql(`NOT (${IS_OUT})`, ['in_low', 'in_high'])}, ${sumSql(IS_OUT, ['out_low', 'out_high'])},
         countIf(${COUNTED}) AS moves, min(position) AS first, max(position) AS last
       FROM ${scope.database}.account_entries WHERE ${sql} AND ${NOT_STATED} GROUP BY asset))
     ORDER BY asset != '', moves DESC, ${ASSET_ORDER} LIMIT {offset:UInt32}, {limit:UInt32}`,
    { ...parameters, ...page },
    options,
  );
  if (rows.length === 0 && page.offset > 0) {
    // A page beyond the end has no row to carry the total.
    const { total } = await readAssets(scope, address, { offset: 0, limit: 1 }, options);
    return { items: [], total };
  }
  return {
    items: rows.map((row) => toAssetTotals(assetFromHex(String(row[0])), row.slice(1))),
    total: Number(rows[0]?.[8] ?? 0),
  };
}

/** Received minus sent of one asset on one side of a position. */
export async function readNet(
  scope: AccountScope,
  address: AccountKey,
  asset: AssetKey,
  side: '<=' | '>',
  position: Position,
  options?: ReadOptions,
): Promise<bigint> {
  const { sql, parameters } = addressCondition(scope, address);
  const rows = await ask(
    scope,
    `SELECT ${sumSql(`NOT (${IS_OUT})`)}, ${sumSql(IS_OUT)} FROM ${scope.database}.account_entries
     WHERE ${sql} AND ${NOT_STATED} AND asset = unhex({asset:String}) AND position ${side} {position:UInt64}`,
    { ...parameters, asset: assetToHex(asset), position },
    options,
  );
  const [inLow, inHigh, outLow, outHigh] = rows[0] ?? ['0', '0', '0', '0'];
  return toSum(inLow, inHigh) - toSum(outLow, outHigh);
}
