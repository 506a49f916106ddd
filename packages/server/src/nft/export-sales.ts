import type { NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import { nftSale } from '@trailmark/api/contract/nft-wire';
import type { Cell } from '@trailmark/documents/cell';
import { z } from 'zod';
import type { ExportSource } from '../answers/export-rows.ts';
import type { WeighedCollection } from './kept-collections.ts';
import { type NftView, toSales } from './nft-view.ts';
import { nameWashSet, writeWashSet } from './wash-set-text.ts';

const BATCH = 500;
const COLUMNS = [
  ...['number', 'time_utc', 'height', 'transaction', 'market', 'basis', 'tokens', 'items', 'seller', 'seller_label'],
  ...[
    'buyer',
    'buyer_label',
    'price_smallest_unit',
    'asset',
    'decimals',
    'usd_that_day',
    'fees',
    'royalties',
    'other_shares',
  ],
  ...['wash_weight', 'strict', 'loose', 'flags', 'note'],
] as const;

function sumCosts({ costs }: NftSaleAnswer, role: 'fee' | 'royalty' | 'other'): string {
  if (!costs) return '';
  return costs.reduce((sum, cost) => (cost.role === role ? sum + cost.share.amount : sum), 0n).toString();
}

/** Millionths of a dollar as text with six decimals. */
function toDollars(micro: bigint | null | undefined): string {
  if (micro === null || micro === undefined) return '';
  const digits = micro.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function toCells(sale: NftSaleAnswer, { strictFrom, looseFrom }: { strictFrom: number; looseFrom: number }): Cell[] {
  const { price, seller, buyer, weight } = sale;
  return [
    ...[String(sale.index + 1), new Date(sale.time * 1_000).toISOString(), String(sale.height), sale.txid ?? ''],
    ...[sale.market, sale.basis, sale.tokens.join(' '), String(sale.itemCount)],
    ...[seller?.address ?? '', seller?.name ?? '', buyer?.address ?? '', buyer?.name ?? ''],
    ...[
      price?.amount.toString() ?? '',
      price?.symbol ?? '',
      price?.decimals?.toString() ?? '',
      toDollars(price?.value),
    ],
    ...[sumCosts(sale, 'fee'), sumCosts(sale, 'royalty'), sumCosts(sale, 'other')],
    ...[String(weight), weight >= strictFrom ? 'flagged' : '', weight >= looseFrom ? 'flagged' : ''],
    ...[sale.flags.map(({ rule, finding }) => `${rule}#${finding}`).join(' '), sale.note],
  ];
}

/** Every sale of a collection in chain order, with what the file rests on. */
export function toSalesExport(
  view: NftView,
  collection: WeighedCollection,
  about: Readonly<Record<string, string>>,
): ExportSource<NftSaleAnswer> {
  const { set, items } = collection;
  const facts = { ...about, wash_set: nameWashSet(set), wash_set_changes: writeWashSet(set) || 'none' };
  return {
    sheet: 'Sales',
    facts: Object.entries(facts),
    about: facts,
    async *pages() {
      for (let from = 0; from < items.sales.length; from += BATCH) {
        const places = Array.from({ length: Math.min(BATCH, items.sales.length - from) }, (_, i) => from + i);
        yield await toSales(view, collection, places);
      }
    },
    columns: COLUMNS,
    toCells: (sale) => toCells(sale, set),
    encode: (sale) => z.encode(nftSale, sale),
  };
}
