import { expect, test } from 'vitest';
import { formatDue, formatFactors } from './admin-words.ts';

const NOW = Date.parse('2026-11-18T12:00:00.000Z');

test.each([
  ['2026-11-18T12:00:30.000Z', 'due in 1 min', false],
  ['2026-11-18T12:59:59.000Z', 'due in 59 min', false],
  ['2026-11-18T15:30:00.000Z', 'due in 3 h', false],
  ['2026-11-20T11:00:00.000Z', 'due in 47 h', false],
  ['2026-11-21T12:00:00.000Z', 'due in 3 days', false],
  ['2026-11-18T11:59:59.000Z', 'overdue by 1 min', true],
  ['2026-11-15T12:00:00.000Z', 'overdue by 3 days', true],
])('what is due at %s is "%s"', (dueAt, text, isOverdue) => {
  expect(formatDue(dueAt, NOW)).toEqual({ text, isOverdue });
});

test('second factors are counted, and none is stated', () => {
  expect([formatFactors(false, 0), formatFactors(true, 0), formatFactors(true, 2)]).toEqual([
    'none',
    'authenticator',
    'authenticator, 2 passkeys',
  ]);
});
