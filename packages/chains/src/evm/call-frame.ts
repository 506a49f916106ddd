import type { AccountKey } from '@trailmark/core/account-block';

/** A call of a transaction, whichever form a node gave it in. */
export interface CallFrame {
  /**
   * `call` and `create` move their value from `from` to `to`, `destroy` everything a contract holds; `other` (DELEGATECALL,
   * STATICCALL, CALLCODE) moves nothing, whatever value it shows.
   */
  readonly kind: 'call' | 'create' | 'destroy' | 'other';
  /** 0 for the transaction's own call. */
  readonly depth: number;
  /** `0.2.1`; empty for the transaction's own call. */
  readonly path: string;
  readonly from: AccountKey;
  /** Empty where a creation failed. */
  readonly to: AccountKey;
  readonly value: bigint;
  /** The node's word for why it failed, capped; undefined where it did not. */
  readonly failure: string | undefined;
}

const MAX_FAILURE = 200;

/** The word for a failure; a node that says nothing but that there was one gets "failed". */
export function readFailure(error: unknown): string | undefined {
  if (error === undefined || error === null || error === '') return undefined;
  return typeof error === 'string' ? error.slice(0, MAX_FAILURE) : 'failed';
}

/** A transaction's calls, each before those below it; undefined for one whose trace the node could not make. */
export type TransactionFrames = readonly CallFrame[] | undefined;
