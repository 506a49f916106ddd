import { createFinding, defineWashRule, type WashFinding } from '../wash-rule.ts';

/** Buyer and seller are one address. */
export const sameWallet = defineWashRule({
  id: 'same-wallet',
  version: 1,
  title: 'Buyer is the seller',
  weight: 4,
  needs: 'sales',
  innocent: 'A test of a market, or an order fulfilled by mistake.',
  params: [],
  find({ table: { sales } }): WashFinding[] {
    const found: WashFinding[] = [];
    for (let sale = 0; sale < sales.count; sale++) {
      const buyer = sales.buyer[sale] as number;
      if (buyer !== 0 && buyer === sales.seller[sale])
        found.push(createFinding(this, { sales: [sale], wallets: [buyer] }));
    }
    return found;
  },
});
