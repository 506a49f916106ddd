import { expect, test } from 'vitest';
import { natureOf } from './account-nature.ts';

test.each([
  ['contract', 'its creation is indexed', { createdAt: 7, actsAsContract: false, sentCount: 0 }],
  ['contract', 'it emitted a log', { createdAt: undefined, actsAsContract: true, sentCount: 0 }],
  ['delegating', 'it signed, and code ran at it', { createdAt: undefined, actsAsContract: true, sentCount: 3 }],
  ['account', 'it signed', { createdAt: undefined, actsAsContract: false, sentCount: 1 }],
  ['unknown', 'it only received', { createdAt: undefined, actsAsContract: false, sentCount: 0 }],
] as const)('is %s where %s', (nature, _, totals) => {
  expect(natureOf(totals)).toBe(nature);
});
