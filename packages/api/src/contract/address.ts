import { MOVE_KINDS } from '@trailmark/core/account-block';
import { z } from 'zod';
import { defineRoute, type RouteOutput } from '../route.ts';
import {
  accountChainId,
  addressText,
  asOf,
  cursor,
  envelope,
  hash,
  height,
  outputChainId,
  scriptType,
  units,
  unixSeconds,
} from '../wire.ts';
import { clusterReference, rulesAsOf } from './cluster.ts';
import { addressLabels, labelsAsOf } from './label.ts';
import {
  addressParams,
  assetReference,
  defineAnswer,
  fetchedCoverage,
  protocolAction,
  valuedPageQuery,
} from './ledger-wire.ts';
import { fiatValue, pricesAsOf, valueCurrency } from './price.ts';

/** An address of a chain of outputs. */
export const outputAddressParams = z.object({ chain: outputChainId, address: addressText });

/** Sums and counts over an address's history. `null` means not known: the index misses part of the history. */
export const addressTotals = z.object({
  /** Received minus sent, at `balanceAsOfHeight`. Null when blocks that could change it are not indexed. */
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

/** A heuristic's word about an address, with what it rests on. */
export const accountFinding = z.object({
  rule: z.string().meta({ description: 'Rule and version: `deposit-address/1`.' }),
  title: z.string(),
  sentence: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  /** Address the finding points to, such as the wallet a deposit address forwards to. */
  subject: z.string().nullable(),
  evidence: z.array(hash),
  figures: z.record(z.string(), z.string()),
});

/** What an address has of one asset. */
export const assetBalance = z.object({
  asset: assetReference,
  received: units,
  sent: units,
  moves: z.number().int(),
  /** Received minus sent; null where the index cannot derive it. */
  balance: units.nullable(),
  balanceNote: z.string().nullable(),
  /** At the latest known close, whose day it names. */
  fiat: fiatValue.nullable(),
  firstHeight: height,
  lastHeight: height,
});

export type AssetBalance = z.output<typeof assetBalance>;

/** What is known of an address on any chain. */
const sharedSummary = {
  address: z.string(),
  /** The same owner in the chain's other spellings: cash address and legacy, P2PK keys seen, the hex form on TRON. */
  aliases: z.array(z.object({ form: z.string(), text: z.string() })),
  /** "seen" is a counted fact, "not-seen" means valid but not in the indexed blocks. */
  status: z.enum(['seen', 'not-seen']),
  /** The chain's own coin; null where it never moved any. */
  coin: assetBalance.nullable(),
  prices: pricesAsOf,
  /** What was fetched of it on demand from outside, newest first. */
  fetched: z.array(fetchedCoverage),
  /** True when the history is so long that screens should ask for a filter before loading it whole. */
  isHot: z.boolean(),
  /** What sources claim of it; null on networks that labels do not name. */
  known: addressLabels.extend({ labels: labelsAsOf }).nullable(),
};

const outputSummary = {
  chain: outputChainId,
  scriptType,
  /** Electrum-style SHA-256 of the output script, reversed, where the script is known. */
  scriptHash: hash.nullable(),
  totals: addressTotals,
  unconfirmed: unconfirmedTotals.nullable(),
  /** The balance at the latest known close, whose day it names: a balance has no day of its own. Null without balance or price. */
  balanceFiat: fiatValue.nullable(),
  /** The clusters it belongs to, by inference; null where this server has none of the chain. */
  clusters: z
    .object({
      rules: rulesAsOf,
      /** Null: not seen in the blocks the clusters cover. */
      conservative: clusterReference.nullable(),
      expanded: clusterReference.nullable(),
    })
    .nullable(),
};

const accountSummary = {
  chain: accountChainId,
  /** Null: the index does not show it. */
  isContract: z.boolean().nullable(),
  contractNote: z.string().nullable(),
  totals: z
    .object({
      transactionCount: z.number().int(),
      /** Blocks that paid it themselves: rewards, withdrawals, genesis. They are in its history and are no transactions. */
      blockPaymentCount: z.number().int(),
      moveCount: z.number().int(),
      sentCount: z.number().int(),
      assetCount: z.number().int(),
      firstHeight: height,
      firstTime: unixSeconds,
      firstTimeEstimated: z.boolean(),
      lastHeight: height,
      lastTime: unixSeconds,
      lastTimeEstimated: z.boolean(),
    })
    .nullable(),
  /** Who paid it coin first, in the indexed blocks. Fees, tips and rewards pay for work: they fund nobody. */
  firstFunder: z
    .object({
      address: z.string().nullable(),
      kind: z.enum(MOVE_KINDS),
      amount: units,
      hash: hash.nullable(),
      height,
      time: unixSeconds,
      /** An earlier one may be in blocks that are not indexed. */
      isCertain: z.boolean(),
    })
    .nullable(),
  findings: z.array(accountFinding),
  /** Freezes and the like, newest first. */
  events: z.array(protocolAction.extend({ hash: hash.nullable(), height, time: unixSeconds })),
  /** Other account chains on which the same 20 bytes were seen: never the same owner for certain where it is a contract. */
  otherChains: z.array(z.object({ chain: accountChainId, name: z.string(), moveCount: z.number().int() })),
};

export const getAddress = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address'],
  tag: 'Addresses',
  summary: 'Balances, totals, first and last use and labels of an address',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object(valueCurrency),
  output: defineAnswer(sharedSummary, outputSummary, accountSummary),
});
export type AddressSummary = RouteOutput<typeof getAddress>;
export type OutputAddress = Extract<AddressSummary, { readonly family: 'outputs' }>;

export const listAddressAssets = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/assets',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/assets'],
  tag: 'Addresses',
  summary: 'Received, sent and balance by asset',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object(valuedPageQuery),
  output: defineAnswer(
    { prices: pricesAsOf, items: z.array(assetBalance), total: z.number().int(), next: cursor.nullable() },
    {},
    {},
  ),
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
  params: outputAddressParams,
  query: z.object(valuedPageQuery),
  output: z.object({
    family: z.literal('outputs'),
    ...envelope,
    prices: pricesAsOf,
    items: z.array(utxo),
    next: cursor.nullable(),
  }),
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

export const listStatedBalances = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/stated-balances',
  tag: 'Addresses',
  summary: 'Balances as the followed node states them, next to those derived from the index',
  description:
    'Asks the node of this installation that the chain is followed from, at the height of the index. A claim of that node: nothing is stored.',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: accountChainId, address: addressText }),
  output: z.object({
    asOf,
    address: z.string(),
    /** Null where no node was queried; `note` says why. */
    node: z.object({ description: z.string(), height, hash }).nullable(),
    note: z.string().nullable(),
    items: z.array(
      z.object({
        asset: assetReference,
        /** Null where the node does not say. */
        stated: units.nullable(),
        derived: units.nullable(),
        verdict: z.enum(['equal', 'different', 'not-derived', 'not-stated']),
      }),
    ),
    /** Assets of the address that were not compared, because a request compares the first 50. */
    rest: z.number().int(),
  }),
});

export const addressRoutes = {
  getAddress,
  listAddressAssets,
  listAddressUtxos,
  listStatedBalances,
  bulkAddresses,
  deriveKey,
};
