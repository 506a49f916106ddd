import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { Passage } from './coin.ts';
import { listGaps } from './list-gaps.ts';
import type { Pace } from './pace.ts';
import { findPeelChains } from './peel-chains.ts';
import { toStep } from './to-step.ts';
import { listCuts, listLeaves, sumTrace, toSeed } from './trace-ends.ts';
import type { TraceMaterial } from './trace-material.ts';

/** Reads the names that steps quote and nobody has read. */
async function nameInputs(
  passages: readonly Passage[],
  { txids, readTxids }: TraceMaterial,
  pace: Pace,
): Promise<void> {
  const unnamed = new Set<Position>();
  for (const { held } of passages) {
    for (let slot = 0; slot < held.inputCount; slot++) {
      const source = held.sourceOf(slot);
      if (source !== undefined && !txids.has(source)) unnamed.add(source);
    }
    if (pace.isDue(2 * held.inputCount)) await pace.turn();
  }
  await readTxids([...unnamed].sort((a, b) => a - b));
}

/** The only passages that can be part of a peel chain: one coin enters and two leave, before or after one of the same kind. */
function listPeels(passages: readonly Passage[]): Passage[] {
  const shaped = new Map<Position, Passage>();
  for (const passage of passages) {
    const { inputCount, outputCount } = passage.held;
    if (inputCount === 1 && outputCount === 2) shaped.set(passage.position, passage);
  }
  const linked = new Set<Position>();
  for (const { position, held } of shaped.values()) {
    const source = held.sourceOf(0);
    if (source !== undefined && shaped.has(source)) linked.add(source).add(position);
  }
  return [...shaped.values()].filter(({ position }) => linked.has(position));
}

/** Puts the answer together: only what is reached in the end, in the order of the chain. */
export async function toTrace(material: TraceMaterial, pace: Pace): Promise<Trace> {
  const { request, state, seeds, context, isPartial, isBrief, counts } = material;
  const passages = [...state.passages.values()].filter(({ isReached, isIndivisible }) => isReached || isIndivisible);
  passages.sort((a, b) => a.position - b.position);
  const reached = passages.filter(({ isReached }) => isReached);
  const stated = isBrief ? listPeels(reached) : reached;
  await nameInputs(stated, material, pace);
  const steps: Trace['steps'][number][] = [];
  for (const passage of stated) {
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
    steps: isBrief ? [] : steps,
    accounts: [],
    leaves,
    cuts: isBrief ? [] : cuts,
    peelChains,
    sums: [sumTrace(traceSeeds, reached, leaves, cuts)],
    gaps: listGaps(passages, seeds, context),
    counts,
  };
}
