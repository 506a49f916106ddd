import { createHash } from 'node:crypto';
import { toCanonicalGraph, toCanonicalTrace } from '@trailmark/analysis/tracing/canonical-trace';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { Trace } from '@trailmark/core/trace/trace';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** SHA-256 of a trace's canonical text, in hex: the same on every machine, however the work was cut up. */
export function hashTrace(trace: Trace): string {
  return sha256(toCanonicalTrace(trace));
}

/** SHA-256 of a graph's canonical text, in hex. */
export function hashGraph(graph: FlowGraph): string {
  return sha256(toCanonicalGraph(graph));
}
