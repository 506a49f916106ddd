import { defineWashRule, findPairs, type WashFinding } from '../wash-rule.ts';

/** The first coin of one party came from the other. */
export const fundedEachOther = defineWashRule({
  id: 'funded-each-other',
  version: 2,
  title: 'Traders first funded each other',
  weight: 3,
  needs: 'funding',
  innocent: 'A collector who helped a friend to start, or two wallets of one person that trade openly.',
  params: [],
  find(world): WashFinding[] {
    const { funding, services } = world;
    if (!funding) return [];
    const isFunded = (by: string, wallet: string) => funding.get(wallet)?.funder === by && !services.has(by);
    return findPairs(this, world, ({ seller, buyer }) => {
      const funded = [...(isFunded(seller, buyer) ? [buyer] : []), ...(isFunded(buyer, seller) ? [seller] : [])];
      return funded.length > 0 ? { funded } : undefined;
    });
  },
});
