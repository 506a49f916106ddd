import { expect, test } from 'vitest';
import { compareFigures, readPointer } from './compare-figures.ts';

const ANSWER = { fee: '0', height: 170, change: { vout: 1 }, links: [], items: [{ txid: 'ab' }], 'a/b': true };

test.each([
  ['/fee', '0'],
  ['/height', 170],
  ['/change/vout', 1],
  ['/items/0/txid', 'ab'],
  ['/a~1b', true],
  ['/items/1/txid', undefined],
  ['/fee/length', undefined],
  ['/__proto__/constructor', undefined],
  ['/toString', undefined],
])('%s reads %s', (pointer, value) => {
  expect(readPointer(ANSWER, pointer)).toEqual(value);
});

test('figures are compared as text, lists as JSON, and a missing place differs', () => {
  const figure = (pointer: string, value: string) => ({ label: pointer, pointer, value });
  const expected = [figure('/fee', '0'), figure('/height', '171'), figure('/links', '[]'), figure('/none', '1')];
  const compared = compareFigures({ path: '/api/v1/x', access: 'public', expect: expected }, ANSWER);
  expect(compared.map(({ now, isSame }) => [now, isSame])).toEqual([
    ['0', true],
    ['170', false],
    ['[]', true],
    [undefined, false],
  ]);
});
