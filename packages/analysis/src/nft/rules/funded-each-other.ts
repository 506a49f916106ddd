import { createFinding, defineWashRule, pairOf, type WashFinding } from '../wash-rule.ts';

/** The first coin of one party came from the other. */
export const fundedEachOther = defineWashRule({
  id: 'funded-each-other',
  version: 1,
  title: 'Traders first funded each other',
  weight: 3,
  needs: 'funding',
  innocent: 'A collector who helped a friend to start, or two wallets of one person that trade openly.',
  params: [],
  find(world): WashFinding[] {
    const { table, funding, services } = world;
    if (!funding) return [];
    const { sales, wallets } = table;
    const found: WashFinding[] = [];
    for (let sale = 0; sale < sales.count; sale++) {
      const pair = pairOf(world, sale);
      if (!pair) continue;
      const [seller, buyer] = [wallets[pair.seller] as string, wallets[pair.buyer] as string];
      const funded = [
        ...(funding.get(buyer)?.funder === seller && !services.has(seller) ? [buyer] : []),
        ...(funding.get(seller)?.funder === buyer && !services.has(buyer) ? [seller] : []),
      ];
      if (funded.length > 0)
        found.push(createFinding(this, { sales: [sale], wallets: [pair.seller, pair.buyer], funded }));
    }
    return found;
  },
});
