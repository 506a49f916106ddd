import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCursor from './cursor.ts';
import * as ofPageCursor from './page-cursor.ts';

const recorded = new WatchedResults();
const { decodeCursor, encodeCursor, listKey } = recorded.watch(ofCursor);
const { decodePlace, encodePlace, toPage } = recorded.watch(ofPageCursor);

const ID = '0a0b0c0d-1111-4222-8333-444455556666';
const REFUSED = expect.objectContaining({
  kind: 'invalid',
  message: expect.stringContaining('not one this server made'),
});
const wrap = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('the place of a list comes back as it was, and without a cursor there is none', () => {
  for (const place of [[], [0], [5, Number.MAX_SAFE_INTEGER]]) {
    expect(decodeCursor('list', encodeCursor('list', place), place.length)).toEqual(place);
  }
  expect(decodeCursor('list', undefined, 2)).toBeUndefined();
});

test.each<[string, string]>([
  ['another list', encodeCursor('other', [1, 2])],
  ['fewer numbers', encodeCursor('list', [1])],
  ['more numbers', encodeCursor('list', [1, 2, 3])],
  ['another version', wrap([2, 'list', 1, 2])],
  ['a negative number', wrap([1, 'list', 1, -2])],
  ['a fraction', wrap([1, 'list', 1, 2.5])],
  ['a number beyond what is exact', wrap([1, 'list', 1, 2 ** 53])],
  ['a text', wrap([1, 'list', 1, '2'])],
  ['no list', wrap({ length: 4, 0: 1, 1: 'list', 2: 1, 3: 2 })],
  ['nothing', wrap(null)],
  ['no JSON', 'x'],
  ['an empty text', ''],
  ['spaces', Buffer.from('[1, "list",1,2]').toString('base64url')],
  ['padding', `${encodeCursor('list', [1, 2])}=`],
])('a cursor with %s is refused', (_, cursor) => {
  expect(() => decodeCursor('list', cursor, 2)).toThrow(REFUSED);
});

test('two lists that show something else have other keys, also by the size of a number', () => {
  const keys = [[1n], [2n], ['a', 'b'], ['ab'], []].map(listKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(listKey([1n])).toBe(listKey([1n]));
  expect(keys[0]).toMatch(/^[\w-]{12}$/);
});

test('the place of a row comes back with its id', () => {
  expect(decodePlace('users', encodePlace('users', { place: 'x|y', id: ID }))).toEqual(['x|y', ID]);
  expect(decodePlace('users', undefined)).toBeUndefined();
});

test.each<[string, string]>([
  ['another list', encodePlace('posts', { place: 'x', id: ID })],
  ['no id', encodePlace('users', { place: 'x', id: 'nobody' })],
  ['an id in capitals', encodePlace('users', { place: 'x', id: ID.toUpperCase() })],
  ['a place that no database keeps', encodePlace('users', { place: 'a\0', id: ID })],
  ['another version', wrap([2, 'users', 'x', ID])],
  ['more than a place', wrap([1, 'users', 'x', ID, 1])],
  ['a number as place', wrap([1, 'users', 7, ID])],
  ['a number as id', wrap([1, 'users', 'x', 7])],
  ['no list', wrap(7)],
  ['no JSON', '%'],
  ['padding', `${encodePlace('users', { place: 'xy', id: ID })}=`],
])('a cursor of a row with %s is refused', (_, cursor) => {
  expect(() => decodePlace('users', cursor)).toThrow(REFUSED);
});

test('a page has a next one where one row more was read, after the last that it shows', () => {
  const rows = ['a', 'b', 'c'].map((place) => ({ place, id: ID }));
  const { rows: shown, next } = toPage('users', rows, 2);
  expect(shown).toEqual(rows.slice(0, 2));
  expect(decodePlace('users', next ?? '')).toEqual(['b', ID]);
  expect(toPage('users', rows, 3)).toEqual({ rows, next: null });
  expect(toPage('users', [], 3)).toEqual({ rows: [], next: null });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/cursors.txt');
});
