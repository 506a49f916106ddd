import { toCanonicalJson, toPlain } from '@trailmark/core/canonical-json';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { Trace } from '@trailmark/core/trace/trace';

function write(value: object): string {
  return toCanonicalJson({ value: toPlain(value) });
}

/**
 * The text a trace is hashed over: request, steps, leaves, cuts and sums as canonical JSON (RFC 8785), amounts as decimal
 * text. How often the ledger was queried is not in it, so that batch sizes leave it alone.
 */
export function canonicalTrace(trace: Trace): string {
  return [...canonicalTracePieces(trace)].join('');
}

/** Things of a list that are written at once. */
const PIECE = 500;

function* writeList(list: readonly object[]): Generator<string> {
  for (let at = 0; at < list.length; at += PIECE) {
    const texts = list.slice(at, at + PIECE).map((part) => toCanonicalJson(toPlain(part) as object));
    yield `${at === 0 ? '' : ','}${texts.join(',')}`;
  }
}

/** The same text piece by piece, for callers that let other work run in between. */
export function* canonicalTracePieces({ request, steps, leaves, cuts, sums }: Trace): Generator<string> {
  yield '{"value":{"cuts":[';
  yield* writeList(cuts);
  yield '],"leaves":[';
  yield* writeList(leaves);
  yield `],"request":${toCanonicalJson(toPlain(request) as object)},"steps":[`;
  yield* writeList(steps);
  yield '],"sums":[';
  yield* writeList(sums);
  yield ']}}';
}

/** The text a piece of a graph is hashed over. */
export function canonicalGraph({ nodes, edges }: FlowGraph): string {
  return write({ nodes, edges });
}
