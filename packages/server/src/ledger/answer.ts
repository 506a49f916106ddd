import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import type { OutputChainId } from '@trailmark/core/chain';
import { gaplessUntil } from '@trailmark/core/ledger';
import type { HeightRange, OutputLedger } from '@trailmark/core/output-ledger';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { ServedOutputs } from './ledgers.ts';

function words(from: number, to: number): string {
  return from === to ? `Height ${formatCount(from)} is` : `Heights ${formatCount(from)} to ${formatCount(to)} are`;
}

function held(from: number, to: number): string {
  return from === to ? `Height ${formatCount(from)}` : `Heights ${formatCount(from)} to ${formatCount(to)}`;
}

/** What is true of a chain's holdings; recomputed when the ranges change. */
export interface Holdings {
  /** Last height of the gapless run of whole blocks that starts at height 0. Up to there every sum is exact. */
  readonly runEnd: number | undefined;
  /** First height of the gapless run of whole blocks that ends at the tip. From there on every spend is seen. */
  readonly tailStart: number | undefined;
  readonly coverage: Coverage;
}

const EMPTY: Holdings = {
  runEnd: undefined,
  tailStart: undefined,
  coverage: { complete: false, summary: 'No block of this chain is indexed yet.', ranges: [], gaps: [] },
};

function missing(from: number, to: number): Gap {
  const message = `${words(from, to)} not in this index. Payments in them are not shown, and balances that they may change are not known.`;
  return { kind: 'heights-missing', message, fromHeight: from, toHeight: to, count: null };
}

function gapsOfRange(range: HeightRange): Gap[] {
  const { fromHeight, toHeight } = range;
  const place = { fromHeight, toHeight, count: null };
  const subject = held(fromHeight, toHeight);
  const gaps: Gap[] = [];
  if (!range.wholeBlocks) {
    gaps.push({
      ...place,
      kind: 'block-partial',
      message: `${subject}: of the transactions here only some are in this index.`,
    });
  }
  if (!range.raw) {
    gaps.push({
      ...place,
      kind: 'scripts-missing',
      message: `${subject}: the source carried no raw bytes, so scripts, witnesses and proofs are not shown.`,
    });
  }
  if (range.timeEstimated) {
    gaps.push({
      ...place,
      kind: 'time-estimated',
      message: `${subject}: the source carried no block times; the times shown are estimates.`,
    });
  }
  if (range.heightEstimated) {
    gaps.push({
      ...place,
      kind: 'height-estimated',
      message: `${subject}: the source carried no block heights; the heights shown are estimates.`,
    });
  }
  return gaps;
}

function findGaps(ranges: readonly HeightRange[]): Gap[] {
  let next = 0;
  const gaps: Gap[] = [];
  for (const range of ranges) {
    if (range.fromHeight > next) gaps.push(missing(next, range.fromHeight - 1));
    gaps.push(...gapsOfRange(range));
    next = Math.max(next, range.toHeight + 1);
  }
  return gaps;
}

/** A range holds all it spans: every height, every transaction, at heights that are facts. */
function isWhole(range: HeightRange): boolean {
  return range.wholeBlocks && !range.heightEstimated && range.blocks === range.toHeight - range.fromHeight + 1;
}

function findTailStart(ranges: readonly HeightRange[]): number | undefined {
  let start: number | undefined;
  for (const range of ranges.toReversed()) {
    if (!isWhole(range) || (start !== undefined && range.toHeight < start - 1)) break;
    start = range.fromHeight;
  }
  return start;
}

interface SummaryWords {
  /** For every block. */
  readonly whole: string;
  /** For fewer. */
  readonly part: string;
}

/** What is indexed of a chain, in words. */
export function summariseRanges(
  ranges: readonly Pick<HeightRange, 'fromHeight' | 'toHeight' | 'blocks'>[],
  runEnd: number | undefined,
  { whole, part }: SummaryWords,
): string {
  const last = ranges.at(-1)?.toHeight ?? 0;
  if (runEnd === last) return `Every block from 0 to ${formatCount(last)} is in this index${whole}.`;
  const blocks = ranges.reduce((sum, range) => sum + range.blocks, 0);
  const from = formatCount(ranges[0]?.fromHeight ?? 0);
  const exact =
    runEnd === undefined
      ? 'Balances cannot be calculated.'
      : `Everything up to height ${formatCount(runEnd)} is complete.`;
  const span = `between heights ${from} and ${formatCount(last)}`;
  return `Partial data: ${formatPlural(blocks, 'block')} indexed ${span}, ${part}. ${exact}`;
}

function computeHoldings(ranges: readonly HeightRange[]): Holdings {
  if (ranges.length === 0) return EMPTY;
  const runEnd = gaplessUntil(ranges.map((range) => ({ ...range, isWhole: isWhole(range) })));
  const complete = runEnd === ranges.at(-1)?.toHeight;
  const coverage = {
    complete,
    summary: summariseRanges(ranges, runEnd, { whole: '', part: 'not all of them' }),
    ranges: [...ranges],
    gaps: findGaps(ranges),
  };
  return { runEnd, tailStart: findTailStart(ranges), coverage };
}

const cache = new WeakMap<readonly HeightRange[], Holdings>();

/** What is indexed of a chain, kept as long as the reader answers with the same ranges. */
export function getHoldings(reader: OutputLedger): Holdings {
  const ranges = reader.heightRanges();
  const known = cache.get(ranges);
  if (known) return known;
  const holdings = computeHoldings(ranges);
  cache.set(ranges, holdings);
  return holdings;
}

/** What an answer is true of: the last whole block, and how far the index is complete. Fragments above it do not count. */
export function toAsOf({ id, reader, software }: ServedOutputs): AsOf<OutputChainId> {
  const last = reader.heightRanges().findLast(({ wholeBlocks }) => wholeBlocks)?.toHeight;
  const tip = last === undefined ? undefined : reader.block(last);
  const { height = null, hash = null, time = null } = tip ?? {};
  return { chain: id, height, hash, time, completeTo: getHoldings(reader).runEnd ?? null, software };
}

interface Fetch {
  readonly source: string;
  readonly fetchedAt: number;
  readonly toHeight: number;
}

/** The last fetch of an address; null where nothing was fetched of it. */
export function toFetchedAsOf(fetched: readonly Fetch[]): AsOf['fetched'] {
  const [last] = fetched.toSorted((a, b) => b.fetchedAt - a.fetchedAt);
  return last ? { source: last.source, at: last.fetchedAt, toHeight: last.toHeight } : null;
}

/** An as-of with the time of the answer, by the clock of the ledger it is of. */
export function toAnswered<Given extends AsOf>({ now }: Pick<ServedOutputs, 'now'>, asOf: Given): Given {
  return { ...asOf, answeredAt: Math.floor(now() / 1000) };
}

/** Heights an answer is about, inclusive. */
export interface HeightSpan {
  readonly from: number;
  readonly to: number;
}

/** Whether a gap bears on an answer about these heights. Missing blocks may hold more of any history; what a source lacked matters only where it was read. */
function bearsOn({ kind, fromHeight, toHeight }: Gap, span: HeightSpan): boolean {
  return kind === 'heights-missing' || ((fromHeight ?? 0) <= span.to && (toHeight ?? 0) >= span.from);
}

/** As-of and coverage of an answer: its own gaps first, then those of the index that bear on its heights. */
export function toEnvelope(
  ledger: ServedOutputs,
  own: readonly Gap[] = [],
  span?: HeightSpan,
): { family: 'outputs'; asOf: AsOf<OutputChainId>; coverage: Coverage } {
  const { coverage } = getHoldings(ledger.reader);
  const asOf = toAnswered(ledger, toAsOf(ledger));
  if (own.length === 0 && span === undefined) return { family: 'outputs', asOf, coverage };
  const others = span === undefined ? coverage.gaps : coverage.gaps.filter((gap) => bearsOn(gap, span));
  return { family: 'outputs', asOf, coverage: { ...coverage, gaps: [...own, ...others] } };
}

/** The span of rows that may lack a height; empty rows span nothing. */
export function spanOf(rows: readonly { readonly height: number | null }[]): HeightSpan {
  const heights = rows.flatMap((row) => row.height ?? []);
  return heights.length === 0 ? { from: 1, to: 0 } : { from: Math.min(...heights), to: Math.max(...heights) };
}

/** Blocks on top of a height, itself included; 0 above the tip. */
export function countConfirmations(reader: OutputLedger, height: number): number {
  const tip = reader.tip()?.height ?? -1;
  return Math.max(0, tip - height + 1);
}
