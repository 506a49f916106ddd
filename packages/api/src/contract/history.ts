import { MOVE_KIND_GROUPS, MOVE_KINDS, type MoveKindGroup } from '@trailmark/core/account-block';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, cursor, hash, height, units, unixSeconds } from '../wire.ts';
import {
  accountMove,
  accountTransactionHead,
  addressParams,
  assetChange,
  assetId,
  defineAnswer,
  party,
  protocolAction,
  valuedPageQuery,
} from './ledger-wire.ts';
import { fiatValue, pricesAsOf, valueCurrency } from './price.ts';

/** Filters of a history on any chain. One that a chain cannot answer is refused with what it does answer. */
export const historyFilters = {
  direction: z.enum(['in', 'out', 'self']).optional(),
  asset: assetId.optional(),
  kind: z
    .enum([...MOVE_KINDS, ...(Object.keys(MOVE_KIND_GROUPS) as MoveKindGroup[])])
    .optional()
    .meta({
      description:
        'Kind of transfer, on account chains. `tokens` are amounts of tokens, `items` single items (NFT), of every standard.',
    }),
  fromTime: z.coerce.number().int().nonnegative().optional(),
  toTime: z.coerce.number().int().nonnegative().optional(),
  fromHeight: z.coerce.number().int().nonnegative().optional(),
  toHeight: z.coerce.number().int().nonnegative().optional(),
  /** Bounds in the smallest unit: on the net amount of a transaction of outputs, on one transfer of `asset` on account chains. */
  minAmount: units.optional(),
  maxAmount: units.optional(),
  counterparty: addressText.optional(),
  /** `1` leaves out token transfers of nothing. */
  withoutZero: z.enum(['1']).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
};

/** One transaction as seen from one address of a chain of outputs. */
export const outputHistoryRow = z.object({
  txid: hash,
  /** The same as `txid`, under the name it has on every chain. */
  hash,
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
  /** Net change by asset: of the coin, the one there is. */
  changes: z.array(assetChange).nullable(),
  /** Balance after this transaction, in history order; null where an earlier part is missing or a filter hides rows. */
  runningBalance: units.nullable(),
  /** Whole fee of the transaction when every input value is known. */
  fee: units.nullable(),
  isCoinbase: z.boolean(),
  /** Up to five on the other side, largest first, and how many there are in all. */
  counterparties: z.array(party),
  counterpartyCount: z.number().int(),
  inputCount: z.number().int(),
  outputCount: z.number().int(),
  flags: z.array(
    z.enum(['coinbase', 'unconfirmed', 'inputs-unknown', 'dust', 'p2pk', 'unspendable', 'replaced', 'no-raw']),
  ),
});
export type OutputHistoryRow = z.output<typeof outputHistoryRow>;

/** A transaction of an account chain as seen from one address, with that address's own transfers in it. */
export const accountHistoryRow = z.object({
  ...accountTransactionHead,
  /** The address paid the fee of this transaction. */
  paysFee: z.boolean(),
  moves: z.array(accountMove),
  /** May be more than are listed. */
  moveCount: z.number().int(),
  /** Net change by asset, over all its transfers here; at most ten assets. Null where not all are listed. */
  net: z.array(assetChange).nullable(),
  /** The same as `net`, under the name it has on every chain. */
  changes: z.array(assetChange).nullable(),
  counterparties: z.array(party),
  counterpartyCount: z.number().int(),
  actions: z.array(protocolAction),
  /** Nothing but noise moved here. Says why. */
  folded: z.string().nullable(),
});
export type AccountHistoryRow = z.output<typeof accountHistoryRow>;

const next = cursor.nullable();

export const listAddressTransactions = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/transactions',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/transactions'],
  tag: 'Addresses',
  summary: 'History of an address by transaction, a page at a time',
  access: 'public',
  audit: 'look-up',
  params: addressParams,
  query: z.object({ ...historyFilters, ...valuedPageQuery }),
  output: defineAnswer(
    { prices: pricesAsOf },
    { items: z.array(outputHistoryRow), next },
    { items: z.array(accountHistoryRow), next },
  ),
});

export const exportAddress = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/export',
  alsoAt: ['/api/v1/account-ledger/:chain/addresses/:address/export'],
  tag: 'Addresses',
  summary: 'The whole filtered history as CSV, JSON or XLSX, streamed',
  description:
    'Same rows and order as the transactions route; on account chains as the transfers route, folded ones included. The file ' +
    'names its query, as-of, row count and SHA-256 of its rows.',
  access: 'allowed',
  audit: 'export',
  params: addressParams,
  query: z.object({ ...historyFilters, ...valueCurrency, format: z.enum(['csv', 'json', 'xlsx']).default('csv') }),
  mediaTypes: ['text/csv', 'application/json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const historyRoutes = { listAddressTransactions, exportAddress };
