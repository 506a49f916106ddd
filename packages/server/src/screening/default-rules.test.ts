import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDefaultRules from './default-rules.ts';

const recorded = new WatchedResults();
const { hashRuleSet, readDefaultRules } = recorded.watch(ofDefaultRules);

test('the bundled rules have one hash, which changes with any weight and with no order', () => {
  const { ruleSet, hash } = readDefaultRules();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashRuleSet({ ...ruleSet, rules: ruleSet.rules.toReversed() }).hash).toBe(hash);
  const rules = ruleSet.rules.map((rule) => (rule.id === 'S4' ? { ...rule, weight: 92 } : rule));
  expect(hashRuleSet({ ...ruleSet, rules }).hash).not.toBe(hash);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/default-rules.txt');
});
