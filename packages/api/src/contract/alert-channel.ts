import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { version } from './case.ts';

const tag = 'Alerts';
const id = z.uuid();
const params = z.object({ channel: id });
const name = writtenText(80).trim().min(1);
const kinds = z.array(z.string().max(60)).max(50);

const channelView = z.object({
  id,
  kind: z.string(),
  kindName: z.string(),
  name: z.string(),
  /** Where it sends to; the rest of the address is kept secret. */
  host: z.string(),
  isOwn: z.boolean(),
  kinds: z.array(z.string()),
  /** Null while it works. */
  disabledWhy: z.string().nullable(),
  /** Deliveries of the last 30 days. */
  sent: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  lastSentAt: unixSeconds.nullable(),
  createdAt: unixSeconds,
  createdBy: z.string(),
  version,
});
export type ChannelView = z.output<typeof channelView>;

const channels = z.object({
  items: z.array(channelView),
  channelKinds: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), target: z.string() })),
  alertKinds: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ChannelList = z.output<typeof channels>;

/** The secret is shown to whoever adds the channel or asks for a new one, and to nobody else. */
const changed = z.object({ channel: channelView, secret: z.string().nullable() });

export const listAlertChannels = defineRoute({
  method: 'GET',
  path: '/alert-channels',
  tag,
  summary: 'Channels that alerts of the agency are sent to',
  access: 'allowed',
  audit: 'view',
  output: channels,
});

export const addAlertChannel = defineRoute({
  method: 'POST',
  path: '/alert-channels',
  tag,
  summary: 'Add a channel; from then on alerts that name it leave the server',
  description:
    'Only HTTPS to public addresses, checked at each connection. An administrator of the installation may name a host of the own network.',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  body: z.object({
    kind: z.string().max(40),
    name,
    target: z.string().trim().min(8).max(1_000),
    /** Kinds of alerts it always gets; others where a watch names it. */
    kinds: kinds.default([]),
  }),
  output: changed,
});

export const changeAlertChannel = defineRoute({
  method: 'POST',
  path: '/alert-channels/:channel',
  tag,
  summary: 'Change a channel, turn it on or off, or give it a new secret; the one before signs for a day longer',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  params,
  body: z.object({ version, name, kinds, isOn: z.boolean(), hasNewSecret: z.boolean().default(false) }),
  output: changed,
});

export const removeAlertChannel = defineRoute({
  method: 'POST',
  path: '/alert-channels/:channel/remove',
  tag,
  summary: 'Remove a channel; its log stays',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  params,
  body: z.object({ version }),
  output: z.object({}),
});

export const testAlertChannel = defineRoute({
  method: 'POST',
  path: '/alert-channels/:channel/test',
  tag,
  summary: 'Send a test through a channel',
  access: 'admin',
  audit: 'act',
  params,
  body: z.object({}),
  output: z.object({ delivery: id }),
});

const delivery = z.object({
  id,
  /** Null for a test. */
  alert: z.object({ id, number: z.string() }).nullable(),
  revision: z.number().int(),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  createdAt: unixSeconds,
  /** Of the next try, while it is queued. */
  nextAt: unixSeconds,
  sentAt: unixSeconds.nullable(),
  attempts: z.array(
    z.object({
      at: unixSeconds,
      status: z.number().int().nullable(),
      fault: z.string().nullable(),
      ms: z.number().int().nullable(),
    }),
  ),
});
export type DeliveryView = z.output<typeof delivery>;

export const listAlertDeliveries = defineRoute({
  method: 'GET',
  path: '/alert-deliveries',
  tag,
  summary: 'What was sent, with each try and its answer, newest first',
  access: 'allowed',
  audit: 'view',
  query: z.object({
    channel: id.optional(),
    state: z.enum(['queued', 'sent', 'failed']).optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(delivery) }),
});

export const replayAlertDelivery = defineRoute({
  method: 'POST',
  path: '/alert-deliveries/:delivery/replay',
  tag,
  summary: 'Send a delivery again under the same id',
  access: 'admin',
  audit: 'act',
  params: z.object({ delivery: id }),
  body: z.object({}),
  output: z.object({}),
});

export const alertChannelRoutes = {
  addAlertChannel,
  changeAlertChannel,
  listAlertChannels,
  listAlertDeliveries,
  removeAlertChannel,
  replayAlertDelivery,
  testAlertChannel,
};
