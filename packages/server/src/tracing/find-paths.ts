import type { Contract } from '@trailmark/api/contract';
import type { PathAnswer } from '@trailmark/api/contract/trace';
import type { RouteOutput } from '@trailmark/api/route';
import type { ReadOptions } from '@trailmark/core/read-options';
import { getTracingEngine } from './engines/get-tracing-engine.ts';
import type { PathBody } from './engines/tracing-engine.ts';
import { type TraceDeps, toTraceAsOf } from './trace-as-of.ts';

/** Paths between two places, or to the nearest services, as lists and as a piece of a graph. */
export async function findPaths(
  deps: TraceDeps,
  body: PathBody,
  read: ReadOptions,
): Promise<RouteOutput<Contract['findPaths']>> {
  const asOf = toTraceAsOf(deps, body.chain);
  const { paths, graph, searched } = await getTracingEngine(deps, body.chain).findPaths(body, read);
  return { asOf, paths: paths as PathAnswer['paths'], graph: graph as PathAnswer['graph'], searched };
}
