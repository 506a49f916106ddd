import { ALERT_STATES, CLOSE_REASONS } from '@trailmark/core/alert';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { ALERTS_TAG, alertCountRoutes, alertCounts as counts } from './alert-count.ts';
import { knowledgeMark, version } from './case.ts';

const tag = ALERTS_TAG;
const id = z.uuid();
const params = z.object({ alert: id });
const person = z.object({ id, name: z.string() });
export const alertState = z.enum(ALERT_STATES);

const alertHead = z.object({
  id,
  /** `A-199`: counted within its case, or within the agency. */
  number: z.string(),
  kind: z.string(),
  kindName: z.string(),
  mark: knowledgeMark,
  title: z.string(),
  summary: z.string(),
  case: z.object({ id, number: z.string(), title: z.string() }).nullable(),
  chain: z.string().nullable(),
  /** Null: not in a block, or on no chain. */
  height: z.number().int().nullable(),
  txid: z.string().nullable(),
  happenedAt: unixSeconds,
  raisedAt: unixSeconds,
  state: alertState,
  assignee: person.nullable(),
  reason: z.enum(CLOSE_REASONS).nullable(),
  /** Null while it is valid. */
  retracted: z.object({ at: unixSeconds, why: z.string() }).nullable(),
  /** What raised it: watches by name. */
  origins: z.array(z.object({ origin: z.string(), name: z.string(), words: z.string() })),
  version,
});
export type AlertHead = z.output<typeof alertHead>;

const movement = z.object({
  from: z.array(z.string()),
  to: z.string().nullable(),
  amount: z.string(),
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  note: z.string(),
});
const line = z.object({
  mark: knowledgeMark,
  name: z.string(),
  text: z.string(),
  chain: z.string().optional(),
  address: z.string().optional(),
  txid: z.string().optional(),
});

const alertDetail = alertHead.extend({
  body: z.object({
    movements: z.array(movement),
    lines: z.array(line),
    notes: z.array(z.string()),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  blockHash: z.string().nullable(),
  words: z.string().nullable(),
  /** The retracted alert of the same thing that this one replaces, and the one that replaced it. */
  replaces: z.object({ id, number: z.string() }).nullable(),
  replacedBy: z.object({ id, number: z.string() }).nullable(),
  /** Other valid alerts of the same transaction or change. */
  together: z.array(z.object({ id, number: z.string(), title: z.string() })),
  events: z.array(z.object({ at: unixSeconds, by: z.string().nullable(), what: z.string(), words: z.string() })),
  deliveries: z.array(
    z.object({
      to: z.string(),
      revision: z.number().int(),
      state: z.enum(['queued', 'sent', 'failed']),
      attempts: z.number().int(),
      at: unixSeconds.nullable(),
    }),
  ),
});
export type AlertDetail = z.output<typeof alertDetail>;

const alertFilter = {
  case: id.optional(),
  /** `watch:` and the id of a watch. */
  origin: z.string().max(120).optional(),
  kind: z.string().max(60).optional(),
};

export const listAlerts = defineRoute({
  method: 'GET',
  path: '/alerts',
  tag,
  summary: 'Alerts of the cases you may read and of your agency, newest first',
  access: 'allowed',
  audit: 'view',
  caseIn: 'query',
  query: z.object({
    view: z.enum(['new', 'mine', 'open', 'all']).default('open'),
    ...alertFilter,
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    items: z.array(alertHead),
    counts,
    kinds: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type AlertPage = z.output<typeof listAlerts.output>;

export const streamAlerts = defineRoute({
  method: 'GET',
  path: '/alerts/stream',
  tag,
  summary: 'Counts of alerts whenever one changes, as server-sent events',
  description:
    'The event `alerts` carries what `countAlerts` answers. A comment every 15 seconds keeps the connection open; after 5 minutes the server ends it, and the client connects again.',
  access: 'allowed',
  audit: 'view',
  mediaTypes: ['text/event-stream'],
});

export const getAlert = defineRoute({
  method: 'GET',
  path: '/alerts/:alert',
  tag,
  summary: 'One alert with its evidence, what happened to it and where it was sent',
  access: 'allowed',
  audit: 'view',
  params,
  output: alertDetail,
});

export const handleAlerts = defineRoute({
  method: 'POST',
  path: '/alerts/handle',
  tag,
  summary: 'Acknowledge, assign, escalate, close or reopen alerts of the versions named; all or none',
  description: 'A retracted alert can only be closed. An alert of a case is handled by those who may change the case.',
  access: 'allowed',
  audit: 'act',
  body: z.object({
    alerts: z.array(z.object({ id, version })).min(1).max(100),
    state: alertState,
    /** Who it is assigned to; kept where it is left out. */
    assignee: id.nullable().optional(),
    reason: z.enum(CLOSE_REASONS).nullable().default(null),
    words: writtenText(1_000).trim().default(''),
  }),
  output: z.object({ items: z.array(alertHead), counts }),
});

export const listAlertPeople = defineRoute({
  method: 'GET',
  path: '/alerts/:alert/people',
  tag,
  summary: 'Who an alert can be assigned to',
  access: 'allowed',
  audit: 'view',
  params,
  output: z.object({ items: z.array(person) }),
});

// `getAlert` is last: its path would take the others for an id.
export const alertRoutes = {
  ...alertCountRoutes,
  handleAlerts,
  listAlertPeople,
  listAlerts,
  streamAlerts,
  getAlert,
};
