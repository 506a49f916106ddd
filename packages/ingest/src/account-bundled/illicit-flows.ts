import { bundledFile } from '../bundled/bundled-set.ts';
import { defineAccountSet } from './account-set.ts';
import { readAccountTable } from './account-table.ts';

const LIMITATIONS = [
  'The source states the value of each transfer in US dollars and does not name the asset: the amounts are claims, not balances.',
  'Only the transfers that the authors of the source attribute to the case are indexed, verified by hand.',
  'The place of a transaction in its block is not known and derived from its hash; sender, fee, call and outcome are missing.',
] as const;

interface Flow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly more?: readonly string[];
}

function defineFlow({ id, title, description, source, more = [] }: Flow) {
  return defineAccountSet({
    id,
    chain: 'eth',
    title,
    description,
    source,
    limitations: [...LIMITATIONS, ...more],
    licence: 'MIT',
    blocks: () => readAccountTable(bundledFile(`eth/${id}/facts.jsonl.gz`), source),
  });
}

export const harmonyFlows = defineFlow({
  id: 'flows-harmony',
  title: 'Harmony Horizon bridge: flows of January and February 2023',
  description:
    'How the proceeds of the Harmony bridge theft moved on: 3,612 transfers in 3,348 transactions from 14 source addresses to exchanges.',
  source: 'bundled: Harmony bridge flows',
  more: [
    '275 of the 3,887 rows repeat another row word for word, with the same transaction, ends and value; they count once.',
  ],
});

export const lifiFlows = defineFlow({
  id: 'flows-lifi',
  title: 'LI.FI theft: flows of July to September 2024',
  description:
    'How the proceeds of the LI.FI theft moved on: 135 transfers in 133 transactions from one source address.',
  source: 'bundled: LI.FI flows',
});

export const phishingFlows = defineFlow({
  id: 'flows-phishing',
  title: 'Vault phishing of August 2024: flows',
  description:
    'How 54 million dollars phished from one vault moved on in August and September 2024: 292 transfers in 273 transactions.',
  source: 'bundled: vault phishing flows',
  more: ['Three transfers end at the zero address, where tokens are burned or redeemed.'],
});
