import type { CaseContactMessage, CaseContacts } from '@trailmark/api/contract/case-contact';
import { rightsOf } from '@trailmark/core/case';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type ContactMessageRow,
  countContacts,
  findContact,
  listContactMessages,
  listContactSides,
  listHiddenOverlaps,
} from '@trailmark/store/cases/agency-cases/contact-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { nameKeys } from '../item-kinds/identifiers.ts';
import type { CountTabs } from '../read-case.ts';

const SYSTEM = { kind: 'system' } as const;
const SHOWN = 100;

function toMessage({ id, at, kind, text }: ContactMessageRow): CaseContactMessage {
  return { id, at: toSeconds(at), kind, text, from: kind === 'ask' ? 'asker' : 'custodian' };
}

async function readSent(tx: Transaction, id: string, account: string): Promise<CaseContacts['sent']> {
  const contact = await findContact(tx, id, account);
  return contact ? { messages: (await listContactMessages(tx, contact.id)).map(toMessage) } : null;
}

async function readReceived(tx: Transaction, id: string): Promise<CaseContacts['received']> {
  const received: CaseContacts['received'] = [];
  for (const { contactId, keys, at, ...side } of await listContactSides(tx, id, SHOWN)) {
    // Answers of another case to the same asker are invisible here.
    const messages = (await listContactMessages(tx, contactId)).map(toMessage);
    received.push({ ...side, at: toSeconds(at), what: nameKeys(keys), messages });
  }
  return received;
}

/** Whether somebody may send requests from a case: those who write in it, and never from a sealed one, which is disclosed to nobody. */
export function isAbleToAsk({ role, policy }: Pick<CaseDetailRow, 'role' | 'policy'>): boolean {
  return policy !== 'sealed' && rightsOf(role).includes('write');
}

/** The threads of a case that the reader has a part in. */
export async function readContacts(casework: CaseworkContext, caller: Caller, id: string): Promise<CaseContacts> {
  const account = ownAccount(caller).id;
  const { row, ...threads } = await readCases(casework, caller, async (tx) => ({
    row: await openCase(tx, id, 'read'),
    sent: await readSent(tx, id, account),
    received: await readReceived(tx, id),
  }));
  const hidden = isAbleToAsk(row)
    ? await casework.store.transact(SYSTEM, (tx) => listHiddenOverlaps(tx, id, account))
    : [];
  return { ...threads, mayAsk: hidden.length > 0 };
}

/** For the overview: it shows the threads where there are any. */
export const countContactsOf: CountTabs = async (tx, caseId) => ({ contacts: await countContacts(tx, caseId) });
