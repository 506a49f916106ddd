import { CASE_LANES } from '@trailmark/core/case';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, units, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, knowledgeMark, version } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const eventParams = caseParams.extend({ event: id });
const LAST_SECOND = 253_402_300_799;
const FIRST_SECOND = -62_135_596_800;

const caseLane = z.enum(CASE_LANES);

/** Lanes with commas; left out, all of them. */
const lanes = z
  .string()
  .regex(/^[a-z]+(,[a-z]+){0,4}$/)
  .optional();
const second = z.coerce.number().int().min(FIRST_SECOND).max(LAST_SECOND);
/** Left out, from the first event to the last. */
const window = { from: second.optional(), to: second.optional() };

const timelineEvent = z.object({
  lane: caseLane,
  id: z.string(),
  starts: unixSeconds,
  /** Null for a moment. */
  ends: unixSeconds.nullable(),
  isEstimated: z.boolean(),
  mark: knowledgeMark,
  /** A sentence, or a title that somebody wrote. */
  what: z.string(),
  /** What shows it: a transaction, an item, a person. */
  source: z.string(),
  /** Of what a ledger says. */
  transaction: z
    .object({
      chain: chainId,
      address: z.string(),
      txid: z.string(),
      asset: z.string(),
      symbol: z.string(),
      decimals: z.number().int(),
      received: units,
      sent: units,
    })
    .nullable(),
  /** Of what somebody reported: the words and the version that a change is made from. */
  reported: z.object({ text: z.string(), version }).nullable(),
});
export type CaseTimelineEvent = z.output<typeof timelineEvent>;

const bin = z.object({ from: unixSeconds, to: unixSeconds, count: z.number().int() });
const gap = z.object({ what: z.string(), why: z.string() });

export const getCaseTimeline = defineRoute({
  method: 'GET',
  path: '/cases/:case/timeline',
  tag,
  summary: 'The events of a case in a window: marks where they fit, else counts for equal parts of it',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    ...window,
    /** A lane with more events than this answers counts. */
    marks: z.coerce.number().int().min(0).max(1_000).default(300),
    parts: z.coerce.number().int().min(1).max(500).default(120),
    /** Counts by week over everything. */
    overview: z.enum(['yes', 'no']).default('yes'),
  }),
  output: z.object({
    window: z.object({ from: unixSeconds, to: unixSeconds }),
    /** From the first event to the last; null without any. */
    extent: z.object({ from: unixSeconds, to: unixSeconds }).nullable(),
    count: z.number().int(),
    lanes: z.array(
      z.object({
        lane: caseLane,
        count: z.number().int(),
        /** Null where there are more than were requested. */
        marks: z.array(timelineEvent).nullable(),
        /** Null where there are marks. Parts without any event are left out. */
        bins: z.array(bin).nullable(),
      }),
    ),
    overview: z.array(bin),
    /** Reported without a time. */
    undated: z.array(timelineEvent.omit({ starts: true, ends: true })),
    /** What the timeline does not hold, and why. */
    gaps: z.array(gap),
    /** Of the ledgers; null where none was read. */
    readAt: unixSeconds.nullable(),
    /** Pinned addresses that were never read. */
    unread: z.number().int(),
  }),
});
export type CaseTimeline = z.output<typeof getCaseTimeline.output>;

export const listCaseTimeline = defineRoute({
  method: 'GET',
  path: '/cases/:case/timeline/events',
  tag,
  summary: 'The table of a window: the events of some lanes, the earliest first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    ...window,
    lanes,
    cursor: z.string().max(600).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.object({ items: z.array(timelineEvent), next: z.string().nullable() }),
});

export const exportCaseTimeline = defineRoute({
  method: 'GET',
  path: '/cases/:case/timeline/export',
  tag,
  summary: 'A window as CSV with marks and sources, all lanes unless some are named, and what is left out and why',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: caseParams,
  query: z.object({ ...window, lanes }),
  mediaTypes: ['text/csv'],
});

export const refreshCaseTimeline = defineRoute({
  method: 'POST',
  path: '/cases/:case/timeline/refresh',
  tag,
  summary: 'Read the transactions of the pinned addresses from the ledgers again',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  deadlineMs: 120_000,
  body: z.strictObject({}),
  output: z.object({ addresses: z.number().int(), events: z.number().int(), gaps: z.array(gap) }),
});

/** Seconds since 1970, UTC; null where nobody knows. */
const moment = z.number().int().min(FIRST_SECOND).max(LAST_SECOND).nullable();
const content = {
  title: writtenText(200).trim().min(1),
  text: writtenText(4_000).trim().default(''),
  starts: moment,
  /** Left out, or null, for a moment. */
  ends: moment.default(null),
  isEstimated: z.boolean().default(false),
  mark: knowledgeMark.default('claim'),
  source: writtenText(200).trim().default(''),
};
const reportedEvent = z.object({
  id,
  /** `E-3`: counted within the case. */
  number: z.string(),
  title: z.string(),
  text: z.string(),
  starts: unixSeconds.nullable(),
  ends: unixSeconds.nullable(),
  isEstimated: z.boolean(),
  mark: knowledgeMark,
  source: z.string(),
  version,
  changedAt: unixSeconds,
  changedBy: z.string(),
  withdrawn: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
});
export type CaseReportedEvent = z.output<typeof reportedEvent>;

export const addCaseEvent = defineRoute({
  method: 'POST',
  path: '/cases/:case/reported-events',
  tag,
  summary: 'Enter what somebody reports: a time or a span, exact or estimated, or without one',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object(content),
  output: reportedEvent,
});

export const updateCaseEvent = defineRoute({
  method: 'POST',
  path: '/cases/:case/reported-events/:event',
  tag,
  summary: 'Change a reported event of the version named',
  access: 'allowed',
  audit: 'act',
  params: eventParams,
  body: z.object({ version, ...content }),
  output: reportedEvent,
});

export const withdrawCaseEvent = defineRoute({
  method: 'POST',
  path: '/cases/:case/reported-events/:event/withdrawal',
  tag,
  summary: 'Take a reported event off the timeline; it stays in the record, with the reason',
  access: 'allowed',
  audit: 'act',
  params: eventParams,
  body: z.object({ why: writtenText(500).trim().min(3) }),
  output: reportedEvent,
});

export const listWithdrawnCaseEvents = defineRoute({
  method: 'GET',
  path: '/cases/:case/reported-events/withdrawn',
  tag,
  summary: 'Reported events that were withdrawn, with the reasons',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(reportedEvent) }),
});

export const caseTimelineRoutes = {
  addCaseEvent,
  exportCaseTimeline,
  getCaseTimeline,
  listCaseTimeline,
  listWithdrawnCaseEvents,
  refreshCaseTimeline,
  updateCaseEvent,
  withdrawCaseEvent,
};
