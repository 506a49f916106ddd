import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const SOURCE = 'bundled: Ethereum 15000000 to 15000004';

export const ethereum15000000 = defineAccountSet({
  id: 'eth-15000000',
  chain: 'eth',
  title: 'Ethereum blocks 15,000,000 to 15,000,004',
  description:
    'Five blocks in a row of 21 June 2022: all 1,079 transactions with their outcome, all calls inside them, all 2,228 logs and the block rewards.',
  source: SOURCE,
  limitations: [
    'Fee, nonce and call data are indexed for 316 transactions only; for the others the fee is missing, not zero.',
    'The envelope type of the transactions is not known.',
    'Sender, recipient, value and outcome are read from the trace of each transaction; the index is its place among the traces, which agrees with every log and every transaction that states one.',
    'The logs are complete: together they give exactly the filter in each block header. Transaction and receipt roots could not be recomputed.',
    'Value that a DELEGATECALL shows is not counted as a transfer, although the reference of the source counts it.',
  ],
  licence: 'MIT',
  blocks: () => readAccountTable(bundledFile('eth/eth-15000000/facts.jsonl.gz'), SOURCE, ['type']),
});
