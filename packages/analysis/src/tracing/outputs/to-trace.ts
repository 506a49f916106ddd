import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { Passage } from './coin.ts';
import { listGaps } from './list-gaps.ts';
import type { Pace } from './pace.ts';
import { findPeelChains } from './peel-chains.ts';
import { toStep } from './to-step.ts';
import { listCuts, listLeaves, sumTrace, toSeed } from './trace-ends.ts';
import type { TraceMaterial } from './trace-material.ts';

/** Positions whose names steps and leaves quote and nobody has read. */
async function listUnnamed(passages: readonly Passage[], { txids }: TraceMaterial, pace: Pace): Promise<Position[]> {
  const unnamed = new Set<Position>();
  for (const { held } of passages) {
    for (let slot = 0; slot < held.inputCount; slot++) {
      const source = held.sourceOf(slot);
      if (source !== undefined && !txids.has(source)) unnamed.add(source);
    }
    if (pace.isDue(2 * held.inputCount)) await pace.turn();
  }
  return [...unnamed].sort((a, b) => a - b);
}

/** Puts the answer together: only what is reached in the end, in the order of the chain. */
export async function toTrace(material: TraceMaterial, pace: Pace): Promise<Trace> {
  const { request, state, seeds, context, isPartial, counts } = material;
  const passages = [...state.passages.values()].filter(({ isReached, isIndivisible }) => isReached || isIndivisible);
  passages.sort((a, b) => a.position - b.position);
  const reached = passages.filter(({ isReached }) => isReached);
  await material.readTxids(await listUnnamed(reached, material, pace));
  const steps: Trace['steps'][number][] = [];
  for (const passage of reached) {
    steps.push(toStep(passage, material));
    if (pace.isDue(10 * (passage.held.inputCount + passage.held.outputCount))) await pace.turn();
  }
  const leaves = await listLeaves(reached, material, pace);
  const cuts = listCuts(reached, request.stops);
  await pace.turn();
  const peelChains = findPeelChains(steps);
  await pace.turn();
  const traceSeeds = seeds.map((coin) => toSeed(coin, material));
  return {
    request,
    seeds: traceSeeds,
    state: isPartial ? 'partial' : 'complete',
    steps,
    accounts: [],
    leaves,
    cuts,
    peelChains,
    sums: [sumTrace(traceSeeds, reached, leaves, cuts)],
    gaps: listGaps(passages, seeds, context),
    counts,
  };
}
