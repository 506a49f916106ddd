import { type AccountKey, MOVE_STAKE } from '@trailmark/core/account-block';
import { type AccountSpan, accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { FactsParameter } from '../../facts/client.ts';
import { assetToHex } from '../asset-bytes.ts';
import { type AccountScope, addressPrefix, ask, COUNTED, IS_OUT, indexedEnd, sumSql, toSum } from './account-scope.ts';
import { NOT_STATED } from './account-totals.ts';
import { ENTRY_SELECT, entryToMove } from './stored-move.ts';

/** Accounts requested in one query: their keys stay below what a server takes as one parameter. */
const BATCH = 2_000;
const LAST_PLACE: MovePlace = { position: Number.MAX_SAFE_INTEGER, slot: 0xffff_ffff };
const FIRST_PLACE: MovePlace = { position: 0, slot: 0 };
/** From so many accounts on a second thread pays. */
const MANY = 100;

/** One requested account and asset with the places between which its rows count, both inclusive. */
interface Wanted {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly from: MovePlace;
  readonly until: MovePlace;
}

/** The requested accounts as a table of their own, from one parameter a column. */
const WANTED_SQL = `SELECT number AS span, arrayElement({prefixes:Array(UInt64)}, number + 1) AS prefix,
    toFixedString(unhex(concat(leftPad(hex(arrayElement({heads:Array(UInt64)}, number + 1)), 16, '0'),
      leftPad(hex(arrayElement({tails:Array(UInt64)}, number + 1)), 8, '0'))), 12) AS rest,
    unhex(arrayElement({assets:Array(String)}, arrayElement({assetAt:Array(UInt64)}, number + 1) + 1)) AS asset,
    arrayElement({fromPositions:Array(UInt64)}, number + 1) AS from_position, arrayElement({fromSlots:Array(UInt64)}, number + 1) AS from_slot,
    arrayElement({untilPositions:Array(UInt64)}, number + 1) AS until_position, arrayElement({untilSlots:Array(UInt64)}, number + 1) AS until_slot
  FROM numbers({count:UInt32})`;

const BETWEEN = `(position > from_position OR (position = from_position AND slot >= from_slot))
    AND (position < until_position OR (position = until_position AND slot <= until_slot))`;

function joinSql(scope: AccountScope): string {
  return `FROM ${scope.database}.account_entries INNER JOIN (${WANTED_SQL}) AS wanted USING (prefix, rest, asset)
    WHERE prefix IN {prefixes:Array(UInt64)} AND position >= {lowest:UInt64} AND position <= {highest:UInt64}
      AND position < {indexedEnd:UInt64} AND ${BETWEEN}`;
}

function toParameters(scope: AccountScope, wanted: readonly Wanted[]): Record<string, FactsParameter> {
  const assets = [...new Set(wanted.map(({ asset }) => asset))];
  const at = new Map(assets.map((asset, index) => [asset, index]));
  const least = (pick: (each: Wanted) => number, way: 1 | -1): number =>
    wanted.reduce((best, each) => (way * (pick(each) - best) < 0 ? pick(each) : best), pick(wanted[0] as Wanted));
  return {
    prefixes: wanted.map(({ address }) => addressPrefix(address)),
    heads: wanted.map(({ address }) => BigInt(`0x${address.slice(16, 32)}`)),
    tails: wanted.map(({ address }) => BigInt(`0x${address.slice(32)}`)),
    assets: assets.map(assetToHex),
    assetAt: wanted.map(({ asset }) => at.get(asset) ?? 0),
    fromPositions: wanted.map(({ from }) => from.position),
    fromSlots: wanted.map(({ from }) => from.slot),
    untilPositions: wanted.map(({ until }) => until.position),
    untilSlots: wanted.map(({ until }) => until.slot),
    lowest: least(({ from }) => from.position, 1),
    highest: least(({ until }) => until.position, -1),
    indexedEnd: indexedEnd(scope),
    count: wanted.length,
  };
}

/** Each account and asset once, in batches. */
function toBatches(wanted: readonly Wanted[]): Wanted[][] {
  const distinct = [
    ...new Map(wanted.map((each) => [accountAssetKey(each.address, each.asset), each])).values(),
  ].filter(({ address }) => address.length === 40);
  const found: Wanted[][] = [];
  for (let from = 0; from < distinct.length; from += BATCH) found.push(distinct.slice(from, from + BATCH));
  return found;
}

/** Moves of many accounts in the declared order, each of one asset: one query for every two thousand of them. */
export async function readSpans(
  scope: AccountScope,
  spans: readonly AccountSpan[],
  page: { order: 'oldest' | 'newest'; limitEach: number },
  options?: ReadOptions,
): Promise<Map<string, { moves: StoredMove[]; isCut: boolean }>> {
  const wanted = spans.map(({ address, asset, from, until }) => ({
    address,
    asset,
    from: from ?? FIRST_PLACE,
    until: until ?? LAST_PLACE,
  }));
  const way = page.order === 'newest' ? 'DESC' : 'ASC';
  const found = new Map<string, { moves: StoredMove[]; isCut: boolean }>();
  for (const batch of toBatches(wanted)) {
    const rows = await ask(
      scope,
      `SELECT ${ENTRY_SELECT}, span ${joinSql(scope)} AND ${COUNTED}
       ORDER BY span, position ${way}, slot ${way} LIMIT {limit:UInt32} BY span`,
      { ...toParameters(scope, batch), limit: page.limitEach + 1 },
      options,
      batch.length > MANY ? 2 : 1,
    );
    const lists = batch.map((): StoredMove[] => []);
    for (const row of rows) {
      const index = Number(row[11]);
      lists[index]?.push(entryToMove(row, batch[index]?.address ?? ''));
    }
    batch.forEach(({ address, asset }, index) => {
      const moves = lists[index] ?? [];
      const kept = moves.slice(0, page.limitEach);
      if (page.order === 'newest') kept.reverse();
      found.set(accountAssetKey(address, asset), { moves: kept, isCut: moves.length > kept.length });
    });
  }
  return found;
}

/**
 * Received minus sent strictly before a place, of many accounts: one query for every two thousand of them. Coins at stake count
 * as the account's own, as they do in every book of a trace.
 */
export async function readOpenings(
  scope: AccountScope,
  places: readonly { readonly address: AccountKey; readonly asset: AssetKey; readonly before: MovePlace }[],
  options?: ReadOptions,
): Promise<Map<string, bigint>> {
  const wanted = places.map(({ address, asset, before }) => ({
    address,
    asset,
    from: FIRST_PLACE,
    until:
      before.slot > 0 ? { ...before, slot: before.slot - 1 } : { position: before.position - 1, slot: LAST_PLACE.slot },
  }));
  const found = new Map(wanted.map(({ address, asset }) => [accountAssetKey(address, asset), 0n]));
  for (const batch of toBatches(wanted.filter(({ until }) => until.position >= 0))) {
    const rows = await ask(
      scope,
      `SELECT span, ${sumSql(`NOT (${IS_OUT})`)}, ${sumSql(IS_OUT)} ${joinSql(scope)}
         AND ${NOT_STATED} AND bitAnd(move_flags, ${MOVE_STAKE}) = 0 GROUP BY span`,
      toParameters(scope, batch),
      options,
      batch.length > MANY ? 2 : 1,
    );
    for (const [index, inLow, inHigh, outLow, outHigh] of rows) {
      const each = batch[Number(index)];
      if (each) found.set(accountAssetKey(each.address, each.asset), toSum(inLow, inHigh) - toSum(outLow, outHigh));
    }
  }
  return found;
}
