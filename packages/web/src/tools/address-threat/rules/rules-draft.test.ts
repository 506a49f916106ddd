import { expect, test } from 'vitest';
import {
  type DraftRule,
  NEW_RULE,
  putSettings,
  type RulesDraft,
  toFields,
  toRule,
  toSettingFields,
} from './rules-draft.ts';

const RULE: DraftRule = {
  id: 'S7',
  title: 'Sanctioned party',
  basis: 'indirect',
  categories: ['sanctioned'],
  patterns: [],
  ways: ['in', 'out'],
  ...{ minHops: 2, maxHops: null, minSharePpm: 1_000, minMoney: 10_000, listing: null, dustOnly: false },
  ...{ weight: 75, source: 'Published.' },
};
const DRAFT: RulesDraft = {
  ...{ name: 'Ours', bands: { medium: 31, high: 71, severe: 91 }, dustMoney: 1, minConfidence: 50, behaviourCap: 45 },
  ...{ unreadSharePpm: 100_000, reportingThresholds: [10_000, 1_000], currency: 'USD', rules: [RULE] },
};

test('a rule is the same after it was put into fields and read again', () => {
  expect(toFields(RULE)).toMatchObject({ share: '0.1', minMoney: '10000', maxHops: '' });
  expect(toRule(toFields(RULE))).toEqual(RULE);
  expect(putSettings(DRAFT, toSettingFields(DRAFT))).toEqual(DRAFT);
});

test('what is no number stays as it was typed, and an empty weight is no zero', () => {
  const rule = toRule({ ...toFields(RULE), weight: 'much', share: '1.00001', minHops: '-1', minMoney: '1,000' });
  expect(rule).toMatchObject({ weight: 'much', minSharePpm: '1.00001', minHops: '-1', minMoney: 1_000 });
  expect(toRule({ ...NEW_RULE, weight: ' ' }).weight).toBeNull();
  expect(putSettings(DRAFT, { ...toSettingFields(DRAFT), medium: '' }).bands).toMatchObject({ medium: '' });
});

test('fields that a basis does not have are left out', () => {
  const typed = { ...toFields(RULE), patterns: ['peel-chain'], listing: 'after', dustOnly: true } as const;
  expect(toRule({ ...typed, basis: 'behaviour' })).toMatchObject({
    ...{ categories: [], patterns: ['peel-chain'], ways: [], minHops: null, minSharePpm: null, minMoney: null },
    ...{ listing: null, dustOnly: false },
  });
  expect(toRule({ ...typed, basis: 'ownership' })).toMatchObject({ patterns: [], ways: [], listing: null });
  expect(toRule({ ...typed, basis: 'ownership', listing: 'former' }).listing).toBe('former');
});
