import { transactionKey } from './identifiers.ts';
import { defineItemKind, pagePath } from './item-kind.ts';

/** One transaction with everything the ledger states about it. */
export const transactionItem = defineItemKind({
  id: 'transaction',
  name: 'Transaction',
  tab: 'addresses',
  route: 'getTransaction',
  describe: ({ params: { chain = '', txid = '' } }) => ({ title: txid, identifiers: [transactionKey(chain, txid)] }),
  page: ({ params: { chain, txid } }) => pagePath('Track', chain, 'tx', txid),
});
