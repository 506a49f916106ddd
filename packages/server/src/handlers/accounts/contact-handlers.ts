import { receiveContact } from '../../admin/receive-contact.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

/** The public contact form. */
export function createContactHandlers(office: Office): Pick<Handlers, 'contactUs'> {
  return {
    contactUs: async ({ body }, { caller }) => {
      await receiveContact(office, caller, body);
      return { done: true };
    },
  };
}
