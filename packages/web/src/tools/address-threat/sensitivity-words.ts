import type { ScreeningSensitivity } from '@trailmark/api/contract/screening';
import { formatPlural } from '../../format/number.ts';
import { nameMethod } from './screening-request.ts';
import { LEVEL_WORDS, STATE_WORDS } from './threat-words.ts';

export type Cell = ScreeningSensitivity['cells'][number];

/** "Severe", "Nothing found": the outcome of a run in one or two words. */
export function nameOutcome({ state, level }: Pick<Cell, 'state' | 'level'>): string {
  return state === 'none' ? STATE_WORDS.none : LEVEL_WORDS[level];
}

/** "Severe in 6 of 12, High in 6 of 12". */
export function describeFirmness(cells: readonly Cell[]): string {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(nameOutcome(cell), (counts.get(nameOutcome(cell)) ?? 0) + 1);
  if (counts.size === 1) return `${[...counts.keys()][0]} in all ${cells.length}`;
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([word, count]) => `${word} in ${count} of ${cells.length}`)
    .join(', ');
}

/** "59 to 91 over 12 runs. The lowest is LIFO with 3 hops." */
export function describeRange(cells: readonly Cell[]): string {
  const scored = cells.filter((cell): cell is Cell & { score: number } => cell.score !== null);
  const without = cells.length - scored.length;
  const [first] = scored;
  if (!first) return `No run has a score.`;
  const lowest = scored.reduce((a, b) => (b.score < a.score ? b : a), first);
  const highest = scored.reduce((a, b) => (b.score > a.score ? b : a), first);
  const left = without === 0 ? '' : ` ${formatPlural(without, 'run')} without a score.`;
  if (lowest.score === highest.score) return `${lowest.score} in ${formatPlural(scored.length, 'run')}.${left}`;
  const where = `${nameMethod(lowest.method)} with ${lowest.maxHops} hops`;
  return `${lowest.score} to ${highest.score} over ${formatPlural(scored.length, 'run')}. The lowest is ${where}.${left}`;
}

/** What the verdict rests on most: the first line that changes the score. */
export function findCarrier({ without }: ScreeningSensitivity): ScreeningSensitivity['without'][number] | undefined {
  return without.find(({ change }) => change < 0);
}

/** Cells by method, each row by hop limit. */
export function toGrid(cells: readonly Cell[]): {
  readonly hops: readonly number[];
  readonly rows: readonly { readonly method: string; readonly cells: readonly (Cell | undefined)[] }[];
} {
  const hops = [...new Set(cells.map(({ maxHops }) => maxHops))].toSorted((a, b) => a - b);
  const methods = [...new Set(cells.map(({ method }) => method))];
  const rows = methods.map((method) => ({
    method,
    cells: hops.map((maxHops) => cells.find((cell) => cell.method === method && cell.maxHops === maxHops)),
  }));
  return { hops, rows };
}
