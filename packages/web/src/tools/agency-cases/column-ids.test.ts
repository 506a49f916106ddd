import { expect, test } from 'vitest';
import { CASE_COLUMNS, type CaseColumnId, readColumns, writeColumns } from './column-ids.ts';

const ALL = Object.keys(CASE_COLUMNS) as CaseColumnId[];

test('the usual columns need no word in the address bar', () => {
  expect(readColumns(undefined)).not.toContain('unit');
  expect(writeColumns(readColumns(undefined))).toBeUndefined();
});

test('chosen columns come back in the order of the list, whatever the order of the choice', () => {
  expect(readColumns(writeColumns(['changed', 'unit', 'type']))).toEqual(['type', 'unit', 'changed']);
  expect(readColumns(writeColumns(ALL))).toEqual(ALL);
});

test('no column at all is a choice too, and what is no column is left out', () => {
  expect(readColumns(writeColumns([]))).toEqual([]);
  expect(readColumns('loss.<b>.toString')).toEqual(['loss']);
});
