import { CATEGORY_IDS } from '@trailmark/core/category';
import { EXPOSURE_WAYS, type PartyExposure, UNKNOWN_REMAINDERS } from '@trailmark/core/screening/exposure';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, type ScreeningEvidence } from './evaluate.ts';
import { PATTERN_IDS } from './pattern-ids.ts';
import { DEFAULT_RULE_SET } from './testing/default-rule-set.ts';
import {
  sampleAsset,
  sampleEvidence,
  sampleLabel,
  sampleListing,
  sampleParty,
  WHOLE,
} from './testing/sample-evidence.ts';

const amounts = fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, WHOLE / 5n));

const parties: fc.Arbitrary<PartyExposure> = fc
  .record({
    category: fc.constantFrom(...CATEGORY_IDS),
    way: fc.constantFrom(...EXPOSURE_WAYS),
    ring: fc.constantFrom('direct' as const, 'indirect' as const),
    amount: amounts,
    hops: fc.integer({ min: 2, max: 9 }),
    money: fc.option(fc.bigInt(0n, 20_000_000_000n)),
    confidence: fc.constantFrom(5, 49, 50, 100),
    key: fc.string({ minLength: 1, maxLength: 3 }),
    split: fc.option(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))),
  })
  .map(({ hops, confidence, key, split, ...fields }) => {
    const before = (fields.amount * BigInt(split?.[0] ?? 0)) / 100n;
    const unclear = ((fields.amount - before) * BigInt(split?.[1] ?? 0)) / 100n;
    const after = fields.amount - before - unclear;
    const listing = split === null ? null : { before, unclear, after, lifted: 0n, listedFrom: '2022-04-05' };
    const minHops = fields.ring === 'direct' ? 1 : hops;
    return sampleParty({ ...fields, minHops, listing, party: { confidence, key } });
  });

const labels = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    category: fc.constantFrom(...CATEGORY_IDS),
    confidence: fc.constantFrom(5, 49, 50, 100),
    listing: fc.constantFrom(null, null, sampleListing(), sampleListing('2025-03-21')),
  })
  .map(sampleLabel);

const behaviours = fc.constantFrom(...PATTERN_IDS).map((id) => ({
  ...{ pattern: `${id}/1`, title: id, sentence: `Found ${id}.`, firstTime: 1, lastTime: 2, txids: [id], count: 1 },
}));

const remainders = fc.record({
  way: fc.constantFrom(...EXPOSURE_WAYS),
  remainder: fc.constantFrom('mined' as const, 'held' as const, ...UNKNOWN_REMAINDERS),
  amount: fc.bigInt(0n, WHOLE),
  sharePpm: fc.constant(0),
});

const evidence: fc.Arbitrary<ScreeningEvidence> = fc
  .record({
    own: fc.array(labels, { maxLength: 3 }),
    inherited: fc.array(labels, { maxLength: 3 }),
    parties: fc.array(parties, { maxLength: 8 }),
    remainders: fc.array(remainders, { maxLength: 2 }),
    behaviours: fc.array(behaviours, { maxLength: 4 }),
    isKnown: fc.boolean(),
  })
  .map(({ parties: found, remainders: rest, ...fields }) =>
    sampleEvidence({ ...fields, exposure: [sampleAsset(found, rest)], unknownReason: 'Not indexed.' }),
  );

/** The default rules with weights, caps and gates of chance: laws are not about our numbers. */
const ruleSets: fc.Arbitrary<ThreatRuleSet> = fc
  .record({
    weights: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 80, maxLength: 80 }),
    behaviourCap: fc.integer({ min: 0, max: 100 }),
    minConfidence: fc.integer({ min: 0, max: 100 }),
    dustMoney: fc.integer({ min: 0, max: 100 }),
    share: fc.integer({ min: 1, max: 500_000 }),
  })
  .map(({ weights, share, ...fields }) => ({
    ...DEFAULT_RULE_SET,
    ...fields,
    rules: DEFAULT_RULE_SET.rules.map((rule, index) => ({
      ...rule,
      weight: weights[index] ?? 0,
      minSharePpm: rule.minSharePpm === null ? null : share,
    })),
  }));

function shuffle<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, index) => ({ item, key: ((index + 1) * seed) % 9_973 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

const worth = (score: number | null): number => score ?? -1;

test('parts add up to the score, and there is no score exactly where the state is none or unknown', () => {
  fc.assert(
    fc.property(evidence, ruleSets, (found, ruleSet) => {
      const { score, fired, state, level } = judge(found, ruleSet);
      expect(fired.reduce((sum, { part }) => sum + part, 0)).toBe(score ?? 0);
      expect(fired.every(({ part, weight }) => part >= 0 && part <= Math.max(weight, ruleSet.behaviourCap))).toBe(true);
      expect(score === null).toBe(state === 'none' || state === 'unknown');
      expect(level === 'unknown').toBe(state === 'unknown');
    }),
  );
});

test('the order of what goes in does not matter', () => {
  fc.assert(
    fc.property(evidence, ruleSets, fc.integer({ min: 1, max: 9_000 }), (found, ruleSet, seed) => {
      const turned = sampleEvidence({
        ...found,
        own: shuffle(found.own, seed),
        inherited: shuffle(found.inherited, seed),
        behaviours: shuffle(found.behaviours, seed),
        exposure: found.exposure.map((asset) => ({
          ...asset,
          parties: shuffle(asset.parties, seed),
          remainders: shuffle(asset.remainders, seed),
        })),
      });
      expect(judge(turned, { ...ruleSet, rules: shuffle(ruleSet.rules, seed) })).toEqual(judge(found, ruleSet));
    }),
  );
});

test('more exposure never lowers the score', () => {
  fc.assert(
    fc.property(evidence, ruleSets, parties, (found, ruleSet, party) => {
      const more = found.exposure.map((asset) => ({ ...asset, parties: [...asset.parties, party] }));
      const [before, after] = [judge(found, ruleSet), judge({ ...found, exposure: more }, ruleSet)];
      expect(worth(after.score)).toBeGreaterThanOrEqual(worth(before.score));
    }),
  );
});

test('a rule that is left out never raises the score', () => {
  fc.assert(
    fc.property(evidence, ruleSets, fc.nat(), (found, ruleSet, pick) => {
      const rule = ruleSet.rules[pick % ruleSet.rules.length]?.id ?? '';
      const [all, less] = [judge(found, ruleSet), judge(found, ruleSet, { withoutRules: [rule] })];
      expect(worth(less.score)).toBeLessThanOrEqual(worth(all.score));
      expect(less.fired.some((fired) => fired.rule === rule)).toBe(false);
    }),
  );
});

test('a rule of shares only never fires under its gate', () => {
  fc.assert(
    fc.property(evidence, ruleSets, (found, ruleSet) => {
      for (const { rule: id, sharePpm } of judge(found, ruleSet).fired) {
        const rule = ruleSet.rules.find((one) => one.id === id);
        if (rule?.minSharePpm !== null && rule?.minSharePpm !== undefined && rule.minMoney === null) {
          expect(sharePpm).toBeGreaterThanOrEqual(rule.minSharePpm);
        }
      }
    }),
  );
});
