import {
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_INTERNALS,
  HAS_LOGS,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofIndexedHistory from './indexed-history.ts';

const recorded = new WatchedResults();
const { holdsHistory } = recorded.watch(ofIndexedHistory);

const WHOLE = BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS;
const LISTS = HAS_CALL | HAS_LOGS | HAS_INTERNALS;
const FETCHED = { isComplete: true, fromHeight: 0, toHeight: 100, holds: LISTS };

type Range = readonly [from: number, to: number, holds?: number];

/** Whether everything up to height 100 is indexed, by these runs of blocks and these fetched lists. */
function isIndexed(ranges: readonly Range[], fetched: readonly object[] = []): Promise<boolean> {
  const reader = {
    heightRanges: () => ranges.map(([fromHeight, toHeight, holds = WHOLE]) => ({ fromHeight, toHeight, holds })),
    addressCoverage: async () => fetched,
  };
  return holdsHistory(reader as unknown as AccountLedger, 'a', 100, undefined);
}

describe('a history', () => {
  test.each<[string, Range[]]>([
    ['one run', [[0, 100]]],
    [
      'runs that touch, in any order',
      [
        [51, 200],
        [0, 20],
        [21, 50],
      ],
    ],
    [
      'runs that overlap',
      [
        [0, 70],
        [10, 20],
        [60, 100],
      ],
    ],
    [
      'runs among others that lack something',
      [
        [0, 50],
        [0, 100, BLOCK_HOLDS_ALL],
        [51, 100],
      ],
    ],
  ])('is indexed by %s', async (_, ranges) => {
    expect(await isIndexed(ranges)).toBe(true);
  });

  test.each<[string, Range[]]>([
    ['nothing', []],
    ['blocks from the second on', [[1, 100]]],
    ['blocks up to the one before', [[0, 99]]],
    [
      'runs with a gap of one block',
      [
        [0, 49],
        [51, 100],
      ],
    ],
    ['blocks without tokens', [[0, 100, WHOLE - BLOCK_HOLDS_TOKENS]]],
    ['blocks without internal transfers', [[0, 100, WHOLE - BLOCK_HOLDS_INTERNALS]]],
    ['parts of blocks', [[0, 100, WHOLE - BLOCK_HOLDS_ALL]]],
    ['blocks of another chain under this number', [[0, 100, WHOLE | BLOCK_FOREIGN_GENESIS]]],
  ])('is not indexed by %s', async (_, ranges) => {
    expect(await isIndexed(ranges)).toBe(false);
  });

  test('is indexed by what a source lists of the address, whole and from the beginning to the end', async () => {
    expect(await isIndexed([], [{ ...FETCHED, toHeight: 99 }, FETCHED])).toBe(true);
    const lacking = [
      { isComplete: false },
      { fromHeight: 1 },
      { toHeight: 99 },
      ...[HAS_CALL, HAS_LOGS, HAS_INTERNALS].map((kind) => ({ holds: LISTS - kind })),
    ];
    for (const lack of lacking) expect(await isIndexed([[0, 50]], [{ ...FETCHED, ...lack }])).toBe(false);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/indexed-history.txt');
});
