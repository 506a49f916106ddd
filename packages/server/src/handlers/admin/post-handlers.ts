import type { adminPostRoutes } from '@trailmark/api/contract/admin-post';
import { getMessage, handleMessage, listMessages } from '../../admin/inbox.ts';
import { cancel, listMails, readMailText, retry } from '../../admin/outbox.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

const DONE = { done: true } as const;

/** What came in by the contact form and what goes out by mail. */
export function createAdminPostHandlers(office: Office): Pick<Handlers, keyof typeof adminPostRoutes> {
  return {
    listMails: ({ query: { status, q, cursor, limit } }, { caller }) =>
      listMails(office, caller, { status, q: q?.trim() }, { cursor, limit }),
    readMail: ({ params }, { caller }) => readMailText(office, caller, params.id),
    retryMail: async ({ params }, { caller }) => {
      await retry(office, caller, params.id);
      return DONE;
    },
    cancelMail: async ({ params }, { caller }) => {
      await cancel(office, caller, params.id);
      return DONE;
    },
    listContactMessages: ({ query: { status, cursor, limit } }, { caller }) =>
      listMessages(office, caller, status, { cursor, limit }),
    getContactMessage: ({ params }, { caller }) => getMessage(office, caller, params.id),
    updateContactMessage: async ({ params, body }, { caller }) => {
      await handleMessage(office, caller, params.id, body);
      return DONE;
    },
  };
}
