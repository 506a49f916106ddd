import { randomUUID } from 'node:crypto';
import type { CaseContacts } from '@trailmark/api/contract/case-contact';
import { AppError } from '@trailmark/core/errors';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type ContactState,
  findAsker,
  findContact,
  findContactSide,
  type HiddenCaseRow,
  insertContact,
  insertContactMessage,
  listContactMessages,
  listHiddenOverlaps,
  putContactSide,
  updateContactSide,
} from '@trailmark/store/cases/agency-cases/contact-rows';
import { insertNotice } from '@trailmark/store/cases/agency-cases/overlap-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller } from '../../casework/caller.ts';
import { actThenNotify, type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { caseContactMail } from '../../mail/mail-texts.ts';
import { actOnCase, openCase, readCases, toCaseEntry } from '../case-scope.ts';
import { isAbleToAsk, readContacts } from './read-contacts.ts';

const SYSTEM = { kind: 'system' } as const;
const MAX_MESSAGES = 100;

/** One sentence whether nothing overlaps, or only what may be disclosed to nobody. */
const nobodyToAsk = () =>
  new AppError('conflict', 'Nothing of this case occurs in a case whose custodian could be contacted.');

interface Question {
  readonly own: CaseDetailRow;
  readonly asker: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly at: Date;
}

/** Notifies the owners of a hidden case, by email without a word of the case, and in the case itself. */
async function notifyCustodians(
  casework: CaseworkContext,
  tx: Transaction,
  { own: { agency }, asker, text, at }: Question,
  { id: caseId, owners, keys }: HiddenCaseRow,
): Promise<void> {
  const facts = { by: asker.name, keys, reason: text };
  for (const owner of owners) {
    await insertNotice(tx, { caseId, agency, account: owner.id, kind: 'custodian', facts, at });
    await queueMail(tx, {
      recipient: owner.email,
      agency,
      ...caseContactMail(`${casework.origin}/agency-cases/${caseId}`),
    });
  }
}

async function getContact(tx: Transaction, { own, asker, at }: Question): Promise<string> {
  const known = await findContact(tx, own.id, asker.id);
  if (known) return known.id;
  const id = randomUUID();
  await insertContact(tx, { id, caseId: own.id, agency: own.agency, askerId: asker.id, at });
  return id;
}

async function ask(casework: CaseworkContext, caller: Caller, tx: Transaction, question: Question): Promise<void> {
  const { own, asker, text, at } = question;
  const hidden = await listHiddenOverlaps(tx, own.id, asker.id);
  if (hidden.length === 0) throw nobodyToAsk();
  const contactId = await getContact(tx, question);
  if ((await listContactMessages(tx, contactId)).length >= MAX_MESSAGES) {
    throw new AppError(
      'conflict',
      `A thread has ${MAX_MESSAGES} messages at most. Speak to your agency administrator.`,
    );
  }
  const about = own.policy === 'open' ? own.id : null;
  const place = { contactId, agency: own.agency, askerId: asker.id, at };
  for (const other of hidden) {
    const side = { ...place, id: randomUUID(), caseId: other.id, keys: other.keys, about };
    const state = await putContactSide(tx, side);
    // Whoever declined gets no more requests.
    if (state === 'declined') continue;
    await notifyCustodians(casework, tx, question, other);
    const entry = toCaseEntry('contact.asked', other.id, { text });
    await recordAudit(tx, toAuditEvent(caller, entry, at));
  }
  const message = { id: randomUUID(), sideId: null, kind: 'ask', text, at } as const;
  await insertContactMessage(tx, { ...message, contactId, agency: own.agency });
}

/** Writes to the custodians of all need-to-know cases that name the same and that the asker may not see. Throws `conflict`. */
export async function askCustodian(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  text: string,
): Promise<CaseContacts> {
  const own = await readCases(casework, caller, (tx) => openCase(tx, id, 'write'));
  if (!isAbleToAsk(own)) {
    throw new AppError('conflict', 'A sealed case stays secret: nobody can be contacted from it.');
  }
  const question = { own, asker: ownAccount(caller), text, at: casework.now() };
  await actThenNotify(
    casework,
    caller,
    (tx) => ask(casework, caller, tx, question),
    () => toCaseEntry('contact.ask', id, { text }),
    SYSTEM,
  );
  return readContacts(casework, caller, id);
}

export interface ContactAnswer {
  readonly answer: 'reply' | 'reveal' | 'decline';
  readonly text: string;
}

const STATES: Readonly<Record<ContactAnswer['answer'], ContactState | undefined>> = {
  reply: undefined,
  reveal: 'revealed',
  decline: 'declined',
};

function toText({ number, title }: CaseDetailRow, name: string, { answer, text }: ContactAnswer): string {
  if (answer !== 'reveal') return text;
  return [`The case is ${number}, ${title}. Its custodian is ${name}.`, text].filter(Boolean).join(' ');
}

/** Notifies the requester, in the case of the request. */
function notifyRequester(casework: CaseworkContext, contactId: string, at: Date): Promise<void> {
  return casework.store.transact(SYSTEM, async (tx) => {
    const asker = await findAsker(tx, contactId);
    if (!asker) return;
    const { caseId, agency, askerId: account, email } = asker;
    await insertNotice(tx, { caseId, agency, account, kind: 'custodian', facts: { isAnswer: true }, at });
    await queueMail(tx, { recipient: email, agency, ...caseContactMail(`${casework.origin}/agency-cases/${caseId}`) });
  });
}

/** Answers a request about a case; its owners do. Throws `not-found`, and `invalid` for a reply without words. */
export async function answerContact(
  casework: CaseworkContext,
  caller: Caller,
  { id, contact }: { readonly id: string; readonly contact: string },
  given: ContactAnswer,
): Promise<CaseContacts> {
  const at = casework.now();
  const { answer } = given;
  const details = () => ({ answer });
  const contactId = await actOnCase(
    casework,
    caller,
    { id, right: 'manage', action: 'contact.answer', isAfterRecord: true, details },
    async (tx, row) => {
      const side = await findContactSide(tx, id, contact);
      if (!side) throw new AppError('not-found', 'Nobody asked that about this case.');
      if (answer === 'reply' && given.text.length < 3) {
        throw new AppError('invalid', 'Write 3 to 2,000 characters.', { context: { field: 'text' } });
      }
      const text = toText(row, ownAccount(caller).name, given);
      const message = { id: randomUUID(), sideId: side.id, kind: answer, text, at };
      await insertContactMessage(tx, { ...message, contactId: side.contactId, agency: row.agency });
      const state = STATES[answer];
      if (state) await updateContactSide(tx, side.id, state);
      return side.contactId;
    },
  );
  await notifyRequester(casework, contactId, at);
  return readContacts(casework, caller, id);
}
