import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, it } from 'vitest';
import * as ofCanonicalJson from './canonical-json.ts';

const recorded = new WatchedResults();
const { encodeCanonicalJson } = recorded.watch(ofCanonicalJson);

describe('canonical JSON', () => {
  it('is the same text whatever order names were written in', () => {
    expect(encodeCanonicalJson({ b: 1, a: [{ d: null, c: true }] })).toBe('{"a":[{"c":true,"d":null}],"b":1}');
    expect(encodeCanonicalJson({ a: [{ c: true, d: null }], b: 1 })).toBe('{"a":[{"c":true,"d":null}],"b":1}');
  });

  it('keeps the order of lists and quotes text', () => {
    expect(encodeCanonicalJson(['b', 'a', '"\n'])).toBe('["b","a","\\"\\n"]');
  });

  it('refuses numbers that programs write differently', () => {
    for (const value of [0.5, Number.NaN, 2 ** 53]) expect(() => encodeCanonicalJson([value])).toThrow('whole numbers');
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/canonical-json.txt');
});
