import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const kindId = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'it takes the id of a kind of item');
const itemParams = caseParams.extend({ item: id });

/** The query of a tool, as in its URL. */
const toolInput = z.object({
  params: z.record(z.string().max(40), z.string().max(300)).default({}),
  query: z.record(z.string().max(40), z.string().max(500)).default({}),
  body: z.unknown().optional(),
});

const caseItem = z.object({
  id,
  /** `A-1`: letter of its tab and its number in the case. */
  number: z.string(),
  kind: z.string(),
  kindName: z.string(),
  tab: z.string(),
  title: z.string(),
  note: z.string(),
  input: toolInput,
  /** Opens it in its tool; null where it has no page. */
  page: z.string().nullable(),
  call: z.string(),
  method: z.string(),
  software: z.string(),
  asOf: z.object({ chain: z.string(), height: z.number().int().nullable() }).nullable(),
  hash,
  /** Bytes of the canonical content. */
  size: z.number().int(),
  pinnedAt: unixSeconds,
  pinnedBy: z.string(),
  check: z.object({ at: unixSeconds, isSame: z.boolean() }).nullable(),
  withdrawn: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
});
export type CaseItem = z.output<typeof caseItem>;

export const listCaseItems = defineRoute({
  method: 'GET',
  path: '/cases/:case/items',
  tag,
  summary: 'Results pinned in a case, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    tab: z.string().max(40).optional(),
    /** In whose title, note and identifiers all of these begin words. */
    words: z.string().max(200).optional(),
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({ items: z.array(caseItem), next: z.number().int().nullable() }),
});

/** What another case says about something that both name, as far as its policy lets it. */
export const caseOverlap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('case'), id, number: z.string(), title: z.string(), what: z.string() }),
  /** Never how many, nor which. */
  z.object({ kind: z.literal('contact-the-custodian') }),
]);
export type CaseOverlap = z.output<typeof caseOverlap>;

export const pinCaseItem = defineRoute({
  method: 'POST',
  path: '/cases/:case/items',
  tag,
  summary: 'Pin what a tool answers now: content, hash, as-of, method and the call that gives it again',
  description:
    'The server asks the tool itself, under the rights of the caller. The same answer pinned twice stays one item.',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  maxBodyBytes: 2 ** 19,
  deadlineMs: 60_000,
  body: z.object({
    kind: kindId,
    input: toolInput,
    note: z.string().trim().max(2_000).default(''),
  }),
  output: z.object({ item: caseItem, wasThere: z.boolean(), overlaps: z.array(caseOverlap) }),
});

export const getCaseItem = defineRoute({
  method: 'GET',
  path: '/cases/:case/items/:item',
  tag,
  summary: 'A pinned result with its content, word for word',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: itemParams,
  output: z.object({
    item: caseItem,
    /** JSON text of an answer; null for a file. */
    content: z.string().nullable(),
    /** Base64 of a file; null for an answer. */
    file: z.object({ name: z.string(), mediaType: z.string(), base64: z.string() }).nullable(),
  }),
});

const difference = z.object({
  /** Where in the answer: `totals.received`. */
  path: z.string(),
  pinned: z.string().nullable(),
  now: z.string().nullable(),
});

export const checkCaseItem = defineRoute({
  method: 'POST',
  path: '/cases/:case/items/:item/check',
  tag,
  summary: 'Ask the tool again and compare: what changed since it was pinned',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.strictObject({}),
  deadlineMs: 60_000,
  output: z.object({
    item: caseItem,
    /** Apart from as-of, coverage and versions, which say what the answer is of. */
    isSame: z.boolean(),
    isSameToTheByte: z.boolean(),
    /** The first 200. */
    differences: z.array(difference),
    count: z.number().int(),
    /** Whether the stored content still has the hash that was written when it was pinned. */
    isIntact: z.boolean(),
  }),
});
export type CaseItemCheck = z.output<typeof checkCaseItem.output>;

export const withdrawCaseItem = defineRoute({
  method: 'POST',
  path: '/cases/:case/items/:item/withdrawal',
  tag,
  summary: 'Take a pinned result out of what the case rests on; it stays readable, with the reason',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.object({ why: z.string().trim().min(3).max(500) }),
  output: caseItem,
});

export const caseItemRoutes = { checkCaseItem, getCaseItem, listCaseItems, pinCaseItem, withdrawCaseItem };
