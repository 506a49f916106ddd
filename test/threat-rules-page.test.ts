import { readFileSync } from 'node:fs';
import { writeRuleSet } from '@trailmark/analysis/screening/rules/canonical-rule-set';
import { parseRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import { expect, test } from 'vitest';
import { writeRulesPage } from './threat-rules-page.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const ruleSet = parseRuleSet(JSON.parse(read('data/threat-rules/default.json')));

const HEAD = `# Threat rules

The default rule set of address threat analysis, “${ruleSet.name}”. It is data (\`data/threat-rules/default.json\`), and an
agency can replace it by a version of its own that a second person approves. This page is written from the file.

## The rule

A rule looks at one thing: a label on the subject, a label on its cluster, a payment with a party, a party found by
tracing, or a pattern of payments. It fires where all its conditions hold, and then has its weight.

- The score is the **highest weight of all rules that fired**, never a mean: a mean hides the worst thing.
- Patterns are added up, and together count at most the cap below: one indicator alone proves nothing.
- A gate of share and amount is met by either. Both are of one asset, one direction and all categories of the rule
  together. Money is at the close of the day of each payment; without a price only the share is tested.
- A party is read by every label of its addresses, whichever category its shares count under.
- Labels below the smallest confidence cannot take a rule beyond Medium. An entry of a sanctions list has no confidence:
  it is a fact about that list.
- Dust fires no rule but those for dust: nobody can refuse an incoming payment.
- No rule fired, rules without weight only, and not enough read are three different answers. None of them is a clearance.
`;
const FOOT = `## What is not a rule

- A **report of a crowd** that nobody reviewed is shown as a claim and has no weight.
- A **fraudulent exchange** has no category: where it is listed the rules of sanctions apply, where it is labelled a scam
  those of scams.
- **Observations**, such as dormancy and round amounts, and what others did to the subject, such as dust and address
  poisoning, are shown and have no weight: FATF lists no such indicator. A rule can give one a weight.
- **Money that reached nobody who is named** has no weight, and is always shown, so that shares add up to 100 %.

## Source

The bands are the published ones of MistTrack (2025). Publications of FATF, FinCEN, OFAC and the Wolfsberg Group were
read through public summaries: read the original before a court text cites one. Weights are our own, and each row says
why the rule exists.

## Known failures

- Weights are opinions: no public data set says how often a rule is right, and no rate was measured.
- Gates are tested per asset: a sum that is divided over several assets can stay below each gate.
- A label is a claim of its source, and labels of a crowd are often wrong.
`;

test('the page of the default rules says what the file says (npx vitest run test/threat-rules-page -u writes it)', async () => {
  await expect(writeRulesPage(ruleSet, { head: HEAD, foot: FOOT })).toMatchFileSnapshot(
    '../docs/methods/threat-rules.md',
  );
});

test('the canonical form of a set does not depend on the order of its rules and lists', () => {
  const turned = {
    ...ruleSet,
    reportingThresholds: ruleSet.reportingThresholds.toReversed(),
    rules: ruleSet.rules.toReversed().map((rule) => ({ ...rule, categories: rule.categories.toReversed() })),
  };
  expect(writeRuleSet(turned)).toBe(writeRuleSet(ruleSet));
  const [first, ...rest] = ruleSet.rules;
  const heavier = { ...ruleSet, rules: [{ ...first, weight: 99 } as typeof first & object, ...rest] };
  expect(writeRuleSet(heavier)).not.toBe(writeRuleSet(ruleSet));
});
