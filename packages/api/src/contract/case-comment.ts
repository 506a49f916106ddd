import { COMMENT_SUBJECTS } from '@trailmark/core/case';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';
import { why, withdrawal } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();

/** What a comment is about: the case, whose number is empty here, or one thing in it by its number, such as `A-3`. */
const subject = {
  about: z.enum(COMMENT_SUBJECTS),
  number: z.string().regex(/^(?:[A-Z]{1,2}-[0-9]{1,9})?$/, 'it takes a number of the case, such as A-3 or EV-02'),
};

const caseComment = z.object({
  id,
  /** `K-4`: counted within the case. */
  number: z.string(),
  subject: z.object(subject),
  text: z.string(),
  at: unixSeconds,
  by: z.string(),
  isOwn: z.boolean(),
  withdrawn: withdrawal,
});
export type CaseComment = z.output<typeof caseComment>;

const comments = z.object({ items: z.array(caseComment), count: z.number().int(), next: z.number().int().nullable() });

export const listCaseComments = defineRoute({
  method: 'GET',
  path: '/cases/:case/comments',
  tag,
  summary: 'Comments in a case, the last first; of one thing in it where that is named',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    about: subject.about.optional(),
    number: subject.number.optional(),
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: comments,
});

export const addCaseComment = defineRoute({
  method: 'POST',
  path: '/cases/:case/comments',
  tag,
  summary: 'Comment on a case or on one thing in it; what was said is never changed',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ subject: z.object(subject), text: writtenText(4_000).trim().min(1) }),
  output: caseComment,
});

export const withdrawCaseComment = defineRoute({
  method: 'POST',
  path: '/cases/:case/comments/:comment/withdrawal',
  tag,
  summary: 'Take back a comment, as its author or an owner of the case; it stays readable and is marked',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ comment: id }),
  body: z.object({ why }),
  output: caseComment,
});

export const caseCommentRoutes = { addCaseComment, listCaseComments, withdrawCaseComment };
