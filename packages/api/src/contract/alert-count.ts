import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';

export const ALERTS_TAG = 'Alerts';

export const alertCounts = z.object({
  new: z.number().int(),
  mine: z.number().int(),
  open: z.number().int(),
  all: z.number().int(),
  /** Retracted in the last 24 hours. */
  retracted: z.number().int(),
  oldestNew: unixSeconds.nullable(),
  last: unixSeconds.nullable(),
});
export type AlertCountsView = z.output<typeof alertCounts>;

const countAlerts = defineRoute({
  method: 'GET',
  path: '/alerts/count',
  tag: ALERTS_TAG,
  summary: 'How many alerts are new, yours and open',
  access: 'allowed',
  audit: 'none',
  output: alertCounts,
});

/** Requested on every page: loaded without the other routes of alerts. */
export const alertCountRoutes = { countAlerts };
