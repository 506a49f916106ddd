import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { accountChainId, accountEnvelope, addressText, provenance, units, unixSeconds } from '../wire.ts';
import {
  collectionIdentity,
  itemEvent,
  nftMoney,
  nftParty,
  nftSale,
  nftVolume,
  stolenTrail,
  tokenId,
  washFinding,
  washRuleResult,
  washSetAnswer,
  washSetText,
} from './nft-wire.ts';

const tag = 'NFT analysis';
/** A collection is read from its first transfer. */
const NFT_DEADLINE_MS = 120_000;
const chainOnly = z.object({ chain: accountChainId });
const collection = z.object({ chain: accountChainId, contract: addressText });
const token = collection.extend({ token: tokenId });
const made = { ...accountEnvelope, provenance };
/** Text without an answer: why a figure is not known. */
const reason = z.string().nullable();

export const listNftCollections = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections',
  tag,
  summary: 'Contracts whose items moved in the index, most transfers first',
  access: 'allowed',
  audit: 'look-up',
  params: chainOnly,
  output: z.object({
    ...accountEnvelope,
    items: z.array(
      collectionIdentity.extend({ moves: z.number().int(), tokens: z.number().int(), lastTime: unixSeconds }),
    ),
  }),
});

export const getNftCollection = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections/:contract',
  tag,
  summary: 'A collection: volume with and without wash trades, rules, rings, floor, holders, traders, thefts',
  description:
    'Wash trades are inferences of weighted rules. All sales less flagged sales are the sales without wash trades, to the smallest unit, in the strict and in the loose view. A rule whose data are not indexed did not run: that is not the same as nothing found.',
  access: 'allowed',
  audit: 'look-up',
  params: collection,
  query: z.object({ set: washSetText }),
  output: z.object({
    ...made,
    identity: collectionIdentity,
    set: washSetAnswer,
    period: z.object({ from: unixSeconds.nullable(), to: unixSeconds.nullable() }),
    /** Name and decimals of what most sales are priced in. */
    unit: z.object({ symbol: z.string(), decimals: z.number().int().nullable() }),
    transferCount: z.number().int(),
    tokenCount: z.number().int(),
    saleCount: z.number().int(),
    unpricedCount: z.number().int(),
    /** Sales without a known buyer or seller: no rule can read them. */
    namelessCount: z.number().int(),
    strict: z.array(nftVolume),
    loose: z.array(nftVolume),
    rules: z.array(washRuleResult),
    rings: z.array(washFinding),
    ringCount: z.number().int(),
    unsearchedTokens: z.array(z.string()),
    leftOut: z.array(z.object({ funder: nftParty, reason: z.string(), wallets: z.number().int() })),
    periodKind: z.enum(['month', 'quarter']),
    periods: z.array(
      z.object({
        time: unixSeconds,
        count: z.number().int(),
        amount: units,
        strict: units,
        loose: units,
        lowest: units.nullable(),
        highest: units,
      }),
    ),
    traders: z.array(
      z.object({
        wallet: nftParty,
        boughtCount: z.number().int(),
        bought: units,
        soldCount: z.number().int(),
        sold: units,
      }),
    ),
    traderCount: z.number().int(),
    /** What the ten largest buyers bought, of what buyers who are known bought. */
    largestTen: z.object({ bought: units, all: units }),
    highest: z.array(nftSale),
    holders: z.object({
      reason,
      count: z.number().int(),
      items: units,
      top: z.array(z.object({ wallet: nftParty, items: units })),
    }),
    minters: z.object({
      reason,
      count: z.number().int(),
      top: z.array(z.object({ wallet: nftParty, items: z.number().int(), funder: nftParty.nullable() })),
    }),
    thefts: z.array(stolenTrail),
    theftCount: z.number().int(),
    priceTransfers: z.array(
      z.object({
        sale: nftSale,
        usual: units,
        links: z.array(z.object({ rule: z.string(), title: z.string(), finding: z.number().int() })),
      }),
    ),
  }),
  deadlineMs: NFT_DEADLINE_MS,
});

export const listNftSales = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections/:contract/sales',
  tag,
  summary: 'Sales of a collection: all, those flagged strictly or loosely, or those of one rule',
  access: 'allowed',
  audit: 'look-up',
  params: collection,
  query: z.object({
    set: washSetText,
    view: z.enum(['all', 'strict', 'loose', 'clean']).default('strict'),
    rule: z.string().max(40).optional(),
    sort: z.enum(['price', 'time']).default('price'),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(25),
  }),
  output: z.object({ ...accountEnvelope, items: z.array(nftSale), total: z.number().int() }),
  deadlineMs: NFT_DEADLINE_MS,
});

export const getNftFinding = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections/:contract/findings/:rule/:index',
  tag,
  summary: 'The proof of a wash flag: sales, the steps that close the cycle, payments, first funding',
  access: 'allowed',
  audit: 'look-up',
  params: collection.extend({ rule: z.string().max(40), index: z.coerce.number().int().min(0).max(10_000_000) }),
  query: z.object({ set: washSetText }),
  output: z.object({ ...made, finding: washFinding, innocent: z.string() }),
  deadlineMs: NFT_DEADLINE_MS,
});

export const NFT_FILE_FORMATS = ['csv', 'json', 'xlsx'] as const;

export const exportNftSales = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections/:contract/export',
  tag,
  summary: 'Every sale of a collection with its weights and flags, as CSV, workbook or JSON',
  access: 'allowed',
  audit: 'export',
  params: collection,
  query: z.object({ set: washSetText, format: z.enum(NFT_FILE_FORMATS).default('csv') }),
  mediaTypes: ['text/csv', 'application/json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  deadlineMs: NFT_DEADLINE_MS,
});

export const getNftToken = defineRoute({
  method: 'GET',
  path: '/nft/:chain/collections/:contract/tokens/:token',
  tag,
  summary: 'One token: its transfers and sales from the first one indexed, owners, open approvals, metadata',
  access: 'allowed',
  audit: 'look-up',
  params: token,
  query: z.object({ set: washSetText }),
  output: z.object({
    ...made,
    identity: collectionIdentity,
    token: z.string(),
    unit: z.object({ symbol: z.string(), decimals: z.number().int().nullable() }),
    events: z.array(itemEvent),
    /** More happened than is listed. */
    isCut: z.boolean(),
    /** Several people may own a piece at a time: then no owner is named, and no place is missing something. */
    isEdition: z.boolean(),
    /** Places before which something is missing: the receiver of one transfer is not the giver of the next. */
    breaks: z.array(z.object({ before: z.number().int(), message: z.string() })),
    saleCount: z.number().int(),
    saleSum: units,
    cleanCount: z.number().int(),
    cleanSum: units,
    lastPrice: nftMoney.nullable(),
    lastOwner: nftParty.nullable(),
    lastOwnerSince: unixSeconds.nullable(),
    /** Undefined where later blocks are not indexed. */
    ownerToday: nftParty.nullable(),
    /** True where wash rules could be run on its sales. */
    rings: z.array(washFinding),
    metadata: z.object({
      kind: z.enum(['on-chain', 'ipfs', 'arweave', 'http', 'other', 'not-known']),
      /** As the contract logged it, at most 300 characters: a stranger's text. */
      uri: z.string().nullable(),
      hash: z.string().nullable(),
      /** An SVG that the contract itself logged, as base64, at most 200,000 bytes. */
      picture: z.string().nullable(),
      reason,
    }),
    thefts: z.array(stolenTrail),
  }),
  deadlineMs: NFT_DEADLINE_MS,
});

export const getNftWallet = defineRoute({
  method: 'GET',
  path: '/nft/:chain/wallets/:address',
  tag,
  summary: 'The items of a wallet: holdings, bought and sold, profit, first funding, mints, thefts, open approvals',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: accountChainId, address: addressText }),
  output: z.object({
    ...made,
    wallet: nftParty,
    unit: z.object({ symbol: z.string(), decimals: z.number().int().nullable() }),
    eventCount: z.number().int(),
    isCut: z.boolean(),
    holdingCount: z.number().int(),
    holdings: z.array(
      z.object({
        contract: z.string(),
        name: z.string().nullable(),
        token: z.string(),
        amount: units,
        since: unixSeconds,
        kind: z.string(),
        cost: nftMoney.nullable(),
      }),
    ),
    bought: z.object({ count: z.number().int(), sum: units, unpriced: z.number().int() }),
    sold: z.object({ count: z.number().int(), sum: units, unpriced: z.number().int() }),
    /** Over items bought and sold for themselves in the main unit, after the fees that events state; `gross`: of how many they state none. */
    profit: z.object({
      count: z.number().int(),
      sum: units,
      notKnown: z.number().int(),
      gross: z.number().int(),
    }),
    closed: z.array(
      z.object({
        contract: z.string(),
        name: z.string().nullable(),
        token: z.string(),
        from: unixSeconds,
        to: unixSeconds,
        cost: nftMoney.nullable(),
        proceeds: nftMoney.nullable(),
        profit: units.nullable(),
        /** The event of the sale states no fees: the seller may have got less. */
        isGross: z.boolean(),
      }),
    ),
    unexplained: z.number().int(),
    mints: z.number().int(),
    funding: z.object({ funder: nftParty, time: unixSeconds, paid: nftMoney, isFirst: z.boolean() }).nullable(),
    approvals: z.array(
      z.object({
        contract: z.string(),
        name: z.string().nullable(),
        spender: nftParty,
        token: z.string().nullable(),
        time: unixSeconds,
      }),
    ),
    thefts: z.array(stolenTrail),
    events: z.array(itemEvent),
  }),
  deadlineMs: NFT_DEADLINE_MS,
});

export const nftRoutes = {
  listNftCollections,
  getNftCollection,
  listNftSales,
  getNftFinding,
  exportNftSales,
  getNftToken,
  getNftWallet,
};
