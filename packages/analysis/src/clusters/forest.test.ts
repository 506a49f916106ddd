import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Forest } from './forest.ts';

/** What a forest states about every number: the smallest of its set, the size of the set, and its members. */
function describeForest(forest: Forest) {
  return Array.from({ length: forest.count }, (_, number) => {
    const root = forest.find(number);
    return { root, size: forest.sizeOf(root), members: [...forest.members(number)] };
  });
}

/** The same from a list of unions, set by set. */
function describeUnions(count: number, unions: readonly (readonly [number, number])[]) {
  const sets = Array.from({ length: count }, (_, number) => new Set([number]));
  for (const [a, b] of unions) {
    const joined = new Set([...(sets[a] ?? []), ...(sets[b] ?? [])]);
    for (const number of joined) sets[number] = joined;
  }
  return sets.map((set) => {
    const members = [...set].sort((a, b) => a - b);
    return { root: members[0], size: members.length, members };
  });
}

const COUNT = 24;
const pairs = fc.array(fc.tuple(fc.nat(COUNT - 1), fc.nat(COUNT - 1)), { maxLength: 40 });

test('sets, their sizes and members are those of the unions, whatever their order and which of them are final', () => {
  fc.assert(
    fc.property(pairs, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (unions, finals) => {
      const forest = new Forest(COUNT);
      for (const [i, [a, b]] of unions.entries()) {
        const [before, other] = [forest.find(a), forest.find(b)];
        const sizes = [forest.sizeOf(Math.min(before, other)), forest.sizeOf(Math.max(before, other))] as const;
        expect(forest.union(a, b, finals[i] ?? false)).toBe(before !== other);
        if (before === other) continue;
        const [root, child] = [Math.min(before, other), Math.max(before, other)];
        expect(forest.last).toEqual({ root, child, rootSize: sizes[0], childSize: sizes[1] });
        expect(forest.lastSmaller).toBe(Math.min(...sizes));
      }
      expect(describeForest(forest)).toEqual(describeUnions(COUNT, unions));
      expect([...forest.roots()]).toEqual(describeForest(forest).map(({ root }) => root));
    }),
  );
});

test('unions that are taken back leave everything as it was, also after some before them were settled', () => {
  fc.assert(
    fc.property(pairs, pairs, pairs, fc.nat(40), (first, second, third, settled) => {
      const forest = new Forest(COUNT);
      for (const [a, b] of first) forest.union(a, b, false);
      const mark = forest.mark;
      forest.settleTo(Math.min(settled, mark));
      for (const [a, b] of second) forest.union(a, b, true);
      expect(describeForest(forest)).toEqual(describeUnions(COUNT, [...first, ...second]));
      if (settled < mark) {
        forest.undoTo(mark);
        expect(forest.mark).toBe(mark);
        expect(describeForest(forest)).toEqual(describeUnions(COUNT, first));
        for (const [a, b] of third) forest.union(a, b, false);
        expect(describeForest(forest)).toEqual(describeUnions(COUNT, [...first, ...third]));
      }
    }),
  );
});

test('a forest that grows past its room keeps what it had, and the newest sets of one can be taken back', () => {
  const forest = new Forest(2, 4);
  for (let number = 2; number < 5_000; number++) {
    expect(forest.add()).toBe(number);
    forest.union(number - 2, number, true);
  }
  expect([forest.find(4_998), forest.find(4_999), forest.sizeOf(0), forest.sizeOf(1)]).toEqual([0, 1, 2_500, 2_500]);
  forest.add();
  expect(forest.sizeOf(5_000)).toBe(1);
  forest.truncate(5_000);
  expect(forest.add()).toBe(5_000);
  expect([...forest.members(5_000)]).toEqual([5_000]);
});
