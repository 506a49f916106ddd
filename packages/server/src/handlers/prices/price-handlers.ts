import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readDailyPrices, summariseAsset } from '../../knowledge/prices/price-table-rows.ts';

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

    getDailyPrices: async ({ params, query }) => readDailyPrices(prices(), params.asset, query),
  };
}
