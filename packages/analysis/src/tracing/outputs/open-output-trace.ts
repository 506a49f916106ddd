import { AppError } from '@trailmark/core/errors';
import type { LedgerReader } from '@trailmark/core/ledger-reader';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { getTraceMethod, parseTraceParams } from '../catalogue.ts';
import { DEFAULT_BATCHING, type TraceBatching, type TraceSession } from '../trace-session.ts';

/** What a trace over outputs asks of the ledger. */
export type OutputTraceReader = Pick<
  LedgerReader,
  'block' | 'heightRanges' | 'history' | 'positionsOf' | 'records' | 'spenders' | 'tip' | 'totals'
>;

export interface OutputTraceSources {
  readonly reader: OutputTraceReader;
  readonly knowledge: OutputTraceKnowledge;
  readonly batching?: TraceBatching | undefined;
}

/** Opens a trace over a chain of the Bitcoin family: checks the request and finds its seeds. Rejects with `invalid` or `not-found`. */
export async function openOutputTrace(sources: OutputTraceSources, request: TraceRequest): Promise<TraceSession> {
  const method = getTraceMethod(request.method, 'outputs');
  parseTraceParams(method, request.params);
  const { batch } = sources.batching ?? DEFAULT_BATCHING;
  throw new AppError('unavailable', `Tracing by ${method.id} in batches of ${batch} is being built.`);
}
