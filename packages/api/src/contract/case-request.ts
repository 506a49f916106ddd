import { REQUEST_KINDS, REQUEST_STATES } from '@trailmark/core/case-request';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, units, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, day, version } from './case.ts';
import { lineText, neededLine, plainText, why, withdrawal } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const requestParams = caseParams.extend({ request: id });
const requestKind = z.enum(REQUEST_KINDS);
const requestState = z.enum(REQUEST_STATES);
/** Number of a file of evidence. */
const exhibit = z
  .string()
  .trim()
  .regex(/^EV-\d{1,6}$/, 'it takes the number of a file of evidence, such as EV-03');

const step = z.object({
  state: requestState,
  /** The day it happened; `at` is when it was entered. */
  on: day,
  at: unixSeconds,
  by: z.string(),
  note: z.string(),
  /** Type and number of what allowed it to be sent; null for other steps, and where none was needed. */
  authority: z.string().nullable(),
});

const requestAsset = z.object({
  id,
  outcome: z.enum(['frozen', 'returned']),
  asset: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
  amount: units,
  day,
  source: z.string(),
  /** Whether it was entered in the money table too. */
  isInMoney: z.boolean(),
  addedAt: unixSeconds,
  addedBy: z.string(),
  withdrawn: withdrawal,
});

const request = z.object({
  id,
  /** `R-1`. */
  number: z.string(),
  /** The pinned packet. */
  item: z.object({ id, number: z.string(), title: z.string(), hash, isWithdrawn: z.boolean() }),
  recipient: z.string(),
  kind: requestKind,
  basis: z.string(),
  note: z.string(),
  state: requestState,
  /** What it can become next. */
  next: z.array(requestState),
  /** Whether the reader may approve it: another person than those who drafted it. */
  mayApprove: z.boolean(),
  dueOn: day.nullable(),
  remindOn: day.nullable(),
  files: z.array(exhibit),
  steps: z.array(step),
  assets: z.array(requestAsset),
  version,
});
export type CaseRequest = z.output<typeof request>;

export const listCaseRequests = defineRoute({
  method: 'GET',
  path: '/cases/:case/requests',
  tag,
  summary: 'Requests to services, each from its packet to its answer',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(request), today: day }),
});

const dates = { dueOn: day.nullable().default(null), remindOn: day.nullable().default(null) };

export const setCaseRequest = defineRoute({
  method: 'POST',
  path: '/cases/:case/requests',
  tag,
  summary: 'Draft a request from a pinned packet, or change a draft of the version named',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    row: z.object({ id, version }).optional(),
    /** A pinned result of the kind `request-packet`. */
    item: id,
    recipient: neededLine(200),
    kind: requestKind,
    /** Law and order that it rests on. */
    basis: neededLine(300),
    note: plainText(2_000).default(''),
    ...dates,
  }),
  output: request,
});

export const stepCaseRequest = defineRoute({
  method: 'POST',
  path: '/cases/:case/requests/:request/steps',
  tag,
  summary: 'Approve, send, acknowledge, answer, refuse or withdraw a request',
  description:
    'Approval takes the right to review, and another person than those who drafted it. Sending takes a legal authority for requests.',
  access: 'allowed',
  audit: 'act',
  params: requestParams,
  body: z.object({
    version,
    to: requestState,
    /** The day it happened; today where it is left out. */
    on: day.optional(),
    note: plainText(1_000).default(''),
  }),
  output: request,
});

export const updateCaseRequest = defineRoute({
  method: 'POST',
  path: '/cases/:case/requests/:request',
  tag,
  summary: 'Set when the answer is due, when to remind, and the files of the answer',
  access: 'allowed',
  audit: 'act',
  params: requestParams,
  body: z.object({ version, ...dates, files: z.array(exhibit).max(200).default([]) }),
  output: request,
});

export const addRequestAsset = defineRoute({
  method: 'POST',
  path: '/cases/:case/requests/:request/assets',
  tag,
  summary: 'Enter what the service froze or returned, and where wished the same in the money table',
  access: 'allowed',
  audit: 'act',
  params: requestParams,
  body: z.object({
    outcome: z.enum(['frozen', 'returned']),
    /** `btc`, `eth`, `eth:0x…`. */
    asset: z.string().min(1).max(120),
    amount: units,
    day,
    source: lineText(80).default(''),
    /** Enters it as a place of the loss too, as a claim of the service. */
    isInMoney: z.boolean().default(false),
  }),
  output: request,
});

export const withdrawAsset = defineRoute({
  method: 'POST',
  path: '/cases/:case/requests/:request/assets/:asset/withdrawal',
  tag,
  summary: 'Withdraw a line with a reason; it stays readable, and the money table keeps its own line',
  access: 'allowed',
  audit: 'act',
  params: requestParams.extend({ asset: id }),
  body: z.object({ why }),
  output: request,
});

export const caseRequestRoutes = {
  addRequestAsset,
  listCaseRequests,
  setCaseRequest,
  stepCaseRequest,
  updateCaseRequest,
  withdrawAsset,
};
