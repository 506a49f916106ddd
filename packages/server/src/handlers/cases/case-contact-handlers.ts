import { readContacts } from '../../cases/contacts/read-contacts.ts';
import { answerContact, askCustodian } from '../../cases/contacts/write-contacts.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type ContactHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-contact').caseContactRoutes>;

/** Messages to custodians of cases that the asker may not see. */
export function createCaseContactHandlers(casework: CaseworkContext): ContactHandlers {
  return {
    listCaseContacts: ({ params }, { caller }) => readContacts(casework, caller, params.case),
    askCustodian: ({ params, body }, { caller }) => askCustodian(casework, caller, params.case, body.text),
    answerCaseContact: ({ params, body }, { caller }) =>
      answerContact(casework, caller, { id: params.case, contact: params.contact }, body),
  };
}
