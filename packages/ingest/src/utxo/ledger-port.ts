import type { FundingAnswers, FundingRequests } from '@trailmark/core/funding';
import type { EncodedBatch } from '@trailmark/store/facts/batch-encoder';

/** What an ingest needs of the store. The same whether the store is in this thread or behind a message port. */
export interface LedgerPort {
  /** Top of the run of whole blocks that contains a height; undefined when none does. */
  contiguousTip(from: number): Promise<{ height: number; hash: string } | undefined>;
  /** Hash (display order) indexed at a height. */
  indexedHash(height: number): Promise<string | undefined>;
  findOutputs(requests: FundingRequests): Promise<FundingAnswers>;
  commit(batch: EncodedBatch): Promise<void>;
  /** Removes all blocks at or above a height, keeping their headers and txids as orphans. */
  invalidate(fromHeight: number): Promise<void>;
  /** Removes whatever other sources put at or above a height: bundled windows give way to a node's own blocks. */
  discardFrom(fromHeight: number): Promise<void>;
}
