import { ENROLMENT_STATES } from '@trailmark/core/training/enrolment';
import { COURSE_LEVELS } from '@trailmark/core/training/level';
import { z } from 'zod';
import { lenient } from '../../search-params.ts';

const level = lenient(z.enum(COURSE_LEVELS));

export const scheduleSearch = z.object({
  view: lenient(z.enum(['month'])),
  month: lenient(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
  level,
  mode: lenient(z.enum(['in-person', 'online'])),
  /** Zone that times are shown in next to UTC; the session's own by default. */
  zone: lenient(z.string().max(60)),
  /** Session whose enrolment form is open. */
  enrol: lenient(z.uuid()),
});
export type ScheduleSearch = z.output<typeof scheduleSearch>;

export const rosterSearch = z.object({
  session: lenient(z.uuid()),
  level,
  state: lenient(z.enum(ENROLMENT_STATES)),
  text: lenient(z.string().max(100)),
  /** Enrolment whose details are open. */
  row: lenient(z.uuid()),
});
export type RosterSearch = z.output<typeof rosterSearch>;

export const adminTrainingSearch = z.object({
  /** `new`, or the session whose form is open. */
  edit: lenient(z.union([z.literal('new'), z.uuid()])),
});
export type AdminTrainingSearch = z.output<typeof adminTrainingSearch>;
