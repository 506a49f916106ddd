import { LOSS_BASES } from '@trailmark/core/statement/losses';
import { PRICE_RULES } from '@trailmark/core/statement/statement';
import { DEFAULT_GAP_LIMIT, LARGEST_GAP_LIMIT } from '@trailmark/core/statement/wallet-keys';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, hash, height, units, unixSeconds } from '../wire.ts';
import { isTimeZone, statementAsOf, statementAsset, statementSubject } from './statement-wire.ts';

const tag = 'Wallet statement';
const MOST_VICTIMS = 5_000;
const MOST_PLACES = 200;
/** A long history is read from its beginning. */
const LOSSES_DEADLINE_MS = 120_000;

const victim = z.object({
  /** As documents print it: a role, a name, a file number. */
  name: z.string().trim().min(1, 'a victim has a name or a number').max(160),
  /** `V-1` of a case; empty where there is none. */
  reference: z.string().trim().max(40).default(''),
  addresses: z
    .array(z.object({ chain: chainId, text: addressText }))
    .max(MOST_PLACES)
    .default([]),
  /** Transactions that the victim names as theirs: payments through a service show no address of the victim. */
  transactions: z
    .array(z.object({ chain: chainId, txid: z.string().trim().max(80) }))
    .max(MOST_PLACES)
    .default([]),
});

const lossRequest = z.object({
  /** The addresses of the suspects. */
  subjects: z.array(statementSubject).min(1).max(10_000),
  victims: z.array(victim).min(1, 'the list of victims is empty').max(MOST_VICTIMS),
  from: unixSeconds.nullable().default(null),
  to: unixSeconds.nullable().default(null),
  zone: z.string().max(60).refine(isTimeZone, 'This is no time zone.').default('UTC'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  priceRule: z.enum(PRICE_RULES).default('day-close'),
  gapLimit: z.number().int().min(1).max(LARGEST_GAP_LIMIT).default(DEFAULT_GAP_LIMIT),
  /** Money to distribute among the victims in proportion to their losses, millionths; null: none. */
  available: units.nullable().default(null),
});

const payment = z.object({
  no: z.number().int(),
  way: z.enum(['paid', 'returned']),
  basis: z.enum(LOSS_BASES),
  victims: z.array(z.number().int()),
  chain: chainId,
  height,
  time: unixSeconds,
  txid: hash.optional(),
  asset: z.string(),
  amount: units,
  value: units.optional(),
  payers: z.array(z.string()),
  payerCount: z.number().int(),
  paid: z.string().optional(),
});

const sum = z.object({
  asset: z.string(),
  paid: units,
  returned: units,
  paidValue: units,
  returnedValue: units,
  count: z.number().int(),
  unpriced: z.number().int(),
});

const loss = z.object({
  victim: z.number().int(),
  sums: z.array(sum),
  count: z.number().int(),
  unpriced: z.number().int(),
  firstTime: unixSeconds.optional(),
  lastTime: unixSeconds.optional(),
  /** Paid less returned, millionths; absent while a payment has no price. */
  loss: units.optional(),
  /** Millionths of all losses; absent while a loss is not known. */
  share: z.number().int().optional(),
  restitution: units.optional(),
});

const lossAnswer = z.object({
  request: lossRequest,
  /** SHA-256 over the canonical JSON of everything here. */
  hash,
  asOf: z.array(statementAsOf),
  addressCount: z.number().int(),
  assets: z.array(statementAsset),
  victims: z.array(loss),
  payments: z.array(payment),
  /** Sums of payments that could be of several. */
  undecided: z.array(sum),
  /** Sums of payments in tokens that nobody vouches for: in no loss, and not listed. */
  unverified: z.array(sum),
  /** What came to the suspects from nobody in the list. */
  others: z.array(z.object({ asset: z.string(), amount: units, count: z.number().int() })),
  /** Transactions that suspects and others funded together. */
  jointCount: z.number().int(),
  /** Transactions that victims name and that paid no address of the suspects in the period. */
  notFound: z.array(z.object({ victim: z.number().int(), chain: chainId, txid: z.string() })),
  /** Why payments may be missing; empty where all of the period is indexed. */
  gaps: z.array(z.object({ chain: chainId, fromHeight: height, reason: z.string() })),
});
export type LossAnswer = z.output<typeof lossAnswer>;

export const listVictimLosses = defineRoute({
  method: 'POST',
  path: '/statements/losses',
  tag,
  summary: 'Payments from victims to the addresses of suspects, grouped by victim, as a restitution list',
  description:
    'A payment is a fact; that the paying address or the transaction is of a victim is a claim of the list that is sent. Payments ' +
    'that several paid together are listed and in nobody’s sums. Money that came back is subtracted. Values are those of the day.',
  access: 'allowed',
  audit: 'look-up',
  maxBodyBytes: 2 ** 22,
  deadlineMs: LOSSES_DEADLINE_MS,
  body: lossRequest,
  output: lossAnswer,
});

export const LOSS_FILE_FORMATS = ['csv', 'pdf', 'xlsx'] as const;
export type LossFileFormat = (typeof LOSS_FILE_FORMATS)[number];

export const exportVictimLosses = defineRoute({
  method: 'POST',
  path: '/statements/losses/files/:format',
  tag,
  summary: 'The restitution list and its payments as a file: CSV, workbook, or tagged archival PDF',
  access: 'allowed',
  audit: 'export',
  caseIn: 'body',
  maxBodyBytes: 2 ** 22,
  deadlineMs: LOSSES_DEADLINE_MS,
  params: z.object({ format: z.enum(LOSS_FILE_FORMATS) }),
  body: z.object({ request: lossRequest, case: z.uuid().optional() }),
  mediaTypes: ['text/csv', 'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const statementLossRoutes = { exportVictimLosses, listVictimLosses };
