import { expect, test } from 'vitest';
import { columnPlace, forgetRows, isInSet, type PackageChoice, rowPlace, togglePlace } from './package-choice.ts';

const NONE: PackageChoice = { areas: ['people'], hides: ['names'], files: [], leaveOut: [], basis: null };
const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];

test('a row is chosen in the content it was first seen in, and a column in any', () => {
  const column = togglePlace(NONE, columnPlace('case_note', 'title'), FIRST);
  expect(column).toMatchObject({ leaveOut: ['case_note/*/title'], basis: null });
  const row = togglePlace(column, rowPlace('case_note', 3), FIRST);
  expect(togglePlace(row, rowPlace('case_note', 4), SECOND).basis).toBe(FIRST);
  expect(togglePlace(row, rowPlace('case_note', 3), SECOND)).toEqual(column);
  expect(forgetRows(row)).toEqual(column);
});

test('a place of a set is left out by the set', () => {
  expect(isInSet(NONE, columnPlace('case_person', 'name'))).toBe(true);
  expect(isInSet(NONE, columnPlace('people', 'name'))).toBe(false);
  expect(columnPlace('case', 'title')).toBe('case/title');
});
