import { createFinding, defineWashRule, pairOf, type WashFinding } from '../wash-rule.ts';

/** The first coin of both parties came from one wallet that is no service. */
export const commonFunder = defineWashRule({
  id: 'common-funder',
  version: 1,
  title: 'Same first funder, services left out',
  weight: 1,
  needs: 'funding',
  innocent: 'Two customers of a service that no label names and that is not busy in this index.',
  params: [],
  find(world): WashFinding[] {
    const { table, funding, services } = world;
    if (!funding) return [];
    const { sales, wallets } = table;
    const found: WashFinding[] = [];
    for (let sale = 0; sale < sales.count; sale++) {
      const pair = pairOf(world, sale);
      if (!pair) continue;
      const both = [wallets[pair.seller] as string, wallets[pair.buyer] as string];
      const [first, second] = both.map((wallet) => funding.get(wallet)?.funder);
      if (first === undefined || first !== second || services.has(first)) continue;
      found.push(createFinding(this, { sales: [sale], wallets: [pair.seller, pair.buyer], funded: both }));
    }
    return found;
  },
});
