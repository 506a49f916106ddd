import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const SOURCE = 'bundled: TRON 0 to 10000';

export const tronFirstBlocks = defineAccountSet({
  id: 'tron-0-10000',
  chain: 'trx',
  title: 'TRON blocks 0 to 10,000',
  description:
    'The first eight hours of TRON, 25 June 2018: all 2,172 transactions with their fees, and the coins of the genesis block.',
  source: SOURCE,
  limitations: [
    'Only the 661 blocks with transactions are indexed, and the genesis block. Blocks without transactions, parents and producers are missing.',
    'The source does not name the kinds of transactions: size, fee and stake tell payments, stakes and votes apart. 95 settings and one more transaction remain of unknown kind.',
    'TRC-10 tokens are missing: seven issues and three transfers are there without the tokens they moved. Five payments by issuers to new accounts may be tokens.',
    'Hashes and signatures cannot be checked, and neither can it be seen whether a block ends with a transaction that is missing.',
    'The Blackhole account is counted from zero. A node counts it from -9,223,372,036,854.775808 TRX.',
  ],
  licence: 'MIT',
  blocks: () => readAccountTable(bundledFile('trx/tron-0-10000/facts.jsonl.gz'), SOURCE),
});
