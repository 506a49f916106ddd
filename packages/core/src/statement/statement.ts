import type { ChainId } from '../chain.ts';
import type { AssetId } from '../ledger.ts';
import { dayOf } from '../price.ts';

/** What a line of a statement is. */
export const LINE_TYPES = [
  'deposit',
  'withdrawal',
  'own-transfer',
  'joint',
  'swap',
  'bridge',
  'wrap',
  'mint',
  'burn',
  'mining',
  /** What earlier versions named withdrawals of validators: no rule says it, files and links may. */
  'reward',
  'validator-withdrawal',
  'stake',
  'airdrop',
  'nft-buy',
  'nft-sale',
  'approval',
  'failed-fee',
  'call',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** Which day's close values a line: prices are closes of UTC days, so there is no price of the minute. */
export const PRICE_RULES = ['day-close', 'previous-close'] as const;
export type PriceRule = (typeof PRICE_RULES)[number];

const DAY = 86_400;

/** UTC day whose close values a line of this time. */
export function priceDayOf(time: number, rule: PriceRule): string {
  return dayOf(rule === 'day-close' ? time : time - DAY);
}

export const LINE_GROUPS = ['transaction', 'day', 'month'] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

/** For whom the document is written. */
export const STATEMENT_TEMPLATES = ['bank', 'tax', 'exhibit'] as const;
export type StatementTemplate = (typeof STATEMENT_TEMPLATES)[number];

/** How coins that leave are matched with coins that came. `coin-exact` exists on chains of outputs only. */
export const LOT_METHODS = ['fifo', 'lifo', 'average', 'coin-exact'] as const;
export type LotMethod = (typeof LOT_METHODS)[number];

/** One part of the set. Addresses are in the chain's own spelling. */
export type StatementSubject =
  | { readonly kind: 'address'; readonly chain: ChainId; readonly text: string }
  /** Everything that the conservative view joins with the address: an inference. */
  | { readonly kind: 'cluster'; readonly chain: ChainId; readonly text: string }
  /** An extended public key or an output descriptor. */
  | { readonly kind: 'descriptor'; readonly chain: ChainId; readonly text: string };

/** The request of a statement. The same request over the same ledger, labels and prices gives the same bytes. */
export interface StatementRequest {
  readonly subjects: readonly StatementSubject[];
  /** Seconds since 1970 UTC: `from` is in the period, `to` is not. Null: from the first, or up to the last whole block. */
  readonly from: number | null;
  readonly to: number | null;
  /** IANA name; days and months of the statement are those of the zone. */
  readonly zone: string;
  readonly currency: string;
  readonly priceRule: PriceRule;
  readonly group: LineGroup;
  /** Lines of transfers within the set; their fees are always lines. */
  readonly ownTransfers: boolean;
  /** Lines of tokens nobody vouches for that arrived unasked. Sums never contain them. */
  readonly spam: boolean;
  readonly template: StatementTemplate;
  /** Highest number of unused addresses in a row that ends the search of a descriptor. */
  readonly gapLimit: number;
}

/** An asset as a document names it. */
export interface StatementAsset {
  readonly id: AssetId;
  /** A ticker that somebody vouches for, else `unknown token`. */
  readonly symbol: string;
  /** What the contract calls itself: a stranger's text, quoted. */
  readonly statedName: string | undefined;
  readonly decimals: number;
  /** Nobody vouches for it. */
  readonly isUnverified: boolean;
}

export interface StatementLeg {
  readonly asset: AssetId;
  /** Smallest unit; positive came in, negative went out. */
  readonly amount: bigint;
  readonly tokenId: bigint | undefined;
  /** At the price of the rule's day, millionths of the currency, with the sign of the amount; undefined: no price. */
  readonly value: bigint | undefined;
}

/** The price that values the amounts of an asset on one day. */
export interface StatementRate {
  readonly asset: AssetId;
  /** UTC, `YYYY-MM-DD`: the day whose close it is. */
  readonly day: string;
  /** Billionths of the currency for one whole coin. */
  readonly nano: bigint;
  /** Who stated it. */
  readonly source: string;
}

/** The transaction by which money that left over a bridge arrived. */
export interface LineArrival {
  readonly chain: ChainId;
  readonly height: number;
  readonly time: number;
  readonly txid: string | undefined;
}

/** Who is on the other side of a line. */
export interface StatementParty {
  readonly address: string;
  /** The label that is shown, and its category: a claim. */
  readonly label: string | undefined;
  readonly category: string | undefined;
}

/** One line. Its balances are those of the whole set after it. */
export interface StatementLine {
  /** 1 is the first of the period. */
  readonly no: number;
  readonly chain: ChainId;
  readonly height: number;
  readonly time: number;
  /** Display order; undefined for what a block pays itself. */
  readonly txid: string | undefined;
  /** Place among the lines of its transaction, from 0, and how many there are. */
  readonly part: number;
  readonly parts: number;
  readonly type: LineType;
  /** `fact`: the ledger says so. `inference`: the rule does. */
  readonly basis: 'fact' | 'inference';
  readonly rule: string | undefined;
  readonly legs: readonly StatementLeg[];
  readonly fee: StatementLeg | undefined;
  /** At most three; `partyCount` says how many there are. */
  readonly parties: readonly StatementParty[];
  readonly partyCount: number;
  /** Addresses of the set that took part, at most three. */
  readonly own: readonly string[];
  /** After the line, one for each asset it moved; undefined where history is incomplete. */
  readonly balances: readonly { readonly asset: AssetId; readonly amount: bigint | undefined }[];
  readonly isSpam: boolean;
  /** Words of the rule, such as the protocol; undefined where there is nothing to say. */
  readonly note: string | undefined;
  /** Where a bridge transfer of the set arrived, whose legs are part of this line; undefined for every other line. */
  readonly arrival: LineArrival | undefined;
}

/** Why and from where on balances of an asset are not known. */
export interface StatementGap {
  readonly asset: AssetId;
  readonly kind: 'not-indexed' | 'negative' | 'unknown-input' | 'too-large' | 'not-derivable';
  /** First height that is not known to be whole. */
  readonly fromHeight: number;
  /** Last height of the gap, where there is an end to it. */
  readonly toHeight: number | undefined;
  /** Seconds: from this time on. */
  readonly fromTime: number;
  /** A sentence: what is missing and what would mend it. */
  readonly reason: string;
  /** What must have come in for the balance not to be negative; smallest unit. */
  readonly missingAtLeast: bigint | undefined;
  /** The line before which the gap opens; undefined: before the first line, or after the last. */
  readonly beforeLine: number | undefined;
}

/** One row of the table of balances: `opening + in - out - fees = closing`, exact in the smallest unit. */
export interface AssetStatement {
  readonly asset: StatementAsset;
  readonly chain: ChainId;
  /** Undefined where history before the period is incomplete. */
  readonly opening: bigint | undefined;
  readonly in: bigint;
  readonly out: bigint;
  readonly fees: bigint;
  /** Undefined where anything up to the end is incomplete. */
  readonly closing: bigint | undefined;
  /** Of the closing balance at the end, millionths of the currency. */
  readonly closingValue: bigint | undefined;
  readonly gaps: readonly StatementGap[];
  readonly lineCount: number;
  /** Kept out of tables and totals: nobody vouches for it and it came unasked. */
  readonly isSpam: boolean;
}

/** Sums of the lines of one month, category, counterparty or type, in one asset. */
export interface StatementTotal {
  /** `2026-03`, a category, an address, a type. */
  readonly key: string;
  readonly label: string | undefined;
  readonly chain: ChainId;
  readonly asset: AssetId;
  readonly in: bigint;
  readonly out: bigint;
  readonly fees: bigint;
  readonly count: number;
  /** Millionths of the currency, of the lines that have a price. */
  readonly valueIn: bigint;
  readonly valueOut: bigint;
  /** Lines without a price: they are in no value. */
  readonly unpriced: number;
}

/** No amount of a sum has a price on this side: its value is not known, which is not zero. */
export function hasNoPrice(
  total: Omit<StatementTotal, 'key' | 'label' | 'chain' | 'asset'>,
  side: 'in' | 'out',
): boolean {
  const [units, value] = side === 'in' ? [total.in, total.valueIn] : [total.out + total.fees, total.valueOut];
  return total.unpriced > 0 && units > 0n && value === 0n;
}
export const TOTAL_KINDS = ['month', 'type', 'category', 'counterparty'] as const;
export type TotalKind = (typeof TOTAL_KINDS)[number];

/** A balance at the end of a step, for the chart and its table. */
export interface BalancePoint {
  readonly time: number;
  /** Undefined where it is not known. */
  readonly amount: bigint | undefined;
}

/** A bridge transfer of the set, which is one line: an inference, because only the id joins what left and what arrived. */
export interface BridgePair {
  /** The id that the logs of both sides carry. */
  readonly message: string;
  readonly line: number;
  readonly from: ChainId;
  readonly to: ChainId;
}
