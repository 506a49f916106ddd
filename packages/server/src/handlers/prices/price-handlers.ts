import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { PriceRow } from '@trailmark/core/price';
import { describePriceSource } from '@trailmark/ingest/prices/catalogue';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { getPriceRows, summariseAsset } from '../../knowledge/prices/price-table-rows.ts';

type DailyPrices = RouteOutput<Contract['getDailyPrices']>;

/** Answers about the price table itself. */
export function createPriceHandlers({
  prices,
}: Pick<Knowledge, 'prices'>): Pick<Handlers, 'listPrices' | 'getDailyPrices'> {
  return {
    async listPrices() {
      const reader = prices();
      return {
        prices: { version: reader.version },
        currencies: [...reader.currencies],
        assets: reader.assets.flatMap((asset) => summariseAsset(reader, asset) ?? []),
      };
    },

    async getDailyPrices({ params: { asset }, query: { currency, fromDay, toDay } }) {
      const reader = prices();
      const isWanted = ({ day }: PriceRow): boolean => day >= (fromDay ?? '') && day <= (toDay ?? '9999-12-31');
      const rows = getPriceRows(reader, asset, currency).filter(isWanted);
      const others = (reader.others?.(asset, currency) ?? []).filter(isWanted);
      const ids = [...new Set([...rows, ...others].map(({ source }) => source))];
      const indexes = new Map(ids.map((id, i) => [id, i]));
      const toTuple = ({ day, nano, source }: PriceRow): DailyPrices['rows'][number] => [
        day,
        nano,
        indexes.get(source) ?? 0,
      ];
      return {
        prices: { version: reader.version },
        asset,
        currency,
        sources: ids.map((id) => ({ id, ...describePriceSource(id) })),
        rows: rows.map(toTuple),
        others: others.map(toTuple),
      };
    },
  };
}
