import type { Actor } from '@trailmark/core/label';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofActorIndex from './actor-index.ts';

const recorded = new WatchedResults();
const { createActorIndex } = recorded.watch(ofActorIndex);

function actor(id: string, label: string, more: object = {}): Actor {
  return {
    id,
    label,
    legalName: undefined,
    aliases: [],
    categories: [],
    jurisdictions: [],
    contacts: [],
    ...more,
  } as never;
}

const ACTORS = [
  actor('z', 'Harbour', { categories: ['exchange'], jurisdictions: ['AT'], contacts: [{ kind: 'email' }] }),
  actor('b', 'Blue Harbour', { categories: ['exchange', 'custody'], jurisdictions: ['us'] }),
  actor('a', 'Harbour Two', { aliases: ['H2'] }),
  actor('c', 'Coast', { legalName: 'Harbourside Ltd' }),
  actor('d', 'Dune'),
  actor('z', 'A second one of the same id'),
];
const index = createActorIndex(ACTORS, 'v1');
const find = (filter: object, page = { offset: 0, limit: 100 }) => {
  const { items, total } = index.search(filter as never, page);
  return [items.map(({ id }) => id).join(''), total];
};

test('of two actors with one id the first counts', () => {
  expect(index.get('z')?.label).toBe('Harbour');
  expect(index.get('nobody')).toBeUndefined();
  expect(index.version).toBe('v1');
});

test('without a text all are listed by name, a page at a time', () => {
  expect(find({})).toEqual(['bcdza', 5]);
  expect(find({ text: '  ' }, { offset: 1, limit: 2 })).toEqual(['cd', 5]);
  expect(find({}, { offset: 5, limit: 2 })).toEqual(['', 5]);
});

test('exact names come first, then beginnings, then names that contain the text', () => {
  expect(find({ text: ' HARBOUR ' })).toEqual(['zcab', 4]);
  expect(find({ text: 'h2' })).toEqual(['a', 1]);
  expect(find({ text: 'side' })).toEqual(['c', 1]);
  expect(find({ text: 'nowhere' })).toEqual(['', 0]);
});

test('filters hold together', () => {
  expect(find({ category: 'exchange' })).toEqual(['bz', 2]);
  expect(find({ jurisdiction: 'US' })).toEqual(['b', 1]);
  expect(find({ jurisdiction: 'at', category: 'custody' })).toEqual(['', 0]);
  expect(find({ withContact: true })).toEqual(['z', 1]);
  expect(find({ withContact: false })).toEqual(['bcdza', 5]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/actor-index.txt');
});
