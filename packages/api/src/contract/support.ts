import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { instant } from './session.ts';

const tag = 'Support';

export const TICKET_CATEGORIES = ['question', 'fault', 'data', 'access', 'wish'] as const;
export const TICKET_SEVERITIES = ['low', 'normal', 'high', 'blocking'] as const;
/** `open` waits for an administrator, `waiting` for the person who wrote it. */
export const TICKET_STATUSES = ['open', 'waiting', 'solved'] as const;

const ticketRow = z.object({
  id: z.uuid(),
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  severity: z.enum(TICKET_SEVERITIES),
  /** Path of the tool it is about; null for none. */
  tool: z.string().nullable(),
  status: z.enum(TICKET_STATUSES),
  createdAt: instant,
  changedAt: instant,
  messageCount: z.number().int(),
  isOwn: z.boolean(),
  author: z.string(),
  agency: z.string(),
});
export type TicketRow = z.output<typeof ticketRow>;

const ticket = ticketRow.extend({
  messages: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      text: z.string(),
      isOwn: z.boolean(),
      isAdmin: z.boolean(),
      /** Null for somebody whose name this account may not see. */
      author: z.string().nullable(),
    }),
  ),
  /** JSON text exactly as it was sent; null for none. */
  diagnostics: z.string().nullable(),
});
export type Ticket = z.output<typeof ticket>;

const text = z.string().max(10_000);
/** Made by the browser for one submission: sending it twice makes one ticket. */
const key = z.uuid();
const params = z.object({ id: z.uuid() });

export const supportRoutes = {
  listTickets: defineRoute({
    method: 'GET',
    path: '/support/tickets',
    tag,
    summary: 'Own tickets; with `all`, those an administrator answers',
    access: 'member',
    audit: 'view',
    query: z.object({
      scope: z.enum(['own', 'all']).default('own'),
      status: z.enum([...TICKET_STATUSES, 'any']).default('any'),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: z.object({ items: z.array(ticketRow), total: z.number().int() }),
  }),
  createTicket: defineRoute({
    method: 'POST',
    path: '/support/tickets',
    tag,
    summary: 'Asks the administrators',
    access: 'member',
    audit: 'act',
    maxBodyBytes: 160 * 1024,
    body: z.strictObject({
      key,
      category: z.enum(TICKET_CATEGORIES),
      severity: z.enum(TICKET_SEVERITIES),
      tool: z.string().max(60).nullable(),
      subject: z.string().max(200),
      text,
      diagnostics: z.string().max(60_000).nullable(),
    }),
    output: z.object({ id: z.uuid() }),
  }),
  getTicket: defineRoute({
    method: 'GET',
    path: '/support/tickets/:id',
    tag,
    summary: 'One ticket with its thread',
    access: 'member',
    audit: 'view',
    params,
    output: ticket,
  }),
  replyTicket: defineRoute({
    method: 'POST',
    path: '/support/tickets/:id/replies',
    tag,
    summary: 'Adds to the thread of a ticket',
    access: 'member',
    audit: 'act',
    params,
    body: z.strictObject({ key, text }),
    output: ticket,
  }),
  setTicketStatus: defineRoute({
    method: 'POST',
    path: '/support/tickets/:id/status',
    tag,
    summary: 'Marks a ticket as solved, or opens it again',
    access: 'member',
    audit: 'act',
    params,
    body: z.strictObject({ status: z.enum(TICKET_STATUSES) }),
    output: ticket,
  }),
  getServerFacts: defineRoute({
    method: 'GET',
    path: '/support/facts',
    tag,
    summary: 'What the server says of itself in a diagnostics bundle',
    access: 'member',
    audit: 'none',
    output: z.object({
      software: z.string(),
      runtime: z.string(),
      platform: z.string(),
      chains: z.array(z.object({ id: z.string(), tip: z.number().int().nullable() })),
      labels: z.string(),
      prices: z.string(),
      profile: z.string(),
    }),
  }),
};
