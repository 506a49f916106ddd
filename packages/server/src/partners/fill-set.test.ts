import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillSet } from './fill-set.ts';

const TAG = 16;
const key = randomBytes(32);
const toTags = (set: Uint8Array): string[] => Buffer.from(set).toString('hex').match(/.{32}/g) ?? [];
const makeReal = (count: number) =>
  Buffer.concat(Array.from({ length: count }, () => randomBytes(TAG)).sort(Buffer.compare));

test.each([[0], [1], [37], [64]])(
  'a set of 64 with %i real tags is in order, has each of them, and no tag twice',
  (count) => {
    const real = makeReal(count);
    const tags = toTags(fillSet({ real, key, count: 64 }));
    expect(tags).toEqual([...new Set(tags)].sort());
    expect(tags).toHaveLength(64);
    expect(toTags(real).filter((tag) => !tags.includes(tag))).toEqual([]);
  },
);

test('what fills a set up stays the same when a real tag comes or goes, but for one', () => {
  const real = makeReal(20);
  const [before, after] = [real, real.subarray(TAG)].map((tags) => toTags(fillSet({ real: tags, key, count: 64 })));
  const gone = toTags(real)[0];
  expect(before?.filter((tag) => !after?.includes(tag))).toEqual([gone]);
  expect(after?.filter((tag) => !before?.includes(tag))).toHaveLength(1);
});
