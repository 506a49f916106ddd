import type { Gap } from '@trailmark/api/wire';
import { formatCount } from './number.ts';

/** What a banner states: first what is indexed, then what that hides. */
export interface CoverageSummary {
  readonly held: string;
  readonly hidden: string;
}

/** A run of heights of a chain of either family, as far as it states what is indexed. */
export interface IndexedRange {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly blocks: number;
  readonly wholeBlocks: boolean;
  readonly heightEstimated?: boolean | undefined;
  /** Of account chains only: internal transfers came with the blocks. */
  readonly internals?: boolean | undefined;
}

export interface AnyCoverage {
  readonly complete: boolean;
  readonly summary: string;
  readonly ranges: readonly IndexedRange[];
  readonly gaps: readonly Gap[];
}

type Place = Pick<Gap, 'fromHeight' | 'toHeight'>;

/** A range that holds every block and transaction it spans, at heights that are facts. */
function isWhole({ blocks, fromHeight, toHeight, wholeBlocks, heightEstimated }: IndexedRange): boolean {
  return wholeBlocks && !heightEstimated && blocks === toHeight - fromHeight + 1;
}

/** Last height of the gapless run of whole blocks that contains `from`; undefined where that block is not completely indexed. */
export function findRunEnd(ranges: readonly IndexedRange[], from: number): number | undefined {
  let next = from;
  for (const range of ranges.toSorted((a, b) => a.fromHeight - b.fromHeight)) {
    if (isWhole(range) && range.fromHeight <= next && range.toHeight >= next) next = range.toHeight + 1;
  }
  return next === from ? undefined : next - 1;
}

function describeIndexed({ complete, ranges, summary }: AnyCoverage): string {
  if (complete || ranges.length === 0) return summary;
  const end = findRunEnd(ranges, 0);
  if (end !== undefined) return `Complete to block ${formatCount(end)}.`;
  const first = Math.min(...ranges.map(({ fromHeight }) => fromHeight));
  const last = Math.max(...ranges.map(({ toHeight }) => toHeight));
  return `Blocks between heights ${formatCount(first)} and ${formatCount(last)} are partly indexed.`;
}

function formatPlace({ fromHeight, toHeight }: Place): string {
  if (fromHeight === null) return 'some heights';
  if (toHeight === null) return `heights from ${formatCount(fromHeight)} on`;
  return fromHeight === toHeight
    ? `height ${formatCount(fromHeight)}`
    : `heights ${formatCount(fromHeight)} to ${formatCount(toHeight)}`;
}

/** All missing heights in one sentence, counted. */
function describeMissing(gaps: readonly Gap[]): string[] {
  const [first, ...others] = gaps;
  if (!first) return [];
  if (others.length === 0) return [`Payments at ${formatPlace(first)} are not shown.`];
  const count = gaps.reduce((sum, { fromHeight, toHeight }) => sum + (toHeight ?? 0) - (fromHeight ?? 0) + 1, 0);
  const from = Math.min(...gaps.map(({ fromHeight }) => fromHeight ?? 0));
  const to = Math.max(...gaps.map(({ toHeight }) => toHeight ?? 0));
  return [
    `Payments at ${formatCount(count)} missing heights between ${formatCount(from)} and ${formatCount(to)} are not shown.`,
  ];
}

/** What is missing at heights that are indexed, as short as possible; null: the server's own words are needed. */
const QUALITY: Readonly<Record<Gap['kind'], string | null>> = {
  'scripts-missing': 'no scripts or proofs',
  'time-estimated': 'times are estimates',
  'height-estimated': 'heights are estimates',
  'block-partial': 'blocks are partly indexed',
  'heights-missing': null,
  'previous-output-unknown': null,
  'stopped-early': null,
  'internal-missing': 'no internal transfers',
  'fee-missing': 'no fees',
  'token-missing': 'no token transfers',
  'reward-missing': 'no block rewards',
  'recipient-unknown': 'recipients of fees are not known',
  'foreign-genesis': null,
  'value-stated': 'values are as the source states them',
  'fetched-part': null,
};

/** Shortcomings of one place joined: "At heights 100,000 to 102,999: no scripts or proofs, times are estimates." */
function describeQuality(gaps: readonly Gap[]): string[] {
  const places = new Map<string, string[]>();
  for (const gap of gaps) {
    const words = QUALITY[gap.kind];
    if (words !== null) places.set(formatPlace(gap), [...(places.get(formatPlace(gap)) ?? []), words]);
  }
  return [...places].map(([place, words]) => `At ${place}: ${[...new Set(words)].join(', ')}.`);
}

/** Only ranges of account chains state whether internal transfers came with them. */
function isOfAccounts({ internals }: IndexedRange): boolean {
  return internals !== undefined;
}

/** Gaps of account chains are inside indexed runs, so they are listed by kind and not by place. */
function describeAccountGaps(gaps: readonly Gap[]): string {
  const own = gaps
    .filter(({ kind }) => kind !== 'heights-missing' && QUALITY[kind] === null)
    .map(({ message }) => message);
  const words = gaps.flatMap(({ kind }) => QUALITY[kind] ?? []);
  const quality = words.length === 0 ? [] : [`In some of it: ${[...new Set(words)].join(', ')}.`];
  return [...new Set([...own, ...quality])].join(' ');
}

/** Coverage in two parts: what is indexed, and what of this answer that hides. The list of gaps says it one by one. */
export function summariseCoverage(coverage: AnyCoverage): CoverageSummary {
  const { gaps, ranges, summary } = coverage;
  if (ranges.some(isOfAccounts)) return { held: summary, hidden: describeAccountGaps(gaps) };
  const missing = gaps.filter(({ kind }) => kind === 'heights-missing');
  const own = gaps.filter(({ kind }) => kind !== 'heights-missing' && QUALITY[kind] === null);
  const sentences = [...describeMissing(missing), ...own.map(({ message }) => message), ...describeQuality(gaps)];
  return { held: describeIndexed(coverage), hidden: [...new Set(sentences)].join(' ') };
}

/** Whether a gap concerns what happened at a height, or no height in particular. Missing heights never do: they hold nothing. */
export function isGapAt({ kind, fromHeight, toHeight }: Gap, height: number | null): boolean {
  if (kind === 'heights-missing') return false;
  if (fromHeight === null) return true;
  return height !== null && fromHeight <= height && height <= (toHeight ?? height);
}
