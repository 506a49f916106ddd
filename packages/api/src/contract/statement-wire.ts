import {
  LINE_GROUPS,
  LINE_TYPES,
  LOT_METHODS,
  PRICE_RULES,
  STATEMENT_TEMPLATES,
} from '@trailmark/core/statement/statement';
import { DEFAULT_GAP_LIMIT, LARGEST_GAP_LIMIT } from '@trailmark/core/statement/wallet-keys';
import { z } from 'zod';
import { chainId, hash, height, units, unixSeconds } from '../wire.ts';

/** Digits of an asset's id: `btc`, `eth:0x…`. */
const assetId = z.string().max(120);
/** Millionths of the currency. */
const micro = units;

export const statementSubject = z.object({
  kind: z.enum(['address', 'cluster', 'descriptor']),
  chain: chainId,
  /** An address, an extended public key or an output descriptor. */
  text: z.string().trim().min(1).max(4_000),
});

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Options of a statement. What is left out has its default, and the answer repeats every part. */
export const statementRequest = z
  .object({
    subjects: z.array(statementSubject).min(1).max(10_000),
    /** Inclusive; null: from the first block. */
    from: unixSeconds.nullable().default(null),
    /** Exclusive; null: as far as history is known. */
    to: unixSeconds.nullable().default(null),
    zone: z
      .string()
      .max(60)
      .refine(isTimeZone, 'This is no time zone. Use a name of the IANA list, such as Europe/Berlin.')
      .default('UTC'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
    priceRule: z.enum(PRICE_RULES).default('day-close'),
    group: z.enum(LINE_GROUPS).default('transaction'),
    ownTransfers: z.boolean().default(true),
    spam: z.boolean().default(false),
    template: z.enum(STATEMENT_TEMPLATES).default('bank'),
    gapLimit: z.number().int().min(1).max(LARGEST_GAP_LIMIT).default(DEFAULT_GAP_LIMIT),
  })
  .refine(({ from, to }) => from === null || to === null || from < to, {
    message: 'The period ends before it begins: "to" must be later than "from".',
    path: ['to'],
  });

const leg = z.object({ asset: assetId, amount: units, tokenId: units.optional(), value: micro.optional() });
const party = z.object({ address: z.string(), label: z.string().optional(), category: z.string().optional() });

export const statementLine = z.object({
  no: z.number().int(),
  chain: chainId,
  height,
  time: unixSeconds,
  txid: hash.optional(),
  part: z.number().int(),
  parts: z.number().int(),
  type: z.enum(LINE_TYPES),
  basis: z.enum(['fact', 'inference']),
  rule: z.string().optional(),
  legs: z.array(leg),
  fee: leg.optional(),
  parties: z.array(party),
  partyCount: z.number().int(),
  own: z.array(z.string()),
  /** After the line; `amount` is absent where history is incomplete. */
  balances: z.array(z.object({ asset: assetId, amount: units.optional() })),
  isSpam: z.boolean(),
  note: z.string().optional(),
  /** Where a bridge transfer of the set arrived: its legs are part of the line. */
  arrival: z.object({ chain: chainId, height, time: unixSeconds, txid: hash.optional() }).optional(),
});

/** The close that values amounts of an asset: billionths of the currency for one whole coin. */
export const statementRate = z.object({ asset: assetId, day: z.string(), nano: units, source: z.string() });

export const statementAsset = z.object({
  id: assetId,
  symbol: z.string(),
  /** What an unverified contract calls itself: quoted, never believed. */
  statedName: z.string().optional(),
  decimals: z.number().int(),
  isUnverified: z.boolean(),
});

const gap = z.object({
  asset: assetId,
  kind: z.enum(['not-indexed', 'negative', 'unknown-input', 'too-large', 'not-derivable']),
  fromHeight: height,
  toHeight: height.optional(),
  fromTime: unixSeconds,
  reason: z.string(),
  missingAtLeast: units.optional(),
  /** The line before which it opens; absent: not among the lines. */
  beforeLine: z.number().int().optional(),
});

/** `opening + in - out - fees = closing`; opening and closing are absent where they are not known. */
const balance = z.object({
  asset: statementAsset,
  chain: chainId,
  opening: units.optional(),
  in: units,
  out: units,
  fees: units,
  closing: units.optional(),
  closingValue: micro.optional(),
  gaps: z.array(gap),
  lineCount: z.number().int(),
  isSpam: z.boolean(),
});

const total = z.object({
  key: z.string(),
  label: z.string().optional(),
  chain: chainId,
  asset: assetId,
  in: units,
  out: units,
  fees: units,
  count: z.number().int(),
  valueIn: micro,
  valueOut: micro,
  unpriced: z.number().int(),
});

const lotMethod = z.enum(LOT_METHODS);
const lotPart = z.object({ lot: z.string(), amount: units });
const lots = z.object({
  asset: assetId,
  lots: z.array(
    z.object({
      id: z.string(),
      time: unixSeconds,
      line: z.number().int().optional(),
      amount: units,
      /** Absent: no price. */
      cost: micro.optional(),
      /** The asset in whose place it came, by a wrap or a bridge transfer: it keeps the cost of what left, here by FIFO. */
      from: assetId.optional(),
    }),
  ),
  lotCount: z.number().int(),
  results: z.array(
    z.object({
      method: lotMethod,
      taken: z.array(lotPart),
      left: units,
      proceeds: micro,
      cost: micro,
      gain: micro,
      unknown: units,
      /** Left without being sold, by a wrap, a matched bridge transfer or a validator deposit: in none of the three sums. */
      unsold: units,
    }),
  ),
  spends: z.array(
    z.object({
      line: z.number().int(),
      amount: units,
      coins: z.array(z.string()),
      takes: z.array(z.object({ method: lotMethod, parts: z.array(lotPart) })),
    }),
  ),
  spendCount: z.number().int(),
  missing: z.string().optional(),
});

export const statementAsOf = z.object({
  chain: chainId,
  height: height.nullable(),
  hash: hash.nullable(),
  time: unixSeconds.nullable(),
  software: z.string(),
  labels: z.string(),
  prices: z.string(),
});

/** A statement without its lines. */
export const statementAnswer = z.object({
  request: statementRequest,
  /** SHA-256 over the canonical JSON of everything here and of every line. */
  hash,
  asOf: z.array(statementAsOf),
  /** Versions of the rules that name lines, of balances and values, and of lots. */
  rules: z.string(),
  /** `basis`: what joins its addresses, where that is an inference. */
  subjects: z.array(z.object({ subject: statementSubject, addresses: z.number().int(), basis: z.string().optional() })),
  addressCount: z.number().int(),
  transactionCount: z.number().int(),
  balances: z.array(balance),
  totals: z.object({
    month: z.array(total),
    type: z.array(total),
    category: z.array(total),
    counterparty: z.array(total),
  }),
  lots: z.array(lots),
  points: z.array(
    z.object({ asset: assetId, points: z.array(z.object({ time: unixSeconds, amount: units.optional() })) }),
  ),
  /** Bridge transfers of the set, matched by the id that both sides carry: each is one line. */
  bridges: z.array(z.object({ message: z.string(), line: z.number().int(), from: chainId, to: chainId })),
  lineCount: z.number().int(),
  /** Left out of the lines, because spam was not requested. */
  spamCount: z.number().int(),
  /** Lines with an amount that has no price. */
  unpricedCount: z.number().int(),
});
