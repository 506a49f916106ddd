import type { adminPostRoutes } from '@trailmark/api/contract/admin-post';
import { getMessage, handleMessage, listMessages } from '../../admin/inbox.ts';
import { cancel, listMails, readMailText, retry } from '../../admin/outbox.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

const DONE = { done: true } as const;

/** What came in by the contact form and what goes out by email. */
export function createAdminPostHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof adminPostRoutes> {
  return {
    listMails: ({ query: { status, q, cursor, limit } }, { caller }) =>
      listMails(casework, caller, { status, q: q?.trim() }, { cursor, limit }),
    readMail: ({ params }, { caller }) => readMailText(casework, caller, params.id),
    retryMail: async ({ params }, { caller }) => {
      await retry(casework, caller, params.id);
      return DONE;
    },
    cancelMail: async ({ params }, { caller }) => {
      await cancel(casework, caller, params.id);
      return DONE;
    },
    listContactMessages: ({ query: { status, cursor, limit } }, { caller }) =>
      listMessages(casework, caller, status, { cursor, limit }),
    getContactMessage: ({ params }, { caller }) => getMessage(casework, caller, params.id),
    updateContactMessage: async ({ params, body }, { caller }) => {
      await handleMessage(casework, caller, params.id, body);
      return DONE;
    },
  };
}
