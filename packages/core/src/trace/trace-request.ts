import type { AssetKey } from '../asset.ts';
import type { ChainId } from '../chain.ts';

/** Where traced money goes to (`forward`), or where it came from (`backward`). */
export const TRACE_DIRECTIONS = ['forward', 'backward'] as const;
export type TraceDirection = (typeof TRACE_DIRECTIONS)[number];

/**
 * Which payments of an address an account chain's trace begins with: those it received, those it made, or both. What a payment
 * passes on of a receipt begins once, so `all` adds what the address paid out of money whose receipt is not indexed.
 */
export const SEED_SIDES = ['received', 'paid', 'all'] as const;
export type SeedSide = (typeof SEED_SIDES)[number];

/**
 * What a trace begins with. `output`: one output, whole or the part that `amount` says, in the smallest unit. `transaction`: all outputs of a transaction, or all its transfers
 * of the asset. `transfer`: one move of an account chain, by its slot in the declared order, whole or in part. `address`: everything it
 * received within the time window, forward; backward everything it paid out, and in the Bitcoin family what it received. On
 * account chains `side` says otherwise.
 */
export type TraceSeed =
  | { readonly kind: 'output'; readonly txid: string; readonly vout: number; readonly amount?: bigint | undefined }
  | { readonly kind: 'transaction'; readonly txid: string }
  | { readonly kind: 'transfer'; readonly txid: string; readonly slot: number; readonly amount?: bigint | undefined }
  | {
      readonly kind: 'address';
      readonly address: string;
      readonly side?: SeedSide | undefined;
      /** Only what its newest so many transactions paid it, on account chains its newest so many transfers. Left out: everything. */
      readonly newest?: number | undefined;
    };

/** When a trail is not followed further. Every rule that ends one is named at the leaf or the cut. */
export interface StopRules {
  /** Services that take deposits pool funds: what leaves them is not the same money. */
  readonly services: boolean;
  readonly mixers: boolean;
  readonly coinJoins: boolean;
  /** Contracts that pool funds (exchange pools, lending, bridges); a swap that a protocol proves is followed before this applies. */
  readonly contracts: boolean;
  readonly sanctioned: boolean;
  /** Every other address that a label names, unless as a private wallet: for exposure, which ends at the first name. Left out: no. */
  readonly labelled?: boolean | undefined;
  /** Follow swaps that a protocol's logs prove. */
  readonly followSwaps: boolean;
  /** Continue over bridges to chains this installation indexes, where the other side is proven or stated. Left out: no. */
  readonly followBridges?: boolean | undefined;
  readonly maxHops: number;
  /** Smallest unit of the seed's asset; traced amounts below it are not followed. */
  readonly minAmount: bigint;
  /** Millionths of the whole amounts of all seeds. */
  readonly minSharePpm: number;
  /** Seconds, inclusive; payments outside are not followed. */
  readonly fromTime: number | undefined;
  readonly toTime: number | undefined;
  /** Stops where money lay longer than this before it moved on. */
  readonly dormantDays: number | undefined;
  /** Payments followed at one step, largest first; the rest is one exact remainder. */
  readonly maxFanOut: number;
  /** Transfers in one account after which it is a hub: nothing is followed through it. */
  readonly hubTransfers: number;
  /** Places the examiner ends trails at. */
  readonly stopAt: readonly string[];
}

/** An examiner's word on one transaction: which output is change (null: none), and for the exact method which outputs to follow. */
export interface TraceChoice {
  readonly txid: string;
  readonly change: number | null | undefined;
  readonly follow: readonly number[] | undefined;
  /** Why; kept with the log. */
  readonly reason: string | undefined;
}

/** Everything a trace depends on in addition to the ledger and what is known of addresses. The same request gives the same trace. */
export interface TraceRequest {
  readonly chain: ChainId;
  /** Of account chains; undefined: the asset of the seed, and of an address the chain's own coin. */
  readonly asset: AssetKey | undefined;
  readonly direction: TraceDirection;
  readonly seeds: readonly TraceSeed[];
  /** Name of the theft incident the seeds are of, if they are of one. */
  readonly incident: string | undefined;
  /** Id and version of the method, `fifo/1`, and its parameters. */
  readonly method: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly stops: StopRules;
  readonly choices: readonly TraceChoice[];
  /** Transactions read at most before the trace answers with what it has; on account chains those of the seeds count, and are read in any case. */
  readonly budget: number;
}

/** What a trace stops at by default. */
export const DEFAULT_STOPS: StopRules = {
  services: true,
  mixers: true,
  coinJoins: true,
  contracts: true,
  sanctioned: true,
  followSwaps: true,
  maxHops: 10,
  minAmount: 0n,
  minSharePpm: 0,
  fromTime: undefined,
  toTime: undefined,
  dormantDays: undefined,
  maxFanOut: 50,
  hubTransfers: 2_000,
  stopAt: [],
};

export const DEFAULT_BUDGET = 5_000;
/** Most transactions one request may read. */
export const MAX_BUDGET = 100_000;
export const MAX_SEEDS = 500;
