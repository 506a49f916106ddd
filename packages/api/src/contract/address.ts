import { z } from 'zod';
import { defineRoute } from '../route.ts';
import {
  addressText,
  cursor,
  envelope,
  hash,
  height,
  outputChainId,
  pageLimit,
  scriptType,
  units,
  unixSeconds,
} from '../wire.ts';
import { fetchedCoverage } from './account-wire.ts';
import { clusterReference, rulesAsOf } from './cluster.ts';
import { addressLabels, labelsAsOf } from './label.ts';
import { fiatValue, pricesAsOf, valueCurrency } from './price.ts';

export const addressParams = z.object({ chain: outputChainId, address: addressText });

/** Sums and counts over an address's history. `null` means not known: the index misses part of the history. */
export const addressTotals = z.object({
  /** Received minus sent, at `balanceAsOfHeight`. Null when heights that could change it are not held. */
  balance: units.nullable(),
  /** Height the balance is true of: the last of the gapless run of whole blocks from the first one. Null with `balance`. */
  balanceAsOfHeight: height.nullable().optional(),
  /** Why the balance is not known, or why it is true only up to a height below the tip. */
  balanceNote: z.string().nullable().optional(),
  received: units,
  sent: units,
  transactionCount: z.number().int(),
  receiveCount: z.number().int().meta({ description: 'Outputs to this address.' }),
  spendCount: z.number().int().meta({ description: 'Inputs from this address.' }),
  firstHeight: height.nullable(),
  firstTime: unixSeconds.nullable(),
  firstTimeEstimated: z.boolean(),
  lastHeight: height.nullable(),
  lastTime: unixSeconds.nullable(),
  lastTimeEstimated: z.boolean(),
  /** Received by outputs that can never be spent (first copies of BIP 30 duplicates, the genesis coinbase). */
  unspendable: units,
});

export const unconfirmedTotals = z.object({ transactionCount: z.number().int(), received: units, sent: units });

export const addressSummary = z.object({
  ...envelope,
  chain: outputChainId,
  address: z.string(),
  /** The same owner in the chain's other spellings (cash address and legacy, P2PK keys seen). */
  aliases: z.array(z.object({ form: z.string(), text: z.string() })),
  scriptType,
  /** Electrum-style SHA-256 of the output script, reversed, where the script is known. */
  scriptHash: hash.nullable(),
  /** "seen" is a counted fact, "not-seen" means valid but absent from what the index holds. */
  status: z.enum(['seen', 'not-seen']),
  totals: addressTotals,
  unconfirmed: unconfirmedTotals.nullable(),
  /** What was fetched of it on demand from outside, newest first. */
  fetched: z.array(fetchedCoverage),
  prices: pricesAsOf,
  /** The balance at the last close held, whose day it names: a balance has no day of its own. Null without balance or price. */
  balanceFiat: fiatValue.nullable(),
  /** True when the history is so long that screens should ask for a filter before loading it whole. */
  isHot: z.boolean(),
  /** What sources claim of it; null on networks that labels do not name. */
  known: addressLabels.extend({ labels: labelsAsOf }).nullable(),
  /** The clusters it stands in, by inference; null where this server has none of the chain. */
  clusters: z
    .object({
      rules: rulesAsOf,
      /** Null: not seen in the blocks the clusters cover. */
      conservative: clusterReference.nullable(),
      expanded: clusterReference.nullable(),
    })
    .nullable(),
});
export type AddressSummary = z.output<typeof addressSummary>;

export const counterparty = z.object({ address: z.string(), amount: units.nullable() });

/** One transaction as seen from one address. */
export const historyRow = z.object({
  txid: hash,
  /** Null while unconfirmed. */
  height: height.nullable(),
  index: z.number().int().nullable(),
  blockHash: hash.nullable(),
  time: unixSeconds.nullable(),
  timeEstimated: z.boolean(),
  heightEstimated: z.boolean(),
  confirmations: z.number().int(),
  direction: z.enum(['in', 'out', 'self']),
  received: units,
  sent: units,
  /** Net change for the address: received minus sent. */
  net: units,
  /** `net` at the close of the day of the block. Null where there is no price for that day, or no block yet. */
  fiat: fiatValue.nullable(),
  /** Balance after this transaction, in history order; null where an earlier part is missing or a filter hides rows. */
  runningBalance: units.nullable(),
  /** Whole fee of the transaction when every input value is known. */
  fee: units.nullable(),
  isCoinbase: z.boolean(),
  /** Up to five on the other side, largest first, and how many there are in all. */
  counterparties: z.array(counterparty),
  counterpartyCount: z.number().int(),
  inputCount: z.number().int(),
  outputCount: z.number().int(),
  flags: z.array(
    z.enum(['coinbase', 'unconfirmed', 'inputs-unknown', 'dust', 'p2pk', 'unspendable', 'replaced', 'no-raw']),
  ),
});
export type HistoryRow = z.output<typeof historyRow>;

export const historyFilters = {
  direction: z.enum(['in', 'out', 'self']).optional(),
  fromTime: z.coerce.number().int().nonnegative().optional(),
  toTime: z.coerce.number().int().nonnegative().optional(),
  fromHeight: z.coerce.number().int().nonnegative().optional(),
  toHeight: z.coerce.number().int().nonnegative().optional(),
  /** Bounds on the absolute net amount, smallest unit. */
  minAmount: units.optional(),
  maxAmount: units.optional(),
  counterparty: addressText.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
};

export const historyQuery = z.object({
  ...historyFilters,
  ...valueCurrency,
  cursor: cursor.optional(),
  limit: pageLimit,
});

export const getAddress = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address',
  tag: 'Addresses',
  summary: 'Balance, totals and first and last use of an address',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object(valueCurrency),
  output: addressSummary,
});

export const listAddressTransactions = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/transactions',
  tag: 'Addresses',
  summary: 'History of an address, a page at a time',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: historyQuery,
  output: z.object({ ...envelope, prices: pricesAsOf, items: z.array(historyRow), next: cursor.nullable() }),
});

export const utxo = z.object({
  txid: hash,
  vout: z.number().int(),
  value: units,
  /** `value` at the close of the day it was received. Null where there is no price for that day. */
  fiat: fiatValue.nullable(),
  height: height.nullable(),
  time: unixSeconds.nullable(),
  timeEstimated: z.boolean(),
  confirmations: z.number().int(),
  isCoinbase: z.boolean(),
  spendable: z.boolean(),
});

export const listAddressUtxos = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/utxos',
  tag: 'Addresses',
  summary: 'Unspent outputs of an address, oldest first',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ ...valueCurrency, cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({ ...envelope, prices: pricesAsOf, items: z.array(utxo), next: cursor.nullable() }),
});

export const getAddressActivity = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/activity',
  tag: 'Addresses',
  summary: 'Balance over time, volumes per period and hour-by-weekday counts',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ period: z.enum(['auto', 'hour', 'day', 'week', 'month']).default('auto') }),
  output: z.object({
    ...envelope,
    period: z.enum(['hour', 'day', 'week', 'month']),
    /** One per period with activity, in time order. `balance` is at the end of the period; null when not known. */
    points: z.array(
      z.object({
        time: unixSeconds,
        received: units,
        sent: units,
        transactions: z.number().int(),
        balance: units.nullable(),
      }),
    ),
    /** 7 rows (Monday first) of 24 counts, UTC. */
    weekdayHours: z.array(z.array(z.number().int())),
  }),
});

export const counterpartyRow = z.object({
  address: z.string(),
  scriptType,
  /** Value of outputs to the counterparty in transactions this address funded. */
  sentTo: units,
  /** Value of the counterparty's inputs in transactions that pay this address. */
  receivedFrom: units,
  transactionCount: z.number().int(),
  firstHeight: height,
  lastHeight: height,
  firstTime: unixSeconds,
  firstTimeEstimated: z.boolean(),
  lastTime: unixSeconds,
  lastTimeEstimated: z.boolean(),
});

export const listAddressCounterparties = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/counterparties',
  tag: 'Addresses',
  summary: 'Who an address shared transactions with',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({
    sort: z.enum(['sent', 'received', 'count', 'last']).default('count'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  output: z.object({ ...envelope, items: z.array(counterpartyRow), total: z.number().int(), next: cursor.nullable() }),
});

export const listAddressLinks = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/links/:other',
  tag: 'Addresses',
  summary: 'Every transaction in which two addresses both take part',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, address: addressText, other: addressText }),
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    ...envelope,
    items: z.array(
      z.object({
        txid: hash,
        height,
        time: unixSeconds,
        timeEstimated: z.boolean(),
        /** What each side put in and got out. */
        address: z.object({ sent: units, received: units }),
        other: z.object({ sent: units, received: units }),
        relation: z.enum(['pays', 'paid-by', 'co-spends', 'co-receives', 'mixed']),
      }),
    ),
    next: cursor.nullable(),
  }),
});

export const exportAddress = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/export',
  tag: 'Addresses',
  summary: 'The whole filtered history as CSV, JSON or XLSX, streamed',
  description:
    'Same rows and order as the transactions route. The file names its query, as-of, row count and SHA-256 of its rows.',
  access: 'allowed',
  audit: 'export',
  params: addressParams,
  query: z.object({ ...historyFilters, ...valueCurrency, format: z.enum(['csv', 'json', 'xlsx']).default('csv') }),
  mediaTypes: ['text/csv', 'application/json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const bulkAddresses = defineRoute({
  method: 'POST',
  path: '/:chain/addresses/bulk',
  tag: 'Addresses',
  summary: 'Totals of up to 1,000 addresses in one call',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId }),
  maxBodyBytes: 2 ** 20,
  body: z.object({ addresses: z.array(z.string().max(200)).min(1).max(1000) }),
  output: z.object({
    ...envelope,
    items: z.array(
      z.object({
        input: z.string(),
        address: z.string().nullable(),
        error: z.string().nullable(),
        totals: addressTotals.nullable(),
      }),
    ),
  }),
});

export const deriveKey = defineRoute({
  method: 'POST',
  path: '/:chain/keys',
  tag: 'Addresses',
  summary: 'Addresses of an extended public key or descriptor, with their totals',
  description: 'Never send private keys: they are refused.',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: outputChainId }),
  maxBodyBytes: 2 ** 20,
  body: z.object({
    key: z.string().min(1).max(2000),
    from: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
    count: z.number().int().min(1).max(500).default(20),
  }),
  output: z.object({
    ...envelope,
    kind: z.string(),
    items: z.array(z.object({ path: z.string(), address: z.string(), totals: addressTotals })),
  }),
});

export const addressRoutes = {
  getAddress,
  listAddressTransactions,
  listAddressUtxos,
  getAddressActivity,
  listAddressCounterparties,
  listAddressLinks,
  exportAddress,
  bulkAddresses,
  deriveKey,
};
