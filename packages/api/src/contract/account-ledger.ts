import { MOVE_KINDS } from '@trailmark/core/account-block';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { accountChainId, addressText, cursor, hash, height, pageLimit, units, unixSeconds } from '../wire.ts';
import { getAccountBlock, listAccountBlocks } from './account-ledger-blocks.ts';
import {
  accountCoverage,
  accountEnvelope,
  accountMove,
  accountTransactionHead,
  assetAmount,
  assetReference,
  fetchedCoverage,
  protocolAction,
} from './account-wire.ts';
import { addressLabels, labelsAsOf } from './label.ts';
import { chainStatus } from './ledger.ts';
import { fiatValue, pricesAsOf, valueCurrency } from './price.ts';

const tag = 'Account chains';
const addressParams = z.object({ chain: accountChainId, address: addressText });
const assetId = z.string().max(80);
const party = z.object({ address: z.string(), amount: units.nullable() });

export const listAccountChains = defineRoute({
  method: 'GET',
  path: '/account-ledger',
  tag,
  summary: 'Account chains, their tips, coverage and running ingest',
  access: 'public',
  audit: 'none',
  output: z.object({
    items: z.array(
      z.object({
        id: accountChainId,
        name: z.string(),
        symbol: z.string(),
        decimals: z.number().int(),
        isTest: z.boolean(),
        tip: z.object({ height, hash: hash.nullable(), time: unixSeconds }).nullable(),
        transactionCount: z.number().int(),
        coverage: accountCoverage,
        ingest: chainStatus.shape.ingest,
      }),
    ),
    software: z.string(),
  }),
});

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

export const accountBalance = z.object({
  asset: assetReference,
  received: units,
  sent: units,
  moves: z.number().int(),
  /** Received minus sent; null where the index cannot derive it. */
  balance: units.nullable(),
  balanceNote: z.string().nullable(),
  /** At the last close held, whose day it names. */
  fiat: fiatValue.nullable(),
  firstHeight: height,
  lastHeight: height,
});

export const getAccount = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address',
  tag,
  summary: 'Balances, counts, first funder, findings and labels of an address',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object(valueCurrency),
  output: z.object({
    ...accountEnvelope,
    chain: accountChainId,
    address: z.string(),
    /** Other spellings: the hex form on TRON. */
    aliases: z.array(z.object({ form: z.string(), text: z.string() })),
    status: z.enum(['seen', 'not-seen']),
    /** Null: the index cannot tell. */
    isContract: z.boolean().nullable(),
    contractNote: z.string().nullable(),
    totals: z
      .object({
        transactionCount: z.number().int(),
        /** Blocks that paid it themselves: rewards, withdrawals, genesis. They stand in its history and are no transactions. */
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
    /** The chain's own coin; null where it never moved any. */
    coin: accountBalance.nullable(),
    prices: pricesAsOf,
    /** Who paid it coin first, in what the index holds. Fees, tips and rewards pay for work: they fund nobody. */
    firstFunder: z
      .object({
        address: z.string().nullable(),
        kind: z.enum(MOVE_KINDS),
        amount: units,
        hash: hash.nullable(),
        height,
        time: unixSeconds,
        /** An earlier one may lie in heights that are not held. */
        isCertain: z.boolean(),
      })
      .nullable(),
    findings: z.array(accountFinding),
    /** Freezes and the like, newest first. */
    events: z.array(protocolAction.extend({ hash: hash.nullable(), height, time: unixSeconds })),
    fetched: z.array(fetchedCoverage),
    isHot: z.boolean(),
    known: addressLabels.extend({ labels: labelsAsOf }).nullable(),
    /** Other account chains on which the same 20 bytes were seen: never the same owner for certain where it is a contract. */
    otherChains: z.array(z.object({ chain: accountChainId, name: z.string(), moveCount: z.number().int() })),
  }),
});

export const accountHistoryFilters = {
  direction: z.enum(['in', 'out', 'self']).optional(),
  asset: assetId.optional(),
  kind: z.enum(MOVE_KINDS).optional(),
  fromTime: z.coerce.number().int().nonnegative().optional(),
  toTime: z.coerce.number().int().nonnegative().optional(),
  fromHeight: z.coerce.number().int().nonnegative().optional(),
  toHeight: z.coerce.number().int().nonnegative().optional(),
  /** Bounds on one move, smallest unit; they need `asset`. */
  minAmount: units.optional(),
  maxAmount: units.optional(),
  counterparty: addressText.optional(),
  /** `1` leaves out token transfers of nothing. */
  withoutZero: z.enum(['1']).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
};
const pageQuery = { ...valueCurrency, cursor: cursor.optional(), limit: pageLimit };

/** A base transaction as seen from one address, with that address's own moves in it. */
export const accountHistoryRow = z.object({
  ...accountTransactionHead,
  /** The address paid the fee of this transaction. */
  paysFee: z.boolean(),
  moves: z.array(accountMove),
  /** May be more than are listed. */
  moveCount: z.number().int(),
  /** Net change by asset, over all its moves here; at most ten assets. Null where not all moves are listed. */
  net: z.array(assetAmount.extend({ fiat: fiatValue.nullable() })).nullable(),
  counterparties: z.array(party),
  counterpartyCount: z.number().int(),
  actions: z.array(protocolAction),
  /** Nothing but noise moved here. Says why. */
  folded: z.string().nullable(),
});
export type AccountHistoryRow = z.output<typeof accountHistoryRow>;

export const listAccountTransactions = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/transactions',
  tag,
  summary: 'History of an address by base transaction, a page at a time',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ ...accountHistoryFilters, ...pageQuery }),
  output: z.object({
    ...accountEnvelope,
    prices: pricesAsOf,
    items: z.array(accountHistoryRow),
    next: cursor.nullable(),
  }),
});

export const accountMoveRow = accountMove.extend({
  hash: hash.nullable(),
  height,
  time: unixSeconds,
  timeEstimated: z.boolean(),
  /** Balance of the asset after this move; null where not derivable or rows are hidden. */
  runningBalance: units.nullable(),
});

export const listAccountMoves = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/moves',
  tag,
  summary: 'Single moves of an address: every transfer of every asset, one a row',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ ...accountHistoryFilters, ...pageQuery }),
  output: z.object({ ...accountEnvelope, prices: pricesAsOf, items: z.array(accountMoveRow), next: cursor.nullable() }),
});

export const listAccountAssets = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/assets',
  tag,
  summary: 'Received, sent and balance by asset',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object(pageQuery),
  output: z.object({
    ...accountEnvelope,
    prices: pricesAsOf,
    items: z.array(accountBalance),
    total: z.number().int(),
    next: cursor.nullable(),
  }),
});

export const listAccountCounterparties = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/counterparties',
  tag,
  summary: 'Who an address exchanged assets with, by asset',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({
    asset: assetId.optional(),
    sort: z.enum(['sent', 'received', 'count', 'last']).default('count'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  output: z.object({
    ...accountEnvelope,
    items: z.array(
      z.object({
        address: z.string(),
        asset: assetReference,
        sentTo: units,
        receivedFrom: units,
        moves: z.number().int(),
        firstHeight: height,
        firstTime: unixSeconds,
        lastHeight: height,
        lastTime: unixSeconds,
      }),
    ),
    total: z.number().int(),
    next: cursor.nullable(),
  }),
});

export const listAccountLinks = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/links/:other',
  tag,
  summary: 'Every move between two addresses',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: accountChainId, address: addressText, other: addressText }),
  query: z.object(pageQuery),
  output: z.object({ ...accountEnvelope, prices: pricesAsOf, items: z.array(accountMoveRow), next: cursor.nullable() }),
});

export const getAccountActivity = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/activity',
  tag,
  summary: 'Volumes of one asset per period and hour-by-weekday counts',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({
    asset: assetId.optional(),
    period: z.enum(['auto', 'hour', 'day', 'week', 'month']).default('auto'),
  }),
  output: z.object({
    ...accountEnvelope,
    asset: assetReference,
    period: z.enum(['hour', 'day', 'week', 'month']),
    points: z.array(
      z.object({
        time: unixSeconds,
        received: units,
        sent: units,
        moves: z.number().int(),
        balance: units.nullable(),
      }),
    ),
    weekdayHours: z.array(z.array(z.number().int())),
  }),
});

export const exportAccount = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/addresses/:address/export',
  tag,
  summary: 'Every move of an address as CSV, JSON or XLSX, streamed',
  description:
    'Same rows and order as the moves route, folded ones included. The file names its query, as-of, row count and SHA-256.',
  access: 'allowed',
  audit: 'export',
  params: addressParams,
  query: z.object({
    ...accountHistoryFilters,
    ...valueCurrency,
    format: z.enum(['csv', 'json', 'xlsx']).default('csv'),
  }),
  mediaTypes: ['text/csv', 'application/json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const getAccountTransaction = defineRoute({
  method: 'GET',
  path: '/account-ledger/:chain/transactions/:hash',
  tag,
  summary: 'One transaction with its moves, logs and what known protocols did in it',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: accountChainId, hash }),
  query: z.object(valueCurrency),
  output: z.object({
    ...accountEnvelope,
    chain: accountChainId,
    prices: pricesAsOf,
    transaction: z.object({
      ...accountTransactionHead,
      hash,
      blockHash: hash.nullable(),
      failure: z.string().nullable(),
      gasUsed: units.nullable(),
      gasPrice: units.nullable(),
      nonce: units.nullable(),
      /** Null where the source names none. */
      type: z.number().int().nullable(),
      /** Call data in hex, cut after 1,024 bytes. */
      input: z.string(),
      /** Null where it is not known whether it carries any. */
      inputLength: z.number().int().nullable(),
      /** Which kinds of facts are held of it. */
      holds: z.object({ call: z.boolean(), fee: z.boolean(), logs: z.boolean(), internals: z.boolean() }),
    }),
    /** In the declared order; at most 2,000. */
    moves: z.array(accountMove),
    moveCount: z.number().int(),
    logs: z.array(
      z.object({
        logIndex: z.number().int(),
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string(),
        name: z.string().nullable(),
      }),
    ),
    actions: z.array(protocolAction),
    /** Net change of every address by asset, all kinds counted; they sum to zero but for what came into being or was burned. */
    net: z.array(z.object({ address: z.string(), changes: z.array(assetAmount) })),
  }),
});

export const accountLedgerRoutes = {
  listAccountChains,
  getAccount,
  listAccountTransactions,
  listAccountMoves,
  listAccountAssets,
  listAccountCounterparties,
  listAccountLinks,
  getAccountActivity,
  exportAccount,
  getAccountTransaction,
  listAccountBlocks,
  getAccountBlock,
};
