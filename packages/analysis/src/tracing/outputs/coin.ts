import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { Position } from '@trailmark/core/position';
import type { CutKind, StopReason } from '@trailmark/core/trace/stop-reason';
import type { TraceLeaf } from '@trailmark/core/trace/trace';
import type { CoinTaint } from './apportioning.ts';
import type { IndexedTransaction } from './indexed-transaction.ts';
import { uniteTaints } from './unite-taints.ts';

/** Why a coin is not followed. A leaf's sentence is put together only for the answer. */
export type Ending =
  | {
      readonly kind: 'leaf';
      readonly reason: StopReason;
      readonly say: () => string;
      readonly onward?: TraceLeaf['onward'];
    }
  | { readonly kind: 'cut'; readonly cut: CutKind };

/** One output on the way, and what is known of where its traced part goes. */
export interface Coin {
  /** Transaction that made it; undefined where it is not indexed. */
  readonly position: Position | undefined;
  readonly vout: number;
  /** Number of its owner among the known addresses. */
  readonly owner: number | undefined;
  readonly value: bigint | undefined;
  readonly isUnspendable: boolean;
  /** Where the trace begins with it: all of it, or its first units. */
  readonly seed: CoinTaint | undefined;
  /** The passage that hands it on: forward the transaction that made it, backward the one that spends it. */
  from: Passage | undefined;
  /** Its number there: forward of the output, backward of the input. */
  fromSlot: number;
  /** What that passage hands on. */
  arrived: CoinTaint | undefined;
  /** Fewest hops from a seed. */
  hop: number;
  /** Decided where it is handed on. */
  ending: Ending | undefined;
  /** Forward: its spender was requested. Backward always true. */
  isLookedUp: boolean;
  /** Transaction it continues in: forward its spender, backward the one that made it. */
  next: Position | undefined;
  /** Its number there: forward of the input, backward of the output. */
  nextSlot: number;
  /** Decided by place and time of the next transaction alone. */
  barrier: Ending | undefined;
  /** Decided by the next transaction. */
  entry: Ending | undefined;
  isEnded: boolean;
}

/** One transaction that was read: traced coins enter it and are handed on, in the direction of the trace. */
export interface Passage {
  readonly position: Position;
  readonly held: IndexedTransaction;
  readonly coinJoin: CoinJoinFinding | undefined;
  entering: Coin[];
  coins: readonly Coin[];
  /** At the last calculation traced money went in and was divided. */
  isReached: boolean;
  fee: bigint;
  added: bigint;
  hop: number;
  cuts: readonly PassageCut[];
  /** Traced money came here, and its method cannot divide it. */
  isIndivisible: boolean;
}

export interface PassageCut {
  readonly kind: CutKind;
  readonly count: number;
  readonly amount: bigint;
}

/** `position:vout`, by which the ledger answers for an output. */
export function keyOf({ position, vout }: Pick<Coin, 'position' | 'vout'>): string {
  return `${position}:${vout}`;
}

/** What of a coin is traced: of a seed what begins there, and what else reaches it. */
export function taintOf({ seed, arrived, value }: Coin): CoinTaint | undefined {
  if (!seed || !arrived) return seed ?? arrived;
  return seed.amount === value ? seed : uniteTaints(seed, arrived);
}

/** Whether any of it is traced. */
export function isTainted({ seed, arrived }: Coin): boolean {
  return seed !== undefined || arrived !== undefined;
}

/** Whether two traced parts are the same units. */
export function isSameTaint(a: CoinTaint | undefined, b: CoinTaint | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.amount !== b.amount || a.spans.length !== b.spans.length) return false;
  return a.spans.every((unit, i) => unit === b.spans[i]);
}

/** Whether its traced part is to continue to the next transaction, as far as the coin itself decides. */
export function isGoingOn(coin: Coin): boolean {
  return isTainted(coin) && coin.ending === undefined && coin.barrier === undefined;
}

/** Whether a coin that enters a passage went into its last calculation. */
export function isAdmitted(coin: Coin): boolean {
  return isGoingOn(coin) && coin.entry === undefined;
}
