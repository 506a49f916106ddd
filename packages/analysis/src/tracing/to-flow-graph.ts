import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { Trace } from '@trailmark/core/trace/trace';
import { createCutTest } from './flow-graph/cut-parts.ts';
import { drawAccountStep } from './flow-graph/draw-accounts.ts';
import { drawCrossings, drawCuts, drawLeaves } from './flow-graph/draw-ends.ts';
import { drawOutputStep } from './flow-graph/draw-outputs.ts';
import type { FlowContext } from './flow-graph/flow-context.ts';
import { GraphBuilder } from './flow-graph/graph-builder.ts';
import { PeelNodes, txidOf } from './flow-graph/peel-nodes.ts';
import { pickSteps } from './flow-graph/pick-steps.ts';

/** Addresses of the examiner's request, as this chain spells them: seeds that are payments begin at one of their ends. */
function listAsked({ request, steps, seeds }: Trace): ReadonlySet<string> {
  const asked = new Set(request.seeds.flatMap((seed) => (seed.kind === 'address' ? seed.address.toLowerCase() : [])));
  if (asked.size === 0) return asked;
  const refs = new Set(seeds.map(({ ref }) => ref));
  const ends = steps.flatMap((step) =>
    step.family === 'accounts'
      ? step.transfers.filter(({ ref }) => refs.has(ref)).flatMap(({ from, to }) => [from, to])
      : [],
  );
  return new Set(ends.flatMap((end) => (end !== null && asked.has(end.toLowerCase()) ? end : [])));
}

function drawSeeds(builder: GraphBuilder, trace: Trace, asked: ReadonlySet<string>): void {
  for (const address of asked) builder.address(address).markSeed();
  for (const { address, ref, time } of trace.seeds) {
    const node = address === null ? builder.transaction(txidOf(ref)) : builder.address(address);
    // Money that an address paid out begins with it, not with whom it paid.
    if (asked.size === 0) node.markSeed();
    node.seen(time);
  }
}

/**
 * The graph of a trace: who had the money, the transactions it went through, where and why trails end. Amounts are those of
 * the trace, so what ends at its nodes sums to what the trace says ended. A trace too large for a canvas is drawn nearest
 * first, and one node says how much is not drawn.
 */
export function toFlowGraph(
  trace: Trace,
  context: FlowContext,
  { collapsePeels }: { readonly collapsePeels: boolean } = { collapsePeels: true },
): FlowGraph {
  const builder = new GraphBuilder(context);
  const peels = new PeelNodes(builder, trace, collapsePeels);
  const picked = pickSteps(trace.steps);
  const { direction } = trace.request;
  const isCut = createCutTest(trace);
  const asked = listAsked(trace);
  // A trace of accounts counts from the payments it begins with. Where those are of an address, a canvas counts from it.
  const firstHop = asked.size > 0 ? 1 : 0;
  drawSeeds(builder, trace, asked);
  for (const step of trace.steps) {
    if (!picked.has(step)) continue;
    if (step.family === 'outputs') drawOutputStep(builder, step, peels, { direction, isCut });
    else drawAccountStep(builder, step, { direction, firstHop });
  }
  const undrawn = trace.steps.filter((step) => !picked.has(step));
  const scope = { builder, peels, trace, undrawn, firstHop } as const;
  drawCrossings(scope);
  drawLeaves(scope);
  drawCuts(scope);
  return builder.build(direction);
}
