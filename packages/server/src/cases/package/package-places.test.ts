import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { PackageLeaf } from '@trailmark/evidence/case-package/case-package';
import { expect, test } from 'vitest';
import * as ofDropHiddenRows from './drop-hidden-rows.ts';
import * as ofPackagePlaces from './package-places.ts';

const recorded = new WatchedResults();
const { dropHiddenRows } = recorded.watch(ofDropHiddenRows);
const { choosePlaces, namesRow } = recorded.watch(ofPackagePlaces);

const ref = (table: string, index: number) => ({ $row: `${table}:${index}` });
const TABLES = {
  case: [{ title: 'Harbour' }],
  case_item: [{ title: 'A' }, { title: 'B' }],
  case_person: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
  case_link: [
    { person_id: ref('case_person', 0), other_id: ref('case_person', 1) },
    { person_id: ref('case_person', 0), other_id: ref('case_person', 2) },
    { person_id: ref('case_item', 1), other_id: null },
  ],
  case_note: [{ title: 'N' }],
  case_note_version: [{ note_id: ref('case_note', 0) }],
  case_request: [{ item_id: ref('case_item', 0) }],
  case_request_step: [{ request_id: ref('case_request', 0) }],
} as never;
const choose = (leaveOut: readonly string[], hides: readonly ('names' | 'colleagues')[] = []) =>
  choosePlaces({ leaveOut, hides }, TABLES);

test('nothing is left out where nothing was chosen', () => {
  const { isRowHidden, isFieldHidden } = choose([]);
  expect(isRowHidden('case_person', 0)).toBe(false);
  expect(isFieldHidden('case', 0, 'title')).toBe(false);
});

test('a row that is left out takes along what says nothing without it, and nothing else', () => {
  const { isRowHidden, isFieldHidden } = choose(['case_person/1/*']);
  expect([0, 1, 2].map((index) => isRowHidden('case_person', index))).toEqual([false, true, false]);
  expect([0, 1, 2].map((index) => isRowHidden('case_link', index))).toEqual([true, false, false]);
  expect(isFieldHidden('case_person', 1, 'name')).toBe(true);
  expect(isFieldHidden('case_link', 0, 'relation')).toBe(true);
  expect(isFieldHidden('case_person', 0, 'name')).toBe(false);
});

test('rows go along over several steps', () => {
  const { isRowHidden } = choose(['case_item/0/*', 'case_note/0/*']);
  expect(isRowHidden('case_request', 0)).toBe(true);
  expect(isRowHidden('case_request_step', 0)).toBe(true);
  expect(isRowHidden('case_note_version', 0)).toBe(true);
  expect(isRowHidden('case_item', 1)).toBe(false);
});

test('a field is left out of one row, of all rows, and of the head of the case', () => {
  const { isFieldHidden, isRowHidden } = choose(['case_person/0/note', 'case_task/*/note', 'case/reference']);
  expect([isFieldHidden('case_person', 0, 'note'), isFieldHidden('case_person', 1, 'note')]).toEqual([true, false]);
  expect([isFieldHidden('case_task', 0, 'note'), isFieldHidden('case_task', 7, 'note')]).toEqual([true, true]);
  expect([isFieldHidden('case', 0, 'reference'), isFieldHidden('case', 0, 'title')]).toEqual([true, false]);
  expect(isRowHidden('case_person', 0)).toBe(false);
});

test('names are left out of every person as a set', () => {
  const { isFieldHidden } = choose([], ['names']);
  for (const column of ['name', 'detail', 'aliases', 'identifiers', 'note'])
    expect(isFieldHidden('case_person', 2, column)).toBe(true);
  expect(isFieldHidden('people', 0, 'name')).toBe(false);
  expect(choose([], ['colleagues']).isFieldHidden('people', 0, 'name')).toBe(true);
});

test.each([
  ['nowhere/1/*', /There is nothing in a package at “nowhere\/1\/\*”/],
  ['case_person', /There is nothing in a package at/],
  ['constructor/1/name', /There is nothing in a package at/],
  ['case_evidence/0/*', /“Files of evidence” are in a package or not as a whole/],
  ['case_person/0/letter', /“letter” of “People and entities” cannot be left out/],
  ['case/number', /“number” of “Head of the case” cannot be left out/],
])('%s may not be left out', (place, message) => {
  expect(() => choose([place])).toThrow(message);
});

test('a place that names a row is known only together with its content', () => {
  expect([namesRow('case_person/1/*'), namesRow('case_person/*/name'), namesRow('case/title')]).toEqual([
    true,
    false,
    false,
  ]);
});

const hidden = (path: string): PackageLeaf => ({ path, digest: '0'.repeat(64) });
const seen = (path: string): PackageLeaf => ({ path, salt: '0'.repeat(32), value: 1 });

test('rows of which nothing is shown are gone, and what refers to the others leads to where they are now', () => {
  const rows = {
    case_person: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    case_link: [
      {
        person_id: ref('case_person', 2),
        other_id: ref('case_person', 1),
        many: [ref('case_person', 1), ref('case_person', 2), 7],
      },
    ],
    people: [{ name: 'X' }],
  };
  const leaves = [
    ...[seen('case_person/0/name'), hidden('case_person/0/note')],
    ...[hidden('case_person/1/name'), hidden('case_person/1/note'), seen('case_person/2/name')],
    ...[hidden('people/0/name'), hidden('case/title')],
  ];
  expect(dropHiddenRows(rows as never, leaves)).toEqual({
    case_person: [{ name: 'One' }, { name: 'Three' }],
    case_link: [{ person_id: ref('case_person', 1), other_id: null, many: [ref('case_person', 1), 7] }],
    people: [{ name: 'X' }],
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/package-places.txt');
});
