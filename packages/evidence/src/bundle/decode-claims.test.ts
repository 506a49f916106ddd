import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofDecodeClaims from './decode-claims.ts';

const recorded = new WatchedResults();
const { decodeClaims, listParents } = recorded.watch(ofDecodeClaims);

const claim = (change: object = {}) => ({
  id: 'A-01',
  inputs: { chain: 'btc', at: 5, none: null, claims: ['A-00'] },
  mark: 'fact',
  result: { sum: '12', decimals: 8, when: 1_700_000_000, none: null },
  rule: 'output/1',
  text: ['Sum: ', { amount: 'sum' }, { time: 'when' }, { usd: 'sum' }, { value: 'none' }],
  ...change,
});
const WRONG = 'entry 0 is no claim as the format has them';
const read = (...entries: unknown[]) => decodeClaims(entries);
const based = (id: string, ...on: string[]) => claim({ id, inputs: { claims: on } });

describe('claims', () => {
  test('are read by id, without those that were left out', () => {
    expect([...read(claim(), undefined, claim({ id: 'B-123456' })).keys()]).toEqual(['A-01', 'B-123456']);
    for (const mark of ['fact', 'inference', 'claim']) expect(read(claim({ mark })).size).toBe(1);
  });

  test.each<[string, object]>([
    ['an id of one digit', { id: 'A-1' }],
    ['an id of seven digits', { id: 'A-1234567' }],
    ['a mark nobody knows', { mark: 'guess' }],
    ['a member too many', { more: 1 }],
    ['no rule', { rule: 3 }],
    ['inputs that are a list', { inputs: [] }],
    ['a result that is none', { result: null }],
    ['an input that is no value', { inputs: { at: 0.5 } }],
    ['an input list of numbers', { inputs: { at: [1] } }],
    ['a result that is a list', { result: { sum: ['12'] } }],
    ['a text that is no list', { text: 'Sum' }],
    ['a part without a member', { text: [{ amount: 'other' }] }],
    ['a part that its object inherits', { text: [{ value: 'toString' }] }],
    ['a part of two kinds', { text: [{ amount: 'sum', value: 'sum' }] }],
    ['a part of no kind', { text: [{ share: 'sum' }] }],
    ['a time that is text', { text: [{ time: 'sum' }] }],
    ['an amount that is a number', { text: [{ amount: 'when' }] }],
    ['an amount with a zero before it', { result: { sum: '012', decimals: 8 }, text: [{ amount: 'sum' }] }],
    ['an amount of 92 digits', { result: { sum: '1'.repeat(92), decimals: 8 }, text: [{ amount: 'sum' }] }],
    ['78 decimals', { result: { sum: '12', decimals: 78 }, text: [{ amount: 'sum' }] }],
    ['decimals below none', { result: { sum: '12', decimals: -1 }, text: [{ usd: 'sum' }] }],
  ])('with %s are refused by their place', (_name, change) => {
    expect(() => read(claim(change))).toThrow(WRONG);
    expect(() => read(undefined, claim(change))).toThrow('entry 1 is no claim');
  });

  test('reach the bounds of what a part may be', () => {
    const at = (result: object) => read(claim({ result, text: [{ amount: 'sum' }] })).size;
    expect(at({ sum: `-${'1'.repeat(91)}`, decimals: 77 })).toBe(1);
    expect(at({ sum: '0', decimals: 0 })).toBe(1);
    expect(at({ sum: '0' })).toBe(1);
  });

  test('of one id are refused, and so are circles, however long', () => {
    expect(() => read(claim(), claim())).toThrow('two claims are called A-01');
    expect(() => read(based('A-01', 'A-01'))).toThrow('claim A-01 rests on itself');
    expect(() => read(based('A-01', 'A-02'), based('A-02', 'A-03'), based('A-03', 'A-01'))).toThrow('rests on itself');
    expect(() => read(claim({ inputs: { claim: 'A-01' } }))).toThrow('rests on itself');
    const shared = [based('A-01', 'A-02', 'A-03'), based('A-02', 'A-04'), based('A-03', 'A-04'), based('A-04', 'A-99')];
    expect(read(...shared).size).toBe(4);
  });

  test('are at most 200,000', () => {
    expect(() => decodeClaims(new Array(200_001).fill(undefined))).toThrow('at most 200000 claims');
    expect(decodeClaims(new Array(200_000).fill(undefined)).size).toBe(0);
  });

  test('rest on the claim and the claims that they name', () => {
    expect(listParents({ inputs: { claim: 'A-01', claims: ['A-02', 'A-03'] } })).toEqual(['A-01', 'A-02', 'A-03']);
    expect(listParents({ inputs: { claim: null, other: 'A-01' } })).toEqual([]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decode-claims.txt');
});
