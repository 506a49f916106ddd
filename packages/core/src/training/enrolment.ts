/**
 * Status of an enrolment. `requested` waits for an administrator; `confirmed` holds a seat; `waitlisted` gets the
 * next one that becomes free, in the order of enrolment; the others are final.
 */
export const ENROLMENT_STATES = [
  'requested',
  'confirmed',
  'waitlisted',
  'attended',
  'no-show',
  'passed',
  'failed',
  'cancelled',
] as const;
export type EnrolmentState = (typeof ENROLMENT_STATES)[number];

const MOVES: Readonly<Record<EnrolmentState, readonly EnrolmentState[]>> = {
  requested: ['confirmed', 'waitlisted', 'cancelled'],
  confirmed: ['attended', 'no-show', 'cancelled'],
  waitlisted: ['confirmed', 'cancelled'],
  // Whoever was marked wrongly can be marked again.
  attended: ['no-show', 'passed', 'failed'],
  'no-show': ['attended'],
  passed: ['failed'],
  failed: ['passed'],
  cancelled: [],
};

/** Whether an enrolment may go from one state to the other. */
export function canMove(from: EnrolmentState, to: EnrolmentState): boolean {
  return MOVES[from].includes(to);
}

/** The states an enrolment may go to from here. */
export function movesFrom(state: EnrolmentState): readonly EnrolmentState[] {
  return MOVES[state];
}

/** Whether somebody in this state may still give up the place: before the course has taken place. */
export function isOpen(state: EnrolmentState): boolean {
  return state === 'requested' || state === 'confirmed' || state === 'waitlisted';
}
