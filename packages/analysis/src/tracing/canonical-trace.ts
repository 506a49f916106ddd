import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { Trace } from '@trailmark/core/trace/trace';

/** The same value with amounts as decimal text, which JSON can hold to the digit. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlain(part)]));
  }
  return value;
}

function write(value: object): string {
  return toCanonicalJson({ value: toPlain(value) });
}

/**
 * The text a trace is hashed over: request, steps, leaves, cuts and sums as canonical JSON (RFC 8785), amounts as decimal
 * text. How often the ledger was asked is not in it, so that batch sizes leave it alone.
 */
export function canonicalTrace({ request, steps, leaves, cuts, sums }: Trace): string {
  return write({ request, steps, leaves, cuts, sums });
}

/** The text a piece of a graph is hashed over. */
export function canonicalGraph({ nodes, edges }: FlowGraph): string {
  return write({ nodes, edges });
}
