import { isOutputChainId } from '@trailmark/core/chain';
import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { defineBehaviour } from './behaviour-rule.ts';
import { formatCount } from './wording.ts';

/** Paid again after it had been spent from, on chains where each payment can have a fresh address. */
export const addressReuse = defineBehaviour({
  id: 'address-reuse',
  version: 1,
  title: 'Address used again',
  nature: 'observation',
  limits: { minimumReceipts: 3, minimumAfterSpending: 1 },
  needsWhole: true,
  look({ subject, movements }, { minimumReceipts, minimumAfterSpending }) {
    if (!isOutputChainId(subject.chain)) return undefined;
    const receipts = new Set<SeenTransaction>();
    let [after, hasPaid] = [0, false];
    for (const { isReceipt, transaction } of movements) {
      if (!isReceipt) hasPaid = true;
      else {
        receipts.add(transaction);
        if (hasPaid) after++;
      }
    }
    if (receipts.size < minimumReceipts || after < minimumAfterSpending) return undefined;
    return {
      sentence: `It was paid in ${formatCount(receipts.size, 'transaction')}, ${after} of them after it had first been spent from, so its payments can be linked without any rule.`,
      transactions: receipts,
    };
  },
});
