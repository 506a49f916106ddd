import type { AccountKey } from '@trailmark/core/account-block';
import type { MovePlace } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Departure, least, most, NOTHING, type TracedPart } from './account-apportioning.ts';
import type { AccountTrail } from './account-trail.ts';
import type { Holder } from './holder.ts';
import { NOBODY, type TimelineEvent, tradeBoundary } from './timeline.ts';
import type { TraceRecord } from './trace-record.ts';
import { isGainOf, isNetted, type Trade, type TradeLeg } from './trades.ts';

/** What a trade needs of the pass that contains it. */
export interface TradeHost {
  readonly record: TraceRecord;
  timeOf(place: MovePlace): number;
  isBeyond(time: number): boolean;
  holderAt(index: number | undefined): Holder | undefined;
  leave(holder: Holder, event: TimelineEvent, amount: bigint, time: number): Departure;
  arrive(
    event: TimelineEvent,
    to: { readonly address: AccountKey; readonly asset: AssetKey; readonly place: MovePlace },
    amount: bigint,
    part: TracedPart,
    hop: number,
  ): void;
  arriveClean(event: TimelineEvent, amount: bigint): void;
  weigh(event: Pick<TimelineEvent, 'at' | 'source' | 'target'>, amount: bigint, received?: bigint): void;
}

/** Takes a pass through the trades in its timeline. */
export class TradePass {
  private readonly trail: AccountTrail;
  private readonly host: TradeHost;

  constructor(trail: AccountTrail, host: TradeHost) {
    this.trail = trail;
    this.host = host;
  }

  pass(event: TimelineEvent, trade: Trade): void {
    const time = this.host.timeOf(event.at);
    const source = this.host.holderAt(event.source.index);
    const isOpen = event.seeded !== undefined || !this.host.isBeyond(time);
    if (source && !isOpen) source.goesOn = true;
    if (isOpen || event.gained.some((amount) => amount > 0n))
      this.give(event, trade, isOpen ? source : undefined, time);
    const [first, ...others] = trade.to;
    this.host.weigh(event, trade.from.amount, first.amount);
    for (const [i, { amount }] of others.entries())
      this.host.weigh({ at: event.at, source: NOBODY, target: event.more[i] ?? NOBODY }, 0n, amount);
  }

  /** What the account gives, and what the seeds say was given, becomes what it got. */
  private give(event: TimelineEvent, trade: Trade, source: Holder | undefined, time: number): void {
    const { from } = trade;
    const left = source ? this.host.leave(source, event, from.amount, time) : NOTHING;
    const tainted = most(left.tainted, least(event.seeded ?? 0n, from.amount));
    const hop = event.seeded !== undefined || !source ? 0 : source.hop + 1;
    if (event.seeded !== undefined) this.beginStated(trade, tainted - left.tainted);
    this.host.record.added(trade.position, from.asset, left.added, hop);
    const became = trade.to.map(({ amount }) => (amount * tainted) / from.amount);
    if (tainted > 0n) this.host.record.conversion({ trade, from: tainted, to: became }, hop);
    for (const [i, leg] of trade.to.entries()) {
      const target = i === 0 ? event.target : (event.more[i - 1] ?? NOBODY);
      const brought = became[i] ?? 0n;
      const begun = this.beginGained(trade, leg, least(event.gained[i] ?? 0n, leg.amount) - brought);
      const to = { ...leg, account: trade.account };
      this.become({ ...event, target }, to, brought + begun, begun > 0n ? 0 : hop);
    }
  }

  /** Seeds among what a trade brought begin with what of it was not traced already. */
  private beginGained(trade: Trade, { asset }: TradeLeg, amount: bigint): bigint {
    let rest = amount;
    if (rest <= 0n) return 0n;
    const { seeds, isForward } = this.trail;
    for (const move of seeds.moves) {
      if (move.asset !== asset || !isGainOf(trade, move, isForward)) continue;
      const part = least(seeds.partOf(move), rest);
      if (part > 0n) this.host.record.transfer(move, part, 0);
      this.host.record.begin(move, part);
      rest -= part;
    }
    return amount - rest;
  }

  /** Seeds that a trade reports start with what of its given side was not traced already. */
  private beginStated({ account, position, from }: Trade, amount: bigint): void {
    let rest = amount;
    for (const move of this.trail.seeds.moves) {
      const payer = this.trail.isForward ? move.from : move.to;
      if (move.position !== position || move.asset !== from.asset || payer !== account || !isNetted(move)) continue;
      const part = least(this.trail.seeds.partOf(move), rest);
      this.host.record.begin(move, part);
      rest -= part;
    }
  }

  /** One of the assets a trade continues with, and what of it is traced. */
  private become(
    event: TimelineEvent,
    { account: address, asset, amount }: TradeLeg & { readonly account: AccountKey },
    tainted: bigint,
    hop: number,
  ): void {
    const { isForward, request } = this.trail;
    if (tainted === 0n) {
      this.host.arriveClean(event, amount);
      return;
    }
    if (hop >= request.stops.maxHops) {
      const detail = `The trade is hop ${hop}, and trails are followed up to hop ${request.stops.maxHops}.`;
      const leaf = { at: event.at, address, asset, amount: tainted, hop, onward: null };
      this.host.record.leaf({ ...leaf, reason: 'hop-cap', detail });
      this.host.arriveClean(event, amount);
      return;
    }
    const place = tradeBoundary(event.at, isForward);
    this.host.arrive(event, { address, asset, place }, amount, { tainted, runs: undefined }, hop);
  }
}
