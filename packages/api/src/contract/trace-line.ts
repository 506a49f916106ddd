import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Position in the queue of work that waits to run. */
export const waitingPlace = z.object({
  /** From 1. */
  position: z.number().int(),
  /** How many wait, of everybody. */
  of: z.number().int(),
  /** Estimated wait; null while nothing has ended from which it can be estimated. */
  seconds: z.number().int().nullable(),
});
export type WaitingPlace = z.output<typeof waitingPlace>;

export const getTraceLine = defineRoute({
  method: 'GET',
  path: '/traces/line',
  tag: 'Coin flow',
  summary: 'How many traces run and wait, and where those of the caller stand in line',
  access: 'allowed',
  audit: 'none',
  output: z.object({
    /** How many traces, comparisons, audits and replays run at once. */
    atOnce: z.number().int(),
    running: z.number().int(),
    waiting: z.number().int(),
    /** The caller's own, in the order in which they get a place. */
    own: z.array(waitingPlace),
  }),
});
