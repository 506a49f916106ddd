import { createHash } from 'node:crypto';
import { canonicalGraph } from '@trailmark/analysis/tracing/canonical-trace';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';

/** SHA-256 of a graph's canonical text, in hex. */
export function hashGraph(graph: FlowGraph): string {
  return createHash('sha256').update(canonicalGraph(graph)).digest('hex');
}
