import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { Passage } from './coin.ts';
import { listGaps } from './list-gaps.ts';
import type { Pace } from './pace.ts';
import { findPeelChains, findRest, PEEL_PARAMS } from './peel-chains.ts';
import { toChange, toStep } from './to-step.ts';
import { listCuts, listLeaves, sumTrace, toSeed } from './trace-ends.ts';
import type { TraceMaterial } from './trace-material.ts';

const PEEL_RULES = PEEL_PARAMS.parse({});

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

/** The shape of what peels a payment off: one input, two outputs. */
export function isPeelShaped({ inputs, outputs }: Pick<TransactionRecord, 'inputs' | 'outputs'>): boolean {
  return inputs.length === 1 && outputs.length === 2;
}

/** Number of the output that continues where a passage may be part of a peel chain; undefined where it cannot be. */
function restOf(passage: Passage, material: TraceMaterial): number | undefined {
  const { held, coinJoin } = passage;
  const hasShape = held.inputCount === 1 && held.outputCount === 2 && coinJoin === undefined;
  if (!hasShape || held.outputOwner(0) === undefined || held.outputOwner(1) === undefined) return undefined;
  return findRest(toChange(passage, material), [held.outputValue(0), held.outputValue(1)], PEEL_RULES);
}

/** How many passages of a row continue from one of them. */
function countAlong(from: Position, next: ReadonlyMap<Position, Position>): number {
  let count = 0;
  for (let at = next.get(from); at !== undefined && count < PEEL_RULES.minimumLength; at = next.get(at)) count++;
  return count;
}

/**
 * The only passages that can be part of a peel chain: each continues in the rest of the one before, in a row of such of the
 * least length. They are in the order given, which within a block may be any.
 */
function listPeels(passages: readonly Passage[], material: TraceMaterial): Passage[] {
  const rests = new Map<Position, number>();
  const shaped: Passage[] = [];
  for (const passage of passages) {
    const rest = restOf(passage, material);
    if (rest === undefined) continue;
    shaped.push(passage);
    rests.set(passage.position, rest);
  }
  const before = new Map<Position, Position>();
  const after = new Map<Position, Position>();
  for (const { position, held } of shaped) {
    const source = held.sourceOf(0);
    if (source === undefined || rests.get(source) !== held.voutOf(0)) continue;
    before.set(position, source);
    after.set(source, position);
  }
  return shaped.filter(
    ({ position }) => countAlong(position, before) + 1 + countAlong(position, after) >= PEEL_RULES.minimumLength,
  );
}

/** Puts the answer together: only what is reached in the end, in the order of the chain. */
export async function toTrace(material: TraceMaterial, pace: Pace): Promise<Trace> {
  const { request, state, seeds, context, isPartial, isBrief, counts } = material;
  const passages = [...state.passages.values()].filter(({ isReached, isIndivisible }) => isReached || isIndivisible);
  passages.sort((a, b) => a.position - b.position);
  const reached = passages.filter(({ isReached }) => isReached);
  const stated = isBrief ? listPeels(reached, material) : reached;
  await nameInputs(stated, material, pace);
  const steps: Trace['steps'][number][] = [];
  for (const passage of stated) {
    steps.push(toStep(passage, material));
    if (pace.isDue(10 * (passage.held.inputCount + passage.held.outputCount))) await pace.turn();
  }
  const leaves = await listLeaves(reached, material, pace);
  const cuts = isBrief ? [] : listCuts(reached, request.stops);
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
    cuts,
    peelChains,
    sums: [sumTrace(traceSeeds, reached, leaves)],
    gaps: listGaps(passages, seeds, context),
    counts,
  };
}
