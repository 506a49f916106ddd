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

function drawSeeds(builder: GraphBuilder, trace: Trace): void {
  for (const { address, ref, time } of trace.seeds) {
    const node = address === null ? builder.transaction(txidOf(ref)) : builder.address(address);
    node.markSeed();
    node.seen(time);
  }
}

/**
 * The graph of a trace: who held the money, the transactions it went through, where and why trails end. Amounts are those of
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
  drawSeeds(builder, trace);
  for (const step of trace.steps) {
    if (!picked.has(step)) continue;
    if (step.family === 'outputs') drawOutputStep(builder, step, peels, { direction, isCut });
    else drawAccountStep(builder, step, direction);
  }
  const undrawn = trace.steps.filter((step) => !picked.has(step));
  const scope = { builder, peels, trace, undrawn };
  drawCrossings(scope);
  drawLeaves(scope);
  drawCuts(scope);
  return builder.build();
}
