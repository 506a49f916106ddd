import { createFinding, defineWashRule, type WashFinding } from '../wash-rule.ts';

/** The money of the purchase was lent and given back within the transaction of the sale. */
export const flashLoan = defineWashRule({
  id: 'flash-loan',
  version: 2,
  title: 'Paid with a loan of the same transaction',
  weight: 4,
  needs: 'calls',
  innocent: 'A purchase that is resold, or borrowed against, in the same transaction.',
  params: [],
  find({ table: { sales } }): WashFinding[] {
    const found: WashFinding[] = [];
    for (let sale = 0; sale < sales.count; sale++) {
      if (!sales.isFlashLoan[sale]) continue;
      const wallets = [sales.seller[sale] as number, sales.buyer[sale] as number].filter((wallet) => wallet !== 0);
      found.push(createFinding(this, { sales: [sale], wallets: [...new Set(wallets)] }));
    }
    return found;
  },
});
