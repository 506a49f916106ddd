import type { Gap } from '@trailmark/api/wire';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import {
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_TIME_ESTIMATED,
} from '@trailmark/core/account-block';
import type { AccountRange } from '@trailmark/core/account-ledger';
import { formatCount, formatPlural } from '../../answers/format-count.ts';

/** More gaps of one kind than these are reported as one: a case of single transactions has thousands of holes. */
const MAX_LISTED = 12;

type GapKind = Gap['kind'];

/** What the lack of a bit hides, for the heights without it. */
const LACKS: readonly { readonly bit: number; readonly kind: GapKind; readonly what: string }[] = [
  {
    bit: BLOCK_HOLDS_ALL,
    kind: 'block-partial',
    what: 'of the transactions here only some are in this index.',
  },
  {
    bit: BLOCK_HOLDS_INTERNALS,
    kind: 'internal-missing',
    what: 'the source carried no traces, so coins that contracts passed on inside a transaction are missing.',
  },
  {
    bit: BLOCK_HOLDS_TOKENS,
    kind: 'token-missing',
    what: 'the source carried no complete logs, so token transfers are missing.',
  },
  {
    bit: BLOCK_HOLDS_FEES,
    kind: 'fee-missing',
    what: 'the source carried no complete receipts, so fees are missing and whether a call succeeded may not be known.',
  },
  {
    bit: BLOCK_HOLDS_REWARDS,
    kind: 'reward-missing',
    what: 'what blocks themselves pay, such as rewards and withdrawals, is missing.',
  },
];

function subject(from: number, to: number): string {
  return from === to ? `Height ${formatCount(from)}` : `Heights ${formatCount(from)} to ${formatCount(to)}`;
}

function missing(from: number, to: number): Gap {
  const verb = from === to ? 'is' : 'are';
  const message = `${subject(from, to)} ${verb} not in this index. What moved in them is not shown, and balances that they may change are not known.`;
  return { kind: 'heights-missing', message, fromHeight: from, toHeight: to, count: null };
}

function missingHeights(ranges: readonly AccountRange[]): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (const { fromHeight, toHeight } of ranges) {
    if (fromHeight > next) gaps.push(missing(next, fromHeight - 1));
    next = Math.max(next, toHeight + 1);
  }
  if (gaps.length <= MAX_LISTED) return gaps;
  const last = next - 1;
  const held = ranges.reduce((sum, range) => sum + range.blocks, 0);
  const message = `Of the heights 0 to ${formatCount(last)} this index has ${formatPlural(held, 'block')}. What moved in the others is not shown, and balances that they may change are not known.`;
  return [{ kind: 'heights-missing', message, fromHeight: 0, toHeight: last, count: null }];
}

/** One gap a run of heights, or one for all of a source where that would be too many. */
function gapsOf(kind: GapKind, ranges: readonly AccountRange[], what: string): Gap[] {
  const say = (from: number, to: number, head: string): Gap => {
    return { kind, message: `${head}: ${what}`, fromHeight: from, toHeight: to, count: null };
  };
  if (ranges.length <= MAX_LISTED)
    return ranges.map(({ fromHeight, toHeight }) => say(fromHeight, toHeight, subject(fromHeight, toHeight)));
  const first = ranges[0]?.fromHeight ?? 0;
  const last = ranges.at(-1)?.toHeight ?? first;
  const blocks = ranges.reduce((sum, range) => sum + range.blocks, 0);
  return [
    say(first, last, `${formatPlural(blocks, 'block')} between heights ${formatCount(first)} and ${formatCount(last)}`),
  ];
}

/** Joins neighbours that lack the same, whatever their sources. */
function joinRuns(ranges: readonly AccountRange[]): AccountRange[] {
  const runs: AccountRange[] = [];
  for (const range of ranges) {
    const last = runs.at(-1);
    if (last && last.toHeight + 1 >= range.fromHeight)
      runs[runs.length - 1] = { ...last, toHeight: range.toHeight, blocks: last.blocks + range.blocks };
    else runs.push(range);
  }
  return runs;
}

/** What the sources of these ranges did not carry, each with what that hides. */
export function listLacks(chain: AccountChain, ranges: readonly AccountRange[]): Gap[] {
  const lacking = LACKS.flatMap(({ bit, kind, what }) =>
    gapsOf(kind, joinRuns(ranges.filter(({ holds }) => (holds & bit) === 0)), what),
  );
  const withBit = (bit: number) => joinRuns(ranges.filter(({ holds }) => (holds & bit) !== 0));
  const times = gapsOf(
    'time-estimated',
    withBit(BLOCK_TIME_ESTIMATED),
    'the source carried no block times; the times shown are estimates.',
  );
  const foreign = gapsOf(
    'foreign-genesis',
    withBit(BLOCK_FOREIGN_GENESIS),
    `the first block of this source is not that of ${chain.name}: this is a development or private chain under the same number.`,
  );
  return [...foreign, ...lacking, ...times];
}

/** Everything a chain's ranges do not hold, each with what that hides. */
export function listGaps(chain: AccountChain, ranges: readonly AccountRange[]): Gap[] {
  const isUnstated = chain.family === 'evm' && chain.feeRule === 'recipients-unknown' && ranges.length > 0;
  const untold: Gap[] = isUnstated
    ? [
        {
          kind: 'recipient-unknown',
          message: `${chain.name} shares fees out in ways a block does not tell: they are shown as paid, and nobody as paid by them.`,
          fromHeight: null,
          toHeight: null,
          count: null,
        },
      ]
    : [];
  return [...missingHeights(ranges), ...listLacks(chain, ranges), ...untold];
}
