import { bundledFile, defineBundledSet } from './bundled-set.ts';
import { openFactTable } from './fact-table.ts';

export const mainnetWindow = defineBundledSet({
  id: 'mainnet-100000-102999',
  title: 'Bitcoin blocks 100,000 to 102,999',
  description:
    'Three weeks from 29 December 2010 as facts: 3,000 blocks with 18,417 transactions, their inputs, outputs and addresses.',
  limitations: [
    'Block times are estimated between known headers, because the source has none.',
    'There are no raw bytes and no scripts: payments to a bare public key appear under the address of the key.',
    'Inputs that spend outputs from before block 100,000 have value and address, but not the previous transaction.',
    'That each block is whole is inferred: block orders have no gaps, every coinbase pays 50 BTC and exactly the listed fees, and no listed input needs a transaction of these blocks that is missing. Merkle roots could not be checked.',
  ],
  licence: 'MIT',
  chain: 'btc',
  kind: 'facts',
  open: async () =>
    openFactTable(bundledFile('btc/mainnet-100000-102999/facts.jsonl.gz'), 'bundled: mainnet 100000 to 102999'),
});
