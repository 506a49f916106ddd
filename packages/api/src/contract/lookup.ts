import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, cursor, envelope, hash, height, outputChainId, units, unixSeconds } from '../wire.ts';
import { clusterReference, clusterView, rulesAsOf } from './cluster.ts';
import { actorReference, addressLabels, labelClaim, labelsAsOf, networkId } from './label.ts';
import { actorRow } from './label-pack.ts';
import { fiatValue, pricesAsOf } from './price.ts';

/** Whose address it is, as far as the evidence goes. `unknown` is an answer of its own: not clean, not private. */
export const ATTRIBUTION_VERDICTS = [
  'deposit-address',
  'hot-wallet',
  'cold-wallet',
  'service-address',
  'cluster-member',
  'other-label',
  'unknown',
] as const;
export const attributionVerdict = z.enum(ATTRIBUTION_VERDICTS);

/** One reason for a verdict. Facts are read from the ledger, inferences name a rule, claims name a source. */
export const evidenceItem = z.object({
  kind: z.enum(['fact', 'inference', 'claim']),
  sentence: z.string(),
  /** 0 to 100; null for facts. */
  confidence: z.number().int().nullable(),
  claim: labelClaim.nullable(),
  /** Transactions to look at. */
  transactions: z.array(hash),
  /** Address that joins the subject to the named one, for cluster members: opens the proof. */
  via: z.string().nullable(),
});
export type EvidenceItem = z.output<typeof evidenceItem>;

export const attribution = z.object({
  network: networkId.nullable(),
  /** Null where this version reads no such chain: the verdict then rests on labels alone. */
  chain: outputChainId.nullable(),
  address: z.string(),
  verdict: attributionVerdict,
  /** In one sentence. */
  sentence: z.string(),
  /** Of the strongest evidence for the verdict; null when unknown. */
  confidence: z.number().int().nullable(),
  actor: actorReference.nullable(),
  /** The service that holds the keys, where a source says that the named one is a customer of it. */
  host: actorReference.nullable(),
  evidence: z.array(evidenceItem),
  warnings: z.array(
    z.object({
      kind: z.enum(['nested-service', 'contradiction', 'old-label', 'sanctioned', 'partial-history']),
      sentence: z.string(),
    }),
  ),
  labels: addressLabels,
  clusters: z.object({ conservative: clusterReference.nullable(), expanded: clusterReference.nullable() }),
  /** Whether the ledger has seen the address. */
  status: z.enum(['seen', 'not-seen', 'no-ledger']),
});
export type Attribution = z.output<typeof attribution>;

const asOfs = { labels: labelsAsOf, rules: rulesAsOf.nullable() };

export const getAttribution = defineRoute({
  method: 'GET',
  path: '/attribution/:network/:address',
  tag: 'Exchange lookup',
  summary: 'Whose address this is, with the evidence',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ network: networkId, address: addressText }),
  query: z.object({ view: clusterView.default('conservative') }),
  output: z.object({ ...asOfs, envelope: z.object(envelope).nullable(), actor: actorRow.nullable(), attribution }),
});

export const lookUp = defineRoute({
  method: 'POST',
  path: '/lookup',
  tag: 'Exchange lookup',
  summary: 'Attribution of every address and output in pasted text, at most 200',
  description: 'Takes addresses, `txid:vout`, lists, CSV and free text; what is refused is named with the reason.',
  access: 'allowed',
  audit: 'look-up',
  maxBodyBytes: 2 ** 20,
  body: z.object({
    text: z.string().min(1).max(500_000),
    view: clusterView.default('conservative'),
  }),
  output: z.object({
    ...asOfs,
    items: z.array(
      z.object({
        input: z.string(),
        /** Set where the input named an output. */
        outpoint: z.object({ txid: hash, vout: z.number().int(), value: units }).nullable(),
        attribution,
      }),
    ),
    refused: z.array(z.object({ text: z.string(), reason: z.string() })),
    /** Found but not searched because of the limit. */
    skipped: z.number().int(),
  }),
});

export const nearestService = z.object({
  address: z.string(),
  actor: actorReference.nullable(),
  claim: labelClaim,
  /** The label is on a member of the same conservative cluster rather than on the address. */
  viaCluster: z.boolean(),
  hops: z.number().int(),
  /** Upper bound of what can have gone all the way: smallest amount on the path. */
  amount: units,
  path: z.array(
    z.object({
      txid: hash,
      height,
      time: unixSeconds,
      timeEstimated: z.boolean(),
      from: z.string(),
      to: z.string(),
      vout: z.number().int(),
      amount: units,
    }),
  ),
});

export const listNearestServices = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/nearest-services',
  tag: 'Exchange lookup',
  summary: 'The nearest labelled services up or down the money, by number of hops',
  description:
    'A breadth-first walk over spends that stops at services, CoinJoins, hot addresses and its limits; every stop is a gap. It shows where to look next; it is no trace.',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, address: addressText }),
  query: z.object({
    direction: z.enum(['downstream', 'upstream']).default('downstream'),
    maxHops: z.coerce.number().int().min(1).max(10).default(6),
    limit: z.coerce.number().int().min(1).max(50).default(10),
    cursor: cursor.optional(),
  }),
  output: z.object({
    ...envelope,
    ...asOfs,
    items: z.array(nearestService),
    addressesVisited: z.number().int(),
    transactionsVisited: z.number().int(),
    stops: z.array(
      z.object({
        kind: z.enum(['coinjoin', 'hot-address', 'limit', 'time', 'unspent', 'unknown-source']),
        count: z.number().int(),
        sentence: z.string(),
      }),
    ),
  }),
});

/** Deposits for which records are requested: one row per transfer to the service. */
export const depositPoint = z.object({
  txid: hash,
  height,
  blockHash: hash,
  time: unixSeconds,
  timeEstimated: z.boolean(),
  vout: z.number().int(),
  from: z.array(z.string()),
  to: z.string(),
  amount: units,
  fiat: fiatValue.nullable(),
});

export const listDepositPoints = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/deposit-points',
  tag: 'Exchange lookup',
  summary: 'Transfers to an address as a request for records names them',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, address: addressText }),
  query: z.object({
    fromTime: z.coerce.number().int().optional(),
    toTime: z.coerce.number().int().optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
  }),
  output: z.object({ ...envelope, prices: pricesAsOf, items: z.array(depositPoint), truncated: z.boolean() }),
});

const line = z.string().trim().max(300);

export const createRequestPacket = defineRoute({
  method: 'POST',
  path: '/:chain/request-packets',
  tag: 'Exchange lookup',
  summary: 'A request for records to a service, as a file',
  description: 'Full hashes, heights, UTC times, amounts and the contact route. The file is made, not sent.',
  access: 'allowed',
  audit: 'export',
  maxBodyBytes: 2 ** 18,
  params: z.object({ chain: outputChainId }),
  body: z.object({
    format: z.enum(['xlsx', 'csv', 'pdf', 'txt', 'json']),
    actor: z.string().max(200),
    kind: z.enum(['preservation', 'production', 'emergency']),
    /** Deposit points as `txid:vout`. */
    deposits: z
      .array(z.string().regex(/^[0-9a-f]{64}:\d{1,10}$/))
      .min(1)
      .max(500),
    authority: line.min(1),
    caseNumber: line.min(1),
    officer: line.min(1),
    officerId: line.min(1),
    replyTo: line.min(1),
    legalBasis: line.min(1),
    /** Requested records. */
    asks: z.array(line).min(1).max(20),
    fromTime: z.number().int().nullable().default(null),
    toTime: z.number().int().nullable().default(null),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
  }),
  mediaTypes: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
    'application/pdf',
    'text/plain',
    'application/json',
  ],
});

export const lookupRoutes = { getAttribution, lookUp, listNearestServices, listDepositPoints, createRequestPacket };
