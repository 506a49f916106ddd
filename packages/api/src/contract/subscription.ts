import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { instant } from './session.ts';

const tag = 'Subscription';
const count = z.number().int();

const counters = z.object({ lookUps: count, views: count, exports: count });

export const subscriptionRoutes = {
  getSubscription: defineRoute({
    method: 'GET',
    path: '/subscription',
    tag,
    summary: 'What the own agency may use of this installation, and what it used',
    access: 'member',
    audit: 'view',
    output: z.object({
      software: z.string(),
      licence: z.string(),
      supportContact: z.string(),
      agency: z.object({
        name: z.string(),
        /** Null: no number is set. */
        seats: count.nullable(),
        /** Accounts that may sign in. */
        seatsUsed: count,
        awaitingApproval: count,
      }),
      /** Of the own account, from the audit log. The day begins at midnight UTC. */
      usage: z.object({ today: counters, last30Days: counters }),
      /** What a day may hold; null where this installation sets no limit. */
      quotas: z.object({ lookUpsPerDay: count.nullable(), exportsPerDay: count.nullable() }),
      packs: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          version: z.string(),
          asOf: z.string(),
          licence: z.string(),
          labelCount: count,
        }),
      ),
      chains: z.array(z.object({ id: z.string(), name: z.string(), tip: count.nullable() })),
      prices: z.object({ version: z.string(), fromDay: z.string().nullable(), toDay: z.string().nullable() }),
    }),
  }),
  listUsage: defineRoute({
    method: 'GET',
    path: '/subscription/usage',
    tag,
    summary: 'What each person of the agency used in the last 30 days',
    access: 'admin',
    audit: 'view',
    output: z.object({
      since: instant,
      items: z.array(
        counters.extend({
          account: z.uuid(),
          name: z.string(),
          email: z.string(),
          agency: z.string(),
          status: z.string(),
          lastAt: instant.nullable(),
        }),
      ),
    }),
  }),
};
