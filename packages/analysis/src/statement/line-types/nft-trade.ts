import type { SetPayment } from '@trailmark/core/statement/set-transaction';
import type { LineRule } from './line-rule.ts';

function isItem({ kind }: SetPayment): boolean {
  return kind === 'nft' || kind === 'multi-token';
}

/** An item came for money or left for money: a known marketplace logged the sale, or both sides moved in one transaction. */
export const nftTrade: LineRule = {
  id: 'nft-trade/1',
  ofTransaction({ actions, ins, outs }) {
    const sale = actions.find(({ kind }) => kind === 'nft-sale');
    const [gets, gives] = [ins.some(isItem), outs.some(isItem)];
    const [isPaid, pays] = [ins.some((one) => !isItem(one)), outs.some((one) => !isItem(one))];
    if (gets && !gives && (sale || pays)) return { type: 'nft-buy', basis: 'inference', note: sale?.protocol };
    if (gives && !gets && (sale || isPaid)) return { type: 'nft-sale', basis: 'inference', note: sale?.protocol };
    return undefined;
  },
};
