import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import type { AssetLots, Lot, LotResult, LotSpend } from '@trailmark/core/statement/lots';
import {
  type AssetStatement,
  type BalancePoint,
  LINE_GROUPS,
  LINE_TYPES,
  type LineArrival,
  LOT_METHODS,
  PRICE_RULES,
  STATEMENT_TEMPLATES,
  type StatementAsset,
  type StatementGap,
  type StatementLeg,
  type StatementLine,
  type StatementParty,
  type StatementRate,
  type StatementRequest,
  type StatementSubject,
  type StatementTotal,
  type TotalKind,
} from '@trailmark/core/statement/statement';
import type {
  StatementAsOf,
  StatementChart,
  StatementFact,
  StatementHead,
  StatementParts,
} from '../statement-document.ts';
import { type Codec, dictionary, flag, list, nullable, optional, record, text, units, whole, word } from './codec.ts';

const chain: Codec<ChainId> = word(...CHAIN_IDS);
const method = word(...LOT_METHODS);

const asset: Codec<StatementAsset> = record<StatementAsset>({
  id: text,
  symbol: text,
  statedName: optional(text),
  decimals: whole,
  isUnverified: flag,
});

const leg: Codec<StatementLeg> = record<StatementLeg>({
  asset: text,
  amount: units,
  tokenId: optional(units),
  value: optional(units),
});

const party: Codec<StatementParty> = record<StatementParty>({
  address: text,
  label: optional(text),
  category: optional(text),
});

/** One line of a statement. */
export const lineCodec: Codec<StatementLine> = record<StatementLine>({
  no: whole,
  chain,
  height: whole,
  time: whole,
  txid: optional(text),
  part: whole,
  parts: whole,
  type: word(...LINE_TYPES),
  basis: word('fact', 'inference'),
  rule: optional(text),
  legs: list(leg),
  fee: optional(leg),
  parties: list(party),
  partyCount: whole,
  own: list(text),
  balances: list(record<StatementLine['balances'][number]>({ asset: text, amount: optional(units) })),
  isSpam: flag,
  note: optional(text),
  arrival: optional(record<LineArrival>({ chain, height: whole, time: whole, txid: optional(text) })),
});

const gap: Codec<StatementGap> = record<StatementGap>({
  asset: text,
  kind: word('not-indexed', 'negative', 'unknown-input', 'too-large', 'not-derivable'),
  fromHeight: whole,
  toHeight: optional(whole),
  fromTime: whole,
  reason: text,
  missingAtLeast: optional(units),
  beforeLine: optional(whole),
});

const balance: Codec<AssetStatement> = record<AssetStatement>({
  asset,
  chain,
  opening: optional(units),
  in: units,
  out: units,
  fees: units,
  closing: optional(units),
  closingValue: optional(units),
  gaps: list(gap),
  lineCount: whole,
  isSpam: flag,
});

const total: Codec<StatementTotal> = record<StatementTotal>({
  key: text,
  label: optional(text),
  chain,
  asset: text,
  in: units,
  out: units,
  fees: units,
  count: whole,
  valueIn: units,
  valueOut: units,
  unpriced: whole,
});

const lot: Codec<Lot> = record<Lot>({
  id: text,
  asset: text,
  time: whole,
  line: optional(whole),
  amount: units,
  cost: optional(units),
  from: optional(text),
});

const result: Codec<LotResult> = record<LotResult>({
  method,
  asset: text,
  taken: dictionary(units),
  left: units,
  proceeds: units,
  cost: units,
  gain: units,
  unknown: units,
  unsold: units,
});

const takes = optional(list(record<{ lot: string; amount: bigint }>({ lot: text, amount: units })));
const spend: Codec<LotSpend> = record<LotSpend>({
  line: whole,
  amount: units,
  takes: record<LotSpend['takes']>({ fifo: takes, lifo: takes, average: takes, 'coin-exact': takes } as never),
  coins: list(text),
});

const lots: Codec<AssetLots> = record<AssetLots>({
  asset: text,
  lots: list(lot),
  lotCount: whole,
  results: list(result),
  spends: list(spend),
  spendCount: whole,
  missing: optional(text),
});

const rate: Codec<StatementRate> = record<StatementRate>({ asset: text, day: text, nano: units, source: text });

const fact: Codec<StatementFact> = record<StatementFact>({ name: text, value: text });

const asOf: Codec<StatementAsOf> = record<StatementAsOf>({
  chain,
  name: text,
  height: whole,
  hash: text,
  time: whole,
});

const request: Codec<StatementRequest> = record<StatementRequest>({
  subjects: list(record<StatementSubject>({ kind: word('address', 'cluster', 'descriptor'), chain, text } as never)),
  from: nullable(whole),
  to: nullable(whole),
  zone: text,
  currency: text,
  priceRule: word(...PRICE_RULES),
  group: word(...LINE_GROUPS),
  ownTransfers: flag,
  spam: flag,
  template: word(...STATEMENT_TEMPLATES),
  gapLimit: whole,
});

const head: Codec<StatementHead> = record<StatementHead>({
  title: text,
  request,
  agency: optional(text),
  unit: optional(text),
  classification: optional(text),
  particulars: list(fact),
  subjects: list(text),
  from: whole,
  to: whole,
  asOf: list(asOf),
  sources: list(text),
  versions: list(fact),
  hashes: list(fact),
  software: text,
  command: text,
  lineCount: whole,
  unpriced: whole,
  limits: list(text),
});

const point: Codec<BalancePoint> = record<BalancePoint>({ time: whole, amount: optional(units) });
const chart: Codec<StatementChart> = record<StatementChart>({ asset: text, points: list(point) });
const totals = list(total);

/** Everything of a statement but its lines, member by member. */
export const partCodecs: { readonly [K in keyof StatementParts]: Codec<StatementParts[K]> } = {
  assets: dictionary(asset),
  balances: list(balance),
  charts: list(chart),
  head,
  lots: list(lots),
  rates: list(rate),
  totals: record<Record<TotalKind, readonly StatementTotal[]>>({
    month: totals,
    type: totals,
    category: totals,
    counterparty: totals,
  }),
};
