import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofStrictJson from './strict-json.ts';

const recorded = new WatchedResults();
const { decodeJson, encodeJson } = recorded.watch(ofStrictJson);

const read = (text: string) => decodeJson('a.json', new TextEncoder().encode(text));

test('canonical text is read, and gives the same bytes again', () => {
  for (const value of [{}, [], { a: 1, b: [null, 'é', -5, true] }, { big: Number.MAX_SAFE_INTEGER }])
    expect(decodeJson('a.json', encodeJson(value))).toEqual(value);
});

test.each([
  ['1', 'it is not JSON, or it is cut short'],
  ['null', 'it is not JSON, or it is cut short'],
  ['{"a":', 'it is not JSON, or it is cut short'],
  ['{"a":0.5}', 'it has a number that is not whole'],
  ['[[{"a":[1.5]}]]', 'it has a number that is not whole'],
  ['[9007199254740992]', 'it has a number that is not whole'],
  ['{ "a":1}', 'it is not canonical JSON'],
  ['{"b":1,"a":2}', 'it is not canonical JSON'],
  ['{"a":1,"a":1}', 'it is not canonical JSON'],
  ['{"a":1e2}', 'it is not canonical JSON'],
  ['["\\ud800"]', 'it is not canonical JSON'],
  ['\ufeff{}', 'it is not JSON, or it is cut short'],
])('%s is refused', (text, why) => {
  expect(() => read(text)).toThrow(`a.json: ${why}`);
});

test('bytes that are no UTF-8, and nesting deeper than 60, are refused before they are parsed', () => {
  expect(() => decodeJson('a.json', Uint8Array.of(0x22, 0xff, 0x22))).toThrow('it is not JSON in UTF-8');
  expect(() => read('['.repeat(61) + ']'.repeat(61))).toThrow('nested too deeply');
  expect(read('['.repeat(60) + ']'.repeat(60))).toHaveLength(1);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/strict-json.txt');
});
