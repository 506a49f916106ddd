import type { ReportHide } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { chooseHidden } from './copy-choice.ts';
import { createItem, createTrace, draftSample, factSample, SERVICE } from './testing/sample-facts.ts';

const ITEMS = [
  createItem([createTrace([{ ...SERVICE, name: 'The "North" gate' }])]),
  createItem([], { number: 'A-2', kind: 'statement' }),
  createItem([], { number: 'A-3', kind: 'victim-losses' }),
];

/** What a copy leaves out of some files and lists. */
function choose(hides: readonly ReportHide[], files: Readonly<Record<string, unknown>>, rows: readonly unknown[] = []) {
  const bytes = Object.entries(files).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))] as const);
  const lists = new Map([['claims.json', rows]]);
  const facts = { ...factSample(ITEMS), colleagues: ['Ann Lee'] };
  return chooseHidden({ files: new Map(bytes), lists }, facts, draftSample({ hides }));
}

test('a name is found within quotes, in capitals and in JSON within JSON, and not as a part of a word', () => {
  const nested = { request: JSON.stringify({ about: 'the\n"THE \\"NORTH\\" GATE" case' }) };
  const files = { 'traces/T-1.json': nested, 'traces/T-1.seeds.json': [], 'traces/T-2.json': 'The "North" gateway' };
  expect(choose(['labels'], files).items).toEqual(['traces/T-1.json', 'traces/T-1.seeds.json']);
  expect(choose(['people'], files).items).toEqual([]);
  expect(choose(['people'], {}, [{ text: ['Seen by Ann Lee.'] }, { text: ['by Ann Leeds'] }]).entries).toEqual({
    'claims.json': [0],
  });
});

test('without labels only pinned statements stay, and without the loss no losses of victims', () => {
  const files = { 'items/A-1.json': 1, 'items/A-2.json': 2, 'items/A-3.json': 3, 'ledger/btc/places.json': [] };
  expect(choose(['labels'], files).items).toEqual(['items/A-1.json', 'items/A-3.json']);
  expect(choose(['loss'], files).items).toEqual(['items/A-3.json']);
  expect(choose(['answers'], files).items).toHaveLength(3);
  const on = (list: string) => ({ rule: 'case/1', inputs: { list, entry: 0 } });
  const claims = [on('case.json'), on('custody.json'), on('labels.json'), { rule: 'item/1', inputs: {} }];
  const hidden = (['loss', 'people', 'labels', 'answers'] as const).map((hide) => choose([hide], {}, claims).entries);
  expect(hidden).toEqual([0, 1, 2, 3].map((i) => ({ 'claims.json': [i] })));
});
