import { describe, expect, it } from 'vitest';
import { describeVerdict } from './proof-tab.tsx';

const APART = {
  verdict: 'apart',
  steps: [],
  confidence: null,
  view: 'conservative',
  isTogetherExpanded: false,
} as const;

describe('the answer to "why together"', () => {
  it('never calls two addresses that nothing joins different owners', () => {
    const sentence = describeVerdict({ ...APART, steps: [] });
    expect(sentence).toContain('Nothing joins them in the conservative view');
    expect(sentence).toContain('does not show that they have different owners');
  });

  it('says where the other view joins them, as a lead', () => {
    expect(describeVerdict({ ...APART, steps: [], isTogetherExpanded: true })).toContain('a lead, not a proof');
  });

  it('keeps "not covered" apart from "apart"', () => {
    expect(describeVerdict({ ...APART, steps: [], verdict: 'unseen' })).toContain('nothing can be said');
  });
});
