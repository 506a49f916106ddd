import type { PartyExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule, Verdict } from '@trailmark/core/screening/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofEvaluate from './evaluate.ts';
import { DEFAULT_RULE_SET } from './testing/default-rule-set.ts';
import {
  BEFORE,
  sampleAsset,
  sampleEvidence,
  sampleLabel,
  sampleListing,
  sampleParty,
  WHOLE,
} from './testing/sample-evidence.ts';

const recorded = new WatchedResults();
const { judge } = recorded.watch(ofEvaluate);

function ruleOf(id: string): ThreatRule {
  const rule = DEFAULT_RULE_SET.rules.find((one) => one.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
}

/** The default set with one rule only. */
function only(rule: ThreatRule): ThreatRuleSet {
  return { ...DEFAULT_RULE_SET, rules: [rule] };
}

function judgeParties(parties: readonly PartyExposure[], ruleSet = DEFAULT_RULE_SET): Verdict {
  return judge(sampleEvidence({ exposure: [sampleAsset(parties)] }), ruleSet);
}

function find(verdict: Verdict, id: string): FiredRule | undefined {
  return verdict.fired.find(({ rule }) => rule === id);
}

const behaviour = (pattern: string) => ({
  ...{ pattern: `${pattern}/1`, title: 'Pattern', sentence: `It shows ${pattern}.`, firstTime: 1, lastTime: 2 },
  ...{ txids: ['aa', 'bb'], count: 2 },
});

/** Exposure exactly at the gates of a rule, with what a rule about listings needs; `missing` is taken off the amount. */
function partyAt(rule: ThreatRule, gate: 'share' | 'money' | 'dust', missing: bigint): PartyExposure {
  const { minSharePpm, minMoney } = rule;
  const [category = 'other'] = rule.categories;
  const [way = 'in'] = rule.ways;
  const ring = rule.basis === 'indirect' ? 'indirect' : 'direct';
  const dust = BigInt(DEFAULT_RULE_SET.dustMoney) * 1_000_000n;
  const amount = gate === 'share' ? (WHOLE * BigInt(minSharePpm ?? 0)) / 1_000_000n - missing : 5n;
  const money =
    gate === 'share' ? dust : gate === 'money' ? BigInt(minMoney ?? 0) * 1_000_000n - missing : dust - missing;
  const times = { firstTime: BEFORE, lastTime: BEFORE };
  const listing =
    rule.listing === 'undated'
      ? { listing: null }
      : rule.listing === 'before'
        ? { listing: { before: amount, unclear: 0n, after: 0n, lifted: 0n, listedFrom: '2022-04-05' }, ...times }
        : {};
  return sampleParty({ category, way, ring, amount, money, minHops: rule.minHops ?? 1, ...listing });
}

describe('every rule of the default set fires at its gate and not just below it', () => {
  const exposure = DEFAULT_RULE_SET.rules.filter(({ basis }) => basis === 'direct' || basis === 'indirect');
  const cases = exposure.flatMap((rule) => [
    ...(rule.minSharePpm === null ? [] : [[rule.id, 'share'] as const]),
    ...(rule.minMoney === null ? [] : [[rule.id, 'money'] as const]),
    ...(rule.minSharePpm === null && rule.minMoney === null ? [[rule.id, 'dust'] as const] : []),
  ]);

  test.each(cases)('%s, gate of %s', (id, gate) => {
    const rule = ruleOf(id);
    const at = judgeParties([partyAt(rule, gate, 0n)], only(rule));
    const below = judgeParties([partyAt(rule, gate, 1n)], only(rule));
    const [fires, does] = rule.dustOnly ? [below, at] : [at, below];
    expect(fires.fired.map(({ rule: fired, weight }) => [fired, weight])).toEqual([[id, rule.weight]]);
    expect(does.fired).toEqual([]);
  });

  test.each(exposure.map(({ id }) => id))('%s does not fire on another ring, direction, category or hop', (id) => {
    const rule = ruleOf(id);
    const party = partyAt(rule, 'dust', rule.dustOnly ? 1n : 0n);
    const whole = { ...party, amount: rule.dustOnly ? party.amount : WHOLE };
    const other = whole.ring === 'direct' ? 'indirect' : 'direct';
    const near = { ...whole, minHops: 1 };
    for (const wrong of [
      { ...whole, ring: other } as const,
      { ...whole, category: 'individual' } as const,
      ...(rule.ways.length === 1 ? [{ ...whole, way: whole.way === 'in' ? 'out' : 'in' } as const] : []),
      ...(rule.minHops === null ? [] : [near]),
    ]) {
      expect(judgeParties([wrong], only(rule)).fired).toEqual([]);
    }
  });

  test.each(DEFAULT_RULE_SET.rules.filter(({ basis }) => basis === 'ownership').map(({ id }) => id))(
    '%s fires on each of its categories and on no other',
    (id) => {
      const rule = ruleOf(id);
      for (const category of rule.categories) {
        const own = [sampleLabel({ category })];
        expect(judge(sampleEvidence({ own }), only(rule)).fired[0]?.weight).toBe(rule.weight);
        expect(judge(sampleEvidence({ inherited: own }), only(rule)).fired).toEqual([]);
      }
      const own = [sampleLabel({ category: 'individual' })];
      expect(judge(sampleEvidence({ own }), only(rule)).fired).toEqual([]);
    },
  );

  test.each(DEFAULT_RULE_SET.rules.filter(({ basis }) => basis === 'inherited').map(({ id }) => id))(
    '%s fires on a label of the cluster and not on one of the subject',
    (id) => {
      const rule = ruleOf(id);
      const labels = [sampleLabel({ category: rule.categories[0] ?? 'other', via: 'bc1qmember' })];
      const [fired] = judge(sampleEvidence({ inherited: labels }), only(rule)).fired;
      expect(fired).toMatchObject({ weight: rule.weight, rests: 'inference', address: 'bc1qmember' });
      expect(judge(sampleEvidence({ own: labels }), only(rule)).fired).toEqual([]);
    },
  );

  test.each(DEFAULT_RULE_SET.rules.filter(({ basis }) => basis === 'behaviour').map(({ id }) => id))(
    '%s fires on its pattern in any version and on no other pattern',
    (id) => {
      const rule = ruleOf(id);
      const [pattern = ''] = rule.patterns;
      const behaviours = [{ ...behaviour(pattern), pattern: `${pattern}/7` }];
      expect(judge(sampleEvidence({ behaviours }), only(rule)).score).toBe(rule.weight);
      expect(judge(sampleEvidence({ behaviours: [behaviour('fan-out')] }), only(rule)).fired).toEqual([]);
    },
  );
});

describe('sanctions', () => {
  test('a payment after the listing is Severe, and its reason has amount, share, value and days', () => {
    const verdict = judgeParties([sampleParty({ category: 'sanctioned' })]);
    expect(verdict).toMatchObject({ state: 'scored', level: 'severe', score: 91 });
    expect(verdict.sentences[0]).toBe(
      '1.2376 BTC (1.2376 % of all it sent, worth 49,504 USD at the time) was sent to a sanctioned address, 16 days after it was listed.',
    );
    expect(verdict.fired[0]).toMatchObject({ rule: 'S4', rests: 'fact', hops: 1, refs: ['a:0'] });
  });

  test('a payment before the listing is Medium', () => {
    const listing = { before: 123_760_000n, unclear: 0n, after: 0n, lifted: 0n, listedFrom: '2022-04-05' };
    const verdict = judgeParties([
      sampleParty({ category: 'sanctioned', listing, firstTime: BEFORE, lastTime: BEFORE }),
    ]);
    expect(verdict).toMatchObject({ level: 'medium', score: 50 });
    expect(verdict.sentences[0]).toContain('was sent to a sanctioned address, 4 days before it was listed.');
  });

  test('payments on both sides of the day are two rules with their own amounts', () => {
    const listing = { before: 23_760_000n, unclear: 0n, after: 100_000_000n, lifted: 0n, listedFrom: '2022-04-05' };
    const verdict = judgeParties([sampleParty({ category: 'sanctioned', listing, firstTime: BEFORE })]);
    expect(find(verdict, 'S4')).toMatchObject({ amount: 100_000_000n, part: 41 });
    expect(find(verdict, 'S5')).toMatchObject({ amount: 23_760_000n, part: 50 });
  });

  test('a payment after the listing is worth what it was on its day, however much more was paid before', () => {
    const listing = { before: 100_000_000n, unclear: 0n, after: 10_000n, lifted: 0n, listedFrom: '2022-04-05' };
    const money = { before: 500_000n, unclear: 0n, after: 4_000_000n, lifted: 0n };
    const of = (fields: object) =>
      judgeParties([
        sampleParty({ category: 'sanctioned', amount: 100_010_000n, money: 4_500_000n, firstTime: BEFORE, ...fields }),
      ]);
    expect(find(of({ listing: { ...listing, money } }), 'S4')).toMatchObject({ amount: 10_000n, weight: 91 });
    const unpriced = { ...money, after: null };
    expect(find(of({ listing: { ...listing, money: unpriced } }), 'S4')).toMatchObject({ amount: 10_000n });
    // A screening that was stored before each part had a value of its own.
    expect(find(of({ listing }), 'S4')).toBeUndefined();
  });

  test('a payment after the removal from the list is no dealing with a listed party', () => {
    const all = { before: 0n, unclear: 0n, after: 0n, lifted: 123_760_000n, listedFrom: '2022-04-05' };
    const former = (listing: typeof all) => judgeParties([sampleParty({ category: 'sanctioned_historic', listing })]);
    expect(find(former(all), 'S10')).toBeUndefined();
    const part = former({ ...all, after: 100_000_000n, lifted: 23_760_000n });
    expect(find(part, 'S10')).toMatchObject({ amount: 100_000_000n });
    // The last day is that of the lawful payments.
    expect(part.sentences.join(' ')).toContain(', on or after the day of listing.');
  });

  test('what was paid when it may have been listed already is a rule of its own, and no payment before the listing', () => {
    const listing = { before: 0n, unclear: 123_760_000n, after: 0n, lifted: 0n, listedFrom: '2022-04-05' };
    const verdict = judgeParties([
      sampleParty({ category: 'sanctioned', listing, firstTime: BEFORE, lastTime: BEFORE }),
    ]);
    expect(find(verdict, 'S5')).toBeUndefined();
    expect(verdict.sentences[0]).toContain('It may have been listed already: the day of listing is not known exactly.');
  });

  test('dust from a mixer on the list leaves a bystander Low, with the reason', () => {
    const verdict = judgeParties([sampleParty({ category: 'sanctioned', way: 'in', amount: 900n, money: 360_000n })]);
    expect(verdict).toMatchObject({ level: 'low', score: 5 });
    expect(verdict.sentences[0]).toBe(
      'Dust that nobody can refuse: 0.000009 BTC (less than 0.0001 % of all it received, worth 0.36 USD at the time) came from a sanctioned address.',
    );
  });

  test('a thousand dusts of different parties are still dust', () => {
    const parties = Array.from({ length: 1_000 }, (_, index) =>
      sampleParty({
        ...{ category: 'sanctioned', way: 'in', amount: 900n, money: 360_000n },
        party: { key: `sender-${index}` },
      }),
    );
    expect(judgeParties(parties)).toMatchObject({ level: 'low', score: 5 });
  });

  test('dust sent to a sanctioned party is no rule: a gate of amount is never met below dust', () => {
    const verdict = judgeParties([sampleParty({ category: 'sanctioned', amount: 900n, money: 360_000n })]);
    expect(verdict.state).toBe('none');
  });

  test('without a price dust is less than 1/100,000 of a coin', () => {
    const at = (amount: bigint) =>
      judgeParties([sampleParty({ category: 'sanctioned', way: 'in', amount, money: null })]).fired[0]?.rule;
    expect(at(999n)).toBe('S6');
    expect(at(1_000n)).toBe('S4');
  });

  test('an address on the list is Severe also where its chain is not indexed', () => {
    const own = [sampleLabel({ category: 'sanctioned', confidence: 5, listing: sampleListing() })];
    const verdict = judge(
      sampleEvidence({ own, isKnown: false, unknownReason: 'This chain is not indexed.' }),
      DEFAULT_RULE_SET,
    );
    expect(verdict).toMatchObject({ level: 'severe', score: 100 });
    expect(verdict.sentences).toEqual([
      'On the OFAC SDN list: SAMPLE MARKET, programme SAMPLE-1, listed on 5 Apr 2022.',
      'This chain is not indexed.',
    ]);
    expect(verdict.fired[0]).toMatchObject({ rests: 'fact', isCapped: false });
  });

  test('what was removed from the list is Medium, whatever its pack calls it', () => {
    for (const category of ['sanctioned', 'sanctioned_historic'] as const) {
      const own = [sampleLabel({ category, listing: sampleListing('2025-03-21') })];
      const verdict = judge(sampleEvidence({ own }), DEFAULT_RULE_SET);
      expect(verdict).toMatchObject({ level: 'medium', score: 60 });
      expect(verdict.sentences[0]).toContain('listed on 5 Apr 2022, removed by 21 Mar 2025.');
    }
  });
});

describe('labels of low confidence', () => {
  test('let no rule go beyond Medium', () => {
    const own = [sampleLabel({ confidence: 49 })];
    const verdict = judge(sampleEvidence({ own }), DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ level: 'medium', score: 70 });
    expect(verdict.fired[0]).toMatchObject({ rule: 'R1-own', isCapped: true });
    expect(verdict.sentences[0]).toContain('No more than 70, as no label behind it has a confidence of 50 or more.');
    expect(judge(sampleEvidence({ own: [sampleLabel({ confidence: 50 })] }), DEFAULT_RULE_SET).score).toBe(95);
  });

  test('do not hide a confident party next to them', () => {
    const doubtful = sampleParty({ party: { confidence: 5, key: 'doubtful' }, amount: 5_000_000_000n });
    const verdict = judgeParties([doubtful, sampleParty()]);
    expect(find(verdict, 'R1-direct')).toMatchObject({ weight: 80, isCapped: false, amount: 123_760_000n });
    expect(find(judgeParties([doubtful]), 'R1-direct')).toMatchObject({ weight: 70, isCapped: true });
  });

  test('leave a rule of less weight as it is', () => {
    const verdict = judgeParties([sampleParty({ category: 'atm', amount: WHOLE / 10n, party: { confidence: 5 } })]);
    expect(find(verdict, 'K1')).toMatchObject({ weight: 40, isCapped: false });
  });
});

describe('the score', () => {
  test('is the maximum and never a mean: a small sanctioned share is Severe next to a large exchange', () => {
    const verdict = judgeParties([
      sampleParty({ category: 'exchange', amount: 9_970_000_000n }),
      sampleParty({ category: 'sanctioned', amount: 30_000_000n }),
    ]);
    expect(verdict).toMatchObject({ level: 'severe', score: 91 });
  });

  test('counts parties of all categories of a rule together', () => {
    const parties = (['scam', 'ponzi'] as const).map((category) =>
      sampleParty({ category, way: 'in', amount: 50_000_000n, money: null, party: { key: category } }),
    );
    expect(judgeParties(parties.slice(0, 1)).state).toBe('none');
    const verdict = judgeParties(parties);
    expect(find(verdict, 'F2')).toMatchObject({ amount: 100_000_000n, sharePpm: 10_000 });
    expect(verdict.sentences[0]).toContain('came from 2 parties labelled Ponzi scheme, Scam.');
  });

  test('adds patterns up to their cap and no further', () => {
    const behaviours = ['structuring', 'pass-through', 'high-value-burst'].map(behaviour);
    const verdict = judge(sampleEvidence({ behaviours }), DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ level: 'medium', score: 45 });
    expect(verdict.fired.map(({ rule, part }) => [rule, part])).toEqual([
      ['B-structuring', 30],
      ['B-burst', 15],
      ['B-pass', 0],
    ]);
  });

  test('states a day without a price instead of a gate that was not met', () => {
    const verdict = judgeParties([sampleParty({ category: 'mixer', amount: 5_000_000n, money: null })]);
    expect(verdict.state).toBe('none');
    expect(verdict.sentences).toEqual([
      'No rule of the set fired. This is not a clearance.',
      'Some days have no price: the least amount of money of rule M1 could not be tested.',
    ]);
  });

  test('leaves out the rules named in the request', () => {
    const evidence = sampleEvidence({ exposure: [sampleAsset([sampleParty({ category: 'sanctioned' })])] });
    expect(judge(evidence, DEFAULT_RULE_SET, { withoutRules: ['S4'] }).state).toBe('none');
  });
});

describe('the four states', () => {
  const unread = (amount: bigint) =>
    sampleAsset([], [{ way: 'in', remainder: 'budget', amount, sharePpm: Number((amount * 1_000_000n) / WHOLE) }]);

  test('none: read, and no rule fired', () => {
    expect(judge(sampleEvidence(), DEFAULT_RULE_SET)).toMatchObject({ state: 'none', score: null, level: 'low' });
  });

  test('zero: only rules without weight fired', () => {
    const verdict = judge(sampleEvidence({ own: [sampleLabel({ category: 'exchange' })] }), DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ state: 'zero', score: 0, level: 'low' });
    expect(verdict.sentences.at(-1)).toContain('This is not a clearance.');
  });

  test('unknown: the chain is not indexed', () => {
    const verdict = judge(sampleEvidence({ isKnown: false, unknownReason: 'Not indexed.' }), DEFAULT_RULE_SET);
    expect(verdict).toEqual({
      state: 'unknown',
      level: 'unknown',
      score: null,
      sentences: ['Not indexed.'],
      fired: [],
    });
  });

  test('unknown: more than the set allows was not read, and a rule without weight does not change that', () => {
    const limit = WHOLE / 10n;
    expect(judge(sampleEvidence({ exposure: [unread(limit)] }), DEFAULT_RULE_SET).state).toBe('none');
    const own = [sampleLabel({ category: 'exchange' })];
    const verdict = judge(sampleEvidence({ own, exposure: [unread(limit + 10_000n)] }), DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ state: 'unknown', level: 'unknown', score: null });
    expect(verdict.sentences[0]).toBe('10.0001 % of what it received in BTC was not read.');
  });

  test('unknown: a direction of which not even the sum is known', () => {
    const asset = sampleAsset([]);
    const sides = asset.sides.map((side) => ({ ...side, total: 0n, isPartial: side.way === 'out' }));
    const verdict = judge(sampleEvidence({ exposure: [{ ...asset, sides }] }), DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ state: 'unknown', sentences: ['What it sent in BTC was not read.'] });
  });

  test('unknown: a small weight with too little read, which then has no part of a score', () => {
    const asset = unread((WHOLE * 95n) / 100n);
    const dust = sampleParty({ category: 'sanctioned', way: 'in', amount: 100n, money: 500_000n });
    const parties = [dust, sampleParty({ category: 'gambling', way: 'in', amount: WHOLE / 4n })];
    const judged = (more: readonly PartyExposure[]) =>
      judge(sampleEvidence({ exposure: [{ ...asset, parties: more }] }), DEFAULT_RULE_SET);
    const low = judged([dust]);
    expect(low).toMatchObject({ state: 'unknown', level: 'unknown', score: null });
    expect(low.sentences[0]).toBe('95 % of what it received in BTC was not read.');
    expect(low.fired.map(({ rule, weight, part }) => [rule, weight, part])).toEqual([['S6', 5, 0]]);
    // From Medium on what was read decides, whatever the rest would add.
    expect(judged(parties)).toMatchObject({ state: 'scored', level: 'medium', score: 31 });
  });

  test('scored, with what was not read as a sentence', () => {
    const evidence = sampleEvidence({ own: [sampleLabel()], exposure: [unread(WHOLE)] });
    const verdict = judge(evidence, DEFAULT_RULE_SET);
    expect(verdict).toMatchObject({ state: 'scored', score: 95 });
    expect(verdict.sentences.at(-1)).toBe('100 % of what it received in BTC was not read.');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/evaluate.txt');
});
