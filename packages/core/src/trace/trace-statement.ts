import type { AssetKey } from '../asset.ts';

/** What the traced money of one account and asset did in one transaction. before + received + added = paid + fee + cut + lapsed + after. */
export interface StatementEntry {
  readonly address: string;
  readonly asset: AssetKey;
  /** Traced money in the account before the transaction and after it; backward what is sought from it. */
  readonly before: bigint;
  readonly after: bigint;
  /** The whole balance; null where it does not follow from indexed data. */
  readonly balanceBefore: bigint | null;
  readonly balanceAfter: bigint | null;
  /** Untraced money of the account that the method counts as traced from here on. */
  readonly added: bigint;
  readonly fee: bigint;
  readonly cut: bigint;
  /** Lay longer than the limit and left the trace. */
  readonly lapsed: bigint;
}

/** What began or ended in a transaction, by what it refers to. */
export interface StatementPart {
  readonly ref: string;
  readonly address: string | null;
  readonly asset: AssetKey;
  readonly amount: bigint;
}

/**
 * One transaction of an account chain. Per asset: Σ before + began + Σ added + got = Σ after + ended + given + Σ fee + Σ cut + Σ
 * lapsed, in the direction of the trace.
 */
export interface StatementStep {
  readonly txid: string;
  readonly height: number;
  readonly hop: number | null;
  readonly entries: readonly StatementEntry[];
  readonly began: readonly StatementPart[];
  readonly ended: readonly StatementPart[];
  readonly got: readonly StatementPart[];
  readonly given: readonly StatementPart[];
}

/**
 * Money of an account that is not traced, from its first traced receipt to the end of the trace: opening + cameIn + lapsed -
 * wentOut - added = closing - held. `closing` comes from the payments alone and `held` from the method.
 */
export interface OwnMoney {
  readonly address: string;
  readonly asset: AssetKey;
  readonly opening: bigint;
  readonly cameIn: bigint;
  readonly wentOut: bigint;
  readonly added: bigint;
  readonly lapsed: bigint;
  readonly closing: bigint;
  readonly held: bigint;
}

/** The books behind a trace over an account chain, for its audit: neither part of an answer nor of its hash. */
export interface TraceStatement {
  /** In the order of the chain. */
  readonly steps: readonly StatementStep[];
  /** Accounts whose balance follows from indexed data; forward only. */
  readonly own: readonly OwnMoney[];
}
