import type { BlockRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { StopRules } from '@trailmark/core/trace/trace-request';
import { partyStop } from '../party-stop.ts';
import type { Coin, Ending, Passage } from './coin.ts';
import type { IndexedHeights } from './indexed-heights.ts';
import {
  formatCoinJoin,
  formatDay,
  formatDays,
  formatLength,
  formatMissing,
  formatNumber,
  formatParty,
} from './sentences.ts';

const DAY_SECONDS = 86_400;

export function leaf(reason: StopReason, say: () => string): Ending {
  return { kind: 'leaf', reason, say };
}

/** What the rules may look at in addition to the coin. */
export interface StopContext {
  readonly isForward: boolean;
  readonly stops: StopRules;
  /** Canonical addresses. */
  readonly stopAt: ReadonlySet<string>;
  /** Address of an owner, and its attribution, by its number among the known addresses. */
  readonly addressAt: (owner: number | undefined) => string | null;
  readonly partyOf: (owner: number | undefined) => KnownParty | undefined;
  readonly timeOf: (height: number) => number;
  readonly blockAt: (height: number) => BlockRecord | undefined;
  readonly held: IndexedHeights;
}

/** Ends a trail where the money is: by its attribution, and by what the output is. */
export function endAtPlace({ owner, position, isUnspendable }: Coin, context: StopContext): Ending | undefined {
  if (isUnspendable) return leaf('unspendable', () => 'The output is made so that nobody can spend it.');
  const address = context.stopAt.size === 0 ? null : context.addressAt(owner);
  if (address !== null && context.stopAt.has(address))
    return leaf('stop-at', () => `The request names ${address} as a place to end at.`);
  const party = context.partyOf(owner);
  const reason = party && partyStop(party, context.stops);
  if (party && reason) return leaf(reason, () => formatParty(party));
  if (position === undefined)
    return leaf('source-unknown', () => 'The index does not hold the transaction that made this output.');
  return undefined;
}

/** Ends a trail at a payment that a memo says went into a bridge, or backward came out of one. */
export function endAtBridge({ held }: Passage, slot: number, { isForward, stops }: StopContext): Ending | undefined {
  const { bridge } = held;
  if (!stops.contracts || bridge?.vout !== slot || (bridge.kind === 'bridge-out') !== isForward) return undefined;
  const { network = 'unknown', address, message, certainty } = bridge.counterpart;
  const onward = {
    network: network.slice(0, 200),
    address: address?.slice(0, 200) ?? null,
    message: message?.slice(0, 200) ?? null,
    certainty,
  };
  return { kind: 'leaf', reason: 'bridge', say: () => `${bridge.protocol}: ${bridge.note}`, onward };
}

/** Ends a trail at its last hop. */
export function endAtHop(hop: number, { stops }: StopContext): Ending | undefined {
  return hop >= stops.maxHops ? leaf('hop-cap', () => `Hop ${hop} of at most ${stops.maxHops}.`) : undefined;
}

function endAtWindow(time: number, { stops, isForward }: StopContext): Ending | undefined {
  const { fromTime, toTime } = stops;
  const moved = isForward ? 'Spent' : 'Paid';
  if (fromTime !== undefined && time < fromTime)
    return leaf(
      'before-window',
      () => `${moved} on ${formatDay(time)}, before the window, which begins on ${formatDay(fromTime)}.`,
    );
  if (toTime !== undefined && time > toTime)
    return leaf(
      'after-window',
      () => `${moved} on ${formatDay(time)}, after the window, which ends on ${formatDay(toTime)}.`,
    );
  return undefined;
}

/** Whether a spend is in an earlier block than the output. Within a block the order may be that of the ids, as on Bitcoin Cash. */
function isTooEarly(spentAt: Position, madeAt: Position): boolean {
  return spentAt === madeAt || positionHeight(spentAt) < positionHeight(madeAt);
}

/** Ends a trail by where and when the next transaction is, without looking into it. */
export function endBeforeNext(coin: Coin, context: StopContext): Ending | undefined {
  const { next, position, from } = coin;
  if (next === undefined || position === undefined) return undefined;
  const { timeOf, isForward, stops } = context;
  const spentAt = isForward ? next : from?.position;
  if (spentAt !== undefined && isTooEarly(spentAt, position))
    return leaf(
      'data-end',
      () => 'The index places the spend before the output it spends; the order here is not known.',
    );
  const hasWindow = stops.fromTime !== undefined || stops.toTime !== undefined;
  const outside = hasWindow ? endAtWindow(timeOf(positionHeight(next)), context) : undefined;
  if (outside || stops.dormantDays === undefined || spentAt === undefined) return outside;
  const made = timeOf(positionHeight(position));
  const spent = timeOf(positionHeight(spentAt));
  if (spent - made <= stops.dormantDays * DAY_SECONDS) return undefined;
  const limit = stops.dormantDays;
  return leaf(
    'dormant',
    () =>
      `Lay ${formatLength(spent - made)}, from ${formatDay(made)} to ${formatDay(spent)}; the limit is ${formatDays(limit)}.`,
  );
}

/** Ends a trail by what the next transaction is. */
export function endAtEntry({ held, coinJoin }: Passage, { isForward, stops }: StopContext): Ending | undefined {
  if (!isForward && held.isCoinbase)
    return leaf('issued', () => `Created by the coinbase of height ${formatNumber(positionHeight(held.position))}.`);
  if (stops.coinJoins && coinJoin?.isCoinJoin)
    return leaf('coinjoin', () => formatCoinJoin(held.txid, coinJoin, isForward));
  return undefined;
}

/** An output of a height whose spender the index does not know: unspent only where it would know. */
export function endUnspent(height: number, { held, timeOf }: StopContext): Ending {
  const runs = held.missing(height, held.tip);
  if (runs.length > 0) return leaf('data-end', () => `${formatMissing(runs)}: a spend there would not be seen.`);
  let sentence: string | undefined;
  return leaf('unspent', () => {
    sentence ??= `Received at height ${formatNumber(height)} (${formatDay(timeOf(height))}) and not spent up to height ${formatNumber(held.tip)} (${formatDay(timeOf(held.tip))}).`;
    return sentence;
  });
}
