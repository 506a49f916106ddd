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
import { chainId, unixSeconds } from '../wire.ts';

export const id = z.uuid();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const category = z.enum(SCAM_CATEGORY_IDS);
const state = z.enum(SCAM_STATES);
export const oneLine = (max: number) => writtenText(max).trim();

/** Characters that may be pasted at once. */
export const MAX_PASTE = 1_000_000;
export const MAX_PAYMENTS = 100;
const MAX_SUSPECTS = 200;
const MAX_EVIDENCE = 50;

/** A payment as the reporter states it. Amounts are plain decimals in whole coins. */
export const statedPayment = z.object({
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

/** What the ledger states about a payment. */
export const paymentCheck = z.object({
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

/** What a text names, and what the ledger states about it. */
export const reading = z.object({
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
      /** Addresses of the text that paid it: they may be the reporter’s own. */
      payers: z.array(z.string()),
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

export const story = z.object({
  contact: writtenText(10_000).default(''),
  communications: writtenText(20_000).default(''),
  exchanges: writtenText(5_000).default(''),
  timeline: writtenText(20_000).default(''),
});
export const victim = z.object({
  name: oneLine(200).default(''),
  email: oneLine(254).default(''),
  phone: oneLine(60).default(''),
  country: oneLine(100).default(''),
});

export const submission = {
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

export const receipt = z.object({
  id,
  reference: z.string(),
  /** Shown once: with the reference it opens the status. */
  secret: z.string(),
  receivedAt: unixSeconds,
  receiptHash: sha256,
  payments: z.number().int(),
  onChain: z.number().int(),
  /** Includes what the reporter stated; later ones do not. */
  drafts: z.array(draft),
});
export type ScamReceipt = z.output<typeof receipt>;

const step = z.object({ at: unixSeconds, kind: z.string(), text: z.string() });

/** A report as its reporter sees it. */
export const status = z.object({
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

export const row = z.object({
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
  /** Of a list: reports of one page with one number came from one network. Null for members, and outside a list. */
  place: z.number().int().nullable(),
  isOwn: z.boolean(),
});
export type ScamRow = z.output<typeof row>;

export const label = z.object({
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

export const report = row.extend({
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
    /** `isPayer`: it paid a reported payment, so that it may be the victim’s own. */
    addresses: z.array(
      z.object({ chain: chainId, address: z.string(), caution: z.string().nullable(), isPayer: z.boolean() }),
    ),
  }),
  drafts: z.array(draft),
});
export type ScamReport = z.output<typeof report>;

export const intake = z.object({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{2,39}$/),
  isOpen: z.boolean(),
  question: oneLine(200),
  portalName: oneLine(120),
  portalTemplate: writtenText(10_000),
});
export type ScamIntake = z.output<typeof intake>;
