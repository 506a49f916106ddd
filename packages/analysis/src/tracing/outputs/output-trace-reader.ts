import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceBatching } from '../trace-session.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { Rest } from './pace.ts';

/** What a trace over outputs asks of the ledger. */
export type OutputTraceReader = Pick<
  OutputLedger,
  'block' | 'heightRanges' | 'history' | 'positionsOf' | 'records' | 'spenders' | 'tip' | 'totals' | 'txids'
> &
  Partial<Pick<OutputLedger, 'rawTransactions'>>;

export interface OutputTraceSources {
  readonly reader: OutputTraceReader;
  readonly knowledge: OutputTraceKnowledge;
  /** Addresses that other traces over the same knowledge know already; left out: the trace has its own. */
  readonly addresses?: KnownAddresses | undefined;
  readonly batching?: TraceBatching | undefined;
  /** Lets other work run between two pieces of a long trace; without it the trace keeps its thread. */
  readonly rest?: Rest | undefined;
}
