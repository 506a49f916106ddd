import { findBehaviours } from '@trailmark/analysis/screening/behaviours/find-behaviours';
import { LIVES, liveHistory } from '../../packages/analysis/src/screening/behaviours/testing/innocent-histories.ts';
import type { PlainHistory } from '../../packages/analysis/src/screening/behaviours/testing/plain-history.ts';
import { PLANTS, plantHistory } from '../../packages/analysis/src/screening/behaviours/testing/planted-histories.ts';
import { createSeededChoice } from './seeded-choice.ts';
import type { Share } from './wilson.ts';

/** Histories of each kind. */
export const HISTORIES_EACH = 100;

/** Of one pattern: how often it is found where it was planted, and where nothing was. */
export interface BehaviourRow {
  readonly pattern: string;
  readonly found: Share;
  readonly falseAlarms: Share;
  /** False alarms by life, only where there are some. */
  readonly byLife: readonly { readonly life: string; readonly alarms: Share }[];
}

function idsOf(history: PlainHistory): ReadonlySet<string> {
  return new Set(findBehaviours(history.subject()).map(({ pattern }) => pattern.replace(/\/\d+$/, '')));
}

/** Histories of one kind, drawn from seeds of one run. */
function play(
  run: string,
  kind: string,
  write: (kind: string, choice: ReturnType<typeof createSeededChoice>) => PlainHistory,
) {
  return Array.from({ length: HISTORIES_EACH }, (_, i) =>
    idsOf(write(kind, createSeededChoice(`${run} ${kind} ${i}`))),
  );
}

const countIn = (sets: readonly ReadonlySet<string>[], pattern: string): Share => {
  return { hits: sets.filter((set) => set.has(pattern)).length, total: sets.length };
};

/** Every pattern that can be planted, over generated histories. The same run gives the same histories. */
export function measureBehaviours(run: string): readonly BehaviourRow[] {
  const lives = Object.keys(LIVES).map((life) => ({ life, sets: play(run, life, liveHistory) }));
  return Object.keys(PLANTS).map((pattern) => {
    const byLife = lives.map(({ life, sets }) => ({ life, alarms: countIn(sets, pattern) }));
    return {
      pattern,
      found: countIn(play(run, pattern, plantHistory), pattern),
      falseAlarms: countIn(
        lives.flatMap(({ sets }) => sets),
        pattern,
      ),
      byLife: byLife.filter(({ alarms }) => alarms.hits > 0),
    };
  });
}
