import { ITEM_EVENT_KINDS } from '@trailmark/core/nft';
import { z } from 'zod';
import { hash, height, units, unixSeconds } from '../wire.ts';

/** Decimal text of up to 78 digits: larger than any number of a program. */
const DECIMAL = /^\d{1,78}$/;

export const tokenId = z
  .string()
  .regex(DECIMAL, 'A token id is a decimal number of up to 78 digits.')
  // A text that is no number was refused above, and is still checked here.
  .refine((text) => !DECIMAL.test(text) || BigInt(text) < 2n ** 256n, 'A token id is below 2^256.');

/** Weights and numbers of the wash rules in one text: `ring:3,same-wallet:4,ringDays=90,strict=2`. Left out: the published set. */
export const washSetText = z.string().max(600).optional();

const party = z.object({
  address: z.string(),
  /** What a label states; null where none does. */
  name: z.string().nullable(),
  category: z.string().nullable(),
});

const money = z.object({
  /** Smallest unit. */
  amount: units,
  symbol: z.string(),
  /** Null where the contract states none: then the amount is in its smallest unit. */
  decimals: z.number().int().nullable(),
  /** Millionths of a US dollar on the day; null where there is no price. */
  value: units.nullable(),
  /** A table states it, no payment shows it. */
  isStated: z.boolean(),
});

const flag = z.object({ rule: z.string(), title: z.string(), weight: z.number().int(), finding: z.number().int() });

export const nftSale = z.object({
  index: z.number().int(),
  txid: hash.nullable(),
  height,
  time: unixSeconds,
  market: z.string(),
  rule: z.string(),
  basis: z.enum(['fact', 'stated']),
  tokens: z.array(z.string()),
  tokenCount: z.number().int(),
  /** Items of all collections: above one the price is that of the bundle. */
  itemCount: z.number().int(),
  seller: party.nullable(),
  buyer: party.nullable(),
  price: money.nullable(),
  /** Shares of the price; null where the event states none. */
  costs: z.array(z.object({ role: z.enum(['fee', 'royalty', 'other']), to: party, share: money })).nullable(),
  weight: z.number().int(),
  flags: z.array(flag),
  note: z.string(),
});

export const washFinding = z.object({
  rule: z.string(),
  title: z.string(),
  /** Place among the findings of its rule. */
  index: z.number().int(),
  token: z.string().nullable(),
  saleCount: z.number().int(),
  /** At most 60. */
  sales: z.array(nftSale),
  /** Transfers that close the cycle, in order. */
  steps: z.array(
    z.object({
      time: unixSeconds,
      from: party,
      to: party,
      kind: z.enum(ITEM_EVENT_KINDS),
      sale: z.number().int().nullable(),
    }),
  ),
  /** Paid and received for the sales of this finding in the main unit; `sides`: by other payments among the wallets. */
  wallets: z.array(z.object({ wallet: party, paid: units, received: units, net: units, sides: units })),
  payments: z.array(z.object({ time: unixSeconds, txid: hash.nullable(), from: party, to: party, paid: money })),
  funding: z.array(z.object({ wallet: party, funder: party, time: unixSeconds, txid: hash.nullable(), paid: money })),
});

const volume = z.object({
  symbol: z.string(),
  decimals: z.number().int().nullable(),
  count: z.number().int(),
  amount: units,
  flaggedCount: z.number().int(),
  flagged: units,
  cleanCount: z.number().int(),
  clean: units,
});

const need = z.enum(['sales', 'payments', 'funding', 'calls']);

export const washRuleResult = z.object({
  id: z.string(),
  version: z.number().int(),
  title: z.string(),
  weight: z.number().int(),
  needs: need,
  /** What is not indexed, so that the rule did not run; null where it ran. */
  missing: z.string().nullable(),
  findings: z.number().int(),
  sales: z.number().int(),
  /** In the main unit. */
  amount: units,
  innocent: z.string(),
});

export const washSetAnswer = z.object({
  /** `2026.4`, or `edited` with the first digits of a hash over the numbers. */
  version: z.string(),
  isPublished: z.boolean(),
  /** The set in one text, as the query takes it; empty for the published one. */
  text: z.string(),
  strictFrom: z.number().int(),
  looseFrom: z.number().int(),
  params: z.record(z.string(), z.number()),
});

export const collectionIdentity = z.object({
  contract: z.string(),
  /** Known by a list of this software, or what the contract calls itself: a stranger's text. */
  name: z.string().nullable(),
  isVerified: z.boolean(),
  standard: z.string(),
});

export const stolenTrail = z.object({
  pattern: z.string(),
  title: z.string(),
  innocent: z.string(),
  note: z.string(),
  token: z.string(),
  contract: z.string(),
  time: unixSeconds,
  txid: hash.nullable(),
  victim: party,
  taker: party,
  spender: party.nullable(),
  approvedAt: unixSeconds.nullable(),
  /** Every later transfer of the item, the taking first, at most 30. */
  steps: z.array(
    z.object({
      time: unixSeconds,
      txid: hash.nullable(),
      from: party.nullable(),
      to: party.nullable(),
      kind: z.enum(ITEM_EVENT_KINDS),
      market: z.string().nullable(),
    }),
  ),
  markets: z.array(z.string()),
  isReturned: z.boolean(),
});

export const itemEvent = z.object({
  txid: hash.nullable(),
  height,
  time: unixSeconds,
  kind: z.enum(ITEM_EVENT_KINDS),
  contract: z.string(),
  token: z.string(),
  amount: units,
  from: party.nullable(),
  to: party.nullable(),
  sale: nftSale.nullable(),
  /** Permissions of the giver that were open when the item left. */
  approvals: z.array(z.object({ spender: party, isAll: z.boolean(), time: unixSeconds })),
});

export { money as nftMoney, party as nftParty, volume as nftVolume };
export type NftSaleAnswer = z.output<typeof nftSale>;
export type WashFindingAnswer = z.output<typeof washFinding>;
export type NftParty = z.output<typeof party>;
export type NftMoney = z.output<typeof money>;
export type ItemEventAnswer = z.output<typeof itemEvent>;
export type StolenTrailAnswer = z.output<typeof stolenTrail>;
