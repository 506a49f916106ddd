import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { byId, cursor, nothing, searchText } from './admin-users.ts';
import { done, instant } from './session.ts';
import { MAIL_STATUSES, MESSAGE_STATUSES } from './statuses.ts';

const limit = z.coerce.number().int().min(1).max(200).default(50);
const outbox = 'Mail outbox';
const inbox = 'Contact inbox';
const read = { method: 'GET', access: 'platform', audit: 'view' } as const;
const act = { method: 'POST', access: 'platform', audit: 'act', params: byId } as const;

export const adminMail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  createdAt: instant,
  attempts: z.number().int(),
  nextAttemptAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** What the mail server last answered: a stranger's text. */
  lastError: z.string().nullable(),
});
export type AdminMail = z.output<typeof adminMail>;

/** A message of the public contact form. Every text in it is a stranger's. */
export const contactMessage = z.object({
  id: z.uuid(),
  at: instant,
  name: z.string(),
  email: z.string(),
  agency: z.string(),
  phone: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  /** The first characters of it. */
  excerpt: z.string(),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const adminPostRoutes = {
  listMails: defineRoute({
    ...read,
    tag: outbox,
    path: '/admin/mails',
    summary: 'Mails of the installation without their text, newest first',
    query: z.strictObject({
      status: z.enum(MAIL_STATUSES).optional(),
      q: searchText.optional(),
      cursor: cursor.optional(),
      limit,
    }),
    output: z.object({
      items: z.array(adminMail),
      next: z.string().nullable(),
      counts: z.record(z.enum(MAIL_STATUSES), z.number().int()),
      /** Without a mail server nothing leaves the outbox automatically. */
      hasMailServer: z.boolean(),
    }),
  }),
  readMail: defineRoute({
    method: 'GET',
    tag: outbox,
    path: '/admin/mails/:id/body',
    summary: 'The text of a mail',
    description:
      'Links open accounts: they are shown only where no mail server is set and a person has to hand them on.',
    access: 'platform',
    audit: 'act',
    stepUp: true,
    params: byId,
    output: z.object({ body: z.string(), withheldLinks: z.number().int() }),
  }),
  retryMail: defineRoute({
    ...act,
    tag: outbox,
    path: '/admin/mails/:id/retry',
    summary: 'Queues a failed or cancelled mail again',
    body: nothing,
    output: done,
  }),
  cancelMail: defineRoute({
    ...act,
    tag: outbox,
    path: '/admin/mails/:id/cancel',
    summary: 'Keeps a queued or failed mail from being sent',
    body: nothing,
    output: done,
  }),
  listContactMessages: defineRoute({
    ...read,
    tag: inbox,
    path: '/admin/contact-messages',
    summary: 'Messages of the public contact form, newest first',
    query: z.strictObject({ status: z.enum(MESSAGE_STATUSES).optional(), cursor: cursor.optional(), limit }),
    output: z.object({
      items: z.array(contactMessage),
      next: z.string().nullable(),
      /** Those that are not done. */
      open: z.number().int(),
    }),
  }),
  getContactMessage: defineRoute({
    ...read,
    tag: inbox,
    path: '/admin/contact-messages/:id',
    summary: 'One message of the contact form, with the notes on it',
    params: byId,
    output: contactMessage.extend({
      message: z.string(),
      /** IP address it came from. */
      source: z.string(),
      note: z.string(),
      handledBy: z.string().nullable(),
      handledAt: instant.nullable(),
    }),
  }),
  updateContactMessage: defineRoute({
    ...act,
    tag: inbox,
    path: '/admin/contact-messages/:id',
    summary: 'Sets how far a message is handled, and the note for the other administrators',
    body: z.strictObject({
      status: z.enum(MESSAGE_STATUSES),
      note: z.string().max(16_000),
      /** `handledAt` as it was read: a change of somebody else meanwhile is not written over. */
      seen: instant.nullable(),
    }),
    output: done,
  }),
};
