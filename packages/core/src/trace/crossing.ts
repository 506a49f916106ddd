import type { AssetKey } from '../asset.ts';
import type { ChainId } from '../chain.ts';

/** One side of a bridge: the payment into it, or the one it made. Amounts in the smallest unit of the asset there. */
export interface CrossingEnd {
  readonly chain: ChainId;
  /** `txid:vout` or `hash#slot`. */
  readonly ref: string;
  readonly txid: string;
  /** Who paid into the bridge, or was paid by it; null where it is not indexed. */
  readonly address: string | null;
  readonly asset: AssetKey;
  /** The whole payment. */
  readonly amount: bigint;
  /** The traced part of it; on the side the trace goes to, floor(whole there x traced here / whole here). */
  readonly tainted: bigint;
  readonly height: number;
  readonly time: number;
}

/** How sure it is that two payments are the two sides of one. */
export const CROSSING_CERTAINTIES = ['proven', 'stated', 'likely'] as const;
export type CrossingCertainty = (typeof CROSSING_CERTAINTIES)[number];

/** Money that went over a bridge from one chain to another: an inference from both ledgers by a named rule. */
export interface Crossing {
  readonly protocol: string;
  /** `nomad/2`, of the side the trace came from. */
  readonly rule: string;
  /** `proven`: both sides log one message id. `stated`: one side names the other. `likely`: amount, asset and time fit. */
  readonly certainty: CrossingCertainty;
  /** Paid into the bridge, whichever way the trace runs. */
  readonly from: CrossingEnd;
  /** Paid out of it. */
  readonly to: CrossingEnd;
  /** The id or transaction hash by which the sides were joined. */
  readonly message: string | null;
  /** From the payment in to the payment out; below zero only as far as block times may differ. */
  readonly seconds: number;
  /** What it rests on, in one sentence. */
  readonly basis: string;
}

/**
 * What looking for the other side gave. `found`: one, proven or stated. `several`: more than one fits, or none for certain.
 * `not-held`: the chain, or the days in question, are not in this index. `not-found`: they are, and it is not there.
 * `unreadable`: this side does not state enough to search.
 */
export const CROSSING_OUTCOMES = ['found', 'several', 'not-held', 'not-found', 'unreadable'] as const;
export type CrossingOutcome = (typeof CROSSING_OUTCOMES)[number];

/** The answer for one leaf of a trace that ended at a bridge. */
export interface CrossingAnswer {
  readonly chain: ChainId;
  /** Of the leaf. */
  readonly ref: string;
  readonly outcome: CrossingOutcome;
  /** One sentence with the figures of this case. */
  readonly sentence: string;
  /** One where it was found; the candidates where there are several; otherwise empty. */
  readonly crossings: readonly Crossing[];
}
