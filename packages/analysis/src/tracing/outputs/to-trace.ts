import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { Passage } from './coin.ts';
import { listGaps } from './list-gaps.ts';
import type { Pace } from './pace.ts';
import { findPeelChains, PEEL_PARAMS } from './peel-chains.ts';
import { toStep } from './to-step.ts';
import { listCuts, listLeaves, sumTrace, toSeed } from './trace-ends.ts';
import type { TraceMaterial } from './trace-material.ts';

/** Transactions of the shortest peel chain. */
const LEAST_PEELS = PEEL_PARAMS.parse({}).minimumLength;

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

/**
 * The only passages that can be part of a peel chain: one coin enters and two leave, in a row of such of the least length. They
 * are in the order of the chain, as those given.
 */
function listPeels(passages: readonly Passage[]): Passage[] {
  const before = new Map<Position, number>();
  const shaped: Passage[] = [];
  for (const passage of passages) {
    const { inputCount, outputCount } = passage.held;
    if (inputCount !== 1 || outputCount !== 2) continue;
    shaped.push(passage);
    before.set(passage.position, 1 + (before.get(passage.held.sourceOf(0) ?? -1) ?? 0));
  }
  const after = new Map<Position, number>();
  for (const { position, held } of shaped.toReversed()) {
    const source = held.sourceOf(0) ?? -1;
    if (before.has(source)) after.set(source, Math.max(after.get(source) ?? 0, 1 + (after.get(position) ?? 0)));
  }
  return shaped.filter(({ position }) => (before.get(position) ?? 0) + (after.get(position) ?? 0) >= LEAST_PEELS);
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
