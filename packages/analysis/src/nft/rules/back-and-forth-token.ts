import { findTradingPairs } from '../trading-pairs.ts';
import { createFinding, defineWashRule, salesOf, type WashFinding } from '../wash-rule.ts';

/** Two wallets sell one token to each other, in both directions, at any distance in time. */
export const backAndForthToken = defineWashRule({
  id: 'back-and-forth-token',
  version: 3,
  title: 'Back and forth, same token',
  weight: 2,
  needs: 'sales',
  innocent: 'A seller who regrets and buys back, or a loan between two people in the form of a sale.',
  params: [],
  find(world): WashFinding[] {
    const { tokens, isEdition } = world.table;
    const found: WashFinding[] = [];
    for (let token = 0; token < tokens.length; token++) {
      const own = salesOf(world, token);
      // Of editions another piece may come back.
      if (own.length < 2 || isEdition[token]) continue;
      for (const { sales, wallets } of findTradingPairs(world, own))
        found.push(createFinding(this, { sales, wallets, token }));
    }
    return found;
  },
});
