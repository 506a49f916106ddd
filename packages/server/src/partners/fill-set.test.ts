import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillSet, OUTPUT, saltOutputs } from './fill-set.ts';

const toTags = (set: Uint8Array): string[] => Buffer.from(set).toString('hex').match(/.{32}/g) ?? [];
const makeOutputs = (count: number) => randomBytes(count * OUTPUT);

test.each([[0], [1], [37], [64]])(
  'a set of 64 with %i entries is in order, has each of them, and no tag twice',
  (count) => {
    const [outputs, salt] = [makeOutputs(count), randomBytes(32)];
    const tags = toTags(fillSet({ outputs, salt, count: 64 }));
    expect(tags).toEqual([...new Set(tags)].sort());
    expect(tags).toHaveLength(64);
    expect(toTags(saltOutputs(outputs, salt)).filter((tag) => !tags.includes(tag))).toEqual([]);
  },
);

test('two sets have nothing in common, whatever was filed or closed between them', () => {
  const outputs = makeOutputs(20);
  const each = [outputs, outputs, outputs.subarray(OUTPUT)].map((own) =>
    toTags(fillSet({ outputs: own, salt: randomBytes(32), count: 64 })),
  );
  expect(new Set(each.flat()).size).toBe(3 * 64);
});

test('a tag of a set leads to no output: it depends on all of it, and on the salt', () => {
  const [output, salt] = [makeOutputs(1), randomBytes(32)];
  const last = Buffer.from(output);
  last[OUTPUT - 1] = (last[OUTPUT - 1] ?? 0) ^ 1;
  const [tag, other, salted] = [
    saltOutputs(output, salt),
    saltOutputs(last, salt),
    saltOutputs(output, randomBytes(32)),
  ];
  expect(new Set([tag, other, salted].map((one) => one.toString('hex'))).size).toBe(3);
  expect(output.includes(tag)).toBe(false);
});
