import type { AccountKey } from '@trailmark/core/account-block';
import { isStake } from '@trailmark/core/account-block';
import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import { natureOf } from '@trailmark/core/account-nature';
import { type AssetKey, STATED_PRICE, STATED_USD } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import { findActions } from '../../protocols/catalogue.ts';
import type { TraceBatching } from '../trace-session.ts';
import { comparePlaces } from './account-apportioning.ts';
import type { AccountTrail } from './account-trail.ts';
import { type Trade, toTrades } from './trades.ts';

/** An account of one asset whose moves a trail needs: forward from a place on, backward up to it. */
export interface Want {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly place: MovePlace;
  /** It got the asset in a trade of its own: then it is followed even if it acts as a contract, as a wallet may. */
  readonly isTrader: boolean;
}

/** An account of one asset as it was read. */
export interface LoadedAccount extends Want {
  /** What the index makes of the balance before the first of the moves. */
  readonly opening: bigint;
  readonly moves: readonly StoredMove[];
  /** More moves than the limit; then none are kept. */
  readonly isHub: boolean;
  /** Transactions of the transfers. */
  readonly positions: readonly Position[];
}

/** A move of an account, by the place of the account among those admitted; -1 for a seed. */
export interface OwnedMove {
  readonly move: StoredMove;
  readonly owner: number;
  /** As it was read; another one took its place where the account was read again. */
  readonly account: LoadedAccount | undefined;
}

/** A transaction with more moves than these is reported without actions: half of one would be reported wrongly. */
const MOST_MOVES = 500;
/** Rows of one query at most, as far as counts say. */
const MOST_ROWS = 200_000;

export function isStatedAsset(asset: AssetKey): boolean {
  return asset === STATED_USD || asset === STATED_PRICE;
}

/** Moves that change a balance: single items do not mix, coins at stake stay their owner's, and what one pays oneself moves nothing. */
function isFollowed(move: StoredMove): boolean {
  const { kind, amount, from, to } = move;
  return amount > 0n && from !== to && kind !== 'nft' && kind !== 'multi-token' && !isStake(move);
}

/** What was read of accounts and transactions so far. Everything in it is a fact of the ledger: order of reading leaves no trace. */
export class LoadedAccounts {
  readonly accounts = new Map<string, LoadedAccount>();
  /** Those of the seeds among them: they are read in any case. */
  readonly transactions: Set<Position>;
  readonly actions = new Map<Position, readonly ProtocolAction[]>();
  readonly trades = new Map<Position, readonly Trade[]>();
  private readonly indexes = new Map<string, number>();
  /** In the order of the chain, as of the last call. */
  private sorted: OwnedMove[] = [];
  private readonly current: LoadedAccount[] = [];
  private isAnew = false;
  private fresh: OwnedMove[] = [];
  private readonly contracts = new Map<AccountKey, boolean>();
  private readonly moveCounts = new Map<AccountKey, number>();
  private readonly trail: AccountTrail;
  private readonly batching: TraceBatching;

  constructor(trail: AccountTrail, batching: TraceBatching) {
    this.trail = trail;
    this.batching = batching;
    this.transactions = new Set(trail.seeds.moves.map(({ position }) => position));
    this.fresh = trail.seeds.moves.map((move) => ({ move, owner: -1, account: undefined }));
  }

  /** Moves of all accounts and of the seeds in the order of the chain, one for each account they touch. */
  moves(): readonly OwnedMove[] {
    if (this.fresh.length === 0 && !this.isAnew) return this.sorted;
    const byPlace = (a: OwnedMove, b: OwnedMove): number => comparePlaces(a.move, b.move);
    // What is sorted already is one run of it, which the engine's sort merges and does not sort again.
    const all = this.sorted.concat(this.fresh.sort(byPlace)).sort(byPlace);
    this.sorted = this.isAnew ? all.filter(({ owner, account }) => this.current[owner] === account) : all;
    this.fresh = [];
    this.isAnew = false;
    return this.sorted;
  }

  /** Whether an address is a contract (`natureOf`); undefined while nobody looked. */
  isContract(address: AccountKey): boolean | undefined {
    return this.contracts.get(address);
  }

  /** Transfers of every asset, for the sentence about a hub. */
  moveCount(address: AccountKey): number {
    return this.moveCounts.get(address) ?? 0;
  }

  admit(account: LoadedAccount): void {
    const key = accountAssetKey(account.address, account.asset);
    const known = this.indexes.get(key);
    const owner = known ?? this.indexes.size;
    if (known !== undefined) this.isAnew = true;
    this.current[owner] = account;
    this.indexes.set(key, owner);
    this.accounts.set(key, account);
    for (const move of account.moves) this.fresh.push({ move, owner, account });
    for (const position of account.positions) this.transactions.add(position);
  }

  /** Transactions an account would add to those read. */
  costOf(account: LoadedAccount): number {
    return account.positions.reduce((sum, position) => sum + (this.transactions.has(position) ? 0 : 1), 0);
  }

  /** Looks once at what addresses are. */
  async meet(addresses: readonly AccountKey[], read: ReadOptions): Promise<void> {
    const unknown = [...new Set(addresses)].filter((address) => !this.contracts.has(address));
    for (const part of inParts(unknown, this.batching.batch)) {
      const totals = await this.trail.reader.totals(part, read);
      for (const address of part) {
        const own = totals.get(address);
        this.moveCounts.set(address, own?.moveCount ?? 0);
        this.contracts.set(address, own !== undefined && natureOf(own) === 'contract');
      }
    }
  }

  /** Whether an account's moves have to be read: those of a contract that ends the trail are not. */
  isEnd(address: AccountKey): boolean {
    return this.trail.request.stops.contracts && this.contracts.get(address) === true;
  }

  /** Reads accounts without admitting them: groups of bounded size, some at once, in the requested order. */
  async *read(wants: readonly Want[], read: ReadOptions): AsyncGenerator<LoadedAccount> {
    const groups = this.toGroups(wants);
    for (let at = 0; at < groups.length; at += this.batching.concurrency) {
      const part = groups.slice(at, at + this.batching.concurrency);
      for (const group of await Promise.all(part.map((each) => this.readGroup(each, read)))) yield* group;
    }
  }

  /** What known protocols did in transactions: three queries, however many. */
  async readActions(positions: readonly Position[], read: ReadOptions): Promise<void> {
    const { reader, chain, request, isForward } = this.trail;
    for (const part of inParts(positions, this.batching.batch)) {
      const [records, moves, logs] = await Promise.all([
        reader.transactions(part, read),
        reader.movesOf(part, MOST_MOVES, read),
        reader.logsOf(part, read),
      ]);
      part.forEach((position, index) => {
        const transaction = records[index];
        const own = moves.get(position) ?? [];
        const isWhole = transaction !== undefined && own.length < MOST_MOVES;
        const input = transaction && { chain, transaction, moves: own, logs: logs.get(position) ?? [] };
        const actions = isWhole && input ? findActions(input) : [];
        this.actions.set(position, actions);
        this.transactions.add(position);
        const place = { position, called: transaction?.to ?? '', isForward };
        const trades = request.stops.followSwaps ? toTrades(place, own, actions) : [];
        if (trades.length > 0) this.trades.set(position, trades);
      });
    }
  }

  private toGroups(wants: readonly Want[]): Want[][] {
    const limit = this.trail.request.stops.hubTransfers;
    const groups: Want[][] = [];
    let [rows, group]: [number, Want[]] = [0, []];
    for (const want of wants) {
      const expected = Math.min(this.moveCount(want.address), limit);
      if (group.length > 0 && (group.length >= this.batching.batch || rows + expected > MOST_ROWS)) {
        groups.push(group);
        [rows, group] = [0, []];
      }
      group.push(want);
      rows += expected;
    }
    return group.length > 0 ? [...groups, group] : groups;
  }

  private async readGroup(wants: readonly Want[], read: ReadOptions): Promise<LoadedAccount[]> {
    const { reader, isForward, request } = this.trail;
    const spans = wants.map(({ address, asset, place }) => ({
      address,
      asset,
      ...(isForward ? { from: place } : { until: place }),
    }));
    const places = wants.map(({ address, asset, place }) => ({ address, asset, before: place }));
    const asked = isForward ? places.filter(({ asset }) => !isStatedAsset(asset)) : [];
    const page = { order: isForward ? 'oldest' : 'newest', limitEach: request.stops.hubTransfers } as const;
    const [moves, openings] = await Promise.all([reader.spans(spans, page, read), reader.openings(asked, read)]);
    return wants.map((want) => {
      const key = accountAssetKey(want.address, want.asset);
      const span = moves.get(key);
      const isHub = span?.isCut ?? false;
      const followed = isHub ? [] : (span?.moves ?? []).filter(isFollowed);
      const positions = [...new Set(followed.map(({ position }) => position))];
      return { ...want, opening: openings.get(key) ?? 0n, moves: followed, isHub, positions };
    });
  }
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}

/** In the order of the chain, so that what is read first depends on nothing else. */
export function sortWants(wants: Iterable<Want>): Want[] {
  return [...wants].sort(
    (a, b) =>
      comparePlaces(a.place, b.place) ||
      (a.address < b.address ? -1 : a.address > b.address ? 1 : a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0),
  );
}
