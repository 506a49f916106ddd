import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import type { Position } from '@trailmark/core/position';
import { comparePlaces, type Movement, placeKey } from './account-apportioning.ts';
import type { AccountTrail } from './account-trail.ts';
import type { LoadedAccount, LoadedAccounts } from './loaded-accounts.ts';
import { findTurns, type Turns } from './order-unknown.ts';
import { isGainOf, isNetted, isOfTrade, type Trade } from './trades.ts';

/** An account's part in an event, by its index; `isNetted`: a trade reports the transfer in its place. */
interface Side {
  readonly index: number | undefined;
  readonly isNetted: boolean;
}

/** No account that was read. */
export const NOBODY: Side = { index: undefined, isNetted: false };

/** A move or a trade, and which of the accounts that were read it leaves and reaches, in the direction of the trace. */
export interface TimelineEvent {
  readonly at: MovePlace;
  readonly move: StoredMove | undefined;
  readonly trade: Trade | undefined;
  readonly source: Side;
  readonly target: Side;
  /** Of a trade for several assets: the accounts of those after the first. */
  readonly more: readonly Side[];
  readonly isSeed: boolean;
  /** Of a trade: what of the given side the seeds name. Of a seed: undefined unless a trade reports it in its place. */
  readonly seeded: bigint | undefined;
  /** Of a trade: what the seeds name of each asset it continues with. */
  readonly gained: readonly bigint[];
}

type MoveEvent = { -readonly [K in keyof TimelineEvent]: TimelineEvent[K] };

const EMPTY = {
  ...{ trade: undefined, source: NOBODY, target: NOBODY, more: [], isSeed: false, seeded: undefined, gained: [] },
} satisfies Partial<TimelineEvent>;

/** Everything read so far in the order in which the trace goes through it. */
export interface Timeline {
  readonly accounts: readonly LoadedAccount[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly events: readonly TimelineEvent[];
  /** Every change of an account's balance in the order of the chain, with trades in place of the moves they net. */
  historyOf(index: number): Movement[];
}

const LAST_SLOT = 0xffff_ffff;

/** Before, or behind, all moves of the transaction of a trade: from there on an account it reaches has to be known. */
export function tradeBoundary({ position }: Pick<MovePlace, 'position'>, isForward: boolean): MovePlace {
  return { position, slot: isForward ? 0 : LAST_SLOT };
}

function isTold(trades: readonly Trade[] | undefined, address: string, move: StoredMove): boolean {
  if (!trades || !isNetted(move)) return false;
  return trades.some((trade) => trade.account === address && isOfTrade(trade, move.asset));
}

class TimelineBuilder {
  readonly accounts: LoadedAccount[];
  readonly indexes: Map<string, number>;
  private readonly sides: readonly Side[];
  private turns: Turns = new Map();
  private readonly legs = new Map<number, { trade: Trade; isIn: boolean; amount: bigint }[]>();
  private readonly trades: ReadonlyMap<Position, readonly Trade[]>;
  private readonly trail: AccountTrail;
  private readonly loaded: LoadedAccounts;

  constructor(trail: AccountTrail, loaded: LoadedAccounts) {
    this.trail = trail;
    this.loaded = loaded;
    this.accounts = [...loaded.accounts.values()];
    this.sides = this.accounts.map((_, index) => ({ index, isNetted: false }));
    this.indexes = new Map(this.accounts.map(({ address, asset }, index) => [accountAssetKey(address, asset), index]));
    this.trades = this.listTrades();
  }

  build(): Timeline {
    const trades = [...this.trades.values()].flat().flatMap((trade) => this.toEvent(trade) ?? []);
    const events = this.mergeMoves();
    const way = this.trail.isForward ? 1 : -1;
    this.turns = findTurns(
      events.flatMap(({ move }) => move ?? []),
      this.trail.order,
    );
    if (trades.length > 0) events.push(...trades);
    if (trades.length > 0 || way < 0 || this.turns.size > 0)
      events.sort((a, b) => way * comparePlaces(this.turnOf(a.at), this.turnOf(b.at)));
    const { accounts, indexes } = this;
    return { accounts, indexes, events, historyOf: (index) => this.historyOf(index) };
  }

  /** Where a move is taken, which differs from where it is listed where its order is a convention. */
  private turnOf(at: MovePlace): MovePlace {
    return this.turns.size === 0 ? at : (this.turns.get(placeKey(at)) ?? at);
  }

  /** Moves of all accounts and of the seeds in the order of the chain, each once with both its sides. */
  private mergeMoves(): TimelineEvent[] {
    const events: TimelineEvent[] = [];
    let last: MoveEvent | undefined;
    for (const { move, owner } of this.loaded.moves()) {
      if (!last || last.at.position !== move.position || last.at.slot !== move.slot) {
        last = { ...EMPTY, at: move, move };
        events.push(last);
      }
      if (owner < 0) this.markSeed(last, move);
      else this.addSide(last, move, owner);
    }
    return events;
  }

  private markSeed(event: MoveEvent, move: StoredMove): void {
    event.isSeed = true;
    const trades = this.trades.get(move.position);
    const isTraded = trades?.some((trade) => this.isGiven(trade, move) || this.isGained(trade, move));
    event.seeded = isTraded ? this.trail.seeds.partOf(move) : undefined;
  }

  private addSide(event: MoveEvent, move: StoredMove, index: number): void {
    const address = this.accounts[index]?.address ?? '';
    const isNetted = isTold(this.trades.get(move.position), address, move);
    const side = isNetted ? { index, isNetted } : (this.sides[index] ?? NOBODY);
    if ((move.from === address) === this.trail.isForward) event.source = side;
    else event.target = side;
  }

  /** The trade as the trace goes through it, where the account it leaves was read. */
  private toEvent(trade: Trade): TimelineEvent | undefined {
    const { isForward } = this.trail;
    const source = this.reached(trade, trade.from.asset);
    this.addLeg(source, trade, !isForward, trade.from.amount);
    const targets = trade.to.map(({ asset, amount }) => {
      const index = this.reached(trade, asset);
      this.addLeg(index, trade, isForward, amount);
      return index;
    });
    const seeds = this.trail.seeds.moves.filter((move) => this.isGiven(trade, move));
    const seeded = seeds.reduce((sum, move) => sum + this.trail.seeds.partOf(move), 0n);
    const gained = trade.to.map(({ asset }) => this.sumGained(trade, asset));
    const isSeeded = seeded > 0n || gained.some((amount) => amount > 0n);
    if (source === undefined && targets.every((index) => index === undefined) && !isSeeded) return undefined;
    const [target, ...more] = targets.map((index): Side => ({ index, isNetted: false }));
    return {
      isSeed: false,
      seeded: seeded > 0n ? seeded : undefined,
      gained,
      at: { position: trade.position, slot: trade.slot },
      move: undefined,
      trade,
      source: { index: source, isNetted: false },
      target: target ?? NOBODY,
      more,
    };
  }

  /** Whether a move is on the side of a trade that the trace comes from, and begins with it. */
  private isGiven({ account, position, from }: Trade, move: StoredMove): boolean {
    const { isForward, seeds } = this.trail;
    const isOwn = (isForward ? move.from : move.to) === account && move.asset === from.asset;
    return isOwn && move.position === position && isNetted(move) && seeds.byPlace.has(placeKey(move));
  }

  /**
   * Whether a seed is on the side of a trade that the trace continues with: what the trade brings of it does not begin again. Where
   * the other end of the payment was read too, the payment itself shows it.
   */
  private isGained(trade: Trade, move: StoredMove): boolean {
    const { seeds, isForward } = this.trail;
    const other = isForward ? move.from : move.to;
    if (this.indexes.has(accountAssetKey(other, move.asset))) return false;
    return isGainOf(trade, move, isForward) && seeds.byPlace.has(placeKey(move));
  }

  /** Trades without those that net a seed which they do not report, as of change that came back: there the single moves count. */
  private listTrades(): Map<Position, readonly Trade[]> {
    const trades = new Map<Position, readonly Trade[]>(this.loaded.trades);
    for (const move of this.trail.seeds.moves) {
      const own = trades.get(move.position);
      if (!own || !isNetted(move)) continue;
      const isTelling = (trade: Trade): boolean => this.isGiven(trade, move) || this.isGained(trade, move);
      const isApart = (trade: Trade): boolean =>
        !isOfTrade(trade, move.asset) || (move.from !== trade.account && move.to !== trade.account);
      const kept = own.filter((trade) => isApart(trade) || isTelling(trade));
      if (kept.length < own.length) trades.set(move.position, kept);
    }
    return trades;
  }

  private sumGained(trade: Trade, asset: string): bigint {
    const { seeds } = this.trail;
    return seeds.moves.reduce(
      (sum, move) => (move.asset === asset && this.isGained(trade, move) ? sum + seeds.partOf(move) : sum),
      0n,
    );
  }

  private addLeg(index: number | undefined, trade: Trade, isIn: boolean, amount: bigint): void {
    if (index === undefined) return;
    this.legs.set(index, [...(this.legs.get(index) ?? []), { trade, isIn, amount }]);
  }

  /** The account of one leg, where it was read as far as the trade. */
  private reached(trade: Trade, asset: string): number | undefined {
    const index = this.indexes.get(accountAssetKey(trade.account, asset));
    const account = index === undefined ? undefined : this.accounts[index];
    if (!account) return undefined;
    const order = comparePlaces(tradeBoundary(trade, this.trail.isForward), account.place);
    if (this.trail.isForward ? order >= 0 : order <= 0) return index;
    return account.moves.some((move) => move.position === trade.position && isNetted(move)) ? index : undefined;
  }

  private historyOf(index: number): Movement[] {
    const account = this.accounts[index];
    if (!account) return [];
    const single = account.moves
      .filter((move) => !isTold(this.trades.get(move.position), account.address, move))
      .map((move) => ({ at: move, isIn: move.to === account.address, amount: move.amount }));
    const legs = (this.legs.get(index) ?? []).map(({ trade, isIn, amount }) => ({ at: trade, isIn, amount }));
    return [...single, ...legs].sort((a, b) => comparePlaces(this.turnOf(a.at), this.turnOf(b.at)));
  }
}

/** Merges the moves of all accounts that were read, each move once. */
export function buildTimeline(trail: AccountTrail, loaded: LoadedAccounts): Timeline {
  return new TimelineBuilder(trail, loaded).build();
}
