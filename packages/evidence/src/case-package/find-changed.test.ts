import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCasePackage from './case-package.ts';
import { hashOfLeaf, type PackageLeaf } from './case-package.ts';
import * as ofFindChanged from './find-changed.ts';

const recorded = new WatchedResults();
const { rootOfHashes } = recorded.watch(ofCasePackage);
const { describeChange } = recorded.watch(ofFindChanged);

const leaf = (path: string, value: unknown = 1): PackageLeaf => ({ path, salt: '01'.repeat(16), value });
const LEAVES = Array.from({ length: 8 }, (_, i) => leaf(`case/${i}`));
const hashes = LEAVES.map(hashOfLeaf);
const root = rootOfHashes(hashes);
const TOLD = 'A value was changed, added, moved or taken away after the package was signed';
const change = (leaves: readonly PackageLeaf[], list: readonly string[] | undefined = hashes) =>
  describeChange({ leaves, hashes: list, root });

test('nothing is said of what was signed, with its list of hashes or without one', () => {
  expect(change(LEAVES)).toBeUndefined();
  expect(describeChange({ leaves: LEAVES, hashes: undefined, root })).toBeUndefined();
});

test('up to five places are named, and the rest counted', () => {
  const other = (count: number) => LEAVES.map((each, i) => (i < count ? leaf(each.path, 2) : each));
  expect(change(other(1))).toBe(`${TOLD}: “case/0”.`);
  expect(change(other(5))).toBe(`${TOLD}: “case/0”, “case/1”, “case/2”, “case/3”, “case/4”.`);
  expect(change(other(7))).toBe(`${TOLD}: “case/0”, “case/1”, “case/2”, “case/3”, “case/4” and 2 more.`);
  expect(change([...LEAVES, leaf('x'.repeat(100))])).toBe(`${TOLD}: “${'x'.repeat(80)}”.`);
});

test('what is missing is counted, and what only moved is said to be in another order', () => {
  expect(change(LEAVES.slice(3))).toBe(`${TOLD}: 3 of its values are missing.`);
  expect(change(LEAVES.toReversed())).toBe(`${TOLD}: its values are in another order.`);
});

test('a list of hashes that was changed is not trusted to name a place', () => {
  expect(change(LEAVES, hashes.slice(1))).toBe('The list of hashes was changed after the package was signed.');
  const wrong = `${TOLD}, and so was the list of hashes that names the place.`;
  expect(change(LEAVES.slice(1), hashes.slice(1))).toBe(wrong);
  expect(describeChange({ leaves: LEAVES.slice(1), hashes: undefined, root })).toBe(wrong);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-changed.txt');
});
