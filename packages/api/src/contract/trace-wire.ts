import { CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import { COINJOIN_KINDS } from '@trailmark/core/cluster';
import { CROSSING_CERTAINTIES, CROSSING_OUTCOMES } from '@trailmark/core/trace/crossing';
import { PARTY_KINDS } from '@trailmark/core/trace/known-party';
import { CUT_KIND_IDS, type CutKind, STOP_REASON_IDS, type StopReason } from '@trailmark/core/trace/stop-reason';
import { END_STANDINGS } from '@trailmark/core/trace/trace-ends';
import {
  DEFAULT_BUDGET,
  DEFAULT_STOPS,
  MAX_BUDGET,
  MAX_SEEDS,
  SEED_SIDES,
  TRACE_DIRECTIONS,
} from '@trailmark/core/trace/trace-request';
import { z } from 'zod';
import { addressText, chainId, hash, height, units, unixSeconds } from '../wire.ts';

const vout = z.number().int().min(0).max(0xffff_ffff);
/** Asset of an account chain as the ledger keys it: `''` the coin, 40 hex digits a token, `usd` stated dollars. */
export const assetKey = z
  .string()
  .max(60)
  .refine((text) => !/^0x|[A-Z]/.test(text), 'it takes the 40 lower-case hexadecimal digits of a contract without 0x');
/** Chains give their transactions 64 hexadecimal digits without 0x. */
export const txid = hash;

/** Traced part of the payment in the smallest unit; left out: all of it. */
const seedPart = units.optional();

export const traceSeed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('output'), txid, vout, amount: seedPart }),
  z.object({ kind: z.literal('transaction'), txid }),
  z.object({ kind: z.literal('transfer'), txid, slot: z.number().int().min(0).max(1_000_000), amount: seedPart }),
  z.object({ kind: z.literal('address'), address: addressText, side: z.enum(SEED_SIDES).optional() }),
]);

export const stopRules = z.object({
  services: z.boolean().default(DEFAULT_STOPS.services),
  mixers: z.boolean().default(DEFAULT_STOPS.mixers),
  coinJoins: z.boolean().default(DEFAULT_STOPS.coinJoins),
  contracts: z.boolean().default(DEFAULT_STOPS.contracts),
  sanctioned: z.boolean().default(DEFAULT_STOPS.sanctioned),
  /** Stop at every other labelled address but private wallets; false and left out are one request. */
  labelled: z.boolean().optional(),
  followSwaps: z.boolean().default(DEFAULT_STOPS.followSwaps),
  /** Continue over bridges to chains indexed here, where the other side is proven or stated; false and left out are one request. */
  followBridges: z.boolean().optional(),
  maxHops: z.number().int().min(1).max(1_000).default(DEFAULT_STOPS.maxHops),
  minAmount: units.prefault('0'),
  minSharePpm: z.number().int().min(0).max(1_000_000).default(DEFAULT_STOPS.minSharePpm),
  fromTime: unixSeconds.optional(),
  toTime: unixSeconds.optional(),
  dormantDays: z.number().int().min(1).max(20_000).optional(),
  maxFanOut: z.number().int().min(1).max(5_000).default(DEFAULT_STOPS.maxFanOut),
  hubTransfers: z.number().int().min(10).max(100_000).default(DEFAULT_STOPS.hubTransfers),
  stopAt: z.array(addressText).max(200).default([]),
});

export const traceChoice = z.object({
  txid,
  change: vout.nullable().optional(),
  follow: z.array(vout).max(1_000).optional(),
  reason: z.string().max(500).optional(),
});

/** The request of a trace. What is left out has its default, and the answer repeats the request with every default filled in. */
export const traceRequest = z.object({
  chain: chainId,
  asset: assetKey.optional(),
  direction: z.enum(TRACE_DIRECTIONS).default('forward'),
  seeds: z.array(traceSeed).min(1).max(MAX_SEEDS),
  incident: z.string().max(120).optional(),
  method: z
    .string()
    .regex(/^[a-z-]{2,30}\/\d{1,3}$/)
    .default('fifo/1'),
  params: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()])).default({}),
  stops: stopRules.prefault({}),
  choices: z.array(traceChoice).max(2_000).default([]),
  budget: z.number().int().min(1).max(MAX_BUDGET).default(DEFAULT_BUDGET),
});

export const knownParty = z.object({
  kind: z.enum(PARTY_KINDS),
  name: z.string(),
  category: z.enum(CATEGORY_IDS as [CategoryId, ...CategoryId[]]).optional(),
  basis: z.enum(['claim', 'inference']),
  source: z.string(),
  asOf: z.string().optional(),
  confidence: z.number().int(),
  /** What a sanctions list states of the address, where the label is an entry of it. */
  listing: z.string().max(1000).optional(),
  key: z.string(),
  via: z.string().optional(),
});

const rule = z.object({ id: z.string(), version: z.number().int(), confidence: z.number().int() });
const part = z.object({ ref: z.string(), address: z.string().nullable(), amount: units.nullable(), tainted: units });
const stepHead = {
  txid,
  height,
  index: z.number().int(),
  time: unixSeconds,
  timeEstimated: z.boolean(),
  hop: z.number().int(),
  feeTainted: units,
  /** Untraced money that the method counts as traced from here on. */
  added: units,
};
const converted = z.object({ asset: assetKey, amount: units, tainted: units });
const certainty = z.enum(['proven', 'stated', 'likely']);

export const traceChange = z.object({
  vout: vout.nullable(),
  by: z.enum(['rules', 'examiner', 'nobody']),
  rules: z.array(rule),
  isDisputed: z.boolean(),
});

export const traceStep = z.discriminatedUnion('family', [
  z.object({
    family: z.literal('outputs'),
    ...stepHead,
    inputs: z.array(part),
    outputs: z.array(part),
    fee: units.nullable(),
    change: traceChange,
    coinJoin: z
      .object({
        kind: z.enum(COINJOIN_KINDS),
        participants: z.number().int().nullable(),
        confidence: z.number().int(),
      })
      .nullable(),
  }),
  z.object({
    family: z.literal('accounts'),
    ...stepHead,
    /** `block-<height>` for what a block pays outside of transactions: rewards and withdrawals. */
    txid: z.string().regex(/^(?:[0-9a-f]{64}|block-\d{1,10})$/),
    transfers: z.array(
      z.object({
        ref: z.string(),
        kind: z.string(),
        asset: assetKey,
        from: z.string().nullable(),
        to: z.string().nullable(),
        amount: units,
        tainted: units,
      }),
    ),
    conversions: z.array(
      z.object({
        kind: z.enum(['swap', 'wrap', 'bridge']),
        rule: z.string(),
        protocol: z.string(),
        account: z.string(),
        from: converted,
        to: converted,
        /** Where one asset became several, or backward several were given for one: those after the first. */
        moreFrom: z.array(converted).optional(),
        moreTo: z.array(converted).optional(),
        certainty,
      }),
    ),
  }),
]);

export const traceLeaf = z.object({
  ref: z.string(),
  address: z.string().nullable(),
  asset: assetKey,
  amount: units,
  hop: z.number().int(),
  height,
  time: unixSeconds,
  reason: z.enum(STOP_REASON_IDS as [StopReason, ...StopReason[]]),
  detail: z.string(),
  party: knownParty.nullable(),
  onward: z
    .object({ network: z.string(), address: z.string().nullable(), message: z.string().nullable(), certainty })
    .nullable(),
  shares: z.array(units).nullable(),
});

export const traceCut = z.object({
  at: z.string(),
  hop: z.number().int(),
  kind: z.enum(CUT_KIND_IDS as [CutKind, ...CutKind[]]),
  asset: assetKey,
  count: z.number().int(),
  amount: units,
  detail: z.string(),
});

export const traceSum = z.object({
  asset: assetKey,
  began: units,
  added: units,
  convertedIn: units,
  convertedOut: units,
  ended: z.partialRecord(z.enum(STOP_REASON_IDS as [StopReason, ...StopReason[]]), units),
  cut: units,
  fees: units,
  difference: units,
  /** What addresses the trace begins with paid beyond their receipts, and is not in `began`: left out where that is nothing. */
  unbegun: units.optional(),
});

/** What one of several compared methods makes of the asset a trace began with. */
export const methodTotals = z.object({
  id: z.string(),
  began: units,
  ended: units,
  cut: units,
  fees: units,
  added: units,
  difference: units,
  /** What the beginnings paid beyond their receipts: no method accounts for it. */
  unbegun: units.optional(),
});

/** A trace on the wire: the shapes of core's `Trace`, amounts as decimal text. */
export const trace = z.object({
  request: traceRequest,
  seeds: z.array(
    z.object({
      ref: z.string(),
      address: z.string().nullable(),
      asset: assetKey,
      amount: units,
      height,
      time: unixSeconds,
    }),
  ),
  state: z.enum(['complete', 'partial']),
  steps: z.array(traceStep),
  accounts: z.array(
    z.object({
      address: z.string(),
      asset: assetKey,
      opening: units.nullable(),
      taintedIn: units,
      taintedOut: units,
      taintedHeld: units,
      transfersRead: z.number().int(),
    }),
  ),
  leaves: z.array(traceLeaf),
  cuts: z.array(traceCut),
  peelChains: z.array(
    z.object({
      txids: z.array(txid),
      entered: z.string(),
      left: z.string(),
      enteredAmount: units,
      leftAmount: units,
      peeledAmount: units,
      peeled: z.array(part),
      firstTime: unixSeconds,
      lastTime: unixSeconds,
    }),
  ),
  sums: z.array(traceSum),
  gaps: z.array(
    z.object({
      kind: z.enum([
        'heights-missing',
        'opening-unknown',
        // An address paid more than the receipts the trace begins with: `where` is the seed.
        'unbegun',
        'value-unknown',
        'order-unknown',
        'names-missing',
        'estimated-time',
      ]),
      where: z.string(),
      message: z.string(),
    }),
  ),
  counts: z.object({ transactionsRead: z.number().int(), rounds: z.number().int() }),
});

const crossingEnd = z.object({
  chain: chainId,
  ref: z.string(),
  txid,
  address: z.string().nullable(),
  asset: assetKey,
  /** The whole payment, and the traced part of it. */
  amount: units,
  tainted: units,
  height,
  time: unixSeconds,
});

/** Money that went over a bridge: `from` was paid in, `to` paid out, whichever way the trace runs. */
export const crossing = z.object({
  protocol: z.string(),
  rule: z.string(),
  certainty: z.enum(CROSSING_CERTAINTIES),
  from: crossingEnd,
  to: crossingEnd,
  message: z.string().nullable(),
  seconds: z.number().int(),
  basis: z.string(),
});

/** What looking for the other side of one leaf gave. */
export const crossingAnswer = z.object({
  chain: chainId,
  ref: z.string(),
  outcome: z.enum(CROSSING_OUTCOMES),
  sentence: z.string(),
  crossings: z.array(crossing),
});

/** Versions a trace depends on in addition to the ledger. */
export const traceAsOf = z.object({
  chain: chainId,
  height: height.nullable(),
  hash: hash.nullable(),
  time: unixSeconds.nullable(),
  software: z.string(),
  engine: z.string(),
  labels: z.string(),
  prices: z.string(),
  rules: z.string(),
});

export const traceProgress = z.object({
  transactionsRead: z.number().int(),
  rounds: z.number().int(),
  open: z.number().int(),
  ended: z.number().int(),
  hops: z.number().int(),
  /** Where several traces run after one another: which one this is, and what those before it read. */
  stage: z.string().optional(),
  readBefore: z.number().int().optional(),
});

/** Every place that money can have reached, with its range over the methods, the most urgent first. */
export const traceEnds = z.object({
  methods: z.array(z.string()),
  items: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      address: z.string().nullable(),
      asset: assetKey,
      reason: z.enum(STOP_REASON_IDS as [StopReason, ...StopReason[]]),
      party: knownParty.nullable(),
      standing: z.enum(END_STANDINGS),
      advice: z.string(),
      /** In the order of `methods`. */
      amounts: z.array(units),
      /** Over first in first out, haircut, last in first out. */
      least: units,
      most: units,
      /** The most that can have come by any division. */
      reach: units,
      hop: z.number().int(),
    }),
  ),
  total: z.number().int(),
  passes: z.array(
    z.object({
      maxHops: z.number().int(),
      maxFanOut: z.number().int(),
      minSharePpm: z.number().int(),
      budget: z.number().int(),
      transactionsRead: z.number().int(),
      places: z.number().int(),
      cutPayments: z.number().int(),
      openTrails: z.number().int(),
    }),
  ),
  transactionsRead: z.number().int(),
  widened: z.array(z.string()),
  sentences: z.array(z.string()),
});
