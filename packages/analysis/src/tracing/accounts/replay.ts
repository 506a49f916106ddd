import type { AccountKey } from '@trailmark/core/account-block';
import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import type { CutKind } from '@trailmark/core/trace/stop-reason';
import { formatDays, formatLength } from '../outputs/sentences.ts';
import { comparePlaces, type Departure, NOTHING, type TracedPart } from './account-apportioning.ts';
import type { AccountTrail } from './account-trail.ts';
import { beginSeed } from './begin-seed.ts';
import type { Holder } from './holder.ts';
import type { LoadedAccount, LoadedAccounts } from './loaded-accounts.ts';
import { boundaryOf } from './order-unknown.ts';
import type { EntryDraft } from './statement-record.ts';
import type { Timeline, TimelineEvent } from './timeline.ts';
import { cutKey, TraceRecord } from './trace-record.ts';
import { type TradeHost, TradePass } from './trade-pass.ts';
import { hubDetail, TrailEnds } from './trail-ends.ts';

const SECONDS_A_DAY = 86_400;
const MILLION = 1_000_000n;
const UNREAD = 'Not yet read: the budget of the trace is used up.';

const PAID_IN_TRADE =
  'Paid as one side of a trade. What the account goes on with is reckoned from what it gave, so the money of whoever paid ends here.';

/** One pass over everything read so far, in the order of the trace. The same timeline gives the same record. */
export class Replay implements TradeHost {
  readonly record = new TraceRecord();
  readonly holders: (Holder | undefined)[];
  private readonly raw: bigint[];
  /** Accounts that were read from a later place than they are needed from. */
  private readonly stale = new Set<number>();
  private readonly ends: TrailEnds;
  private readonly trades: TradePass;
  private readonly trail: AccountTrail;
  private readonly loaded: LoadedAccounts;
  private readonly timeline: Timeline;
  private readonly cut: ReadonlySet<string>;

  constructor(trail: AccountTrail, loaded: LoadedAccounts, timeline: Timeline, cut: ReadonlySet<string>) {
    this.trail = trail;
    this.loaded = loaded;
    this.timeline = timeline;
    this.cut = cut;
    this.ends = new TrailEnds(trail, loaded);
    this.trades = new TradePass(trail, this);
    this.holders = timeline.accounts.map(() => undefined);
    this.raw = timeline.accounts.map(({ opening }) => opening);
  }

  run(): this {
    for (const event of this.timeline.events) {
      if (event.trade) this.trades.pass(event, event.trade);
      else if (event.move) this.passMove(event, event.move);
    }
    return this;
  }

  timeOf({ position }: MovePlace): number {
    return this.trail.reader.block(positionHeight(position))?.time ?? 0;
  }

  /** Beyond the side of the window that the trace runs towards: nothing there is followed. */
  isBeyond(time: number): boolean {
    const { fromTime, toTime } = this.trail.request.stops;
    return this.trail.isForward ? time > (toTime ?? Number.MAX_SAFE_INTEGER) : time < (fromTime ?? 0);
  }

  /** On the side of the window that the trace comes from. */
  private isAhead(time: number): boolean {
    const { fromTime, toTime } = this.trail.request.stops;
    return this.trail.isForward ? time < (fromTime ?? 0) : time > (toTime ?? Number.MAX_SAFE_INTEGER);
  }

  private passMove(event: TimelineEvent, move: StoredMove): void {
    const source = event.source.isNetted ? undefined : this.holderAt(event.source.index);
    // A seed that a trade reports starts there.
    const isTold = event.seeded !== undefined || (!source && !event.isSeed);
    const time = isTold ? 0 : this.timeOf(move);
    if (isTold) this.arriveClean(event, move.amount);
    else if (event.isSeed || !this.isBeyond(time)) this.carry(event, move, source, time);
    else if (source) source.goesOn = true;
    this.weigh(event, move.amount);
  }

  private carry(event: TimelineEvent, move: StoredMove, source: Holder | undefined, time: number): void {
    const left = source ? this.leave(source, event, move.amount, time) : NOTHING;
    const part = event.isSeed ? this.begin(event, move, left, source) : left;
    const hop = event.isSeed || !source ? 0 : source.hop + 1;
    this.record.added(move.position, move.asset, part.added, hop);
    if (part.tainted > 0n) this.send(event, move, part, hop, event.isSeed, time);
    else this.arriveClean(event, move.amount);
  }

  /** What of a seed was traced already does not begin twice. */
  private begin(event: TimelineEvent, move: StoredMove, left: Departure, source: Holder | undefined): Departure {
    const { begun, departure } = beginSeed(move.amount, this.trail.seeds.partOf(move), left);
    this.record.begin(move, begun);
    if (source) {
      source.taintedIn += departure.added;
      source.taintedOut += departure.added;
      this.countAdded(event, departure.added);
    }
    return departure;
  }

  /** Keeps the balances of accounts that nothing traced has reached yet, and notes where one paid more than is known. */
  weigh(
    { at, source, target }: Pick<TimelineEvent, 'at' | 'source' | 'target'>,
    amount: bigint,
    received = amount,
  ): void {
    if (!this.trail.isForward) return;
    if (source.index !== undefined && !source.isNetted) {
      const left = (this.raw[source.index] ?? 0n) - amount;
      const holder = this.holderAt(source.index);
      if (holder && left < 0n) holder.isShort = true;
      this.raw[source.index] = holder && left < 0n ? 0n : left;
      this.enterBalance(at, source.index);
    }
    if (target.index !== undefined && !target.isNetted) {
      this.raw[target.index] = (this.raw[target.index] ?? 0n) + received;
      this.enterBalance(at, target.index);
    }
  }

  private enterBalance({ position }: MovePlace, index: number): void {
    const entry = this.record.statement.find(position, index);
    if (entry) entry.balanceAfter = this.raw[index] ?? 0n;
  }

  holderAt(index: number | undefined): Holder | undefined {
    return index === undefined ? undefined : this.holders[index];
  }

  leave(holder: Holder, event: TimelineEvent, amount: bigint, time: number): Departure {
    const before = holder.book.held;
    const lapsed = this.endDormant(holder, time);
    const part = holder.book.leave(event.at, amount);
    // What a method would add to a seed begins there instead.
    const added = event.isSeed ? 0n : part.added;
    holder.taintedIn += added;
    holder.taintedOut += part.tainted - part.added + added;
    this.enterDeparture(event, amount, part, before, lapsed);
    if (!event.isSeed) this.countAdded(event, part.added);
    holderAfter(this.entryOf(event), holder);
    return part;
  }

  /** What an account's books state about a payment it made. */
  private enterDeparture(
    { at, source: { index } }: TimelineEvent,
    amount: bigint,
    part: Departure,
    before: bigint,
    lapsed: bigint,
  ): void {
    if (index === undefined) return;
    const { statement } = this.record;
    const own = statement.ownOf(index);
    own.wentOut += amount - part.tainted + part.added;
    own.lapsed += lapsed;
    if (part.tainted === 0n && lapsed === 0n) return;
    statement.touch(at.position, index, before, this.raw[index] ?? 0n).lapsed += lapsed;
  }

  private entryOf({ at, source: { index } }: TimelineEvent): EntryDraft | undefined {
    return index === undefined ? undefined : this.record.statement.find(at.position, index);
  }

  /** Untraced money of an account that counts as traced from here on is its own no more. */
  private countAdded(event: TimelineEvent, added: bigint): void {
    const { index } = event.source;
    if (index === undefined || added === 0n) return;
    const own = this.record.statement.ownOf(index);
    own.wentOut -= added;
    own.added += added;
    const held = this.holderAt(index)?.book.held ?? 0n;
    this.record.statement.touch(event.at.position, index, held, this.raw[index] ?? 0n).added += added;
  }

  /** Whole balance of an account by its moves alone. */
  balanceOf(index: number): bigint {
    return this.raw[index] ?? 0n;
  }

  private endDormant(holder: Holder, time: number): bigint {
    const { dormantDays } = this.trail.request.stops;
    const days = Math.abs(time - holder.lastTime) / SECONDS_A_DAY;
    if (dormantDays === undefined || days <= dormantDays || holder.book.held === 0n) return 0n;
    const amount = holder.book.release();
    holder.released += amount;
    const { account, last: at, hop } = holder;
    const lay = formatLength(Math.abs(time - holder.lastTime));
    const detail = `Lay ${lay}, longer than the limit of ${formatDays(dormantDays)}.`;
    this.record.leaf({ ...place(account), at, amount, hop, reason: 'dormant', detail, onward: null });
    return amount;
  }

  arriveClean({ at, target }: TimelineEvent, amount: bigint): void {
    const holder = target.isNetted ? undefined : this.holderAt(target.index);
    if (!holder || target.index === undefined) return;
    holder.book.arrive(at, amount, NOTHING);
    this.record.statement.ownOf(target.index).cameIn += amount;
  }

  /** A traced payment: a fee, a cut, an end, or it continues into the next account. */
  private send(
    event: TimelineEvent,
    move: StoredMove,
    part: Departure,
    hop: number,
    isSeed: boolean,
    time: number,
  ): void {
    const { isForward } = this.trail;
    const { tainted } = part;
    if (isForward && (move.kind === 'fee' || move.kind === 'tip')) {
      this.record.fee(move.position, move.asset, tainted, hop);
      const entry = this.entryOf(event);
      if (entry) entry.fee += tainted;
      this.arriveClean(event, move.amount);
      return;
    }
    const [near, far] = isForward ? [move.from, move.to] : [move.to, move.from];
    const cut = isSeed ? undefined : this.cutOf(event, move, tainted);
    if (cut) {
      this.record.cut(near, move.asset, cut, tainted, hop);
      const entry = this.entryOf(event);
      if (entry) entry.cut += tainted;
      this.arriveClean(event, move.amount);
      return;
    }
    this.record.transfer(move, tainted, hop);
    if (isSeed || !this.isAhead(time)) {
      this.sendOn(event, move, part, hop);
      return;
    }
    const reason = isForward ? 'before-window' : 'after-window';
    const detail = 'The payment lies outside the time window.';
    const leaf = { at: event.at, address: far, asset: move.asset, amount: tainted, hop };
    this.record.leaf({ ...leaf, reason, detail, onward: null });
    this.arriveClean(event, move.amount);
  }

  private sendOn(event: TimelineEvent, move: StoredMove, part: Departure, hop: number): void {
    const [near, far] = this.trail.isForward ? [move.from, move.to] : [move.to, move.from];
    const leaf = { at: event.at, address: far, asset: move.asset, amount: part.tainted, hop };
    const verdict = this.ends.judge(move, near, far, hop);
    // What the trade brought is calculated from what was given for it, and is not to count for this as well.
    if (verdict.kind === 'on' && event.target.isNetted) {
      this.record.leaf({ ...leaf, reason: 'trade', detail: PAID_IN_TRADE, onward: null });
      return;
    }
    if (verdict.kind === 'on') {
      const place = boundaryOf(move, this.trail.isForward);
      this.arrive(event, { address: far, asset: move.asset, place }, move.amount, part, hop);
      return;
    }
    if (verdict.kind === 'end') this.record.leaf({ ...leaf, ...verdict.end });
    else {
      this.record.leaf({ ...leaf, reason: 'budget', detail: UNREAD, onward: null });
      if (verdict.what === 'actions') this.record.wantedActions.add(move.position);
      else this.want(far, move.asset, boundaryOf(move, this.trail.isForward));
    }
    this.arriveClean(event, move.amount);
  }

  private cutOf(event: TimelineEvent, { asset }: StoredMove, tainted: bigint): CutKind | undefined {
    const { stops } = this.trail.request;
    const { seeds } = this.trail;
    if (asset === seeds.asset && tainted < stops.minAmount) return 'min-amount';
    if (asset === seeds.asset && tainted * MILLION < seeds.total * BigInt(stops.minSharePpm)) return 'min-share';
    const { index } = event.source;
    if (index === undefined) return undefined;
    if (this.cut.size > 0 && this.cut.has(cutKey(index, event.at))) return 'fan-out';
    this.record.payment(index, event.at, tainted);
    return undefined;
  }

  private want(address: AccountKey, asset: AssetKey, at: MovePlace, isTrader = false): void {
    const key = accountAssetKey(address, asset);
    const known = this.record.wants.get(key);
    const order = known ? comparePlaces(at, known.place) : 0;
    const isFarther = !known || (this.trail.isForward ? order < 0 : order > 0);
    const place = isFarther ? at : known.place;
    this.record.wants.set(key, { address, asset, place, isTrader: isTrader || (known?.isTrader ?? false) });
  }

  /** Traced money joins an account, if it was read as far as that. */
  arrive(
    event: TimelineEvent,
    to: { readonly address: AccountKey; readonly asset: AssetKey; readonly place: MovePlace },
    amount: bigint,
    part: TracedPart,
    hop: number,
  ): void {
    const { target, at } = event;
    const index = target.index ?? this.timeline.indexes.get(accountAssetKey(to.address, to.asset));
    const account = index === undefined ? undefined : this.timeline.accounts[index];
    const leaf = { at, address: to.address, asset: to.asset, amount: part.tainted, hop, onward: null };
    if (account && index !== undefined && this.isRead(index, account, to.place)) {
      if (account.isHub) {
        const { hubTransfers } = this.trail.request.stops;
        const all = this.loaded.moveCount(to.address);
        const detail = hubDetail(hubTransfers, all, account.place.position, this.trail.isForward);
        this.record.leaf({ ...leaf, reason: 'hub', detail });
        return;
      }
      const holder = this.holders[index] ?? this.open(index, account, hop, at);
      const entry = this.record.statement.touch(at.position, index, holder.book.held, this.raw[index] ?? 0n);
      holder.book.arrive(at, amount, part);
      holderAfter(entry, holder);
      this.record.statement.ownOf(index).cameIn += amount - part.tainted;
      holder.hop = Math.min(holder.hop, hop);
      holder.last = at;
      holder.lastTime = this.timeOf(at);
      holder.taintedIn += part.tainted;
      return;
    }
    if (index !== undefined) this.stale.add(index);
    this.want(to.address, to.asset, to.place, event.trade !== undefined);
    this.record.leaf({ ...leaf, reason: 'budget', detail: UNREAD });
  }

  private isRead(index: number, account: LoadedAccount, at: MovePlace): boolean {
    if (this.stale.has(index)) return false;
    const order = comparePlaces(at, account.place);
    return this.trail.isForward ? order >= 0 : order <= 0;
  }

  private open(index: number, account: LoadedAccount, hop: number, at: MovePlace): Holder {
    const known = this.raw[index] ?? 0n;
    const opening = known < 0n ? 0n : known;
    if (known < 0n) this.raw[index] = 0n;
    const { method, isForward } = this.trail;
    const book = isForward ? method.forward(opening) : method.backward?.(this.timeline.historyOf(index));
    const holder: Holder = {
      account,
      book: book ?? method.forward(opening),
      opening: known < 0n ? null : known,
      hop,
      last: at,
      lastTime: 0,
      taintedIn: 0n,
      taintedOut: 0n,
      released: 0n,
      isShort: false,
      goesOn: false,
    };
    this.holders[index] = holder;
    return holder;
  }
}

function holderAfter(entry: EntryDraft | undefined, { book }: Holder): void {
  if (entry) entry.after = book.held;
}

function place({ address, asset }: LoadedAccount): { address: AccountKey; asset: AssetKey } {
  return { address, asset };
}
