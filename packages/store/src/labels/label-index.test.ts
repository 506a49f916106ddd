import type { Label } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofActorIndex from './actor-index.ts';
import * as ofLabelIndex from './label-index.ts';
import * as ofLabelSegment from './label-segment.ts';
import * as ofLoadSegment from './load-segment.ts';

const recorded = new WatchedResults();
const { createActorIndex } = recorded.watch(ofActorIndex);
const { createLabelIndex } = recorded.watch(ofLabelIndex);
const { labelId } = recorded.watch(ofLabelSegment);
const { createSegment } = recorded.watch(ofLoadSegment);

const NETWORKS: readonly NetworkId[] = ['btc', 'ltc', 'eth'];

function label(i: number, pack: number): Label {
  const number = (i * 7919 + pack * 13) % 900;
  return {
    network: NETWORKS[number % 3] as NetworkId,
    // Of every length, and one the beginning of another.
    address: `1${'x'.repeat(number % 60)}${number}`,
    label: `Name ${i % 50}`,
    category: 'exchange',
    actor: i % 4 === 0 ? `actor-${i % 8}` : undefined,
    confidence: i % 2 === 0 ? 'ownership' : 'unknown',
    scope: i % 3 === 0 ? 'cluster' : 'address',
    role: i % 5 === 0 ? 'cold' : undefined,
    source: `source ${i % 7}`,
    asOf: i % 6 === 0 ? '2024-05-06' : undefined,
    details: i % 9 === 0 ? { note: `Détail ${i}` } : {},
  };
}

function head(id: string) {
  const texts = { title: id, publisher: 'p', licence: 'MIT', asOf: '2026-01-02', importer: 'test-1' };
  return { id, ...texts, visibility: 'public', url: undefined } as const;
}

const packs = ['a', 'b', 'c'].map((id, pack) => ({
  id,
  labels: Array.from({ length: 700 }, (_, i) => label(i, pack)),
}));
const reader = createLabelIndex(
  packs.map(({ id, labels }) => createSegment(head(id), labels)),
  createActorIndex([], undefined),
);

test('every address gives exactly what all packs state about it', () => {
  const wanted = Map.groupBy(
    packs.flatMap(({ labels }) => labels),
    ({ network, address }) => `${network} ${address}`,
  );
  for (const [place, labels] of wanted) {
    const [network, address] = place.split(' ') as [NetworkId, string];
    const found = reader
      .labelsOf(network, address)
      .map(({ id: _, pack: __, licence: ___, visibility: ____, ...rest }) => rest);
    const sort = (rows: readonly Label[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
    expect(sort(found)).toEqual(sort(labels));
    expect(found.map(({ confidence }) => confidence)).toEqual(found.map(({ confidence }) => confidence).sort());
    expect(reader.has(network, address)).toBe(true);
    expect(reader.has(network, `${address}x`)).toBe(wanted.has(`${network} ${address}x`));
    expect(reader.has('doge', address)).toBe(false);
  }
});

test('the pages of an organisation make up all claims about it, in a fixed order', () => {
  const all = reader.labelsOfActor('actor-4', { offset: 0, limit: 10_000 });
  expect(all.total).toBe(packs.flatMap(({ labels }) => labels).filter(({ actor }) => actor === 'actor-4').length);
  const paged = Array.from({ length: Math.ceil(all.total / 17) }, (_, page) =>
    reader.labelsOfActor('actor-4', { offset: page * 17, limit: 17 }),
  ).flatMap(({ items }) => items);
  expect(paged).toEqual(all.items);
});

test('a search looks at labels, actors and details, needs every word, and shows distinct names first', () => {
  expect(reader.search('name 7', 5).length).toBe(5);
  expect(reader.search('détail 9', 100).every(({ details }) => details.note?.startsWith('Détail '))).toBe(true);
  expect(new Set(reader.search('name', 50).map((row) => row.label)).size).toBe(50);
  expect(reader.search('actor-4 name', 3)).toHaveLength(3);
  expect(reader.search('name nowhere', 3)).toEqual([]);
  expect(reader.search('   ', 3)).toEqual([]);
});

test('the id of a label is the digest of its pack and content, however often it is requested', () => {
  for (const { id, labels } of packs) {
    const segment = createSegment(head(id), labels);
    for (let round = 0; round < 2; round++) {
      for (let row = 0; row < labels.length; row++) {
        const found = segment.get(row);
        expect(found.id).toBe(labelId(id, found));
      }
    }
  }
});

test('a reader without packs has no version and no day, and one with packs the latest', () => {
  const none = createLabelIndex([], createActorIndex([], undefined));
  expect([none.version, none.asOf, none.labelCount]).toEqual(['none', undefined, 0]);
  const actorsOnly = createLabelIndex([], createActorIndex([], 'v1'));
  expect(actorsOnly.version).toMatch(/^[0-9a-f]{16}$/);
  const later = createSegment({ ...head('z'), asOf: '2026-03-04' }, [label(1, 0)]);
  const both = createLabelIndex([later, createSegment(head('a'), [label(2, 0)])], createActorIndex([], undefined));
  expect([both.asOf, both.labelCount, both.packs().map(({ id }) => id)]).toEqual(['2026-03-04', 2, ['a', 'z']]);
  expect(both.version).not.toBe(actorsOnly.version);
});

test('exact names come before those that begin with the text, and these before the rest', () => {
  const names = ['The Harbour', 'Harbour Two', 'Harbour', 'Blue Harbour'];
  const rows = names.map((name, i) => ({ ...label(i, 0), label: name, details: {} }));
  const found = createLabelIndex([createSegment(head('a'), rows)], createActorIndex([], undefined)).search(
    ' HARBOUR',
    9,
  );
  expect(found.map((row) => row.label).slice(0, 2)).toEqual(['Harbour', 'Harbour Two']);
  expect(found).toHaveLength(4);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/label-index.txt');
});
