import { expect, test } from 'vitest';
import { describeMutant, findMutants, plant } from './find-mutants.ts';

/** Every text that one planted fault makes of a source. */
function allOf(source: string): string[] {
  return findMutants('sample.ts', source).map((mutant) => plant(source, mutant));
}

test('operators, constants, conditions, statements, arguments and words are what is planted', () => {
  expect(allOf('const a = b < 7;')).toEqual(['const a = b <= 7;', 'const a = b < 8;']);
  expect(allOf('const a = 5n;')).toEqual(['const a = 6n;']);
  expect(allOf('const a = true;')).toEqual(['const a = false;']);
  expect(allOf('if (a) b();')).toEqual(['if (!(a)) b();', 'if (a) ;']);
  expect(allOf('const a = b ? c : d;')).toEqual(['const a = !(b) ? c : d;']);
  expect(allOf('const a = b(c, d);')).toEqual(['const a = b(d, c);']);
  expect(allOf("const a = { action: 'sign-in', other: 'x' };")).toEqual([
    "const a = { action: 'planted' as never, other: 'x' };",
  ]);
});

test('types, imports and texts are left as they are', () => {
  const source =
    "import { a } from './a.ts';\ninterface B { readonly c: 1 | 2 }\nconst d: B | 3 = a as 4;\nconst e = 'f';\n";
  expect(allOf(source)).toEqual([]);
});

test('an operator in the text before it is not taken for the one that is meant', () => {
  expect(allOf("const a = ('<' + b) < c;")).toEqual(["const a = ('<' - b) < c;", "const a = ('<' + b) <= c;"]);
});

test('a fault is reported with its line, before and after', () => {
  const source = 'const a = 1;\n\nconst b = a > 2;\n';
  const mutant = findMutants('sample.ts', source).find(({ kind }) => kind === 'operator');
  expect(mutant && describeMutant(source, mutant)).toEqual({
    line: 3,
    before: 'const b = a > 2;',
    after: 'const b = a >= 2;',
  });
});

test('a constant that can be another without any effect is left alone, and its surroundings are not', () => {
  expect(allOf('f(a[i] ?? 7);')).toEqual([';', 'f(a[i] && 7);']);
  expect(allOf('f(a[i] ?? b < c);')).toEqual([';', 'f(a[i] && b < c);', 'f(a[i] ?? b <= c);']);
  expect(allOf('f(a.get(i) ?? 7);')).toEqual([';', 'f(a.get(i) && 7);', 'f(a.get(i) ?? 8);']);
  expect(allOf('f(a < b ? -1 : 1);')).toEqual([';', 'f(!(a < b) ? -1 : 1);', 'f(a <= b ? -1 : 1);']);
  expect(allOf('f(a ? -1 : b ? 1 : 0);')).toEqual([
    ';',
    'f(!(a) ? -1 : b ? 1 : 0);',
    'f(a ? -1 : !(b) ? 1 : 0);',
    'f(a ? -1 : b ? 1 : 1);',
  ]);
  expect(allOf('f(a ? 2 : 1);')).toEqual([';', 'f(!(a) ? 2 : 1);', 'f(a ? 3 : 1);', 'f(a ? 2 : 2);']);
  expect(allOf('const BATCH = 500;')).toEqual([]);
  expect(allOf('const CLAIM_LOCK = 7;')).toEqual([]);
  expect(allOf('const LARGE_BATCH = 500;')).toEqual(['const LARGE_BATCH = 501;']);
  expect(allOf('const BATCH = a > 5;')).toEqual(['const BATCH = a >= 5;', 'const BATCH = a > 6;']);
});

test('a comparison that chooses between its own sides is only turned round: where they are equal, both are right', () => {
  expect(allOf('const a = b.c < d ? b.c : d;')).toEqual(['const a = !(b.c < d) ? b.c : d;']);
  expect(allOf('const a = b >= c ? c : b;')).toEqual(['const a = !(b >= c) ? c : b;']);
  expect(allOf('const a = b < c ? b : d;')).toEqual(['const a = !(b < c) ? b : d;', 'const a = b <= c ? b : d;']);
  expect(allOf('const a = b === c ? b : c;')).toEqual(['const a = !(b === c) ? b : c;', 'const a = b !== c ? b : c;']);
});
