import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, it } from 'vitest';
import * as ofJsonPieces from './json-pieces.ts';

const recorded = new WatchedResults();
const { jsonPieces } = recorded.watch(ofJsonPieces);

it.each([
  [null],
  ['text'],
  [7],
  [[]],
  [{}],
  [{ a: undefined }],
  [{ a: undefined, b: { c: {}, d: { e: { f: [1] } } } }],
  [{ list: Array.from({ length: 1_001 }, (_, at) => ({ at, undefinedToo: undefined })), '"': '\u2028' }],
  [
    {
      answer: {
        trace: { steps: Array.from({ length: 500 }, () => [undefined, null]) },
        more: new Array(501).fill(undefined),
      },
    },
  ],
])('pieces together are what JSON.stringify writes: %#', (value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
});

it('a long list comes in pieces of 500', () => {
  expect([...jsonPieces({ list: Array.from({ length: 2_000 }, (_, at) => at) })]).toHaveLength(7);
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/json-pieces.txt');
});
