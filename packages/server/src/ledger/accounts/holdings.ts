import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import {
  type AddressCoverage,
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_MOVES_INDEX,
  BLOCK_TIME_ESTIMATED,
  BLOCK_VERIFIED,
} from '@trailmark/core/account-block';
import type { AccountRange } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { gaplessUntil } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { type HeightSpan, summariseRanges, toAnswered, toFetchedAsOf } from '../answer.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { listGaps, listLacks } from './holdings-gaps.ts';
import { toAccountAsOf } from './tips.ts';

const EVERYTHING =
  BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS;
const TOKENS = BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS;
/** Ranges listed one by one; those of a case of single transactions are summarised by source. */
const MAX_RANGES = 40;

/** What is true of an account chain's holdings; recomputed when the ranges change. */
export interface AccountHoldings {
  /** Last height of the gapless run from 0 with every kind of move: up to there sums of the coin are balances. */
  readonly runEnd: number | undefined;
  /** The same for tokens, whose transfers are logs. */
  readonly tokenRunEnd: number | undefined;
  readonly coverage: Coverage;
}

function findRunEnd(ranges: readonly AccountRange[], bits: number): number | undefined {
  return gaplessUntil(
    ranges.map((range) => {
      const { fromHeight, toHeight, holds, blocks } = range;
      const isOwn = (holds & bits) === bits && (holds & BLOCK_FOREIGN_GENESIS) === 0;
      return { ...range, isWhole: isOwn && blocks === toHeight - fromHeight + 1 };
    }),
  );
}

function toRange({ fromHeight, toHeight, blocks, source, holds }: AccountRange): Coverage['ranges'][number] {
  const has = (bit: number): boolean => (holds & bit) !== 0;
  return {
    fromHeight,
    toHeight,
    blocks,
    source,
    // Blocks of account chains come decoded: no raw bytes are kept of them.
    raw: false,
    heightEstimated: false,
    wholeBlocks: has(BLOCK_HOLDS_ALL),
    fees: has(BLOCK_HOLDS_FEES),
    tokens: has(BLOCK_HOLDS_TOKENS),
    internals: has(BLOCK_HOLDS_INTERNALS),
    rewards: has(BLOCK_HOLDS_REWARDS),
    timeEstimated: has(BLOCK_TIME_ESTIMATED),
    verified: has(BLOCK_VERIFIED),
  };
}

/** Ranges of one source with the same facts as one: `blocks` states how many of its heights are indexed. */
function foldRanges(ranges: readonly AccountRange[]): readonly AccountRange[] {
  if (ranges.length <= MAX_RANGES) return ranges;
  const folded = new Map<string, AccountRange>();
  for (const range of ranges) {
    const key = `${range.holds} ${range.source}`;
    const known = folded.get(key);
    folded.set(key, known ? { ...known, toHeight: range.toHeight, blocks: known.blocks + range.blocks } : range);
  }
  return [...folded.values()].slice(0, MAX_RANGES);
}

function computeHoldings(chain: AccountChain, ranges: readonly AccountRange[]): AccountHoldings {
  if (ranges.length === 0) {
    const summary = `No block of ${chain.name} is indexed yet.`;
    const coverage = { complete: false, summary, ranges: [], gaps: [] };
    return { runEnd: undefined, tokenRunEnd: undefined, coverage };
  }
  const runEnd = findRunEnd(ranges, EVERYTHING);
  const complete = runEnd === ranges.at(-1)?.toHeight;
  const words = { whole: ', with every kind of move', part: 'not all that moved' };
  const summary = summariseRanges(ranges, runEnd, words);
  const coverage = {
    complete,
    summary,
    ranges: foldRanges(ranges).map(toRange),
    gaps: listGaps(chain, ranges),
  };
  return { runEnd, tokenRunEnd: findRunEnd(ranges, TOKENS), coverage };
}

const cache = new WeakMap<readonly AccountRange[], AccountHoldings>();

/** What is indexed of an account chain, kept as long as the reader answers with the same ranges. */
export function getAccountHoldings({ chain, reader }: Pick<ServedAccounts, 'chain' | 'reader'>): AccountHoldings {
  const ranges = reader.heightRanges();
  const known = cache.get(ranges);
  if (known) return known;
  const holdings = computeHoldings(chain, ranges);
  cache.set(ranges, holdings);
  return holdings;
}

/** More ranges than these are reported as for the whole chain: an answer costs no more than its rows. */
const MAX_SPAN_RANGES = 2_000;

/** Index of the first range that ends at a height or above it. */
function firstRangeTo(ranges: readonly AccountRange[], height: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.toHeight ?? height) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Missing heights may hold more of any history; what a source lacked matters only where it was read. */
function gapsOfSpan({ chain, reader }: ServedAccounts, all: readonly Gap[], span: HeightSpan): readonly Gap[] {
  const ranges = reader.heightRanges();
  const first = firstRangeTo(ranges, span.from);
  const end = firstRangeTo(ranges, span.to) + 1;
  const isMissing = ({ kind, fromHeight }: Gap): boolean => kind === 'heights-missing' || fromHeight === null;
  if (end - first > MAX_SPAN_RANGES) return all;
  const within = ranges
    .slice(first, end)
    .filter(({ fromHeight, toHeight }) => fromHeight <= span.to && toHeight >= span.from);
  return [...all.filter(isMissing), ...listLacks(chain, within)];
}

/** As-of and coverage of an answer: its own gaps first, then those of the index that bear on its heights. */
export function toAccountEnvelope(
  ledger: ServedAccounts,
  own: readonly Gap[] = [],
  span?: HeightSpan,
  fetched?: readonly AddressCoverage[],
): { family: 'accounts'; asOf: AsOf<AccountChainId>; coverage: Coverage } {
  const { coverage, runEnd = null } = getAccountHoldings(ledger);
  const others = span === undefined ? coverage.gaps : gapsOfSpan(ledger, coverage.gaps, span);
  return {
    family: 'accounts',
    asOf: toAnswered(ledger, {
      ...toAccountAsOf(ledger, span),
      completeTo: runEnd,
      ...(fetched && { fetched: toFetchedAsOf(fetched) }),
    }),
    coverage: { ...coverage, gaps: [...own, ...others] },
  };
}

const genesis = new WeakMap<readonly AccountRange[], boolean>();

/**
 * Whether what the chain's first block gave to accounts is known: a block of a node does not state it. Without it the
 * coin's sums are no balances.
 */
export async function knowsGenesis({ reader }: ServedAccounts, read: ReadOptions): Promise<boolean> {
  const ranges = reader.heightRanges();
  const known = genesis.get(ranges);
  if (known !== undefined) return known;
  const positions = [...(await reader.blockPositions(0, read)), toPosition(0, BLOCK_MOVES_INDEX)];
  const moves = await reader.movesOf(positions, 1, read);
  const answer = [...moves.values()].some((list) => list.length > 0);
  genesis.set(ranges, answer);
  return answer;
}
