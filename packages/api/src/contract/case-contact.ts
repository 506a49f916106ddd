import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const text = z.string().trim().normalize('NFC').min(3).max(2_000);

const message = z.object({
  id,
  at: unixSeconds,
  from: z.enum(['asker', 'custodian']),
  kind: z.enum(['ask', 'reply', 'reveal', 'decline']),
  text: z.string(),
});
export type CaseContactMessage = z.output<typeof message>;

const contacts = z.object({
  /** Whether something of this case occurs in a need-to-know case that the reader may not see. Of a sealed case never. */
  mayAsk: z.boolean(),
  /** What the reader requested from this case, and the answer; null without a request. */
  sent: z.object({ messages: z.array(message) }).nullable(),
  /** What people ask about this case. */
  received: z.array(
    z.object({
      id,
      asker: z.string(),
      /** What both cases name. */
      what: z.string(),
      /** The asking case, where everybody of the agency may see it. */
      about: z.object({ id, number: z.string(), title: z.string() }).nullable(),
      state: z.enum(['open', 'revealed', 'declined']),
      at: unixSeconds,
      messages: z.array(message),
    }),
  ),
});
export type CaseContacts = z.output<typeof contacts>;
export type ReceivedContact = CaseContacts['received'][number];

export const listCaseContacts = defineRoute({
  method: 'GET',
  path: '/cases/:case/contacts',
  tag,
  summary: 'Messages between people of this case and custodians of cases that name the same',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: contacts,
});

export const askCustodian = defineRoute({
  method: 'POST',
  path: '/cases/:case/contacts',
  tag,
  summary: 'Write to the custodian of a need-to-know case that names the same; which case it is stays hidden',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ text }),
  output: contacts,
});

export const answerCaseContact = defineRoute({
  method: 'POST',
  path: '/cases/:case/contacts/:contact/answer',
  tag,
  summary: 'Answer who asked about this case: reply, say which case it is, or decline',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ contact: id }),
  body: z.object({
    answer: z.enum(['reply', 'reveal', 'decline']),
    text: z.string().trim().normalize('NFC').max(2_000),
  }),
  output: contacts,
});

export const caseContactRoutes = { answerCaseContact, askCustodian, listCaseContacts };
