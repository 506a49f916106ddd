import { expect, test } from 'vitest';
import { toBibtex } from './bibtex.ts';

const ITEM = {
  slug: 'a-paper-2020',
  title: 'Coins & {braces} at 100 %',
  summary: 'A paper.',
  version: 0,
  changedAt: null,
  facts: {
    kind: 'publication' as const,
    form: 'paper' as const,
    authors: ['First Author', 'Second Author'],
    year: 2020,
    venue: 'A Conference',
    doi: '10.1000/xyz',
    url: null,
    topics: ['clustering'],
    methods: [],
  },
};

test('a paper becomes one entry, with what it lacks left out', () => {
  expect(toBibtex(ITEM)).toBe(
    [
      '@inproceedings{a-paper-2020,',
      '  author = {{First Author} and {Second Author}},',
      '  title = {{Coins \\& braces at 100 \\%}},',
      '  year = {2020},',
      '  booktitle = {A Conference},',
      '  doi = {10.1000/xyz},',
      '}',
      '',
    ].join('\n'),
  );
});

test('a text of another kind gives no reference', () => {
  expect(toBibtex({ ...ITEM, facts: { kind: 'method' } })).toBe('');
});
