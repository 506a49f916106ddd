import { readFileSync } from 'node:fs';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofParseRuleSet from './parse-rule-set.ts';
import { DEFAULT_RULE_SET } from './testing/default-rule-set.ts';

const recorded = new WatchedResults();
const { parseRuleSet, readRuleSet } = recorded.watch(ofParseRuleSet);

const FILE = readFileSync(new URL('../../../../../data/threat-rules/default.json', import.meta.url), 'utf8');

type Loose = Record<string, unknown> & { rules: Record<string, unknown>[] };

/** The default set with one rule changed, or one field of the set. */
function change(id: string | null, fields: Record<string, unknown>): Loose {
  const set = JSON.parse(FILE) as Loose;
  if (id === null) return { ...set, ...fields };
  return { ...set, rules: set.rules.map((rule) => (rule.id === id ? { ...rule, ...fields } : rule)) };
}

function sentences(value: unknown): string[] {
  return readRuleSet(value).faults.map(({ sentence }) => sentence);
}

test('the default set is read whole: nothing is dropped and nothing added', () => {
  expect(DEFAULT_RULE_SET).toEqual(JSON.parse(FILE));
});

test('every rule of the default set says why it exists', () => {
  for (const { source } of DEFAULT_RULE_SET.rules) expect(source).toMatch(/^[A-Z].{20,}\.$/s);
});

/** A row of a table below: as literals, each row would be a type of its own. */
const fault = <Sentence>(id: string | null, fields: Record<string, unknown>, sentence: Sentence) =>
  [id, fields, sentence] as const;

describe('a fault is named with its rule, what is wrong and what would be right', () => {
  test.each([
    fault('S4', { weight: 101 }, 'Rule “S4”: its weight is “101”. It is a whole number from 0 to 100.'),
    fault('S4', { weight: -1 }, 'Rule “S4”: its weight is “-1”. It is a whole number from 0 to 100.'),
    fault('S4', { weight: 1.5 }, 'Rule “S4”: its weight is “1.5”. It is a whole number from 0 to 100.'),
    fault('S7', { minSharePpm: 1_000_001 }, 'Rule “S7”: its share is 100.0001 %. No share is more than 100 %.'),
    fault('S7', { minSharePpm: 0 }, 'Rule “S7”: its minSharePpm is “0”. It is a whole number from 1 to 1,000,000.'),
    fault('S7', { minHops: 5, maxHops: 4 }, 'Rule “S7”: its range of hops is reversed: from 5 to 4.'),
    fault('S7', { categories: ['villain'] }, 'Rule “S7”: there is no category “villain”.'),
    fault('S7', { categories: ['hack', 'hack'] }, 'Rule “S7”: its categories names the same category twice.'),
    fault('B-peel', { patterns: ['peel'] }, 'Rule “B-peel”: there is no pattern “peel”.'),
    fault('S7', { id: 'S8' }, 'Rule “S8”: another rule has the same id.'),
    fault('S7', { id: 'a b' }, 'Rule “a b”: its id has other characters than letters, digits and hyphens.'),
    fault('S7', { hurry: 1 }, 'Rule “S7”: it has a field “hurry” that nobody reads.'),
    fault('S7', { categories: [] }, 'Rule “S7”: it can never fire: it names no category.'),
    fault('S7', { ways: [] }, 'Rule “S7”: it can never fire: it names no direction.'),
    fault(
      'S7',
      { maxHops: 1, minHops: null },
      'Rule “S7”: it can never fire: indirect exposure is at least 2 hops away.',
    ),
    fault('S4', { minHops: 2 }, 'Rule “S4”: it can never fire: direct exposure is at most 1 hop away.'),
    fault('S6', { minMoney: 1 }, 'Rule “S6”: it can never fire: dust is worth less than 1.'),
    fault(
      'M1',
      { listing: 'after' },
      'Rule “M1”: it can never fire: only sanctioned and formerly sanctioned parties have a day of listing.',
    ),
    fault(
      'S4',
      { listing: 'former' },
      'Rule “S4”: it can never fire: only the category sanctioned_historic was removed from a list.',
    ),
    fault('B-peel', { patterns: [] }, 'Rule “B-peel”: it can never fire: it names no pattern.'),
    fault('S1', { minMoney: 5 }, 'Rule “S1”: only exposure has hops, a share and an amount: leave minMoney null.'),
    fault(
      'S1',
      { listing: 'before' },
      'Rule “S1”: only a payment is before or after a listing. A label can be “former”.',
    ),
    fault(
      null,
      { bands: { medium: 31, high: 31, severe: 91 } },
      'The rule set: its bands do not rise: medium 31, high 31, severe 91.',
    ),
    fault(null, { currency: 'usd' }, 'The rule set: its currency is not three capital letters, such as USD.'),
    fault(
      'S1',
      { patterns: ['peel-chain'] },
      'Rule “S1”: patterns belong to rules of behaviour, and this rule is of ownership.',
    ),
    fault('B-peel', { categories: ['hack'] }, 'Rule “B-peel”: a pattern has no category: leave the categories empty.'),
    fault('B-peel', { ways: ['in'] }, 'Rule “B-peel”: only exposure has a direction, and this rule is of behaviour.'),
    fault('B-peel', { dustOnly: true }, 'Rule “B-peel”: only exposure can be dust.'),
    fault(
      'B-peel',
      { listing: 'former' },
      'Rule “B-peel”: only a payment is before or after a listing. A label can be “former”.',
    ),
    fault(
      'B-peel',
      { minSharePpm: 5 },
      'Rule “B-peel”: only exposure has hops, a share and an amount: leave minSharePpm null.',
    ),
    fault('S7', { title: ' ' }, 'Rule “S7”: its title is not text of 1 to 120 characters.'),
    fault('S7', { title: 'x'.repeat(121) }, 'Rule “S7”: its title is not text of 1 to 120 characters.'),
    fault('S7', { title: 'a\0b' }, 'Rule “S7”: its title is not text of 1 to 120 characters.'),
    fault('S7', { title: '\ud800' }, 'Rule “S7”: its title is not text of 1 to 120 characters.'),
    fault('S7', { dustOnly: 1 }, 'Rule “S7”: its dustOnly is not true or false.'),
    fault('S7', { ways: 'in' }, 'Rule “S7”: its ways is not a list.'),
    fault('S7', { weight: undefined }, 'Rule “S7”: its weight is missing. It is a whole number from 0 to 100.'),
    fault('S7', { ['x'.repeat(61)]: 1 }, `Rule “S7”: it has a field “${'x'.repeat(60)}…” that nobody reads.`),
    fault(null, { bands: null }, 'The rule set: its bands are missing: medium, high and severe.'),
    fault(
      null,
      { bands: { medium: 30, high: 60, severe: 60 } },
      'The rule set: its bands do not rise: medium 30, high 60, severe 60.',
    ),
    fault(
      null,
      { bands: { high: 60, severe: 90 } },
      'The rule set: its medium is missing. It is a whole number from 1 to 100.',
    ),
    fault(null, { rules: new Array(201).fill({}) }, 'The rule set: it has 201 rules. A set has at most 200.'),
    fault(null, { rules: [] }, 'The rule set: it has no list of rules.'),
    fault(null, { dustMoney: null }, 'The rule set: its dustMoney is “null”. It is a whole number from 0 to 10,000.'),
  ])('%s %o', (id, fields, sentence) => {
    expect(sentences(change(id, fields))).toEqual([sentence]);
    expect(() => parseRuleSet(change(id, fields))).toThrow(sentence);
  });
});

test('what is no set at all has faults and does not crash', () => {
  for (const value of [null, undefined, 7, 'x', [], {}, { rules: [null, 3, []] }]) {
    expect(readRuleSet(value).ruleSet).toBeUndefined();
    expect(sentences(value).length).toBeGreaterThan(0);
  }
});

test('a long hostile text is cut where it is quoted', () => {
  const [sentence = ''] = sentences(change('S7', { categories: ['x'.repeat(10_000)] }));
  expect(sentence.length).toBeLessThan(150);
});

test('overlapping gates of one category are notes, not faults', () => {
  const { notes, faults } = readRuleSet(JSON.parse(FILE));
  expect(faults).toEqual([]);
  expect(notes).toContain('Rules S7 and S8 overlap (indirect: Sanctioned). Where both fire, the higher weight counts.');
  expect(notes.filter((note) => note.includes('S4 and S5'))).toEqual([]);
});

test('rules whose hops do not meet do not overlap', () => {
  const set = change('S8', { minHops: 6 });
  const apart = { ...set, rules: set.rules.map((rule) => (rule.id === 'S7' ? { ...rule, maxHops: 5 } : rule)) };
  expect(readRuleSet(apart).notes.filter((note) => note.includes('S7 and S8'))).toEqual([]);
});

test('fields at their bounds are read, and a range of one hop is one', () => {
  const bounds = [
    { weight: 0, title: 'x'.repeat(120), minSharePpm: 1_000_000, minHops: 5, maxHops: 5 },
    { weight: 100, source: 'x'.repeat(500), minSharePpm: 1, minMoney: 1_000_000_000_000 },
    { maxHops: 2, minHops: null },
  ];
  for (const fields of bounds) expect(sentences(change('S7', fields))).toEqual([]);
  expect(sentences(change('S4', { minHops: 1 }))).toEqual([]);
  const head = { bands: { medium: 1, high: 2, severe: 100 }, dustMoney: 10_000, minConfidence: 0, currency: 'EUR' };
  const reportingThresholds = [...Array.from({ length: 9 }, (_, i) => i + 1), 1_000_000_000];
  expect(sentences(change(null, { ...head, reportingThresholds }))).toEqual([]);
});

test('a set with several faults is refused by the first of them, and the others are counted', () => {
  const { name: _, ...rest } = change(null, {});
  expect(() => parseRuleSet(rest)).toThrow(/^The rule set: its name is not text of 1 to 120 characters\.$/);
  expect(() => parseRuleSet({ ...rest, currency: 'usd' })).toThrow(/ 1 more fault follows\.$/);
  expect(() => parseRuleSet({ ...rest, currency: 'usd', dustMoney: -1 })).toThrow(/ 2 more faults follow\.$/);
  expect(() => parseRuleSet([])).toThrow(/more faults follow\.$/);
});

test.each([
  fault('S7', { basis: 'hearsay' }, /^Rule “S7”: its basis is “hearsay”\. It is one of .*direct/),
  fault('S7', { id: 5 }, /^Rule “#\d+”: its id is not text of 1 to 40 characters\.$/),
  fault(null, { reportingThresholds: [0] }, /its reporting thresholds are not a list/),
  fault(null, { reportingThresholds: [1_000_000_001] }, /from 1 to 1,000,000,000/),
  fault(null, { reportingThresholds: [1.5] }, /different whole amounts/),
  fault(null, { reportingThresholds: [5, 5] }, /a list of up to 10 different/),
  fault(null, { reportingThresholds: Array.from({ length: 11 }, (_, i) => i + 1) }, /up to 10/),
  fault(null, { reportingThresholds: '5' }, /up to 10/),
])('%s %o is one fault', (id, fields, sentence) => {
  expect(sentences(change(id, fields))).toEqual([expect.stringMatching(sentence)]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/parse-rule-set.txt');
});
