import { CONFIDENCE_IDS } from '@trailmark/core/confidence';
import {
  PAYMENT_FINDINGS,
  SCAM_CATEGORY_IDS,
  SCAM_REPORTERS,
  SCAM_STATES,
  SUSPECT_KINDS,
} from '@trailmark/core/scam-report';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';

const tag = 'Scam reports';
const id = z.uuid();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const category = z.enum(SCAM_CATEGORY_IDS);
const state = z.enum(SCAM_STATES);
const why = writtenText(500).trim().min(3);
const oneLine = (max: number) => writtenText(max).trim();
const params = z.object({ report: id });

/** Characters that may be pasted at once. */
export const MAX_PASTE = 1_000_000;
export const MAX_PAYMENTS = 100;
const MAX_SUSPECTS = 200;
const MAX_EVIDENCE = 50;

/** A payment as the reporter states it. Amounts are plain decimals in whole coins. */
const statedPayment = z.object({
  chain: chainId,
  txid: oneLine(80).nullable(),
  address: oneLine(200).nullable(),
  amount: z
    .string()
    .regex(/^\d{1,30}(?:\.\d{1,30})?$/)
    .nullable(),
  /** `BTC`, `USDT`. */
  unit: oneLine(20),
  /** Seconds since 1970 UTC; null where the reporter does not know. */
  at: unixSeconds.nullable(),
});
export type StatedPayment = z.output<typeof statedPayment>;

/** What the ledger says of a payment. */
const paymentCheck = z.object({
  finding: z.enum(PAYMENT_FINDINGS),
  /** In one sentence. */
  sentence: z.string(),
  height: z.number().int().nullable(),
  time: unixSeconds.nullable(),
  /** What the transaction paid to the address, as plain decimals; null where there is nothing to compare. */
  amount: z.string().nullable(),
  unit: z.string().nullable(),
});
export type PaymentCheck = z.output<typeof paymentCheck>;

const suspect = z.object({ kind: z.enum(SUSPECT_KINDS), value: oneLine(300).min(1), chain: chainId.nullable() });
export type Suspect = z.output<typeof suspect>;

const evidence = z.object({ size: z.number().int().nonnegative(), sha256, stated: z.string(), found: z.string() });

/** What a text names, and what the ledger says of it. */
const reading = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['address', 'transaction', 'domain', 'email', 'phone', 'handle', 'amount', 'date', 'time']),
      quote: z.string(),
      value: z.string(),
      other: z.string().nullable(),
      chain: chainId.nullable(),
      /** Earlier reports that name the same; null for who may not read them. */
      reports: z.number().int().nullable(),
    }),
  ),
  transactions: z.array(
    z.object({
      chain: chainId,
      txid: z.string(),
      height: z.number().int(),
      time: unixSeconds,
      /** To addresses of the text first; at most ten. */
      payments: z.array(
        z.object({ address: z.string().nullable(), amount: z.string(), unit: z.string(), isNamed: z.boolean() }),
      ),
      paymentCount: z.number().int(),
    }),
  ),
  refused: z.array(z.object({ text: z.string(), reason: z.string() })),
  /** Invisible characters that were taken out. */
  hidden: z.number().int(),
  /** A seed phrase or private key was in the text: it is to be erased, and nothing of it was kept. */
  hasSecret: z.boolean(),
  truncated: z.boolean(),
  /** Tips of the chains the text was checked against. */
  asOf: z.array(z.object({ chain: chainId, height: z.number().int() })),
});
export type ScamReading = z.output<typeof reading>;

const story = z.object({
  contact: writtenText(10_000).default(''),
  communications: writtenText(20_000).default(''),
  exchanges: writtenText(5_000).default(''),
  timeline: writtenText(20_000).default(''),
});
const victim = z.object({
  name: oneLine(200).default(''),
  email: oneLine(254).default(''),
  phone: oneLine(60).default(''),
  country: oneLine(100).default(''),
});

const submission = {
  category,
  reporter: z.enum(SCAM_REPORTERS),
  payments: z.array(statedPayment).max(MAX_PAYMENTS),
  suspects: z.array(suspect).max(MAX_SUSPECTS),
  story,
  loss: z
    .object({ amount: z.string().regex(/^\d{1,15}(?:\.\d{1,2})?$/), currency: z.string().regex(/^[A-Z]{3}$/) })
    .nullable(),
  /** Only with the separate consent of the person. */
  victim: victim.nullable(),
  evidence: z
    .array(
      z.object({
        name: oneLine(300).min(1),
        size: z.number().int().nonnegative(),
        sha256,
        /** Type by the name of the file, and by its first bytes. */
        stated: oneLine(40),
        found: oneLine(40),
      }),
    )
    .max(MAX_EVIDENCE),
};

const draft = z.object({
  id: z.enum(['ic3', 'freeze-letter', 'portal', 'chainabuse']),
  title: z.string(),
  goesTo: z.string(),
  /** What fits, and what does not. */
  limits: z.array(z.string()),
  fileName: z.string(),
  text: z.string(),
});
export type ScamDraft = z.output<typeof draft>;

const receipt = z.object({
  id,
  reference: z.string(),
  /** Shown once: with the reference it opens the status. */
  secret: z.string(),
  receivedAt: unixSeconds,
  receiptHash: sha256,
  payments: z.number().int(),
  onChain: z.number().int(),
  /** With what the reporter told; later ones are without it. */
  drafts: z.array(draft),
});
export type ScamReceipt = z.output<typeof receipt>;

const step = z.object({ at: unixSeconds, kind: z.string(), text: z.string() });

/** A report as its reporter sees it. */
const status = z.object({
  reference: z.string(),
  agency: z.string(),
  state,
  receivedAt: unixSeconds,
  receiptHash: sha256,
  /** Place among those that wait; null for others. */
  position: z.number().int().nullable(),
  steps: z.array(step),
  payments: z.array(statedPayment.extend({ check: paymentCheck })),
  evidence: z.array(evidence),
  drafts: z.array(draft),
  hasVictim: z.boolean(),
  mayAppeal: z.boolean(),
});
export type ScamStatus = z.output<typeof status>;

const row = z.object({
  id,
  reference: z.string(),
  state,
  category,
  reporter: z.enum(SCAM_REPORTERS),
  channel: z.enum(['member', 'public']),
  trust: z.number().int(),
  receivedAt: unixSeconds,
  payments: z.number().int(),
  onChain: z.number().int(),
  domains: z.number().int(),
  /** Sum of what was found on chain in the first coin, as plain decimals; null where nothing was found. */
  loss: z.object({ amount: z.string(), unit: z.string() }).nullable(),
  linked: z.number().int(),
  /** Reports from the same network within an hour before and after. */
  fromSamePlace: z.number().int(),
  isOwn: z.boolean(),
});
export type ScamRow = z.output<typeof row>;

const label = z.object({
  id,
  report: id,
  reference: z.string(),
  chain: chainId,
  address: z.string(),
  text: z.string(),
  category: z.string(),
  confidence: z.object({ id: z.enum(CONFIDENCE_IDS), level: z.number().int() }),
  source: z.string(),
  state: z.enum(['waiting', 'active', 'withdrawn']),
  caution: z.string().nullable(),
  madeAt: unixSeconds,
  madeBy: z.string(),
  confirmedBy: z.string().nullable(),
  withdrawn: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
  /** Made by the reader, who does not confirm it. */
  isOwn: z.boolean(),
});
export type AgencyLabel = z.output<typeof label>;

const report = row.extend({
  receiptHash: sha256,
  paymentList: z.array(statedPayment.extend({ check: paymentCheck })),
  suspects: z.array(suspect),
  evidence: z.array(evidence),
  steps: z.array(step),
  reason: z.string().nullable(),
  mergedInto: z.object({ id, reference: z.string() }).nullable(),
  hasVictim: z.boolean(),
  linkedReports: z.array(
    z.object({ id, reference: z.string(), state, receivedAt: unixSeconds, by: z.array(z.string()) }),
  ),
  /** People who may be one and the same count once: by account, or by network. */
  corroboration: z.object({ reports: z.number().int(), reporters: z.number().int() }),
  labels: z.array(label),
  /** What a label would be, as a reviewer would start from. */
  proposal: z.object({
    text: z.string(),
    category: z.string(),
    confidence: z.enum(CONFIDENCE_IDS),
    addresses: z.array(z.object({ chain: chainId, address: z.string(), caution: z.string().nullable() })),
  }),
  drafts: z.array(draft),
});
export type ScamReport = z.output<typeof report>;

const intake = z.object({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{2,39}$/),
  isOpen: z.boolean(),
  question: oneLine(200),
  portalName: oneLine(120),
  portalTemplate: writtenText(10_000),
});
export type ScamIntake = z.output<typeof intake>;

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
    summary: 'Appeal against a decision, or withdraw the consent to personal data, which erases them',
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
    output: z.object({ victim: victim.nullable(), story, files: z.array(z.string()) }),
  }),
  addScamReportToCase: defineRoute({
    method: 'POST',
    path: '/scam-reports/:report/case',
    tag,
    summary: 'Put a report into a case: its payments, what it says of the other side, and what it says of the victim',
    access: 'allowed',
    audit: 'act',
    params,
    body: z.object({ case: id }),
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
