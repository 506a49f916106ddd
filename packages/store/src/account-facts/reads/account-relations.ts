import { type AccountKey, MOVE_KINDS, MOVE_STAKE } from '@trailmark/core/account-block';
import { type AccountCounterparty, FUNDING_KINDS, type StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_OUT, ENTRY_SELF } from '../account-tables.ts';
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
  sumOrder,
  sumSql,
  toAddress,
  toBigInt,
  toSum,
} from './account-scope.ts';
import { ENTRY_SELECT, entryToMove } from './stored-move.ts';

const TIES = `first ASC, other ASC, ${ASSET_ORDER}`;
const ORDER = {
  sent: `${sumOrder('sent_low', 'sent_high', 'DESC')}, ${TIES}`,
  received: `${sumOrder('received_low', 'received_high', 'DESC')}, ${TIES}`,
  count: `moves DESC, ${TIES}`,
  last: `last DESC, ${TIES}`,
} as const;
const NOT_PAYMENTS = (['fee', 'tip'] as const).map((kind) => MOVE_KINDS.indexOf(kind)).join(', ');

const FUNDING = FUNDING_KINDS.map((kind) => MOVE_KINDS.indexOf(kind)).join(', ');

interface CounterpartyPage {
  readonly asset?: AssetKey | undefined;
  readonly sort: keyof typeof ORDER;
  readonly offset: number;
  readonly limit: number;
}

/** Everybody on the other side, by asset. The address itself, and what comes from or goes to nobody, are left out. */
export async function readAccountCounterparties(
  scope: AccountScope,
  address: AccountKey,
  page: CounterpartyPage,
  options?: ReadOptions,
): Promise<{ items: AccountCounterparty[]; total: number }> {
  const { sql, parameters } = addressCondition(scope, address);
  const own = page.asset === undefined ? '' : 'AND asset = unhex({asset:String})';
  const rows = await ask(
    scope,
    `SELECT lower(hex(other)), lower(hex(asset)), sent_low, sent_high, received_low, received_high, moves, first, last, total
     FROM (SELECT *, count() OVER () AS total FROM (SELECT other, asset, ${sumSql(IS_OUT, ['sent_low', 'sent_high'])},
         ${sumSql(`NOT (${IS_OUT})`, ['received_low', 'received_high'])},
         count() AS moves, min(position) AS first, max(position) AS last
       FROM ${scope.database}.account_entries
       WHERE ${sql} ${own} AND other != '' AND bitAnd(flags, ${ENTRY_SELF}) = 0 AND kind NOT IN (${NOT_PAYMENTS})
       GROUP BY other, asset))
     ORDER BY ${ORDER[page.sort]} LIMIT {offset:UInt32}, {limit:UInt32}`,
    {
      ...parameters,
      ...(page.asset === undefined ? {} : { asset: assetToHex(page.asset) }),
      offset: page.offset,
      limit: page.limit,
    },
    options,
    2,
  );
  if (rows.length === 0 && page.offset > 0) {
    // A page beyond the end has no row to carry the total.
    const { total } = await readAccountCounterparties(scope, address, { ...page, offset: 0, limit: 1 }, options);
    return { items: [], total };
  }
  return {
    items: rows.map((row) => ({
      address: String(row[0]),
      asset: assetFromHex(String(row[1])),
      sentTo: toSum(row[2], row[3]),
      receivedFrom: toSum(row[4], row[5]),
      moves: Number(row[6]),
      firstPosition: Number(row[7]),
      lastPosition: Number(row[8]),
    })),
    total: Number(rows[0]?.[9] ?? 0),
  };
}

/** The earliest coin that funded each address, in one query for all of them. */
export async function readFirstFunders(
  scope: AccountScope,
  addresses: readonly AccountKey[],
  options?: ReadOptions,
): Promise<Map<AccountKey, StoredMove>> {
  if (addresses.length === 0) return new Map();
  const wanted = new Set(addresses);
  const rows = await ask(
    scope,
    `SELECT ${ENTRY_SELECT}, prefix, lower(hex(rest)) FROM ${scope.database}.account_entries
     WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64}
       AND bitAnd(flags, ${ENTRY_OUT | ENTRY_SELF}) = 0 AND asset = '' AND amount > 0
       AND kind IN (${FUNDING}) AND bitAnd(move_flags, ${MOVE_STAKE}) = 0
     ORDER BY prefix, rest, position, slot LIMIT 1 BY prefix, rest`,
    { prefixes: [...wanted].map(addressPrefix), indexedEnd: indexedEnd(scope) },
    options,
  );
  const found = new Map<AccountKey, StoredMove>();
  for (const row of rows) {
    const address = toAddress(row[11], row[12]);
    if (wanted.has(address)) found.set(address, entryToMove(row, address));
  }
  return found;
}

/** Addresses that begin with the digits, ascending, with how many moves they have. */
export async function readAddressesByPrefix(
  scope: AccountScope,
  prefix: string,
  limit: number,
  options?: ReadOptions,
): Promise<{ address: AccountKey; moveCount: number }[]> {
  const [head, tail] = [prefix.slice(0, 16), prefix.slice(16)];
  const parameters = {
    from: BigInt(`0x${head.padEnd(16, '0')}`),
    to: BigInt(`0x${head.padEnd(16, 'f')}`),
    tail,
    indexedEnd: indexedEnd(scope),
  };
  const condition = `prefix >= {from:UInt64} AND prefix <= {to:UInt64} AND position < {indexedEnd:UInt64}
    ${tail === '' ? '' : 'AND startsWith(lower(hex(rest)), {tail:String})'}`;
  // The first addresses of the range, read in key order, so that a short prefix does not count the whole table.
  const first = await ask(
    scope,
    `SELECT prefix, lower(hex(rest)) FROM ${scope.database}.account_entries WHERE ${condition}
     ORDER BY prefix, rest LIMIT 1 BY prefix, rest LIMIT {limit:UInt32}`,
    { ...parameters, limit },
    options,
  );
  if (first.length === 0) return [];
  const prefixes = [...new Set(first.map((row) => toBigInt(row[0])))];
  const rows = await ask(
    scope,
    `SELECT prefix, lower(hex(rest)), countIf(${COUNTED}) FROM ${scope.database}.account_entries
     WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64} GROUP BY prefix, rest`,
    { prefixes, indexedEnd: parameters.indexedEnd },
    options,
  );
  const counts = new Map(rows.map((row) => [toAddress(row[0], row[1]), Number(row[2])]));
  return first.map((row) => {
    const address = toAddress(row[0], row[1]);
    return { address, moveCount: counts.get(address) ?? 0 };
  });
}
