import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, cursor, hash, height, scriptType, units, unixSeconds } from '../wire.ts';
import { historyFilters } from './history.ts';
import {
  addressParams,
  assetId,
  assetReference,
  defineAnswer,
  pageQuery,
  transferRow,
  valuedPageQuery,
} from './ledger-wire.ts';
import { pricesAsOf } from './price.ts';

const tag = 'Addresses';
const next = cursor.nullable();

export const listAddressTransfers = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/transfers',
  alsoAt: [
    '/api/v1/:chain/addresses/:address/moves',
    '/api/v1/account-ledger/:chain/addresses/:address/moves',
    '/api/v1/account-ledger/:chain/addresses/:address/transfers',
  ],
  tag,
  summary: 'Single transfers of an address: every transfer of every asset, one a row',
  description:
    'On a chain of outputs a row is an output to the address (`output`) or one of its outputs spent (`input`): a ' +
    'transaction of many inputs has no single sender, so `from` or `to` is null.',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ ...historyFilters, ...valuedPageQuery }),
  output: defineAnswer({ prices: pricesAsOf, items: z.array(transferRow), next }, {}, {}),
});

/** What two addresses put into one transaction of outputs and got out of it. */
export const outputLink = z.object({
  txid: hash,
  /** The same as `txid`, under the name it has on every chain. */
  hash,
  height,
  time: unixSeconds,
  timeEstimated: z.boolean(),
  address: z.object({ sent: units, received: units }),
  other: z.object({ sent: units, received: units }),
  relation: z.enum(['pays', 'paid-by', 'co-spends', 'co-receives', 'mixed']),
});

export const listAddressLinks = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/links/:other',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/links/:other'],
  tag,
  summary: 'What joins two addresses: every shared transaction of outputs, every transfer between accounts',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: chainId, address: addressText, other: addressText }),
  query: z.object(valuedPageQuery),
  output: defineAnswer({ next }, { items: z.array(outputLink) }, { prices: pricesAsOf, items: z.array(transferRow) }),
});

const counterpartyFields = {
  address: z.string(),
  asset: assetReference,
  /** What the address sent to it: on chains of outputs the value of its outputs in transactions that the address funded. */
  sentTo: units,
  /** What it sent to the address: on chains of outputs the value of its inputs in transactions that pay the address. */
  receivedFrom: units,
  /** Transactions shared on chains of outputs, transfers between the two on account chains. */
  count: z.number().int(),
  firstHeight: height,
  firstTime: unixSeconds,
  firstTimeEstimated: z.boolean(),
  lastHeight: height,
  lastTime: unixSeconds,
  lastTimeEstimated: z.boolean(),
};

export const outputCounterparty = z.object({
  ...counterpartyFields,
  scriptType,
  transactionCount: z.number().int(),
});
export const accountCounterparty = z.object({ ...counterpartyFields, moves: z.number().int() });

export const listAddressCounterparties = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/counterparties',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/counterparties'],
  tag,
  summary: 'Who an address exchanged assets with, by asset',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({
    asset: assetId.optional(),
    sort: z.enum(['sent', 'received', 'count', 'last']).default('count'),
    ...pageQuery,
  }),
  output: defineAnswer(
    { total: z.number().int(), next },
    { items: z.array(outputCounterparty) },
    { items: z.array(accountCounterparty) },
  ),
});

const period = z.enum(['hour', 'day', 'week', 'month']);
const pointFields = {
  time: unixSeconds,
  received: units,
  sent: units,
  /** Transactions on chains of outputs, transfers on account chains. */
  count: z.number().int(),
  /** At the end of the period; null when not known. */
  balance: units.nullable(),
};

export const getAddressActivity = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/activity',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/activity'],
  tag,
  summary: 'Balance over time and volumes of one asset per period, and hour-by-weekday counts',
  access: 'allowed',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ asset: assetId.optional(), period: z.enum(['auto', ...period.options]).default('auto') }),
  output: defineAnswer(
    {
      asset: assetReference,
      period,
      /** 7 rows (Monday first) of 24 counts, UTC. */
      weekdayHours: z.array(z.array(z.number().int())),
    },
    /** One point a period with activity, in time order. */
    { points: z.array(z.object({ ...pointFields, transactions: z.number().int() })) },
    { points: z.array(z.object({ ...pointFields, moves: z.number().int() })) },
  ),
});

export const transferRoutes = {
  listAddressTransfers,
  listAddressLinks,
  listAddressCounterparties,
  getAddressActivity,
};
