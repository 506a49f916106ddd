import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const SOURCE = 'bundled: CryptoPunks sales';

export const cryptopunksSales = defineAccountSet({
  id: 'cryptopunks-sales',
  chain: 'eth',
  title: 'CryptoPunks sales, June 2017 to April 2021',
  description:
    'All 10,233 sales of the CryptoPunks market: which punk went from whom to whom, and the price the market recorded.',
  source: SOURCE,
  limitations: [
    '1,926 sales have no buyer: the market contract recorded the zero address when a seller accepted a bid. Their punk goes to nobody here, although it was not destroyed, and what the next owner received is missing.',
    '9 sales have no price.',
    'The price is what the market recorded, not a payment: the coins themselves, which sellers withdraw later, are not indexed.',
    'Transfers without a sale are missing, so that owners cannot be followed from sale to sale.',
    'The place of a transaction in its block is not known and derived from its hash; sender, fee and call are missing.',
  ],
  licence: 'CC0-1.0',
  blocks: () => readAccountTable(bundledFile('eth/cryptopunks-sales/facts.jsonl.gz'), SOURCE),
});
