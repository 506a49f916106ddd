import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCompareAnswers from './compare-answers.ts';

const recorded = new WatchedResults();
const { compareAnswers, toComparableFile } = recorded.watch(ofCompareAnswers);

const compare = (pinned: string | Buffer, now: string | Buffer) =>
  compareAnswers(toComparableFile(Buffer.from(pinned)), toComparableFile(Buffer.from(now)), 10).differences;

test('a JSON file that was only made at another time says the same', () => {
  const made = (at: string, amount: string) => JSON.stringify({ request: { made_at: at, amount } });
  expect(compare(made('2026-01-01', '5'), made('2026-02-02', '5'))).toEqual([]);
  expect(compare(made('2026-01-01', '5'), made('2026-02-02', '6'))).toEqual([
    { path: 'request.amount', pinned: '5', now: '6' },
  ]);
});

test('a text file differs by line, and its lines about the time it was made at do not count', () => {
  const table = (at: string, amount: string) => `answered_at,${at}\ncoverage,"${at}"\ntxid,amount\naa,${amount}\n`;
  expect(compare(table('2026-01-01', '5'), table('2026-02-02', '5'))).toEqual([]);
  expect(compare(table('2026-01-01', '5'), table('2026-01-01', '6'))).toEqual([
    { path: 'line.1', pinned: 'aa,5', now: 'aa,6' },
  ]);
});

test('a file that is no text is compared as a whole', () => {
  expect(compare(Buffer.from([0, 1]), Buffer.from([0, 1]))).toEqual([]);
  expect(compare(Buffer.from([0xff, 1]), Buffer.from([0xff, 2]))).toMatchObject([{ path: 'file' }]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/compare-answers.txt');
});
