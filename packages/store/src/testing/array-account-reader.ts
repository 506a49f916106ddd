import {
  type AccountBlock,
  type AccountKey,
  type AccountTransaction,
  type AddressCoverage,
  BLOCK_MOVES_INDEX,
  isStake,
} from '@trailmark/core/account-block';
import {
  type AccountBlockRecord,
  type AccountHistoryFilter,
  type AccountLedger,
  type AccountRange,
  type AccountTransactionRecord,
  accountAssetKey,
  FUNDING_KINDS,
  type MovePlace,
  type StoredMove,
} from '@trailmark/core/account-ledger';
import { NATIVE_ASSET, type TokenMetadata } from '@trailmark/core/asset';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';

import {
  activityOf,
  assetsOf,
  compareText,
  counterpartiesOf,
  groupByPosition,
  type Held,
  sumUp,
  totalsOf,
  touches,
} from './array-account-sums.ts';

export interface ArrayLedger {
  readonly tokens?: readonly TokenMetadata[];
  readonly coverage?: readonly AddressCoverage[];
}

const TRANSFER_KINDS = new Set(['token', 'nft', 'multi-token', 'trc10']);

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

type Method<K extends keyof AccountLedger> = Pick<AccountLedger, K>;

function blockReads(
  held: Held,
): Method<'tip' | 'transactionCount' | 'heightRanges' | 'block' | 'blockByHash' | 'blocksBefore' | 'blockPositions'> {
  // The same list as long as nothing changes, as the store gives it: an index takes another list for another ledger.
  const ranges = toRanges(held);
  const get = (height: number | undefined): AccountBlockRecord | undefined => {
    const block = height === undefined ? undefined : held.blocks.get(height);
    return block && toBlockRecord(block);
  };
  return {
    tip: () => get(held.heights[held.heights.length - 1]),
    transactionCount: () => held.transactions.size,
    heightRanges: () => ranges,
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
): Method<
  'transactions' | 'hashes' | 'movesOf' | 'logsOf' | 'positionsOf' | 'hashesByPrefix' | 'addressesByPrefix' | 'mentions'
> {
  const hashes = [...held.transactions].map(([position, { hash }]) => ({ hash, position }));
  return {
    hashes: async (positions) => positions.map((position) => held.transactions.get(position)?.hash),
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

function comparePlaces(a: MovePlace, b: MovePlace): number {
  return a.position - b.position || a.slot - b.slot;
}

function batchReads(held: Held): Method<'spans' | 'openings'> {
  return {
    async spans(spans, { order, limitEach }) {
      const found = spans.map(({ address, asset, from, until }) => {
        const all = held.moves.filter(
          (move) =>
            touches(move, address) &&
            move.asset === asset &&
            (from === undefined || comparePlaces(move, from) >= 0) &&
            (until === undefined || comparePlaces(move, until) <= 0),
        );
        const moves = order === 'oldest' ? all.slice(0, limitEach) : all.slice(Math.max(0, all.length - limitEach));
        return [accountAssetKey(address, asset), { moves, isCut: all.length > limitEach }] as const;
      });
      return new Map(found);
    },
    async openings(places) {
      const found = places.map(({ address, asset, before }) => {
        const earlier = held.moves.filter(
          (move) => move.asset === asset && move.kind !== 'stated' && !isStake(move) && comparePlaces(move, before) < 0,
        );
        const { received, sent } = sumUp(asset, address, earlier);
        return [accountAssetKey(address, asset), received - sent] as const;
      });
      return new Map(found);
    },
  };
}

function isItem({ kind }: StoredMove): boolean {
  return kind === 'nft' || kind === 'multi-token';
}

const distinct = <T>(items: Iterable<T>): T[] => [...new Set(items)];

function itemReads(held: Held): Method<'collections' | 'itemPositions' | 'contractPositions' | 'transfersAmong'> {
  const items = held.moves.filter(isItem);
  return {
    async collections(limit) {
      const found = distinct(items.map(({ asset }) => asset)).map((contract) => {
        const own = items.filter(({ asset }) => asset === contract);
        const count = distinct(own.map(({ tokenId }) => tokenId)).length;
        return { contract, moves: own.length, items: count, lastPosition: own.at(-1)?.position ?? 0 };
      });
      return found.sort((a, b) => b.moves - a.moves || compareText(a.contract, b.contract)).slice(0, limit);
    },
    async itemPositions(contract, tokenId, limit) {
      const own = items.filter((move) => move.asset === contract && move.tokenId === tokenId);
      return distinct(own.map(({ position }) => position)).slice(0, limit);
    },
    async contractPositions(contract, { after = -1, limit }) {
      const wrote = [...held.transactions].filter(
        ([position, { moves, logs }]) =>
          position > after &&
          (moves.some(({ asset }) => asset === contract) || logs.some(({ address }) => address === contract)),
      );
      return wrote.map(([position]) => position).slice(0, limit);
    },
    async transfersAmong(addresses, assets, limit) {
      return held.moves
        .filter(({ from, to, asset, amount }) => {
          const isAmong = from !== to && addresses.includes(from) && addresses.includes(to);
          return isAmong && assets.includes(asset) && amount > 0n;
        })
        .slice(0, limit);
    },
  };
}

function coverageReads({ coverage = [] }: ArrayLedger): Pick<AccountLedger, 'addressCoverage' | 'addressCoverages'> {
  const coverageOf = (of: AccountKey) =>
    coverage.filter(({ address }) => address === of).toSorted((a, b) => b.fetchedAt - a.fetchedAt);
  return {
    addressCoverage: async (address) => coverageOf(address),
    addressCoverages: async (addresses) => {
      const found = addresses.map((address) => [address, coverageOf(address)] as const);
      return new Map(found.filter(([, own]) => own.length > 0));
    },
  };
}

/** An account chain's facts from plain blocks: what the store is compared with, and what tests without a store query. */
export function createArrayAccountReader(blocks: readonly AccountBlock[], ledger: ArrayLedger = {}): AccountLedger {
  const held = load(blocks);
  const matching = (address: AccountKey, filter: AccountHistoryFilter): StoredMove[] => {
    const found = held.moves.filter((move) => matches(held, move, address, filter));
    return filter.order === 'newest' ? found.reverse() : found;
  };
  return {
    ...blockReads(held),
    ...transactionReads(held),
    ...batchReads(held),
    ...itemReads(held),
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
        !isStake(move);
      const found = addresses.map((address) => [address, held.moves.find((move) => isFunding(move, address))] as const);
      return new Map(found.flatMap(([address, move]) => (move ? [[address, move] as const] : [])));
    },
    async tokens(contracts) {
      const latest = new Map((ledger.tokens ?? []).map((token) => [token.contract, token]));
      return new Map([...latest].filter(([contract]) => contracts.includes(contract)));
    },
    ...coverageReads(ledger),
  };
}
