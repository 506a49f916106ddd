import type { AccountBlock, AccountKey, AccountTransaction } from '@trailmark/core/account-block';
import type { AccountCounterparty, AccountTotals, AssetTotals, StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';

const DAY = 86_400;

/** A ledger in plain lists. */
export interface Held {
  readonly blocks: ReadonlyMap<number, AccountBlock>;
  readonly heights: readonly number[];
  readonly transactions: ReadonlyMap<Position, AccountTransaction>;
  /** In ledger order. */
  readonly moves: readonly StoredMove[];
}

/** Whether a move comes from an address or goes to it. */
export function touches(move: StoredMove, address: AccountKey): boolean {
  return address !== '' && (move.from === address || move.to === address);
}

/** What an address received and sent of one asset over the moves given. */
export function sumUp(asset: string, address: AccountKey, moves: readonly StoredMove[]): AssetTotals {
  const sum = (side: 'from' | 'to'): bigint =>
    moves.reduce((total, move) => (move[side] === address ? total + move.amount : total), 0n);
  return {
    asset,
    received: sum('to'),
    sent: sum('from'),
    moves: moves.length,
    firstPosition: moves[0]?.position ?? 0,
    lastPosition: moves[moves.length - 1]?.position ?? 0,
  };
}

/** Order of texts by their code units, as the store sorts bytes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sums by asset: the coin first, then most moves first, then by the asset's text. What a table states is not among them. */
/** Sums by asset: the coin first, then by number of moves. */
export function assetsOf(held: Held, address: AccountKey): AssetTotals[] {
  const byAsset = new Map<string, StoredMove[]>();
  for (const move of held.moves) {
    if (!touches(move, address) || move.kind === 'stated') continue;
    const list = byAsset.get(move.asset);
    if (list) list.push(move);
    else byAsset.set(move.asset, [move]);
  }
  return [...byAsset]
    .map(([asset, moves]) => sumUp(asset, address, moves))
    .sort(
      (a, b) =>
        Number(b.asset === NATIVE_ASSET) - Number(a.asset === NATIVE_ASSET) ||
        b.moves - a.moves ||
        compareText(a.asset, b.asset),
    );
}

function actsAsContract(held: Held, address: AccountKey): boolean {
  return [...held.transactions.values()].some(
    ({ moves, logs }) =>
      moves.some(
        ({ asset, kind, from }) =>
          asset === address || (from === address && (kind === 'internal' || kind === 'destroyed')),
      ) || logs.some((log) => log.address === address),
  );
}

function wasCalledWithData(held: Held, address: AccountKey): boolean {
  return [...held.transactions.values()].some(
    ({ to, inputLength, moves }) =>
      to === address && inputLength > 0 && moves.some((move) => move.kind === 'native' && move.to === to),
  );
}

/** Counted facts about an address; undefined where it was never seen. */
export function totalsOf(held: Held, address: AccountKey): AccountTotals | undefined {
  const moves = held.moves.filter((move) => touches(move, address));
  const positions = [...new Set(moves.map(({ position }) => position))];
  const createdAt = [...held.transactions].find(
    ([, { created, status }]) => created === address && status === 'ok',
  )?.[0];
  if (moves.length === 0) return undefined;
  const assets = assetsOf(held, address);
  return {
    transactionCount: positions.filter((position) => held.transactions.has(position)).length,
    blockPaymentCount: positions.filter((position) => !held.transactions.has(position)).length,
    moveCount: moves.length,
    firstPosition: positions[0] ?? 0,
    lastPosition: positions[positions.length - 1] ?? 0,
    sentCount: positions.filter((position) => held.transactions.get(position)?.from === address).length,
    createdAt,
    actsAsContract: actsAsContract(held, address),
    wasCalledWithData: wasCalledWithData(held, address),
    native: assets.find(({ asset }) => asset === NATIVE_ASSET),
    assetCount: assets.filter(({ asset }) => asset !== NATIVE_ASSET).length,
  };
}

/** Moves by the transaction they belong to. */
export function groupByPosition(moves: readonly StoredMove[]): Map<Position, StoredMove[]> {
  const groups = new Map<Position, StoredMove[]>();
  for (const move of moves) {
    const group = groups.get(move.position);
    if (group) group.push(move);
    else groups.set(move.position, [move]);
  }
  return groups;
}

const SORTS: Record<'sent' | 'received' | 'count' | 'last', (row: AccountCounterparty) => bigint> = {
  sent: (row) => row.sentTo,
  received: (row) => row.receivedFrom,
  count: (row) => BigInt(row.moves),
  last: (row) => BigInt(row.lastPosition),
};

/** Who an address exchanged assets with, by asset. */
export function counterpartiesOf(
  held: Held,
  address: AccountKey,
  asset: string | undefined,
  sort: keyof typeof SORTS,
): AccountCounterparty[] {
  const groups = new Map<string, StoredMove[]>();
  for (const move of held.moves) {
    const other = move.from === address ? move.to : move.from;
    const counts = touches(move, address) && other !== '' && other !== address && !/^(fee|tip)$/.test(move.kind);
    if (!counts || (asset !== undefined && move.asset !== asset)) continue;
    const key = `${other} ${move.asset}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  const rows = [...groups].map(([key, moves]): AccountCounterparty => {
    const other = key.slice(0, 40);
    const sums = sumUp(key.slice(41), other, moves);
    const { asset: of, received, sent, ...rest } = sums;
    return { address: other, asset: of, sentTo: received, receivedFrom: sent, ...rest };
  });
  const by = SORTS[sort];
  return rows.sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left !== right) return left > right ? -1 : 1;
    return a.firstPosition - b.firstPosition || compareText(a.address, b.address) || compareText(a.asset, b.asset);
  });
}

function periodStart(time: number, period: number | 'month'): number {
  if (period === 'month') {
    const date = new Date(time * 1000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
  }
  const shift = period === 7 * DAY ? 3 * DAY : 0;
  return Math.floor((time + shift) / period) * period - shift;
}

/** Sums of one asset per period, and hour-by-weekday counts. */
export function activityOf(held: Held, address: AccountKey, asset: string, period: number | 'month') {
  const points = new Map<number, { time: number; received: bigint; sent: bigint; moves: number }>();
  const weekdayHours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const move of held.moves) {
    if (!touches(move, address) || move.asset !== asset) continue;
    const blockTime = held.blocks.get(positionHeight(move.position))?.time ?? 0;
    const time = periodStart(blockTime, period);
    const point = points.get(time) ?? { time, received: 0n, sent: 0n, moves: 0 };
    if (move.to === address) point.received += move.amount;
    if (move.from === address) point.sent += move.amount;
    point.moves++;
    points.set(time, point);
    const hours = weekdayHours[(Math.floor(blockTime / DAY) + 3) % 7] as number[];
    const hour = Math.floor((blockTime % DAY) / 3600);
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  return { points: [...points.values()].sort((a, b) => a.time - b.time), weekdayHours };
}
