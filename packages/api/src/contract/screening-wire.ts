import { CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import { EXPOSURE_RINGS, EXPOSURE_WAYS, REMAINDERS } from '@trailmark/core/screening/exposure';
import { RULE_BASES, THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import type { Screening } from '@trailmark/core/screening/screening';
import { MAX_BUDGET } from '@trailmark/core/trace/trace-request';
import { z } from 'zod';
import { chainId, hash, units, unixSeconds } from '../wire.ts';
import { assetKey, knownParty } from './trace-wire.ts';

const category = z.enum(CATEGORY_IDS as [CategoryId, ...CategoryId[]]);
const way = z.enum(EXPOSURE_WAYS);
const ring = z.enum(EXPOSURE_RINGS);
const ppm = z.number().int();
export const threatLevel = z.enum(THREAT_LEVELS);
export const verdictState = z.enum(['unknown', 'none', 'zero', 'scored']);

export const DEFAULT_SCREENING_BUDGET = 10_000;
export const DEFAULT_SCREENING_HOPS = 5;
/** Payments of less than a thousandth of the whole are summed and not followed, unless the far side is named. */
export const DEFAULT_SCREENING_SHARE_PPM = 1_000;

const subject = z.object({ kind: z.enum(['address', 'transaction']), text: z.string().trim().min(1).max(200) });
const labelId = z.string().regex(/^[0-9a-f]{16}$/);
const ruleId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

/** Options of a screening, without its subject. What is left out has its default, and the answer repeats every part. */
export const screeningOptions = z.object({
  ways: z.array(way).min(1).max(2).default(['in', 'out']),
  /** Left out or null: the coin, and the tokens somebody vouches for that the subject used most. */
  asset: assetKey.nullable().default(null),
  method: z.enum(['haircut/1', 'fifo/1', 'lifo/1', 'poison/1']).default('haircut/1'),
  maxHops: z.number().int().min(2).max(20).default(DEFAULT_SCREENING_HOPS),
  minSharePpm: z.number().int().min(0).max(1_000_000).default(DEFAULT_SCREENING_SHARE_PPM),
  minAmount: units.prefault('0'),
  fromTime: unixSeconds.nullable().default(null),
  toTime: unixSeconds.nullable().default(null),
  budget: z.number().int().min(100).max(MAX_BUDGET).default(DEFAULT_SCREENING_BUDGET),
  /** The addresses that co-spending joins with the address count as the subject too, where the chain is clustered. */
  withCluster: z.boolean().default(false),
  /** Trades that a protocol proves are followed into the other asset. */
  followSwaps: z.boolean().default(false),
  /** Trails continue behind services. Left out: a trail ends at a service. */
  throughServices: z.literal(true).optional(),
  /** To see what a verdict rests on. */
  withoutLabels: z.array(labelId).max(50).default([]),
  withoutRules: z.array(ruleId).max(50).default([]),
});

export const screeningRequest = screeningOptions.extend({ chain: chainId, subject });

const listing = z.object({
  list: z.string(),
  entity: z.string(),
  programme: z.string().nullable(),
  listedFrom: z.string().nullable(),
  listedHow: z.enum(['on', 'by']),
  /** Day its entity was listed: the address was listed then or later. */
  entityFrom: z.string().nullable().default(null),
  listedTo: z.string().nullable(),
});

const label = z.object({
  id: z.string(),
  label: z.string(),
  category,
  source: z.string(),
  pack: z.string(),
  confidence: z.number().int(),
  asOf: z.string().nullable(),
  /** Member of the cluster that carries it; null where the subject itself does. */
  via: z.string().nullable(),
  listing: listing.nullable(),
});

const screenedCluster = z.object({
  rule: z.string(),
  rules: z.string(),
  root: z.string(),
  size: z.number().int(),
  read: z.array(z.string()),
  idle: z.number().int(),
  unread: z.object({ count: z.number().int(), first: z.array(z.string()) }),
});

const firedRule = z.object({
  rule: z.string(),
  title: z.string(),
  basis: z.enum(RULE_BASES),
  category: category.nullable(),
  way: way.nullable(),
  ring: ring.nullable(),
  weight: z.number().int(),
  isCapped: z.boolean(),
  /** What it adds above all rules of less weight: these add up to the score. */
  part: z.number().int(),
  reason: z.string(),
  asset: assetKey.nullable(),
  amount: units.nullable(),
  sharePpm: ppm.nullable(),
  hops: z.number().int().nullable(),
  rests: z.enum(['fact', 'claim', 'inference']),
  labels: z.array(z.string()),
  refs: z.array(z.string()),
  party: z.string().nullable(),
  address: z.string().nullable(),
});

const verdict = z.object({
  /** `unknown`: not read. `none`: no rule fired. `zero`: only rules without weight fired. Nothing here means "safe". */
  state: verdictState,
  level: threatLevel,
  score: z.number().int().nullable(),
  sentences: z.array(z.string()),
  fired: z.array(firedRule),
});

const partMoney = units.nullable();

/** Screenings stored before `listing-split/2` have no `unclear`, those before `listing-split/3` no `lifted` and no money. */
const listingSplit = z.object({
  before: units,
  unclear: units.default(0n),
  after: units,
  lifted: units.default(0n),
  listedFrom: z.string(),
  /** Millionths of the currency; null where a day has no price. */
  money: z.object({ before: partMoney, unclear: partMoney, after: partMoney, lifted: partMoney }).optional(),
});

/** What another label of a party's address says of it. */
const partyClaim = z.object({
  category,
  name: z.string(),
  source: z.string(),
  asOf: z.string().optional(),
  confidence: z.number().int(),
  listing: z.string().optional(),
});

const partyExposure = z.object({
  way,
  ring,
  category,
  party: knownParty,
  /** Other categories that labels give its addresses; shares count under `category` alone, rules read every claim. */
  others: z.array(partyClaim).optional(),
  address: z.string().nullable(),
  amount: units,
  sharePpm: ppm,
  ends: z.number().int(),
  minHops: z.number().int(),
  firstTime: unixSeconds,
  lastTime: unixSeconds,
  listing: listingSplit.nullable(),
  /** Millionths of the currency; null where a day has no price. */
  money: units.nullable(),
  refs: z.array(z.string()),
});

const assetExposure = z.object({
  asset: assetKey,
  /** The subject's asset that trades turned into this one; shares are of what was traded. */
  tradedFrom: assetKey.optional(),
  symbol: z.string(),
  decimals: z.number().int(),
  sides: z.array(
    z.object({
      way,
      total: units,
      /** Untraced money that the method counts in. */
      added: units,
      transactionsRead: z.number().int(),
      isPartial: z.boolean(),
      gaps: z.array(z.string()),
    }),
  ),
  parties: z.array(partyExposure),
  remainders: z.array(z.object({ way, remainder: z.enum(REMAINDERS), amount: units, sharePpm: ppm })),
});

const behaviour = z.object({
  pattern: z.string(),
  title: z.string(),
  sentence: z.string(),
  firstTime: unixSeconds,
  lastTime: unixSeconds,
  txids: z.array(hash),
  count: z.number().int(),
});

/** Decoded it is the core's own type, whose name is cheaper to check than the shape. */
export const screening = z.object({
  request: screeningRequest,
  verdict,
  own: z.array(label),
  inherited: z.array(label),
  /** Null where the address alone was screened. */
  cluster: screenedCluster.nullable().default(null),
  exposure: z.array(assetExposure),
  behaviours: z.array(behaviour),
  /** `isCounterparty`: of an address the subject had to do with, and not of its own. */
  disagreements: z.array(
    z.object({ address: z.string(), labels: z.array(label), isCounterparty: z.literal(true).optional() }),
  ),
  limits: z.array(z.string()),
}) as unknown as z.core.$ZodType<Screening>;
