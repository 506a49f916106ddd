import { assert } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { getTraceMethod, parseTraceParams } from '../catalogue.ts';
import { dropWholeParts } from '../seed-part.ts';
import type { TraceSession } from '../trace-session.ts';
import { checkOutputRequest } from './check-request.ts';
import { findSeeds } from './find-seeds.ts';
import { OutputTrace } from './output-trace.ts';
import type { OutputTraceSources } from './output-trace-reader.ts';

/**
 * Opens a trace over a chain of the Bitcoin family: checks the request and finds its seeds. Rejects with `invalid` or
 * `not-found`, each naming what was wrong, or with `unavailable` once the signal aborts.
 */
export async function openOutputTrace(
  sources: OutputTraceSources,
  request: TraceRequest,
  read: ReadOptions = {},
): Promise<TraceSession> {
  const method = getTraceMethod(request.method, 'outputs');
  const params = parseTraceParams(method, request.params);
  checkOutputRequest(request);
  assert(method.outputs, `The method ${method.id} has no arithmetic over outputs.`);
  const seeds = await findSeeds(sources, request, read);
  const parts = new Set(
    seeds.flatMap(({ record, vout, part }) => (part === undefined ? [] : `${record.txid}:${vout}`)),
  );
  const stated = dropWholeParts(request, (seed) => seed.kind === 'output' && parts.has(`${seed.txid}:${seed.vout}`));
  return new OutputTrace(sources, stated, { apportioning: method.outputs, params }, seeds);
}
