import { expect, test } from 'vitest';
import { canMove, ENROLMENT_STATES, isOpen, movesFrom } from './enrolment.ts';

test('nobody passes who has not attended, and nothing follows a cancellation', () => {
  expect(ENROLMENT_STATES.filter((state) => canMove(state, 'passed'))).toEqual(['attended', 'failed']);
  expect(movesFrom('cancelled')).toEqual([]);
  expect(canMove('waitlisted', 'attended')).toBe(false);
});

test('exactly the open states can be cancelled', () => {
  for (const state of ENROLMENT_STATES) expect(canMove(state, 'cancelled')).toBe(isOpen(state));
});
