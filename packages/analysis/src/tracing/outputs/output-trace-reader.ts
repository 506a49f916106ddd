import type { LedgerReader } from '@trailmark/core/ledger-reader';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceBatching } from '../trace-session.ts';

/** What a trace over outputs asks of the ledger. */
export type OutputTraceReader = Pick<
  LedgerReader,
  'block' | 'heightRanges' | 'history' | 'positionsOf' | 'records' | 'spenders' | 'tip' | 'totals' | 'txids'
> &
  Partial<Pick<LedgerReader, 'rawTransactions'>>;

export interface OutputTraceSources {
  readonly reader: OutputTraceReader;
  readonly knowledge: OutputTraceKnowledge;
  readonly batching?: TraceBatching | undefined;
}
