import { findTradingPairs } from '../trading-pairs.ts';
import { createFinding, defineWashRule, type WashFinding } from '../wash-rule.ts';

/** Two wallets sell tokens of the collection to each other, in both directions. */
export const backAndForthCollection = defineWashRule({
  id: 'back-and-forth-collection',
  version: 2,
  title: 'Back and forth, same collection',
  weight: 1,
  needs: 'sales',
  innocent: 'Two active traders who meet twice; dealers do so often.',
  params: [],
  find(world): WashFinding[] {
    const all = Array.from({ length: world.table.sales.count }, (_, sale) => sale);
    return findTradingPairs(world, all).map(({ sales, wallets }) => createFinding(this, { sales, wallets }));
  },
});
