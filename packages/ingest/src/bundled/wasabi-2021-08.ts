import { bundledFile, defineBundledSet } from './bundled-set.ts';
import { openFactTable } from './fact-table.ts';

export const wasabiAugust2021 = defineBundledSet({
  id: 'wasabi-2021-08',
  title: 'Wasabi CoinJoins of August 2021',
  description:
    'Real mixer traffic: 196 transactions that the Dumplings scanner took for CoinJoins of Wasabi Wallet 1, in 180 blocks, 20 to 28 August 2021, with the value and owner of every input and output.',
  limitations: [
    'Heights are estimated from block times, between blocks 574,200 and 700,000; block hashes and times are facts.',
    'Of each block only the CoinJoins are indexed, and of the month only 20 to 28 August: a missing transaction is no sign.',
    'Four of the 196 are on the list of false positives that the source keeps (34590da3…, 8b3b00e2…, bb4d34cc… and ff6fa1c1…): they look like small CoinJoins.',
    'There are no raw bytes.',
  ],
  licence: 'MIT',
  chain: 'btc',
  kind: 'facts',
  open: async () =>
    openFactTable(bundledFile('btc/wasabi-2021-08/facts.jsonl.gz'), 'bundled: Wasabi CoinJoins of August 2021'),
});
