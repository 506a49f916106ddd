import type { Contract } from '@trailmark/api/contract';
import type { NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { WeighedCollection } from './kept-collections.ts';
import { type NftView, toSales } from './nft-view.ts';

type SalesQuery = RouteInput<Contract['listNftSales']>['query'];

function isShown(collection: WeighedCollection, { view, rule }: SalesQuery): (sale: number) => boolean {
  const { set, weights, run } = collection;
  const own = rule === undefined ? undefined : run.runs.find((each) => each.rule.id === rule);
  if (rule !== undefined && !own)
    throw new AppError(
      'invalid',
      `There is no wash rule “${rule}”. There are: ${run.runs.map((each) => each.rule.id).join(', ')}.`,
    );
  const weightOf = (sale: number): number => weights[sale] ?? 0;
  return (sale) => {
    if (own) return own.flagged[sale] === 1;
    if (view === 'strict') return weightOf(sale) >= set.strictFrom;
    if (view === 'loose') return weightOf(sale) >= set.looseFrom;
    return view === 'all' || weightOf(sale) < set.strictFrom;
  };
}

/** One page of sales, highest price or latest first. */
export async function listNftSales(
  view: NftView,
  collection: WeighedCollection,
  query: SalesQuery,
): Promise<{ items: NftSaleAnswer[]; total: number }> {
  const { sales, table } = collection.items;
  const places = sales.map((_, i) => i).filter(isShown(collection, query));
  const price = (sale: number): bigint => ((table.sales.unit[sale] ?? -1) < 0 ? -1n : (table.sales.price[sale] ?? -1n));
  const byPrice = (a: number, b: number): number => (price(a) < price(b) ? 1 : price(a) > price(b) ? -1 : b - a);
  places.sort(query.sort === 'price' ? byPrice : (a, b) => b - a);
  const page = places.slice(query.offset, query.offset + query.limit);
  return { items: await toSales(view, collection, page), total: places.length };
}
