import {
  type AccountBlock,
  type AccountKey,
  type AccountTransaction,
  type AddressCoverage,
  BLOCK_MOVES_INDEX,
  MOVE_STAKE,
} from '@trailmark/core/account-block';
import {
  type AccountBlockRecord,
  type AccountCounterparty,
  type AccountHistoryFilter,
  type AccountRange,
  type AccountReader,
  type AccountTotals,
  type AccountTransactionRecord,
  type AssetTotals,
  FUNDING_KINDS,
  type StoredMove,
} from '@trailmark/core/account-ledger';
import { NATIVE_ASSET, type TokenMetadata } from '@trailmark/core/asset';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';

export interface ArrayLedger {
  readonly tokens?: readonly TokenMetadata[];
  readonly coverage?: readonly AddressCoverage[];
}

interface Held {
  readonly blocks: ReadonlyMap<number, AccountBlock>;
  readonly heights: readonly number[];
  readonly transactions: ReadonlyMap<Position, AccountTransaction>;
  /** In ledger order. */
  readonly moves: readonly StoredMove[];
}

const TRANSFER_KINDS = new Set(['token', 'nft', 'multi-token', 'trc10']);
const DAY = 86_400;

function load(blocks: readonly AccountBlock[]): Held {
  const sorted = [...blocks].sort((a, b) => a.height - b.height);
  const transactions = new Map<Position, AccountTransaction>();
  const moves: StoredMove[] = [];
  for (const block of sorted) {
    for (const transaction of [...block.transactions].sort((a, b) => a.index - b.index)) {
      const position = toPosition(block.height, transaction.index);
      transactions.set(position, transaction);
      transaction.moves.forEach((move, slot) => {
        moves.push({ ...move, position, slot });
      });
    }
    const position = toPosition(block.height, BLOCK_MOVES_INDEX);
    block.moves.forEach((move, slot) => {
      moves.push({ ...move, position, slot });
    });
  }
  return {
    blocks: new Map(sorted.map((block) => [block.height, block])),
    heights: sorted.map(({ height }) => height),
    transactions,
    moves,
  };
}

function toBlockRecord(block: AccountBlock): AccountBlockRecord {
  const { height, hash, parentHash, time, producer, holds, transactionTotal, source } = block;
  const transactionCount = block.transactions.length;
  return { height, hash, parentHash, time, producer, holds, transactionCount, transactionTotal, source };
}

function toRecord(position: Position, transaction: AccountTransaction): AccountTransactionRecord {
  const { index: _index, moves: _moves, logs: _logs, mentions: _mentions, ...record } = transaction;
  return { position, ...record };
}

function toRanges({ blocks, heights }: Held): AccountRange[] {
  const ranges: { -readonly [K in keyof AccountRange]: AccountRange[K] }[] = [];
  for (const height of heights) {
    const { source, holds } = blocks.get(height) as AccountBlock;
    const last = ranges[ranges.length - 1];
    if (last && last.toHeight + 1 === height && last.source === source && last.holds === holds) {
      last.toHeight = height;
      last.blocks++;
    } else {
      ranges.push({ fromHeight: height, toHeight: height, blocks: 1, source, holds });
    }
  }
  return ranges;
}

function touches(move: StoredMove, address: AccountKey): boolean {
  return address !== '' && (move.from === address || move.to === address);
}

function isDirection(move: StoredMove, address: AccountKey, direction: 'in' | 'out' | 'self' | undefined): boolean {
  if (direction === undefined) return true;
  if (direction === 'self') return move.from === move.to;
  return move.from !== move.to && (direction === 'in' ? move.to : move.from) === address;
}

function isBetween(
  value: number | bigint,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): boolean {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

function matches(
  held: Held,
  move: StoredMove,
  address: AccountKey,
  filter: Omit<AccountHistoryFilter, 'order'>,
): boolean {
  const height = positionHeight(move.position);
  return (
    touches(move, address) &&
    isDirection(move, address, filter.direction) &&
    (filter.asset === undefined || move.asset === filter.asset) &&
    (filter.kinds === undefined || filter.kinds.includes(move.kind)) &&
    isBetween(height, filter.fromHeight, filter.toHeight) &&
    isBetween(held.blocks.get(height)?.time ?? 0, filter.fromTime, filter.toTime) &&
    isBetween(move.amount, filter.minAmount, filter.maxAmount) &&
    (filter.counterparty === undefined || (move.from === address ? move.to : move.from) === filter.counterparty) &&
    !(filter.withoutZero && move.amount === 0n && TRANSFER_KINDS.has(move.kind))
  );
}

function sumUp(asset: string, address: AccountKey, moves: readonly StoredMove[]): AssetTotals {
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sums by asset: the coin first, then most moves first, then by the asset's text. What a table states is not among them. */
function assetsOf(held: Held, address: AccountKey): AssetTotals[] {
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

function isContract(held: Held, address: AccountKey): boolean {
  for (const { to, inputLength, moves, logs, created } of held.transactions.values()) {
    if (created === address) return true;
    const isCalled =
      to === address && inputLength > 0 && moves.some((move) => move.kind === 'native' && move.to === to);
    if (isCalled || moves.some((move) => move.asset === address) || logs.some((log) => log.address === address))
      return true;
  }
  return false;
}

function totalsOf(held: Held, address: AccountKey): AccountTotals | undefined {
  const moves = held.moves.filter((move) => touches(move, address));
  const positions = [...new Set(moves.map(({ position }) => position))];
  const createdAt = [...held.transactions].find(([, { created }]) => created === address)?.[0];
  const acts = isContract(held, address);
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
    actsAsContract: acts,
    native: assets.find(({ asset }) => asset === NATIVE_ASSET),
    assetCount: assets.filter(({ asset }) => asset !== NATIVE_ASSET).length,
  };
}

function groupByPosition(moves: readonly StoredMove[]): Map<Position, StoredMove[]> {
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

function counterpartiesOf(
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

function activityOf(held: Held, address: AccountKey, asset: string, period: number | 'month') {
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

type Method<K extends keyof AccountReader> = Pick<AccountReader, K>;

function blockReads(
  held: Held,
): Method<'tip' | 'transactionCount' | 'heightRanges' | 'block' | 'blockByHash' | 'blocksBefore' | 'blockPositions'> {
  const get = (height: number | undefined): AccountBlockRecord | undefined => {
    const block = height === undefined ? undefined : held.blocks.get(height);
    return block && toBlockRecord(block);
  };
  return {
    tip: () => get(held.heights[held.heights.length - 1]),
    transactionCount: () => held.transactions.size,
    heightRanges: () => toRanges(held),
    block: get,
    blockByHash: (hash) =>
      hash === '' ? undefined : get([...held.blocks.values()].find((b) => b.hash === hash)?.height),
    blocksBefore: (before, limit) =>
      held.heights
        .filter((height) => before === undefined || height < before)
        .reverse()
        .slice(0, limit)
        .flatMap((height) => get(height) ?? []),
    blockPositions: async (height) => [...held.transactions.keys()].filter((at) => positionHeight(at) === height),
  };
}

function transactionReads(
  held: Held,
): Method<'transactions' | 'movesOf' | 'logsOf' | 'positionsOf' | 'hashesByPrefix' | 'addressesByPrefix' | 'mentions'> {
  const hashes = [...held.transactions].map(([position, { hash }]) => ({ hash, position }));
  return {
    transactions: async (positions) =>
      positions.map((position) => {
        const transaction = held.transactions.get(position);
        return transaction && toRecord(position, transaction);
      }),
    async movesOf(positions, limitEach) {
      const groups = groupByPosition(held.moves);
      const found = positions.flatMap((position) => {
        const moves = groups.get(position);
        return moves ? [[position, moves.slice(0, limitEach)] as const] : [];
      });
      return new Map(found);
    },
    logsOf: async (positions) =>
      new Map(
        positions.flatMap((position) => {
          const logs = held.transactions.get(position)?.logs ?? [];
          return logs.length > 0 ? [[position, [...logs]] as const] : [];
        }),
      ),
    async positionsOf(wanted) {
      return new Map(hashes.filter(({ hash }) => wanted.includes(hash)).map(({ hash, position }) => [hash, position]));
    },
    hashesByPrefix: async (prefix, limit) =>
      hashes
        .filter(({ hash }) => hash.startsWith(prefix))
        .sort((a, b) => compareText(a.hash, b.hash))
        .slice(0, limit),
    async addressesByPrefix(prefix, limit) {
      const all = new Set(held.moves.flatMap(({ from, to }) => [from, to]).filter((key) => key !== ''));
      const found = [...all]
        .filter((key) => key.startsWith(prefix))
        .sort(compareText)
        .slice(0, limit);
      return found.map((address) => ({
        address,
        moveCount: held.moves.filter((move) => touches(move, address)).length,
      }));
    },
    async mentions(address, { before, limit }) {
      const rows = [...held.transactions].flatMap(([position, { mentions, logs }]) =>
        mentions
          .filter((mention) => mention.address === address && (before === undefined || position < before))
          .flatMap(({ logIndex }) => logs.filter((log) => log.logIndex === logIndex))
          .map((log) => ({ position, log })),
      );
      return rows.sort((a, b) => b.position - a.position || b.log.logIndex - a.log.logIndex).slice(0, limit);
    },
  };
}

/** An account chain's facts from plain blocks: what the store is held to, and what tests without a store ask. */
export function createArrayAccountReader(blocks: readonly AccountBlock[], ledger: ArrayLedger = {}): AccountReader {
  const held = load(blocks);
  const matching = (address: AccountKey, filter: AccountHistoryFilter): StoredMove[] => {
    const found = held.moves.filter((move) => matches(held, move, address, filter));
    return filter.order === 'newest' ? found.reverse() : found;
  };
  return {
    ...blockReads(held),
    ...transactionReads(held),
    async totals(addresses) {
      const found = addresses.map((address) => [address, totalsOf(held, address)] as const);
      return new Map(found.flatMap(([address, totals]) => (totals ? [[address, totals] as const] : [])));
    },
    async assetsOf(address, { offset, limit }) {
      const all = assetsOf(held, address);
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
    async history(address, filter, { after, limit, movesEach }) {
      const isAfter = (position: Position): boolean =>
        after === undefined || (filter.order === 'newest' ? position < after : position > after);
      return [...groupByPosition(matching(address, filter))]
        .filter(([position]) => isAfter(position))
        .slice(0, limit)
        .map(([position, moves]) => {
          const ordered = [...moves].sort((a, b) => a.slot - b.slot);
          return { position, moves: ordered.slice(0, movesEach), moveCount: moves.length };
        });
    },
    async moves(address, filter, { after, limit }) {
      const sign = filter.order === 'newest' ? -1 : 1;
      const isAfter = ({ position, slot }: StoredMove): boolean =>
        after === undefined || sign * (position - after.position || slot - after.slot) > 0;
      return matching(address, filter).filter(isAfter).slice(0, limit);
    },
    async balanceAt(address, asset, position) {
      const before = held.moves.filter((move) => move.position <= position && move.kind !== 'stated');
      const { received, sent } = sumUp(
        asset,
        address,
        before.filter((move) => move.asset === asset),
      );
      return received - sent;
    },
    async counterparties(address, { asset, sort, offset, limit }) {
      const all = counterpartiesOf(held, address, asset, sort);
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
    activity: async (address, asset, period) => activityOf(held, address, asset, period),
    async firstFunders(addresses) {
      const isFunding = (move: StoredMove, address: AccountKey): boolean =>
        move.to === address &&
        move.from !== address &&
        move.asset === NATIVE_ASSET &&
        move.amount > 0n &&
        FUNDING_KINDS.includes(move.kind) &&
        (move.flags & MOVE_STAKE) === 0;
      const found = addresses.map((address) => [address, held.moves.find((move) => isFunding(move, address))] as const);
      return new Map(found.flatMap(([address, move]) => (move ? [[address, move] as const] : [])));
    },
    async tokens(contracts) {
      const latest = new Map((ledger.tokens ?? []).map((token) => [token.contract, token]));
      return new Map([...latest].filter(([contract]) => contracts.includes(contract)));
    },
    addressCoverage: async (address) =>
      [...(ledger.coverage ?? [])].filter((row) => row.address === address).sort((a, b) => b.fetchedAt - a.fetchedAt),
  };
}
