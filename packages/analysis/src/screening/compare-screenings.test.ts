import type { Screening, ScreeningRequest } from '@trailmark/core/screening/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { ComparedScreening } from './compare-screenings.ts';
import * as ofCompareScreenings from './compare-screenings.ts';

const recorded = new WatchedResults();
const { compareScreenings } = recorded.watch(ofCompareScreenings);

const REQUEST: ScreeningRequest = {
  chain: 'btc',
  subject: { kind: 'address', text: '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw' },
  ways: ['in', 'out'],
  ...{ asset: null, method: 'haircut/1', maxHops: 5, minSharePpm: 1_000, minAmount: 0n },
  ...{ fromTime: null, toTime: null, budget: 10_000, withCluster: false, followSwaps: false },
  ...{ withoutLabels: [], withoutRules: [] },
};

function screened(request: Partial<ScreeningRequest> = {}): ComparedScreening {
  const verdict = { state: 'none', level: 'low', score: null, fired: [] };
  const screening = {
    request: { ...REQUEST, ...request },
    verdict,
    own: [],
    inherited: [],
    exposure: [],
    behaviours: [],
  };
  return {
    screening: screening as unknown as Screening,
    asOf: { height: 170, labels: 'l-1', prices: 'p-1', software: 'Trailmark test' },
    ruleSet: { name: 'Default rules', hash: '0'.repeat(64) },
  };
}

test('two screenings with equal requests and equal results do not differ', () => {
  expect(compareScreenings(screened(), screened())).toEqual([]);
});

test('each part of the question that is another one is named', () => {
  const others: Partial<ScreeningRequest> = {
    ...{ ways: ['in'], asset: '', method: 'fifo/1', maxHops: 3, minSharePpm: 10_000, minAmount: 5n, fromTime: 0 },
    ...{ toTime: 86_400, budget: 500, withCluster: true, followSwaps: true },
    ...{ withoutLabels: ['a'], withoutRules: ['S1'] },
  };
  const { chain: _, subject: __, ...asked } = REQUEST;
  expect(Object.keys(others).toSorted()).toEqual(Object.keys(asked).toSorted());
  for (const [name, value] of Object.entries(others)) {
    const found = compareScreenings(screened(), screened({ [name]: value }));
    expect([name, found.length, found[0]?.kind]).toEqual([name, 1, 'as-of']);
  }
  expect(compareScreenings(screened(), screened({ method: 'fifo/1' }))[0]?.sentence).toBe(
    'The method was haircut/1 and is fifo/1.',
  );
});

/** Screenings that differ in parts of their results, and the sentences on it with what was and what is. */
function compareParts(earlier: object, later: object): string[] {
  const made = (parts: object): ComparedScreening => {
    const base = screened();
    return { ...base, screening: { ...base.screening, ...parts } as unknown as Screening };
  };
  return compareScreenings(made(earlier), made(later)).map(
    ({ kind, sentence, before, after }) => `${kind}: ${sentence} [${before} -> ${after}]`,
  );
}

const fired = (...rules: (readonly [rule: string, weight: number])[]) =>
  rules.map(([rule, weight]) => ({ rule, weight, title: `Title ${rule}` }));
const verdict = (level: string, score: number | null, state: string, rules: ReturnType<typeof fired> = []) => ({
  verdict: { state, level, score, fired: rules },
});

test('a verdict is compared in words, with its score where it has one', () => {
  expect(compareParts(verdict('low', null, 'none'), verdict('high', 70, 'fired'))).toEqual([
    'verdict: The verdict was Low, no rule fired and is High (70). [Low, no rule fired -> High (70)]',
  ]);
  expect(compareParts(verdict('unknown', null, 'unknown'), verdict('low', 0, 'fired'))).toEqual([
    'verdict: The verdict was Unknown and is Low (0). [Unknown -> Low (0)]',
  ]);
  expect(compareParts(verdict('high', 70, 'fired'), verdict('high', 70, 'fired'))).toEqual([]);
});

test('a rule that fires now, no more, or with another weight is named, by its weightiest firing', () => {
  const level = ['medium', 40, 'fired'] as const;
  const compare = (a: ReturnType<typeof fired>, b: ReturnType<typeof fired>) =>
    compareParts(verdict(...level, a), verdict(...level, b));
  expect(compare(fired(['A', 10], ['B', 20]), fired(['B', 25], ['C', 0]))).toEqual([
    'rule: Rule B had weight 20 and has 25: Title B. [weight 20 -> weight 25]',
    'rule: Rule C fires now: Title C. [null -> fires, weight 0]',
    'rule: Rule A fires no more: Title A. [fires, weight 10 -> null]',
  ]);
  expect(compare(fired(['A', 10], ['A', 30], ['A', 20]), fired(['A', 30]))).toEqual([]);
});

test('shares are added by asset, direction and category, and those behind trades apart', () => {
  const party = (category: string, sharePpm: number, way = 'in') => ({ way, category, sharePpm });
  const exposure = (parties: readonly object[], more: object = {}) => ({ symbol: 'BTC', parties, ...more });
  const before = { exposure: [exposure([party('scam', 10_000), party('scam', 2_500), party('hack', 5_000, 'out')])] };
  const after = {
    exposure: [
      exposure([party('scam', 12_500), party('hack', 0, 'out')]),
      exposure([party('scam', 1_000_000)], { tradedFrom: 'aa' }),
    ],
  };
  expect(compareParts(before, after)).toEqual([
    expect.stringMatching(/^share: .*: 0 % of what it received in BTC behind trades was, 100 % is\. \[0 % -> 100 %\]$/),
    expect.stringMatching(/^share: .*: 0\.5 % of what it sent in BTC was, 0 % is\. \[0\.5 % -> 0 %\]$/),
  ]);
});

test('shares of two assets with one symbol are not added', () => {
  const of = (asset: string, sharePpm: number) => ({
    ...{ asset, symbol: 'USDT', parties: [{ way: 'in', category: 'scam', sharePpm }] },
  });
  const differences = compareParts(
    { exposure: [of('aa', 100_000), of('bb', 300_000)] },
    { exposure: [of('aa', 300_000), of('bb', 100_000)] },
  );
  expect(differences).toHaveLength(2);
});

test('labels and patterns that are new or gone are named, those of the cluster among them', () => {
  const label = (id: string) => ({ id, label: `Label ${id}`, category: 'scam', pack: 'pack' });
  const found = (own: readonly string[], inherited: readonly string[], behaviours: readonly string[]) => ({
    own: own.map(label),
    inherited: inherited.map(label),
    behaviours: behaviours.map((pattern) => ({ pattern, title: `Title ${pattern}` })),
  });
  expect(compareParts(found(['a', 'b'], ['c'], ['p']), found(['b'], ['d'], ['q']))).toEqual([
    'label: New label: “Label d” (Scam, pack). [null -> there]',
    'label: Label that is gone: “Label a” (Scam, pack). [there -> null]',
    'label: Label that is gone: “Label c” (Scam, pack). [there -> null]',
    'behaviour: New pattern: Title q. [null -> there]',
    'behaviour: Pattern no longer found: Title p. [there -> null]',
  ]);
  expect(compareParts(found(['a'], [], []), found([], ['a'], []))).toEqual([]);
});

test('another state of the index, the labels, the prices, the rules or the software is reported', () => {
  const base = screened();
  const asOf = { height: 171, labels: 'l-2', prices: 'p-2', software: 'Trailmark next' };
  const ruleSet = { name: 'Own rules', hash: '1'.repeat(64) };
  expect(compareScreenings(base, { ...base, asOf, ruleSet }).map(({ sentence }) => sentence)).toEqual([
    'The height was 170 and is 171.',
    'The version of the labels was l-1 and is l-2.',
    'The version of the prices was p-1 and is p-2.',
    'The rule set was Default rules (000000000000) and is Own rules (111111111111).',
    'The software was Trailmark test and is Trailmark next.',
  ]);
  const none = compareScreenings(base, { ...base, asOf: { ...base.asOf, height: null } });
  expect(none).toMatchObject([
    { what: 'Height', before: '170', after: null, sentence: 'The height was 170 and is none.' },
  ]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/compare-screenings.txt');
});
