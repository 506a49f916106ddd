import { CONFIDENCE_WORDS, IDENTIFIER_TYPES, LINK_BASES, PERSON_KINDS } from '@trailmark/core/case-people';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, day, knowledgeMark, version } from './case.ts';
import { caseOverlap } from './case-item.ts';
import { lineText, neededLine, plainText, why, withdrawal } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const personParams = caseParams.extend({ person: id });
const personKind = z.enum(PERSON_KINDS);
const overlaps = z.array(caseOverlap);

const personIdentifier = z.object({
  type: z.enum(IDENTIFIER_TYPES),
  /** The service of a handle or an account; empty for a phone number or a domain. */
  service: lineText(40).default(''),
  value: neededLine(253),
});

const person = z.object({
  id,
  /** `P-1`: given once, it stays when the kind changes. */
  number: z.string(),
  kind: personKind,
  name: z.string(),
  detail: z.string(),
  aliases: z.array(z.string()),
  note: z.string(),
  identifiers: z.array(personIdentifier),
  /** Whether a birth date or documents are entered; they are answered by a route of their own. */
  hasPersonalData: z.boolean(),
  version,
  addedAt: unixSeconds,
  addedBy: z.string(),
  changedAt: unixSeconds,
  changedBy: z.string(),
  withdrawn: withdrawal,
});
export type CasePerson = z.output<typeof person>;

const addressPoint = z.object({ chain: chainId, address: addressText });

/** Of a rule a number, of a person a word. */
const confidence = z.discriminatedUnion('of', [
  z.object({ of: z.literal('rule'), rule: neededLine(80), score: z.number().int().min(0).max(100) }),
  z.object({ of: z.literal('person'), word: z.enum(CONFIDENCE_WORDS) }),
]);

const linkTarget = z.discriminatedUnion('kind', [
  addressPoint.extend({ kind: z.literal('address') }),
  z.object({ kind: z.literal('person'), person: id }),
]);

const linkFields = {
  person: id,
  to: linkTarget,
  /** What it says: "controls the key", "named holder". */
  relation: neededLine(200),
  basis: z.enum(LINK_BASES),
  explanation: plainText(1_000).default(''),
  mark: knowledgeMark,
  confidence,
  /** What shows it: "EV-11, entry 3". */
  source: neededLine(300),
};

const written = { addedAt: unixSeconds, addedBy: z.string(), withdrawn: withdrawal };
const link = z.object({ id, ...linkFields, ...written });
export type CaseLink = z.output<typeof link>;

const labelFields = {
  ...addressPoint.shape,
  text: neededLine(160),
  mark: knowledgeMark,
  source: neededLine(300),
};
const ownLabel = z.object({ id, ...labelFields, ...written });
export type CaseLabel = z.output<typeof ownLabel>;

const caseAddress = addressPoint.extend({
  /** Number of the pinned result, `A-4`; null for an address that only links or labels name. */
  number: z.string().nullable(),
});
export type CaseAddress = z.output<typeof caseAddress>;

export const listCasePeople = defineRoute({
  method: 'GET',
  path: '/cases/:case/people',
  tag,
  summary: "People and entities of a case, what links them to addresses and to each other, and the case's own labels",
  description: 'Withdrawn ones are part of the answer, with the reason. Personal data are not.',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({
    people: z.array(person),
    links: z.array(link),
    labels: z.array(ownLabel),
    /** Every address that is pinned, linked or labelled, in a fixed order. */
    addresses: z.array(caseAddress),
  }),
});
export type CasePeople = z.output<typeof listCasePeople.output>;

export const setCasePerson = defineRoute({
  method: 'POST',
  path: '/cases/:case/people',
  tag,
  summary: 'Add a person or entity, or change one of the version named',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    row: z.object({ id, version }).optional(),
    kind: personKind,
    name: neededLine(160),
    detail: lineText(80).default(''),
    aliases: z.array(neededLine(160)).max(20).default([]),
    note: plainText(4_000).default(''),
    identifiers: z.array(personIdentifier).max(30).default([]),
  }),
  output: z.object({ person, overlaps }),
});

export const addCasePeople = defineRoute({
  method: 'POST',
  path: '/cases/:case/people/lines',
  tag,
  summary: 'Add people and entities with their addresses from a pasted table, all lines or those that are understood',
  description:
    'Columns are kind, name, chain, address, link, source, or those that the first line names. Lines of the same kind and ' +
    'name are one person. While a line is refused nothing is written, unless `leavesOut` is true.',
  access: 'allowed',
  audit: 'act',
  maxBodyBytes: 512 * 1024,
  params: caseParams,
  body: z.object({
    text: z.string().min(1).max(100_000),
    leavesOut: z.boolean().default(false),
    /** For lines that leave these cells empty. */
    chain: chainId.nullable().default(null),
    relation: lineText(200).default(''),
    source: lineText(300).default(''),
    basis: z.enum(LINK_BASES),
    mark: knowledgeMark,
    word: z.enum(CONFIDENCE_WORDS),
  }),
  output: z.object({
    isWritten: z.boolean(),
    hasHeader: z.boolean(),
    /** New people and links; links that the case has already. */
    people: z.number().int(),
    links: z.number().int(),
    same: z.number().int(),
    /** Lines counted from 1; `lines` of the text belong to each. */
    refused: z.array(z.object({ line: z.number().int(), lines: z.number().int(), why: z.string() })),
    overlaps,
  }),
});

export const withdrawCasePerson = defineRoute({
  method: 'POST',
  path: '/cases/:case/people/:person/withdrawal',
  tag,
  summary: 'Take a person or entity out of what the case rests on; it stays readable, with the reason',
  access: 'allowed',
  audit: 'act',
  params: personParams,
  body: z.object({ version, why }),
  output: person,
});

const personalData = {
  birthDate: day.nullable(),
  documents: z
    .array(
      z.object({
        /** "Passport", "Driving licence". */
        type: neededLine(60),
        number: neededLine(80),
        issuer: lineText(120).default(''),
      }),
    )
    .max(20),
};

export const openPersonalData = defineRoute({
  method: 'POST',
  path: '/cases/:case/people/:person/personal-data',
  tag,
  summary: 'Birth date and documents of a person, for a reason that is logged',
  access: 'allowed',
  audit: 'act',
  params: personParams,
  body: z.object({ reason: plainText(500).min(10, 'a reason has at least 10 characters') }),
  output: z.object({ person: id, version, ...personalData }),
});
export type CasePersonalData = z.output<typeof openPersonalData.output>;

export const setPersonalData = defineRoute({
  method: 'POST',
  path: '/cases/:case/people/:person/personal-data/change',
  tag,
  summary: 'Enter birth date and documents in place of those entered before',
  access: 'allowed',
  audit: 'act',
  params: personParams,
  body: z.object({ version, ...personalData }),
  output: person,
});

export const addCaseLink = defineRoute({
  method: 'POST',
  path: '/cases/:case/links',
  tag,
  summary: 'Link a person or entity to an address, or to another one; links that contradict each other are both kept',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object(linkFields),
  output: z.object({ link, overlaps }),
});

export const withdrawCaseLink = defineRoute({
  method: 'POST',
  path: '/cases/:case/links/:link/withdrawal',
  tag,
  summary: 'Withdraw a link with a reason; it stays readable',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ link: id }),
  body: z.object({ why }),
  output: link,
});

export const addCaseLabel = defineRoute({
  method: 'POST',
  path: '/cases/:case/labels',
  tag,
  summary: 'Label an address within the case; no search and no other case ever shows it',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object(labelFields),
  output: z.object({ label: ownLabel, overlaps }),
});

export const withdrawCaseLabel = defineRoute({
  method: 'POST',
  path: '/cases/:case/labels/:label/withdrawal',
  tag,
  summary: "Withdraw one of the case's own labels with a reason; it stays readable",
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ label: id }),
  body: z.object({ why }),
  output: ownLabel,
});

export const casePeopleRoutes = {
  addCaseLabel,
  addCaseLink,
  addCasePeople,
  listCasePeople,
  openPersonalData,
  setCasePerson,
  setPersonalData,
  withdrawCaseLabel,
  withdrawCaseLink,
  withdrawCasePerson,
};
