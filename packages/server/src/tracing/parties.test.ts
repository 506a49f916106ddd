import type { KnownParty } from '@trailmark/core/trace/known-party';
import { expect, test } from 'vitest';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../testing/sample-labels.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { findPartyClaim } from './parties.ts';

const [pack] = SAMPLE_PACKS;
if (!pack) throw new Error('The sample has no label pack.');
const [own, ofMember] = [sampleLabel(ADDRESS.erin, 'Fogline'), sampleLabel(ADDRESS.frank, 'Meridian')];
const labels = createSampleKnowledge([{ head: { ...pack.head, id: 'parties' }, labels: [own, ofMember] }]).labels();
const party = (more: Partial<KnownParty>): KnownParty => ({
  ...{ kind: 'service', name: 'Fogline', basis: 'claim', source: 'https://example.org', confidence: 20, key: 'f' },
  ...more,
});

test.each([
  { says: 'on the address itself', of: party({}), label: 'Fogline' },
  {
    says: 'on the member it was found through',
    of: party({ basis: 'inference', via: ADDRESS.frank }),
    label: 'Meridian',
  },
  { says: 'nowhere, of a contract known by what it does', of: party({ basis: 'inference' }), label: undefined },
])('the claim that names a party is $says', ({ of, label }) => {
  expect(findPartyClaim(labels, 'btc', ADDRESS.erin, of)?.label).toBe(label);
  expect(findPartyClaim(labels, undefined, ADDRESS.erin, of)).toBeUndefined();
});
