import { describe, expect, it } from 'vitest';
import { describeLabels, describePrices, describeRules } from './as-of.ts';

const RULES = { version: '0123456789abcdef', hash: null, progress: 0.419 } as const;

describe('what an answer was computed with', () => {
  it('names the labels by version, day and number', () => {
    const labels = { version: 'fedcba9876543210', asOf: '2026-02-24', labelCount: 12_345 };
    expect(describeLabels(labels)).toBe(' fedcba98 as of 2026-02-24 (12,345 claims).');
    expect(describeLabels({ ...labels, asOf: null })).toBe(' fedcba98 (12,345 claims).');
  });

  it('states that no labels and no prices are stored instead of naming a version of nothing', () => {
    expect(describeLabels({ version: 'none', asOf: null, labelCount: 0 })).toBe(': no pack is in force.');
    expect(describePrices({ version: 'none' })).toBe('No prices are loaded.');
    expect(describePrices({ version: 'fedcba9876543210' })).toBe('Prices fedcba98.');
  });

  it('says how far the rules have read while they still read', () => {
    expect(describeRules({ ...RULES, state: 'ready', height: 955_000 })).toBe('Rules 01234567 up to height 955,000.');
    expect(describeRules({ ...RULES, state: 'building', height: 4312 })).toBe(
      'Rules 01234567 still reading: up to height 4,312, 41 % of the indexed ledger.',
    );
    expect(describeRules({ ...RULES, state: 'building', height: null })).toBe('Rules 01234567, no block read yet.');
  });
});
