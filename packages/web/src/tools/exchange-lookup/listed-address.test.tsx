import type { LabelClaim } from '@trailmark/api/contract/label';
import type { Attribution } from '@trailmark/api/contract/lookup';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { AnswerLine } from './answer-line.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { LookupTable } from './lookup-table.tsx';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const STATEMENT = 'On the OFAC SDN list (copy of 20 Aug 2026): SAMPLE, programme CYBER2, listed on 5 Apr 2022.';
const CLAIM: LabelClaim = {
  ...{ id: '0123456789abcdef', network: 'btc', address: ADDRESS, label: 'SAMPLE', category: 'sanctioned', actor: null },
  ...{ confidence: { id: 'authority_data', level: 60 }, scope: 'address', role: null, source: 'https://list.example' },
  ...{ asOf: '2026-08-20', licence: 'CC0', visibility: 'public', details: {} },
  pack: { id: 'ofac-sdn', title: 'OFAC', version: '0123456789abcdef', asOf: '2026-08-20' },
  listing: {
    ...{ list: 'OFAC SDN list', entity: 'SAMPLE', programme: 'CYBER2', uid: '7', listedFrom: '2022-04-05' },
    ...{ listedHow: 'on', listedTo: null, copyOf: '2026-08-20', statement: STATEMENT },
  },
};
const ATTRIBUTION: Attribution = {
  ...{ network: 'btc', chain: 'btc', address: ADDRESS, verdict: 'other-label', sentence: STATEMENT, confidence: 60 },
  ...{ actor: null, host: null, warnings: [], clusters: { conservative: null, expanded: null }, status: 'seen' },
  evidence: [{ kind: 'claim', sentence: STATEMENT, confidence: 60, claim: CLAIM, transactions: [], via: null }],
  labels: { network: 'btc', address: ADDRESS, sanctions: 'listed', claims: [CLAIM], isContradictory: false },
};
/** The same of a source that is no list. */
const { listing: _, ...PLAIN } = CLAIM;
const CLAIMED: Attribution = {
  ...ATTRIBUTION,
  sentence: 'A source calls it SAMPLE.',
  evidence: ATTRIBUTION.evidence.map((item) => ({ ...item, claim: PLAIN })),
  labels: { ...ATTRIBUTION.labels, sanctions: 'not-listed', claims: [PLAIN] },
};
const evidenceOf = ({ evidence }: Attribution) => (
  <EvidenceList evidence={evidence} chain="btc" address={ADDRESS} view="conservative" />
);

test('the answer about a listed address states the entry and no confidence', async () => {
  openPart(<AnswerLine attribution={ATTRIBUTION} />);
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect.element(answer).toHaveTextContent(STATEMENT);
  await expect.element(answer).toHaveTextContent('entry of a list');
  await expect.element(answer).not.toHaveTextContent(/60|of 100/);
  await expectAccessible();
});

test('the answer about what another source calls sanctioned states how sure that is', async () => {
  openPart(<AnswerLine attribution={CLAIMED} />);
  await expect.element(page.getByRole('region', { name: 'Answer' })).toHaveTextContent('60 of 100');
});

test('in the evidence an entry of a list is a fact about that list', async () => {
  openPart(evidenceOf(ATTRIBUTION));
  const item = page.getByRole('listitem');
  await expect.element(item).toHaveTextContent(/^Fact/);
  await expect.element(item).toHaveTextContent(STATEMENT);
  await expect.element(item).not.toHaveTextContent(/of 100/);
});

test('in the evidence what another source calls sanctioned is a claim with its confidence', async () => {
  openPart(evidenceOf(CLAIMED));
  await expect.element(page.getByRole('listitem')).toHaveTextContent(/^Claim.*60 of 100/);
});

test('a list of answers has no confidence for a listed address', async () => {
  const row = { input: ADDRESS, outpoint: null };
  const second = { ...CLAIMED, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  openPart(
    <LookupTable
      rows={[
        { ...row, attribution: ATTRIBUTION },
        { ...row, input: second.address, attribution: second },
      ]}
    />,
  );
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('list');
  await expect.element(rows.nth(1)).not.toHaveTextContent('60');
  await expect.element(rows.nth(2)).toHaveTextContent('60');
});
