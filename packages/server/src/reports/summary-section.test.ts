import { expect, test } from 'vitest';
import type { FactParty } from './report-facts.ts';
import { composeSample, createItem, createTrace, SERVICE } from './testing/sample-facts.ts';

const LISTED: FactParty = {
  ...SERVICE,
  ...{ name: 'SAMPLE ENTITY', kind: 'sanctioned', source: 'a sanctions list' },
  listing: 'On the OFAC SDN list (copy of 20 Aug 2026): SAMPLE ENTITY, programme CYBER2.',
};
const REMOVED = 'Removed from the OFAC SDN list (copy of 20 Aug 2026): SAMPLE ENTITY, removed by 1 May 2026.';

/** The sentence of the summary about who is named, and what its runs of claims say. */
function summarise(party: FactParty) {
  const { document, claims } = composeSample('court', [createItem([createTrace([party])])]);
  const [block] = document.sections[0]?.blocks.filter(({ kind }) => kind === 'text') ?? [];
  const runs = block?.kind === 'text' ? block.text : [];
  const text = runs.map((run) => (typeof run === 'string' ? run : 'text' in run ? run.text : run.code)).join('');
  const ids = runs.flatMap((run) => (typeof run === 'object' && 'claim' in run ? [run.claim] : []));
  return { text, rules: ids.map((id) => claims.find((claim) => claim.id === id)?.rule) };
}

test.each<[title: string, party: Partial<FactParty>, sentence: string]>([
  [
    'on a list is so as a fact of the list',
    {},
    'an address that is on the OFAC SDN list (copy of 20 Aug 2026) as “SAMPLE ENTITY”.',
  ],
  [
    'removed from a list was on it',
    { listing: REMOVED },
    'an address that was removed from the OFAC SDN list (copy of 20 Aug 2026) as “SAMPLE ENTITY”.',
  ],
  [
    'of a cluster with a listed one is not listed itself',
    { basis: 'inference' },
    'an address in one cluster with another that is on the OFAC SDN list (copy of 20 Aug 2026) as “SAMPLE ENTITY”.',
  ],
])('an address %s, and nobody attributes it', (_title, more, sentence) => {
  const { text, rules } = summarise({ ...LISTED, ...more });
  expect(text).toBe(`50 BTC ends at ${sentence}`);
  expect(rules).toEqual(['trace-end/1', 'label/1']);
});

test('an address with another label is attributed by its source', () => {
  expect(summarise(SERVICE).text).toBe('50 BTC ends at an address that a list attributes to “Northgate”.');
});
