import { BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { CrossingLedger } from './crossing-ledger.ts';
import * as ofIndexedWindow from './indexed-window.ts';

const recorded = new WatchedResults();
const { formatNotIndexed } = recorded.watch(ofIndexedWindow);

const DAY = 86_400;

/** What is said of days 10 to 12 where these heights are indexed whole and each height is a day. */
function say(ranges: readonly (readonly [number, number, boolean?])[], family = 'outputs', [from, to] = [10, 12]) {
  const heightRanges = () =>
    ranges.map(([fromHeight, toHeight, isWhole = true]) => ({
      ...{ fromHeight, toHeight, wholeBlocks: isWhole, holds: isWhole ? BLOCK_HOLDS_ALL : 0 },
    }));
  const reader = { heightRanges, block: (height: number) => ({ time: height * DAY }) };
  return formatNotIndexed({ family, name: 'X', reader } as unknown as CrossingLedger, {
    from: from * DAY,
    to: to * DAY,
  });
}

test.each(['outputs', 'accounts'])('days that are indexed in one piece need no words: %s', (family) => {
  for (const ranges of [
    [[10, 12]],
    [[0, 50]],
    [
      [0, 11],
      [12, 20],
    ],
    [
      [12, 20],
      [0, 11],
    ],
    [
      [0, 30],
      [5, 6],
    ],
  ] as const)
    expect(say(ranges, family)).toBeUndefined();
});

test('days that are indexed up to one of them are reported so', () => {
  const upTo = (day: string) => expect.stringContaining(`only up to ${day} in one piece`);
  expect(say([[0, 11]])).toEqual(upTo('1970-01-12'));
  expect(
    say([
      [10, 10],
      [12, 20],
    ]),
  ).toEqual(upTo('1970-01-11'));
  expect(
    say([
      [0, 11],
      [12, 20, false],
    ]),
  ).toEqual(upTo('1970-01-12'));
});

test('days of which the first is missing are reported as not whole, and no block at all as nothing', () => {
  const part = expect.stringContaining('and not all of it');
  expect([
    say([[11, 20]]),
    say([[0, 9]]),
    say([
      [0, 9],
      [11, 20],
    ]),
  ]).toEqual([part, part, part]);
  for (const family of ['outputs', 'accounts'])
    for (const ranges of [[], [[0, 50, false]]] as const)
      expect(say(ranges, family)).toContain('This server holds no whole blocks of X for the days from');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/indexed-window.txt');
});
