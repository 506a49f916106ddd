import { createFinding, defineWashRule, pairOf, salesOf, type WashFinding, type WashWorld } from '../wash-rule.ts';

/** Purchases of one token by buyer. */
function groupByBuyer(world: WashWorld, token: number): Map<number, number[]> {
  const buyers = new Map<number, number[]>();
  for (const sale of salesOf(world, token)) {
    const buyer = pairOf(world, sale)?.buyer;
    if (buyer === undefined) continue;
    const list = buyers.get(buyer);
    if (list) list.push(sale);
    else buyers.set(buyer, [sale]);
  }
  return buyers;
}

/** One wallet buys one token again and again. */
export const repeatedPurchase = defineWashRule({
  id: 'repeated-purchase',
  version: 3,
  title: 'One wallet bought the token 3 times',
  weight: 1,
  needs: 'sales',
  innocent: 'A dealer who trades the same few tokens.',
  params: ['repeatedPurchases'],
  find(world): WashFinding[] {
    const least = world.params.repeatedPurchases;
    const { tokens, isEdition } = world.table;
    const found: WashFinding[] = [];
    for (let token = 0; token < tokens.length; token++) {
      // Editions have many pieces: buying several is no sign of anything.
      if (salesOf(world, token).length < least || isEdition[token]) continue;
      for (const [buyer, sales] of groupByBuyer(world, token))
        if (sales.length >= least) found.push(createFinding(this, { sales, wallets: [buyer], token }));
    }
    return found;
  },
});
