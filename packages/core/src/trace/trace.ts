import type { AssetKey } from '../asset.ts';
import type { CoinJoinKind, LinkRule } from '../cluster.ts';
import type { KnownParty } from './known-party.ts';
import type { CutKind, StopReason } from './stop-reason.ts';
import type { TraceRequest } from './trace-request.ts';
import type { TraceStatement } from './trace-statement.ts';

/**
 * One input or output of a step of the Bitcoin family. `ref` is `txid:vout` of the output it is or spends; where what an
 * input spends is not indexed, `txid#n`: input n of the step. Amounts are in the smallest unit; `tainted` is the
 * traced part of `amount`.
 */
export interface TracePart {
  readonly ref: string;
  /** Null where nobody can spend it, or its owner is not indexed. */
  readonly address: string | null;
  /** Null where the value is not indexed. */
  readonly amount: bigint | null;
  readonly tainted: bigint;
}

/** Which output of a transaction is considered change, and on whose word. */
export interface TraceChange {
  readonly vout: number | null;
  readonly by: 'rules' | 'examiner' | 'nobody';
  readonly rules: readonly LinkRule[];
  readonly isDisputed: boolean;
}

interface StepHead {
  readonly txid: string;
  readonly height: number;
  /** Index in the block: steps are in the order of the chain. */
  readonly index: number;
  readonly time: number;
  readonly timeEstimated: boolean;
  /** Fewest hops from a seed. */
  readonly hop: number;
}

/**
 * One transaction of the Bitcoin family that traced money went through. Forward: Σ inputs tainted + added = Σ outputs tainted
 * + feeTainted. Backward the outputs' taint is what was sought and the inputs' where it came from; a fee takes no part.
 */
export interface OutputStep extends StepHead {
  readonly family: 'outputs';
  readonly inputs: readonly TracePart[];
  readonly outputs: readonly TracePart[];
  /** Null where an input's value is not indexed. */
  readonly fee: bigint | null;
  readonly feeTainted: bigint;
  /** Untraced money that the method counts as traced from here on: poison and exact whole outputs only; may be negative where a method leaves value out. */
  readonly added: bigint;
  readonly change: TraceChange;
  readonly coinJoin: {
    readonly kind: CoinJoinKind;
    readonly participants: number | null;
    readonly confidence: number;
  } | null;
}

/** One move of an account chain that carried traced money. `ref` is `hash#slot`. */
export interface TraceTransfer {
  readonly ref: string;
  readonly kind: string;
  readonly asset: AssetKey;
  /** Null: created, destroyed, or paid to nobody who can be named. */
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
  readonly tainted: bigint;
}

/** What a conversion made of one asset, or made it from. */
export interface ConvertedPart {
  readonly asset: AssetKey;
  readonly amount: bigint;
  readonly tainted: bigint;
}

/**
 * A protocol changed what the money is: the traced part of one asset became that of another, by proportion. Where one asset became
 * several, or backward several were given for one, each of them has the same traced share, rounded down.
 */
export interface TraceConversion {
  readonly kind: 'swap' | 'wrap' | 'bridge';
  /** `uniswap-v2/1`. */
  readonly rule: string;
  readonly protocol: string;
  readonly account: string;
  readonly from: ConvertedPart;
  readonly to: ConvertedPart;
  /** Further assets that were given, backward. */
  readonly moreFrom?: readonly ConvertedPart[] | undefined;
  /** Further assets that were got, forward. */
  readonly moreTo?: readonly ConvertedPart[] | undefined;
  readonly certainty: 'proven' | 'stated' | 'likely';
}

/** One transaction of an account chain in which traced money moved. */
export interface AccountStep extends StepHead {
  readonly family: 'accounts';
  /** Moves that a block makes outside of transactions are in one step, whose `txid` is `block-<height>`. */
  readonly transfers: readonly TraceTransfer[];
  readonly conversions: readonly TraceConversion[];
  readonly feeTainted: bigint;
  readonly added: bigint;
}

export type TraceStep = OutputStep | AccountStep;

/** What traced money did in one account of one asset: opening + in = out + held, and the traced parts likewise. */
export interface TraceAccount {
  readonly address: string;
  readonly asset: AssetKey;
  /** Balance before the first traced receipt; null where the index cannot derive it (the method then calculates with zero). */
  readonly opening: bigint | null;
  readonly taintedIn: bigint;
  readonly taintedOut: bigint;
  readonly taintedHeld: bigint;
  readonly transfersRead: number;
}

/** Where a trail ends, and why. */
export interface TraceLeaf {
  /** The output, or the transfer that brought the money; for money still there the last one. */
  readonly ref: string;
  readonly address: string | null;
  readonly asset: AssetKey;
  /** Traced amount that ends here. */
  readonly amount: bigint;
  readonly hop: number;
  readonly height: number;
  readonly time: number;
  readonly reason: StopReason;
  /** One sentence, with the figures of this case. */
  readonly detail: string;
  readonly party: KnownParty | null;
  /** The other side of a bridge, where a message or memo names it. */
  readonly onward: {
    readonly network: string;
    readonly address: string | null;
    readonly message: string | null;
    readonly certainty: 'proven' | 'stated' | 'likely';
  } | null;
  /** Parts by victim, in the order of the seeds, for methods that divide; null otherwise. */
  readonly shares: readonly bigint[] | null;
}

/** Payments at one step that were not followed, as one exact remainder. */
export interface TraceCut {
  /** Transaction, or `address` of the account, at which it was cut. */
  readonly at: string;
  readonly hop: number;
  readonly kind: CutKind;
  readonly asset: AssetKey;
  readonly count: number;
  readonly amount: bigint;
  readonly detail: string;
}

/** A run of payments that peel small parts off one large rest. */
export interface PeelChain {
  /** Transactions in order. */
  readonly txids: readonly string[];
  /** The output that enters, and the rest that leaves. */
  readonly entered: string;
  readonly left: string;
  readonly enteredAmount: bigint;
  readonly leftAmount: bigint;
  readonly peeledAmount: bigint;
  readonly peeled: readonly TracePart[];
  readonly firstTime: number;
  readonly lastTime: number;
}

/** Per asset: began + added + convertedIn = Σ ended + cut + fees + convertedOut. `difference` is 0n, or the trace is wrong. */
export interface TraceSum {
  readonly asset: AssetKey;
  readonly began: bigint;
  readonly added: bigint;
  readonly convertedIn: bigint;
  readonly convertedOut: bigint;
  readonly ended: Readonly<Partial<Record<StopReason, bigint>>>;
  readonly cut: bigint;
  readonly fees: bigint;
  readonly difference: bigint;
  /** What addresses the trace begins with paid beyond their receipts, and is not in `began`; left out where that is nothing. */
  readonly unbegun?: bigint | undefined;
}

/** What is not indexed, or a figure rests on without being certain. */
export interface TraceGap {
  readonly kind:
    | 'heights-missing'
    | 'opening-unknown'
    | 'unbegun'
    | 'value-unknown'
    | 'order-unknown'
    | 'names-missing'
    | 'estimated-time';
  readonly where: string;
  readonly message: string;
}

/** What a trace found. Plain data: the same request over the same ledger and knowledge gives the same bytes. */
export interface Trace {
  readonly request: TraceRequest;
  readonly seeds: readonly {
    readonly ref: string;
    readonly address: string | null;
    readonly asset: AssetKey;
    /** What the trace begins with here: the whole, less what money of another seed brings to it. */
    readonly amount: bigint;
    readonly height: number;
    readonly time: number;
  }[];
  /** `partial`: the budget ended it; leaves with `budget` say where, and it can be continued. */
  readonly state: 'complete' | 'partial';
  /** In the order of the chain, forward and backward alike. */
  readonly steps: readonly TraceStep[];
  /** Account chains only. */
  readonly accounts: readonly TraceAccount[];
  readonly leaves: readonly TraceLeaf[];
  readonly cuts: readonly TraceCut[];
  readonly peelChains: readonly PeelChain[];
  readonly sums: readonly TraceSum[];
  readonly gaps: readonly TraceGap[];
  readonly counts: { readonly transactionsRead: number; readonly rounds: number };
  /** The books behind it, where its engine keeps any: not part of an answer. */
  readonly statement?: TraceStatement | undefined;
}
