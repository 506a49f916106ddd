import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';
import { categoryId, networkId } from './label.ts';
import { search } from './search.ts';

const tag = 'Home';
const id = z.uuid();

export const find = defineRoute({
  method: 'GET',
  path: '/find',
  tag,
  summary: 'Everything a text names: identifiers, organisations, labels, cases and what is in them, saved flows',
  description: 'Each part shows its first rows; cases and flows are those that the reader may see.',
  access: 'allowed',
  audit: 'look-up',
  query: z.object({ q: z.string().min(1).max(2000) }),
  output: z.object({
    identifiers: search.output,
    organisations: z.array(z.object({ id: z.string(), label: z.string(), categories: z.array(categoryId) })),
    claims: z.array(
      z.object({
        network: networkId,
        address: z.string(),
        label: z.string(),
        category: categoryId,
        source: z.string(),
      }),
    ),
    hasMoreClaims: z.boolean(),
    cases: z.array(z.object({ id, number: z.string(), title: z.string(), status: z.string() })),
    /** How many cases name it, those beyond the rows too. */
    caseCount: z.number().int(),
    flows: z.array(z.object({ id, title: z.string(), savedAt: unixSeconds })),
  }),
});
export type Found = z.output<typeof find.output>;

const visit = z.object({
  kind: z.enum(['address', 'transaction', 'entity', 'case', 'flow']),
  /** Of addresses and transactions. */
  chain: chainId.nullable(),
  id: z.string().min(1).max(300),
});

export const visitRow = visit.extend({
  /** Of organisations, cases and flows; null where the id is all there is. */
  title: z.string().nullable(),
  detail: z.string().nullable(),
  visitedAt: unixSeconds,
  isPinned: z.boolean(),
});
export type VisitRow = z.output<typeof visitRow>;

const visits = z.object({ items: z.array(visitRow) });

export const listVisits = defineRoute({
  method: 'GET',
  path: '/visits',
  tag,
  summary: 'What you pinned, and what you opened last',
  access: 'allowed',
  audit: 'view',
  output: visits,
});

export const keepVisit = defineRoute({
  method: 'POST',
  path: '/visits',
  tag,
  summary: 'Remember that you opened something',
  description: 'Kept for yourself: the last 50. What you opened is in the audit log by the call that answered it.',
  access: 'allowed',
  audit: 'none',
  body: visit,
  output: z.object({}),
});

export const pinVisit = defineRoute({
  method: 'POST',
  path: '/visits/pin',
  tag,
  summary: 'Pin something that you opened, or take the pin away',
  access: 'allowed',
  audit: 'none',
  body: visit.extend({ isPinned: z.boolean() }),
  output: visits,
});

export const clearVisits = defineRoute({
  method: 'POST',
  path: '/visits/removal',
  tag,
  summary: 'Forget what you opened; pinned ones stay',
  access: 'allowed',
  audit: 'view',
  body: z.strictObject({}),
  output: visits,
});

export const getHome = defineRoute({
  method: 'GET',
  path: '/home',
  tag,
  summary: 'What waits for you: tasks, requests to approve, alerts and ended jobs; and the flows saved last',
  access: 'allowed',
  audit: 'view',
  output: z.object({
    waiting: z.array(
      z.object({
        kind: z.enum(['task', 'request', 'alert', 'job']),
        title: z.string(),
        detail: z.string(),
        /** Id of the case that contains it, the alert or the job. */
        id: z.string(),
        /** The day it is due, `YYYY-MM-DD`. */
        dueOn: z.string().nullable(),
        /** When it came, of alerts and jobs. */
        at: unixSeconds.nullable(),
      }),
    ),
    flows: z.array(
      z.object({ id, title: z.string(), savedAt: unixSeconds, savedBy: z.string(), nodeCount: z.number().int() }),
    ),
    today: z.string(),
  }),
});

export const homeRoutes = { find, listVisits, keepVisit, pinVisit, clearVisits, getHome };
