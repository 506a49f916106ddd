import type { PartyExposure } from '@trailmark/core/screening/exposure';
import type { FiredRule, Verdict } from '@trailmark/core/screening/screening';
import { describe, expect, test } from 'vitest';
import { judge } from './evaluate.ts';
import { DEFAULT_RULE_SET } from './testing/default-rule-set.ts';
import { sampleAsset, sampleEvidence, sampleParty, WHOLE } from './testing/sample-evidence.ts';

function judgeParties(parties: readonly PartyExposure[]): Verdict {
  return judge(sampleEvidence({ exposure: [sampleAsset(parties)] }), DEFAULT_RULE_SET);
}

function find(verdict: Verdict, id: string): FiredRule | undefined {
  return verdict.fired.find(({ rule }) => rule === id);
}

describe('a party whose labels disagree', () => {
  const csam = { category: 'csam', name: 'A report', source: 'a hotline', confidence: 90 } as const;
  const gambling = (fields: object) =>
    sampleParty({
      category: 'gambling',
      way: 'in',
      party: { confidence: 20, name: 'Dice' },
      others: [csam],
      ...fields,
    });

  test('is read by every rule that a label of it is about, with the claim of that label', () => {
    const verdict = judgeParties([gambling({ amount: WHOLE / 2n })]);
    expect(verdict).toMatchObject({ level: 'severe', score: 91 });
    expect(find(verdict, 'T1-direct')).toMatchObject({ category: 'csam', party: 'A report', isCapped: false });
    expect(verdict.sentences[0]).toContain('came from a party labelled Child sexual abuse material.');
    expect(find(verdict, 'G1')).toMatchObject({ category: 'gambling', party: 'Dice' });
  });

  test('counts once in a rule of several categories, by its strongest claim', () => {
    const [scam, phishing] = [10, 60].map((confidence, at) => ({
      ...{ category: at === 0 ? ('scam' as const) : ('phishing' as const), name: `${at}`, source: 's', confidence },
    }));
    const verdict = judgeParties([sampleParty({ category: 'exchange', others: [phishing!, scam!] })]);
    expect(find(verdict, 'F1-direct')).toMatchObject({ category: 'phishing', amount: 123_760_000n, isCapped: false });
  });

  test('that was on a list once is read by its days, whatever else it is', () => {
    const former = { ...csam, category: 'sanctioned_historic', listing: 'Removed from the OFAC SDN list.' } as const;
    const listing = { before: 0n, unclear: 0n, after: 123_760_000n, lifted: 0n, listedFrom: '2022-04-05' };
    const verdict = judgeParties([sampleParty({ category: 'exchange', others: [former], listing })]);
    expect(find(verdict, 'S10')).toMatchObject({ category: 'sanctioned_historic', rests: 'fact' });
  });
});
