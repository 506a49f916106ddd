import { CONFIDENCE_IDS } from '@trailmark/core/confidence';
import { SCAM_STATES } from '@trailmark/core/scam-report';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';
import {
  category,
  id,
  intake,
  label,
  MAX_PASTE,
  oneLine,
  paymentCheck,
  reading,
  receipt,
  report,
  row,
  statedPayment,
  status,
  story,
  submission,
  victim,
} from './scam-report-wire.ts';

export type {
  AgencyLabel,
  PaymentCheck,
  ScamDraft,
  ScamIntake,
  ScamReading,
  ScamReceipt,
  ScamReport,
  ScamRow,
  ScamStatus,
  StatedPayment,
  Suspect,
} from './scam-report-wire.ts';

const tag = 'Scam reports';
const params = z.object({ report: id });
const why = writtenText(500).trim().min(3);
const MAX_BODY = 512 * 1024;
const opened = z.object({ reference: z.string().trim().max(40), secret: z.string().trim().max(80) });

export const scamReportRoutes = {
  readScamText: defineRoute({
    method: 'POST',
    path: '/scam-reports/reading',
    tag,
    summary: 'What a pasted text names, with each transaction checked against the ledger',
    description: 'The text is a victim’s: it is written to no log and kept nowhere.',
    access: 'public',
    audit: 'none',
    maxBodyBytes: 2 * MAX_PASTE,
    body: z.object({ text: z.string().max(MAX_PASTE) }),
    output: reading,
  }),
  checkScamPayment: defineRoute({
    method: 'POST',
    path: '/scam-reports/payment-check',
    tag,
    summary: 'One stated payment against the ledger: does it exist, do amount, time and direction match',
    access: 'public',
    audit: 'none',
    body: statedPayment,
    output: paymentCheck,
  }),
  submitScamReport: defineRoute({
    method: 'POST',
    path: '/scam-reports',
    tag,
    summary: 'Report a scam to the own agency',
    access: 'allowed',
    audit: 'act',
    maxBodyBytes: MAX_BODY,
    body: z.object({ ...submission, key: id }),
    output: receipt,
  }),
  getScamIntake: defineRoute({
    method: 'GET',
    path: '/scam-intakes/:slug',
    tag,
    summary: 'The public form of an agency: its name, its question, and a piece of work for the browser',
    access: 'public',
    audit: 'none',
    params: z.object({ slug: z.string().max(40) }),
    output: z.object({
      agency: z.string(),
      question: z.string(),
      /** Find a number so that SHA-256 of `challenge:number` begins with so many zero bits. */
      work: z.object({ challenge: z.string(), bits: z.number().int() }),
    }),
  }),
  submitPublicScamReport: defineRoute({
    method: 'POST',
    path: '/scam-intakes/:slug/reports',
    tag,
    summary: 'Report a scam to an agency that takes reports of the public',
    access: 'public',
    audit: 'act',
    maxBodyBytes: MAX_BODY,
    params: z.object({ slug: z.string().max(40) }),
    body: z.object({
      ...submission,
      answer: oneLine(200),
      work: z.object({ challenge: z.string().max(200), number: z.number().int().nonnegative() }),
    }),
    output: receipt,
  }),
  getScamStatus: defineRoute({
    method: 'POST',
    path: '/scam-status',
    tag,
    summary: 'What became of a report, for who has its reference and its code',
    access: 'public',
    audit: 'none',
    body: opened,
    output: status,
  }),
  answerScamStatus: defineRoute({
    method: 'POST',
    path: '/scam-status/answer',
    tag,
    summary: 'Appeal against a decision, or withdraw the consent to personal data, which erases them from the report',
    access: 'public',
    audit: 'act',
    body: opened.extend({ act: z.enum(['appeal', 'withdraw']), text: writtenText(2_000).trim().default('') }),
    output: status,
  }),
  listScamReports: defineRoute({
    method: 'GET',
    path: '/scam-reports',
    tag,
    summary: 'The review queue of the agency, or what was decided',
    access: 'allowed',
    audit: 'view',
    query: z.object({
      view: z.enum([...SCAM_STATES, 'own']).default('new'),
      category: category.optional(),
      order: z.enum(['newest', 'oldest', 'linked']).default('newest'),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      items: z.array(row),
      total: z.number().int(),
      counts: z.record(z.string(), z.number().int()),
      /** Seconds from receipt to decision, of those decided in the last 90 days; null without any. */
      medianReview: z.number().int().nullable(),
    }),
  }),
  getScamReport: defineRoute({
    method: 'GET',
    path: '/scam-reports/:report',
    tag,
    summary: 'A report without what it says of the victim',
    access: 'allowed',
    audit: 'view',
    params,
    output: report,
  }),
  reviewScamReport: defineRoute({
    method: 'POST',
    path: '/scam-reports/:report/review',
    tag,
    summary: 'Verify with labels, reject with a reason, merge into another, or open again',
    access: 'allowed',
    audit: 'act',
    params,
    body: z.object({
      act: z.enum(['verify', 'reject', 'merge', 'reopen']),
      /** Of a verification: the label to make; null for none. */
      label: z
        .object({
          text: oneLine(200).min(1),
          confidence: z.enum(CONFIDENCE_IDS),
          source: oneLine(500).min(1),
          addresses: z
            .array(z.object({ chain: chainId, address: oneLine(200).min(1) }))
            .min(1)
            .max(50),
        })
        .nullable()
        .default(null),
      /** Of a rejection, and of opening again. */
      why: writtenText(500).trim().default(''),
      /** Of a merger: the reference of the other report. */
      into: z.string().trim().max(40).default(''),
    }),
    output: report,
  }),
  openScamVictim: defineRoute({
    method: 'POST',
    path: '/scam-reports/:report/victim',
    tag,
    summary: 'Open what the report says of the victim, with a reason that is logged',
    access: 'allowed',
    audit: 'act',
    params,
    body: z.object({ why }),
    output: z.object({
      victim: victim.nullable(),
      story,
      files: z.array(z.string()),
      appeals: z.array(z.object({ at: unixSeconds, text: z.string() })),
    }),
  }),
  addScamReportToCase: defineRoute({
    method: 'POST',
    path: '/scam-reports/:report/case',
    tag,
    summary: 'Put a report into a case, with what it states of the victim and a reason that is logged',
    access: 'allowed',
    audit: 'act',
    params,
    body: z.object({ case: id, why }),
    output: z.object({ note: id, number: z.string() }),
  }),
  listAgencyLabels: defineRoute({
    method: 'GET',
    path: '/agency-labels',
    tag,
    summary: 'Labels that reviewers of the agency made of reports',
    access: 'allowed',
    audit: 'view',
    query: z.object({ chain: chainId.optional(), address: z.string().max(200).optional() }),
    output: z.object({ items: z.array(label) }),
  }),
  decideAgencyLabel: defineRoute({
    method: 'POST',
    path: '/agency-labels/:label/decision',
    tag,
    summary: 'Confirm a label on an address of a service as a second reviewer, or withdraw a label',
    access: 'allowed',
    audit: 'act',
    params: z.object({ label: id }),
    body: z.object({ act: z.enum(['confirm', 'withdraw']), why: writtenText(500).trim().default('') }),
    output: label,
  }),
  getOwnScamIntake: defineRoute({
    method: 'GET',
    path: '/scam-intake',
    tag,
    summary: 'Whether the own agency takes reports of the public, and its template for the national portal',
    access: 'allowed',
    audit: 'none',
    output: z.object({ intake: intake.nullable() }),
  }),
  setScamIntake: defineRoute({
    method: 'POST',
    path: '/scam-intake',
    tag,
    summary: 'Open or close the public form, and set its question and templates',
    access: 'supervisor',
    audit: 'act',
    body: intake.extend({
      /** Answer of the question; null keeps the one there is. */
      answer: oneLine(200).nullable(),
    }),
    output: z.object({ intake: intake.nullable() }),
  }),
};
