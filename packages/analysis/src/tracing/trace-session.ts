import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TraceProgress) => void) | undefined;
  /**
   * For who reads sums and ends alone: steps and cuts are left out, and ends at nobody may be without a name and without words.
   * Amounts, reasons, parties, peel chains and gaps are those of the whole answer. What began in brief continues in brief.
   */
  readonly isBrief?: boolean | undefined;
  /** In brief: ends at nobody may be one for each reason, but for those at these addresses. Left out: each is by itself. */
  readonly apart?: readonly string[] | undefined;
}

/** How the work is cut up. Neither changes the result. */
export interface TraceBatching {
  /** Places requested in one query. */
  readonly batch: number;
  /** Queries under way at once. */
  readonly concurrency: number;
}

export const DEFAULT_BATCHING: TraceBatching = { batch: 2_000, concurrency: 2 };
/** An output has one spender, so that many can be requested at once: one pass over the spends answers for all of them. */
export const OUTPUT_BATCHING: TraceBatching = { batch: 50_000, concurrency: 2 };

/**
 * A trace that can be run in pieces: each run reads at most `budget` further transactions, and the last answer is the same as
 * one run with the sum. Rejects with `unavailable` when the signal aborts; the session can then be run again. What a run that failed
 * had read stays read: where that is more than later runs are allowed, the answer is that of one run with as much as was read.
 */
export interface TraceSession {
  run(budget: number, options?: RunOptions): Promise<Trace>;
}
