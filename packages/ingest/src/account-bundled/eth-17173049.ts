import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const SOURCE = 'bundled: Ethereum 17173049 to 17173050';

export const ethereum17173049 = defineAccountSet({
  id: 'eth-17173049',
  chain: 'eth',
  title: 'Ethereum blocks 17,173,049 and 17,173,050',
  description:
    'Two blocks in a row of 2 May 2023, after the merge: all 298 transactions with receipts and fees, 681 logs and 32 withdrawals of stake.',
  source: SOURCE,
  limitations: [
    'Calls inside transactions are missing: coins that a contract sends are not shown.',
    'The receipts hash to the root in each block header. The headers and the transaction roots could not be recomputed, because signatures are missing.',
  ],
  licence: 'MIT',
  blocks: () => readAccountTable(bundledFile('eth/eth-17173049/facts.jsonl.gz'), SOURCE),
});
