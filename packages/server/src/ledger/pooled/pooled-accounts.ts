import type { AccountKey, AccountLog, AddressCoverage } from '@trailmark/core/account-block';
import {
  type AccountLedger,
  type AccountSpan,
  type AccountTotals,
  type AccountTransactionRecord,
  accountAssetKey,
  type MovePlace,
  type StoredMove,
} from '@trailmark/core/account-ledger';
import type { AssetKey, TokenMetadata } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ReadPool } from './read-pool.ts';

/** What is remembered, in pieces: some tens of megabytes together, whatever the number of subjects. */
const MOST = { accounts: 20_000, spans: 2_000, openings: 20_000, positions: 5_000, hashes: 50_000, tokens: 2_000 };
/** Longer lists of moves, or of logs, are handed on and not remembered: few of them would fill the room of thousands. */
const LONGEST_KEPT = 200;

export interface PooledAccounts {
  readonly reader: AccountLedger;
  /** Ends its listening for changes of the ledger. */
  readonly close: () => void;
}

type Span = { readonly moves: readonly StoredMove[]; readonly isCut: boolean };
type SpanPage = Parameters<AccountLedger['spans']>[1];
interface SpanKey {
  readonly span: AccountSpan;
  readonly page: SpanPage;
}
interface Opening {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly before: MovePlace;
}
interface MovesKey {
  readonly position: Position;
  readonly limitEach: number;
}

function writePlace(place: MovePlace | undefined): string {
  return place ? `${place.position}.${place.slot}` : '';
}

function idOfSpan({ span: { address, asset, from, until }, page: { order, limitEach } }: SpanKey): string {
  return `${accountAssetKey(address, asset)} ${writePlace(from)} ${writePlace(until)} ${order} ${limitEach}`;
}

function idOfOpening({ address, asset, before }: Opening): string {
  return `${accountAssetKey(address, asset)} ${writePlace(before)}`;
}

const idOfMoves = ({ position, limitEach }: MovesKey): string => `${position} ${limitEach}`;

/** Parts in which each account is once: the ledger answers by account, and several subjects may ask from different places. */
function toLayers<Key>(keys: readonly Key[], accountOf: (key: Key) => string): Key[][] {
  const layers: Key[][] = [];
  const depths = new Map<string, number>();
  for (const key of keys) {
    const account = accountOf(key);
    const depth = depths.get(account) ?? 0;
    depths.set(account, depth + 1);
    const layer = layers[depth];
    if (layer) layer.push(key);
    else layers[depth] = [key];
  }
  return layers;
}

async function loadSpans(
  ledger: AccountLedger,
  keys: readonly SpanKey[],
  read: ReadOptions,
): Promise<ReadonlyMap<string, Span>> {
  const found = new Map<string, Span>();
  const accountOf = ({ span }: SpanKey): string => accountAssetKey(span.address, span.asset);
  const pages = Map.groupBy(keys, ({ page: { order, limitEach } }) => `${order} ${limitEach}`);
  const layers = [...pages.values()].flatMap((group) => toLayers(group, accountOf));
  for (const layer of layers) {
    const [first] = layer;
    if (!first) continue;
    const spans = layer.map(({ span }) => span);
    const answer = await ledger.spans(spans, first.page, read);
    for (const key of layer) {
      const span = answer.get(accountOf(key));
      if (span) found.set(idOfSpan(key), span);
    }
  }
  return found;
}

async function loadOpenings(
  ledger: AccountLedger,
  keys: readonly Opening[],
  read: ReadOptions,
): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>();
  const accountOf = ({ address, asset }: Opening): string => accountAssetKey(address, asset);
  for (const layer of toLayers(keys, accountOf)) {
    const answer = await ledger.openings(layer, read);
    for (const key of layer) {
      const opening = answer.get(accountOf(key));
      if (opening !== undefined) found.set(idOfOpening(key), opening);
    }
  }
  return found;
}

async function loadMoves(
  ledger: AccountLedger,
  keys: readonly MovesKey[],
  read: ReadOptions,
): Promise<ReadonlyMap<string, StoredMove[]>> {
  const found = new Map<string, StoredMove[]>();
  for (const [limitEach, group] of Map.groupBy(keys, (key) => key.limitEach)) {
    const positions = group.map(({ position }) => position);
    for (const [position, moves] of await ledger.movesOf(positions, limitEach, read))
      found.set(idOfMoves({ position, limitEach }), moves);
  }
  return found;
}

/** Values in the order of positions as a pool has them. */
function byPosition<Value>(
  positions: readonly Position[],
  values: readonly (Value | undefined)[],
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const [i, position] of positions.entries()) {
    const value = values[i];
    if (value !== undefined) found.set(String(position), value);
  }
  return found;
}

function createPools(ledger: AccountLedger, read: ReadOptions) {
  const isShort = (list: readonly unknown[]): boolean => list.length <= LONGEST_KEPT;
  return {
    totals: new ReadPool<AccountKey, AccountTotals>({
      idOf: (address) => address,
      load: (addresses) => ledger.totals(addresses, read),
      most: MOST.accounts,
    }),
    coverage: new ReadPool<AccountKey, readonly AddressCoverage[]>({
      idOf: (address) => address,
      load: (addresses) => ledger.addressCoverages(addresses, read),
      most: MOST.accounts,
    }),
    spans: new ReadPool<SpanKey, Span>({
      idOf: idOfSpan,
      load: (keys) => loadSpans(ledger, keys, read),
      most: MOST.spans,
      isKept: ({ moves }) => isShort(moves),
    }),
    openings: new ReadPool<Opening, bigint>({
      idOf: idOfOpening,
      load: (keys) => loadOpenings(ledger, keys, read),
      most: MOST.openings,
    }),
    moves: new ReadPool<MovesKey, StoredMove[]>({
      idOf: idOfMoves,
      load: (keys) => loadMoves(ledger, keys, read),
      most: MOST.positions,
      isKept: isShort,
    }),
    logs: new ReadPool<Position, AccountLog[]>({
      idOf: String,
      load: async (positions) => {
        const found = await ledger.logsOf(positions, read);
        return new Map([...found].map(([position, logs]) => [String(position), logs]));
      },
      most: MOST.positions,
      isKept: isShort,
    }),
    transactions: new ReadPool<Position, AccountTransactionRecord>({
      idOf: String,
      load: async (positions) => byPosition(positions, await ledger.transactions(positions, read)),
      most: MOST.positions,
    }),
    hashes: new ReadPool<Position, string>({
      idOf: String,
      load: async (positions) => byPosition(positions, await ledger.hashes(positions, read)),
      most: MOST.hashes,
    }),
    tokens: new ReadPool<string, TokenMetadata>({
      idOf: (contract) => contract,
      load: (contracts) => ledger.tokens(contracts, read),
      most: MOST.tokens,
    }),
  };
}

/** The same for a chain of accounts: see `poolReads`. Pages of one address are read as they are. */
export function poolAccountReads(ledger: AccountLedger, signal?: AbortSignal): PooledAccounts {
  const pools = createPools(ledger, signal ? { signal } : {});
  const own: Partial<AccountLedger> = {
    totals: (addresses) => pools.totals.get(addresses),
    tokens: (contracts) => pools.tokens.get(contracts),
    addressCoverages: (addresses) => pools.coverage.get(addresses),
    addressCoverage: async (address) => (await pools.coverage.get([address])).get(address) ?? [],
    async transactions(positions) {
      const found = await pools.transactions.get(positions);
      return positions.map((position) => found.get(String(position)));
    },
    async hashes(positions) {
      const found = await pools.hashes.get(positions);
      return positions.map((position) => found.get(String(position)));
    },
    async movesOf(positions, limitEach) {
      const found = await pools.moves.get(positions.map((position) => ({ position, limitEach })));
      return new Map(
        positions.flatMap((position) => {
          const moves = found.get(idOfMoves({ position, limitEach }));
          return moves ? [[position, moves] as const] : [];
        }),
      );
    },
    async logsOf(positions) {
      const found = await pools.logs.get(positions);
      return new Map([...found].map(([position, logs]) => [Number(position), logs]));
    },
    async spans(spans, page) {
      const keys = spans.map((span) => ({ span, page }));
      const found = await pools.spans.get(keys);
      return new Map(
        keys.flatMap((key) => {
          const span = found.get(idOfSpan(key));
          return span ? [[accountAssetKey(key.span.address, key.span.asset), span] as const] : [];
        }),
      );
    },
    async openings(places) {
      const found = await pools.openings.get(places);
      return new Map(
        places.flatMap((place) => {
          const opening = found.get(idOfOpening(place));
          return opening === undefined ? [] : [[accountAssetKey(place.address, place.asset), opening] as const];
        }),
      );
    },
  };
  const reader = new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const stop = ledger.onChange?.(() => {
    for (const pool of Object.values(pools)) pool.clear();
  });
  return { reader, close: () => stop?.() };
}
