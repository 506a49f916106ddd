import type { Crossing, CrossingCertainty, CrossingEnd } from '@trailmark/core/trace/crossing';
import { formatWait } from '@trailmark/core/trace/format-wait';
import { least } from '../accounts/account-apportioning.ts';
import { type BridgeEvent, normaliseMessage } from './bridge-event.ts';
import type { CrossingLedger } from './crossing-ledger.ts';

const FAMILY_SKEW = { outputs: 7_200, accounts: 60 } as const;

/** Seconds by which a payment out may seem to come before the payment in: clocks of blocks differ, those of the Bitcoin family by up to two hours. Within one chain heights say it. */
export function skewOf(a: CrossingLedger, b: CrossingLedger): number {
  if (a.chain === b.chain) return 0;
  return Math.max(FAMILY_SKEW[a.family], FAMILY_SKEW[b.family]);
}

/** How long the money was under way, seen from the side the trace comes from. */
export function describeSeconds(seconds: number, isForward: boolean): string {
  if (seconds < 0)
    return `by the times of their blocks ${formatWait(-seconds)} ${isForward ? 'before' : 'after'} the other side`;
  return `${formatWait(seconds)} ${isForward ? 'later' : 'before'}`;
}

/** Why two events are the two sides of one bridge transfer. */
export interface Joint {
  readonly certainty: CrossingCertainty;
  readonly message: string | null;
  readonly basis: string;
}

/** Joins a payment in and a payment out by what their logs and memos say; undefined where neither names the other. */
export function findJoint(out: BridgeEvent, into: BridgeEvent): Joint | undefined {
  const [sent, received] = [out.counterpart, into.counterpart];
  const id = received.message === undefined ? undefined : normaliseMessage(received.message);
  if (id === undefined || id === '') return undefined;
  if (sent.message !== undefined && normaliseMessage(sent.message) === id) {
    const isProven = sent.certainty === 'proven' && received.certainty === 'proven';
    const basis = isProven
      ? 'Both sides log the same message id, in contracts known by address.'
      : 'Both sides give the same message id; at least one of them is only stated.';
    return { certainty: isProven ? 'proven' : 'stated', message: received.message ?? null, basis };
  }
  if (out.txid !== id) return undefined;
  return {
    certainty: 'stated',
    message: id,
    basis:
      'The payment out names the transaction of the payment in. Whoever pays writes that, so it is stated and not proven.',
  };
}

export interface SidePart {
  readonly event: BridgeEvent;
  readonly ref: string;
}

function toEnd({ event, ref }: SidePart, tainted: bigint): CrossingEnd {
  const { chain, txid, address, asset, amount, height, time } = event;
  return { chain, ref, txid, address, asset, amount, tainted, height, time };
}

/**
 * A bridge transfer with the traced part carried over by proportion, rounded down. `tainted` is of the side the trace comes from, and
 * never counts for more than was paid there.
 */
export function toCrossing(
  sides: { readonly out: SidePart; readonly into: SidePart },
  traced: { readonly isForward: boolean; readonly amount: bigint },
  joint: Joint,
): Crossing {
  const { out, into } = sides;
  const [near, far] = traced.isForward ? [out, into] : [into, out];
  const whole = near.event.amount;
  const tainted = least(traced.amount, whole);
  const carried = whole > 0n ? (far.event.amount * tainted) / whole : 0n;
  const [fromTainted, toTainted] = traced.isForward ? [tainted, carried] : [carried, tainted];
  return {
    protocol: near.event.protocol.slice(0, 200),
    rule: near.event.rule,
    certainty: joint.certainty,
    from: toEnd(out, fromTainted),
    to: toEnd(into, toTainted),
    message: joint.message?.slice(0, 200) ?? null,
    seconds: into.event.time - out.event.time,
    basis: joint.basis,
  };
}
