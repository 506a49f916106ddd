import { FUNDING_KINDS } from '@trailmark/core/account-ledger';
import { defineBehaviour } from './behaviour-rule.ts';
import { isOwnAct } from './history.ts';
import { formatDate } from './wording.ts';

/** Who paid the first coin into an address that then started a transaction. */
export const firstFunder = defineBehaviour({
  id: 'first-funder',
  version: 1,
  title: 'First funded by',
  nature: 'observation',
  limits: { minimumOwnTransactions: 1 },
  needsWhole: true,
  look({ subject, coin, transactions }, { minimumOwnTransactions }) {
    const { self, isService, formatAddress, formatAmount } = subject;
    for (const transaction of transactions) {
      const funding = transaction.transfers.find(
        ({ asset, amount, kind, basis, to, from }) =>
          to === self &&
          asset === coin &&
          amount > 0n &&
          basis === 'fact' &&
          FUNDING_KINDS.includes(kind) &&
          !from.includes(self),
      );
      if (!funding) continue;
      // Who paid in a CoinJoin is not known.
      if (transaction.coinJoin) return undefined;
      const [payer] = funding.from;
      if (payer === undefined || funding.from.length > 1 || !funding.payersKnown) return undefined;
      if (transactions.filter((each) => isOwnAct(each, self)).length < minimumOwnTransactions) return undefined;
      const who = isService(payer) ? ', which a label calls a service' : '';
      return {
        sentence: `The first coin it had, ${formatAmount(coin, funding.amount)} on ${formatDate(transaction.time)}, came from ${formatAddress(payer)}${who}.`,
        transactions: [transaction],
      };
    }
    return undefined;
  },
});
