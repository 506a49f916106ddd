import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { ALERTS_TAG as tag } from './alert-count.ts';

const digest = z.enum(['off', 'daily', 'weekly']);

const subscription = z.object({
  /** Null while there is none. */
  feed: z.object({ since: unixSeconds, readAt: unixSeconds.nullable(), reads: z.number().int() }).nullable(),
  digest,
});
export type AlertSubscription = z.output<typeof subscription>;

export const getAlertSubscription = defineRoute({
  method: 'GET',
  path: '/alert-subscription',
  tag,
  summary: 'Your feed of alerts and your summary by email',
  access: 'allowed',
  audit: 'view',
  output: subscription,
});

export const changeAlertFeed = defineRoute({
  method: 'POST',
  path: '/alert-subscription/feed',
  tag,
  summary: 'Make an address at which a feed reader gets your alerts, or end it; an address before it ends',
  description:
    'The address is shown once. Whoever has it reads numbers and kinds of your alerts, and no address, amount or case.',
  access: 'allowed',
  audit: 'act',
  stepUp: true,
  body: z.object({ isOn: z.boolean() }),
  output: z.object({ subscription, url: z.string().nullable() }),
});

export const changeAlertDigest = defineRoute({
  method: 'POST',
  path: '/alert-subscription/digest',
  tag,
  summary: 'A summary by email, each day or each week: how many alerts are new, open and yours',
  access: 'allowed',
  audit: 'act',
  body: z.object({ digest }),
  output: subscription,
});

export const readAlertFeed = defineRoute({
  method: 'GET',
  path: '/alert-feeds/:token',
  tag,
  summary: 'The latest 50 alerts of the person who has this token, as an Atom feed (RFC 4287)',
  description: 'It ends with the access of its person. Links lead to the inbox, where whoever opens them signs in.',
  access: 'public',
  audit: 'none',
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  mediaTypes: ['application/atom+xml'],
});

export const alertSubscriptionRoutes = {
  changeAlertDigest,
  changeAlertFeed,
  getAlertSubscription,
  readAlertFeed,
};
