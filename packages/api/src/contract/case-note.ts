import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, version } from './case.ts';
import { caseOverlap } from './case-item.ts';

const tag = CASES_TAG;
const id = z.uuid();
const noteParams = caseParams.extend({ note: id });

/** Characters of one note. */
export const MAX_NOTE = 200_000;
/** A character may take six bytes in a request. */
const MAX_BODY = 2 ** 21;

const title = writtenText(200).trim().min(1);
/** Markdown; HTML in it stays the characters it is. */
const text = writtenText(MAX_NOTE);

const noteLink = z.object({
  /** As written in the text. */
  text: z.string(),
  kind: z.enum(['address', 'transaction']),
  chain: chainId,
  /** In its one spelling. */
  id: z.string(),
});

const savedText = z.object({
  title: z.string(),
  text: z.string(),
  links: z.array(noteLink),
  savedAt: unixSeconds,
  savedBy: z.string(),
  madeFrom: version.nullable(),
});

const noteHead = z.object({
  id,
  /** `N-2`: counted within the case. */
  number: z.string(),
  title: z.string(),
  version,
  createdAt: unixSeconds,
  createdBy: z.string(),
  changedAt: unixSeconds,
  changedBy: z.string(),
  /** Characters. */
  size: z.number().int(),
  /** Other versions of the text that wait for their writers' decision. */
  kept: z.number().int(),
});
export type CaseNoteHead = z.output<typeof noteHead>;

const caseNote = noteHead.extend({
  text: z.string(),
  links: z.array(noteLink),
  /** Texts that somebody else's save came before, with whether each is the reader's own. */
  keptTexts: z.array(savedText.extend({ id, isOwn: z.boolean() })),
});
export type CaseNote = z.output<typeof caseNote>;

/** A saved note, and what in its text looks like an identifier and is none, with the reason. */
const savedNote = z.object({
  note: caseNote,
  refused: z.array(z.object({ text: z.string(), reason: z.string() })),
  overlaps: z.array(caseOverlap),
});

export const listCaseNotes = defineRoute({
  method: 'GET',
  path: '/cases/:case/notes',
  tag,
  summary: 'Notes of a case without their text, the last changed first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(noteHead) }),
});

export const addCaseNote = defineRoute({
  method: 'POST',
  path: '/cases/:case/notes',
  tag,
  summary: 'Begin a note; addresses and transactions in it are found by their checksums and belong to the case',
  access: 'allowed',
  audit: 'act',
  maxBodyBytes: MAX_BODY,
  params: caseParams,
  body: z.object({ title, text: text.default('') }),
  output: savedNote,
});

export const getCaseNote = defineRoute({
  method: 'GET',
  path: '/cases/:case/notes/:note',
  tag,
  summary: 'A note with its last text, and the texts that wait beside it',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: noteParams,
  output: caseNote,
});

export const saveCaseNote = defineRoute({
  method: 'POST',
  path: '/cases/:case/notes/:note',
  tag,
  summary: 'Save a note as a new version, made from the version named',
  description:
    'Where somebody saved in between, the text is kept beside the note and the answer is 409 with both texts in `facts`. A save that settles a kept text names it.',
  access: 'allowed',
  audit: 'act',
  maxBodyBytes: MAX_BODY,
  params: noteParams,
  body: z.object({
    version,
    title,
    text,
    /** The kept text that this save settles. */
    settles: id.optional(),
  }),
  output: savedNote,
});

/** `facts` of a save that somebody else's came before. */
const noteConflict = z.object({
  present: savedText.extend({ version }),
  kept: savedText.extend({ id }),
});
export type CaseNoteConflict = z.output<typeof noteConflict>;

export const settleCaseNote = defineRoute({
  method: 'POST',
  path: '/cases/:case/notes/:note/kept/:kept/settlement',
  tag,
  summary: 'Leave the note as it is and lay a kept text aside; it stays in the record',
  access: 'allowed',
  audit: 'act',
  params: noteParams.extend({ kept: id }),
  body: z.strictObject({}),
  output: caseNote,
});

export const listCaseNoteVersions = defineRoute({
  method: 'GET',
  path: '/cases/:case/notes/:note/versions',
  tag,
  summary: 'Versions of a note, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: noteParams,
  query: z.object({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    items: z.array(
      z.object({
        number: version,
        madeFrom: version.nullable(),
        savedAt: unixSeconds,
        savedBy: z.string(),
        size: z.number().int(),
      }),
    ),
    next: z.number().int().nullable(),
  }),
});

export const getCaseNoteVersion = defineRoute({
  method: 'GET',
  path: '/cases/:case/notes/:note/versions/:version',
  tag,
  summary: 'A note as it was in one version',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: noteParams.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) }),
  output: savedText.extend({ version }),
});

export const caseNoteRoutes = {
  addCaseNote,
  getCaseNote,
  getCaseNoteVersion,
  listCaseNotes,
  listCaseNoteVersions,
  saveCaseNote,
  settleCaseNote,
};
