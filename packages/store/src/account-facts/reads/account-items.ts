import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemCollection, StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_OUT, ENTRY_SELF, MARK_EMITTED } from '../account-tables.ts';
import { assetFromHex, assetToHex } from '../asset-bytes.ts';
import { type AccountScope, addressCondition, addressPrefix, ask, indexedEnd, toAddress } from './account-scope.ts';
import { ENTRY_SELECT, entryToMove } from './stored-move.ts';

/** Addresses in one query: as text they must fit into it. */
const BATCH = 2_000;

/** Contracts whose items moved, most transfers first. */
export async function readCollections(
  scope: AccountScope,
  limit: number,
  options?: ReadOptions,
): Promise<ItemCollection[]> {
  const rows = await ask(
    scope,
    `SELECT lower(hex(asset)), count() AS moves, uniqExact(token_id), max(position) FROM ${scope.database}.items
     WHERE position < {indexedEnd:UInt64} GROUP BY asset ORDER BY moves DESC, asset LIMIT {limit:UInt32}`,
    { indexedEnd: indexedEnd(scope), limit },
    options,
    2,
  );
  return rows.map(([asset, moves, items, last]) => ({
    contract: assetFromHex(String(asset)),
    moves: Number(moves),
    items: Number(items),
    lastPosition: Number(last),
  }));
}

/** The shortest big-endian bytes of a number as hex, as token ids are stored. */
function toBytes(value: bigint): string {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}

/** Positions in which one item moved, ascending. */
export async function readItemPositions(
  scope: AccountScope,
  contract: AccountKey,
  tokenId: bigint,
  limit: number,
  options?: ReadOptions,
): Promise<Position[]> {
  const rows = await ask(
    scope,
    `SELECT position FROM ${scope.database}.items
     WHERE asset = unhex({asset:String}) AND token_id = unhex({tokenId:String}) AND position < {indexedEnd:UInt64}
     ORDER BY asset, token_id, position LIMIT 1 BY position LIMIT {limit:UInt32}`,
    { asset: assetToHex(contract), tokenId: toBytes(tokenId), indexedEnd: indexedEnd(scope), limit },
    options,
  );
  return rows.map(([position]) => Number(position));
}

/** Positions in which a contract wrote a log or its tokens moved, ascending. */
export async function readContractPositions(
  scope: AccountScope,
  contract: AccountKey,
  page: { after?: Position | undefined; limit: number },
  options?: ReadOptions,
): Promise<Position[]> {
  const { sql, parameters } = addressCondition(scope, contract);
  const rows = await ask(
    scope,
    `SELECT position FROM ${scope.database}.contract_marks
     WHERE ${sql} AND bitAnd(marks, ${MARK_EMITTED}) != 0 AND position > {after:Int64}
     ORDER BY prefix, rest, position LIMIT 1 BY position LIMIT {limit:UInt32}`,
    { ...parameters, after: page.after ?? -1, limit: page.limit },
    options,
  );
  return rows.map(([position]) => Number(position));
}

/** Transfers between addresses of a set, read from the senders' rows. */
export async function readTransfersAmong(
  scope: AccountScope,
  addresses: readonly AccountKey[],
  assets: readonly AssetKey[],
  limit: number,
  options?: ReadOptions,
): Promise<StoredMove[]> {
  const wanted = new Set(addresses);
  const found: StoredMove[] = [];
  const all = [...wanted].toSorted();
  for (let from = 0; from < all.length; from += BATCH) {
    for (let to = 0; to < all.length; to += BATCH) {
      const rows = await ask(
        scope,
        `SELECT ${ENTRY_SELECT}, prefix, lower(hex(rest)) FROM ${scope.database}.account_entries
         WHERE prefix IN {prefixes:Array(UInt64)} AND position < {indexedEnd:UInt64}
           AND bitAnd(flags, ${ENTRY_OUT | ENTRY_SELF}) = ${ENTRY_OUT} AND lower(hex(asset)) IN {assets:Array(String)} AND amount > 0
           AND lower(hex(other)) IN {others:Array(String)} LIMIT {limit:UInt32}`,
        {
          ...{ prefixes: all.slice(from, from + BATCH).map(addressPrefix), others: all.slice(to, to + BATCH) },
          ...{ assets: assets.map(assetToHex), indexedEnd: indexedEnd(scope), limit },
        },
        options,
      );
      for (const row of rows) {
        const address = toAddress(row[11], row[12]);
        if (wanted.has(address)) found.push(entryToMove(row, address));
      }
    }
  }
  return found.sort((a, b) => a.position - b.position || a.slot - b.slot).slice(0, limit);
}
