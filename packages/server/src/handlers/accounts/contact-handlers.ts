import { receiveContact } from '../../admin/receive-contact.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

/** The public contact form. */
export function createContactHandlers(casework: CaseworkContext): Pick<Handlers, 'contactUs'> {
  return {
    contactUs: async ({ body }, { caller }) => {
      await receiveContact(casework, caller, body);
      return { done: true };
    },
  };
}
