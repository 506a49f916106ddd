import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const SOURCE = 'bundled: Nomad bridge, August 2022';

export const nomadBridge = defineAccountSet({
  id: 'nomad',
  chain: 'eth',
  title: 'Nomad bridge, 1 to 7 August 2022',
  description:
    'The 1,175 token outflows of the Nomad bridge in its exploit, in 960 transactions to 561 recipients, and the 156 transfers to the recovery address of the following week.',
  source: SOURCE,
  limitations: [
    'Only these transfers are indexed: nothing of what the recipients did with the tokens, and no other transfer of the same transactions.',
    'The source has no times of the outflows. They are estimated between the minute the press gave for the first transaction, 21:32 UTC on 1 August 2022, and the first recovery, at 13.43 seconds a block; the error is about a minute at the start and may be several minutes within the hours of the attack.',
    'The sender of the outflows is the bridge contract by the public configuration of the bridge; the source names token, recipient and amount. The place of an outflow among the logs of its transaction is not known.',
    'Each message that the bridge accepted is kept as the log it left, with its real index.',
    'Who sent the recovery transactions is not known, only from whom the tokens came. Five of the 19 tokens sent to the recovery address were never taken from the bridge.',
    'Value in coins, internal calls and other logs of these transactions are missing.',
  ],
  licence: 'Apache-2.0',
  blocks: () => readAccountTable(bundledFile('eth/nomad/facts.jsonl.gz'), SOURCE),
});
