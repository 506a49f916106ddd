import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { ClusterMembers } from './cluster-members.tsx';
import { createClusterPlace } from './cluster-place.ts';

const [STATED, OTHER] = ['12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'];
const ID = '00000000-0000-4000-8000-0000000000f1';
const row = { balance: null, received: 1n, transactionCount: 1, firstHeight: 1, lastHeight: 1, claims: [] };
const ANSWER: Answer<'listClusterMembers'> = {
  asOf: { chain: 'btc', height: 170, hash: 'a'.repeat(64), time: 1_700_001_000, software: 'Trailmark test' },
  coverage: { complete: true, summary: 'All', ranges: [], gaps: [] },
  rules: { version: 'r', state: 'ready', height: 170, hash: 'a'.repeat(64), progress: 1 },
  labels: { version: 'l', asOf: null, labelCount: 1 },
  cluster: { view: 'conservative', id: 0, root: STATED ?? '', size: 2 },
  items: [
    {
      ...{ ...row, address: STATED ?? '' },
      ofAgency: [
        {
          ...{ id: ID, text: 'Meridian recovery fraud', category: 'scam', source: 'Report', state: 'active', by: 'R' },
          ...{ confidence: { id: 'web_crawl', level: 20 }, at: 1_760_000_000, report: ID, reference: 'SR-2026-0001' },
        },
      ],
    },
    { ...row, address: OTHER ?? '' },
  ],
  next: null,
};

test('a member that no source names has the label of the agency as its chip, and others have none', async () => {
  openPart(<ClusterMembers place={createClusterPlace('btc', STATED ?? '', {})} />, { listClusterMembers: ANSWER });
  const chip = page.getByRole('link', { name: /“Meridian recovery fraud” your agency/ });
  await expect.element(chip).toBeVisible();
  await expect.element(page.getByText('“Meridian recovery fraud”').first()).toBeVisible();
  expect(page.getByText('your agency', { exact: true }).elements()).toHaveLength(1);
  await expectAccessible();
});
