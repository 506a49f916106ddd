import type { AgencyStatement } from '@trailmark/api/contract/agency-statement';
import { AppError } from '@trailmark/core/errors';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeAnswers, UNANSWERED } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import type { FlowAnswer } from './queries.ts';
import { toWireDocument } from './trace-run.ts';

const FLOW = '5f0c1a52-0000-4000-8000-000000000003';
const NAMED = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const PARTY = {
  ...({ kind: 'service', name: 'Fogline', basis: 'claim' } as const),
  ...{ source: 'https://example.org', confidence: 20, key: 'f' },
};
const nodes = [
  createNode(`a:btc:${NAMED}`, { text: NAMED, party: PARTY }),
  createNode(`a:btc:${OTHER}`, { text: OTHER, hop: 1 }),
  createNode('a:btc:script:51', { text: 'script:51', hop: 2 }),
];
const DOCUMENT = {
  ...createFlowDocument('Flow'),
  nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
  edges: { e: createEdge(`a:btc:${NAMED}`, `a:btc:${OTHER}`, 100, { id: 'e:1' }) },
  places: Object.fromEntries(nodes.map(({ id }, at) => [id, { x: at * 200, y: 0 }])),
};
const STATED: AgencyStatement = {
  ...{ id: FLOW, text: 'Meridian recovery fraud', category: 'scam', source: 'Report', state: 'active', by: 'Reviewer' },
  ...{ confidence: { id: 'web_crawl', level: 20 }, at: 1_760_000_000, report: FLOW, reference: 'SR-2026-0001' },
};
const APPEAL = { state: 'open', at: 1_760_000_000, by: 'Analyst', text: 'It is a deposit address.' } as const;
const head: FlowAnswer<'getFlow'>['head'] = {
  ...{ id: FLOW, title: 'Flow', chains: ['btc'], nodeCount: 3, edgeCount: 1, revision: 1, versionCount: 0 },
  ...{ createdAt: 1, createdBy: 'A', savedAt: 1, savedBy: 'A', branch: 'main', branches: ['main'] },
};
const partyOf = (address: string): FlowAnswer<'describeFlowParties'>['items'][number] => ({
  ...{ chain: 'btc', address, spelled: address, party: address === NAMED ? PARTY : null },
  claim: address === NAMED ? { claimId: '0123456789abcdef', appeal: APPEAL } : null,
  ...(address === OTHER && { ofAgency: [STATED] }),
});

function open(node: string, more: FakeAnswers = {}) {
  return openScreen(
    `/coin-flow/${FLOW}${node === '' ? '' : `?node=${encodeURIComponent(`a:btc:${node}`)}`}`,
    {
      getFlow: { head, document: toWireDocument(DOCUMENT), history: { cursor: 0, entries: [] } },
      describeFlowParties: ({ body }) => ({ items: body.addresses.map(partyOf), labels: 'v' }),
      listTraceMethods: UNANSWERED,
      ...more,
    },
    { as: 'allowed' },
  );
}

const panel = () => page.getByRole('complementary', { name: 'Address' });

test('the party of a node says that the agency contests the claim behind it, and why', async () => {
  const { calls } = open(NAMED);
  await expect.element(panel().getByTitle(/It is a deposit address/)).toHaveTextContent('contested');
  await expect.element(panel().getByText(/Contested by your agency, not decided \(Analyst/)).toBeVisible();
  await expect.element(page.getByRole('option', { name: /“Fogline”.*contested/ })).toBeInTheDocument();
  await expectAccessible();
  // Each address once, and no script, which cannot carry a label.
  const asked = calls.filter(({ route }) => route === 'describeFlowParties').map(({ input }) => input.body);
  expect(asked).toEqual([{ chain: 'btc', addresses: [NAMED, OTHER] }]);
  expect(calls.map(({ route }) => route)).not.toContain('saveFlow');
});

test('a node that no source names shows the labels of the agency', async () => {
  open(OTHER);
  await expect.element(panel().getByText('“Meridian recovery fraud”')).toBeVisible();
  await expect.element(panel().getByText(/Label of your agency: scam.*No rule reads it/)).toBeVisible();
  await expect.element(page.getByRole('option', { name: /your agency: “Meridian/ })).toBeInTheDocument();
});

test('a payment is between parties that say the same', async () => {
  open(OTHER);
  const payer = panel().getByRole('button', { name: /“Fogline”/ });
  await expect.element(payer.getByTitle(/It is a deposit address/)).toHaveTextContent('contested');
});

test('where it could not be loaded, the panel says so, and nothing else changes', async () => {
  open(NAMED, { describeFlowParties: new AppError('unavailable', 'Not now.') });
  await expect.element(panel().getByText('What your agency states of addresses could not be loaded.')).toBeVisible();
  await expect.element(panel().getByText('“Fogline”').first()).toBeVisible();
});
