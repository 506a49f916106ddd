import type { ScamReading, ScamReport } from '@trailmark/api/contract/scam-report';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeAnswers } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const ID = '00000000-0000-4000-8000-000000000001';
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const PAYER = '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX';
const TXID = 'ab'.repeat(32);
const CHECK = {
  ...{ finding: 'matches' as const, sentence: 'On chain, it paid 0.4821 BTC.', height: 1, time: 1_772_547_727 },
  ...{ amount: '0.4821', unit: 'BTC' },
};
const PAYMENT = {
  chain: 'btc' as const,
  txid: TXID,
  address: ADDRESS,
  amount: '0.5',
  unit: 'BTC',
  at: null,
  check: CHECK,
};
const DRAFT = {
  id: 'ic3' as const,
  title: 'IC3 complaint',
  goesTo: 'ic3.gov',
  limits: ['1 of 10 transactions'],
  fileName: 'a.txt',
  text: 'Draft',
};
const REPORT: ScamReport = {
  ...{
    id: ID,
    reference: 'SR-2026-7K4M-93QD',
    state: 'new',
    category: 'recovery',
    reporter: 'victim',
    channel: 'public',
  },
  ...{
    trust: 1,
    receivedAt: 1_795_180_000,
    payments: 1,
    onChain: 1,
    domains: 1,
    linked: 1,
    fromSamePlace: 0,
    place: null,
    isOwn: false,
  },
  loss: { amount: '0.4821', unit: 'BTC' },
  ...{ receiptHash: 'a'.repeat(64), paymentList: [PAYMENT], evidence: [], steps: [], reason: null, mergedInto: null },
  suspects: [{ kind: 'domain', value: 'meridian.example', chain: null }],
  hasVictim: true,
  linkedReports: [
    {
      id: ID.replace('1', '2'),
      reference: 'SR-2026-2PX1-55QA',
      state: 'verified',
      receivedAt: 1,
      by: ['same website: meridian.example'],
    },
  ],
  corroboration: { reports: 2, reporters: 2 },
  labels: [],
  proposal: {
    text: 'Recovery fee scam',
    category: 'scam',
    confidence: 'web_crawl',
    addresses: [
      { chain: 'btc', address: ADDRESS, caution: null, isPayer: false },
      { chain: 'btc', address: PAYER, caution: null, isPayer: true },
    ],
  },
  drafts: [DRAFT],
};
const LIST = { items: [REPORT], total: 1, counts: { new: 1 }, medianReview: 32_400 };
const CASES = {
  ...{ items: [], today: '2026-11-20' },
  totals: { count: 0, lossUsd: 0n, securedUsd: 0n, withoutLoss: 0, late: 0, oldestAt: null, olderThanAYear: 0 },
};
const open = (path: string, answers: FakeAnswers) =>
  openScreen(path, { listScamReports: LIST, getScamReport: REPORT, listCases: CASES, ...answers }, { as });

testStates({
  ...{ path: '/scam-submission', as, route: 'listScamReports' },
  empty: { answer: { ...LIST, items: [], total: 0 }, says: 'No report waits for a review.' },
});

describe('the queue', () => {
  test('shows a report with what is on chain and who else reported it, and victim data only with a reason', async () => {
    const api = open(`/scam-submission?report=${ID}`, {
      openScamVictim: {
        victim: { name: 'A person', email: '', phone: '', country: '' },
        story: { contact: '', communications: '', exchanges: '', timeline: '' },
        files: [],
        appeals: [{ at: 1, text: 'It was another payment' }],
      },
    });
    await expect.element(page.getByText('On chain, it paid 0.4821 BTC.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'SR-2026-2PX1-55QA' })).toBeVisible();
    const watch = page.getByRole('link', { name: 'Watch', exact: true }).element().getAttribute('href');
    expect(watch).toContain(ADDRESS);
    await expectAccessible();
    await page.getByRole('button', { name: 'Open with reason' }).click();
    await page.getByRole('textbox', { name: 'Why you open it' }).fill('To call them');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(page.getByText('A person')).toBeVisible();
    await expect.element(page.getByText('It was another payment')).toBeVisible();
    expect(api.calls.find(({ route }) => route === 'openScamVictim')?.input.body).toEqual({ why: 'To call them' });
  });

  test('verifies with the label that a reviewer sees', async () => {
    const api = open(`/scam-submission?report=${ID}`, { reviewScamReport: { ...REPORT, state: 'verified' } });
    await expect.element(page.getByRole('checkbox', { name: `Label ${PAYER}` })).not.toBeChecked();
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Meridian recovery fraud');
    await page.getByRole('button', { name: 'Verify and make label' }).click();
    await expect
      .poll(() => api.calls.find(({ route }) => route === 'reviewScamReport')?.input.body)
      .toMatchObject({
        act: 'verify',
        label: {
          text: 'Meridian recovery fraud',
          confidence: 'web_crawl',
          addresses: [{ chain: 'btc', address: ADDRESS }],
        },
      });
  });
});

test('reports of one network are folded network by network, and each fold opens', async () => {
  const row = (i: number, place: number | null) => ({
    ...REPORT,
    ...{ id: ID.replace(/.{4}$/, String(1_000 + i)), reference: `SR-2026-0000-${1_000 + i}`, place },
    fromSamePlace: place === null ? 0 : 20,
  });
  const items = [...Array.from({ length: 4 }, (_, i) => row(i, 1 + (i % 2))), row(4, null)];
  open('/scam-submission', { listScamReports: { ...LIST, items, total: 5 } });
  await expect.element(page.getByText('SR-2026-0000-1004')).toBeVisible();
  const isShown = (i: number) => page.getByText(`SR-2026-0000-${1_000 + i}`, { exact: true }).query() !== null;
  expect([0, 1, 2, 3].map(isShown)).toEqual([true, true, false, false]);
  const unfold = page.getByRole('button', { name: 'Show 1 more report from the network of SR-2026-0000-1000' });
  await unfold.click();
  await expect.element(page.getByText('SR-2026-0000-1002', { exact: true })).toBeVisible();
  expect([0, 1, 2, 3].map(isShown)).toEqual([true, true, true, false]);
  await page.getByRole('button', { name: 'Fold the reports from the network of SR-2026-0000-1000' }).click();
  await expect.poll(() => isShown(2)).toBe(false);
  await expectAccessible();
});

describe('the form', () => {
  const reading: ScamReading = {
    items: [
      { kind: 'address', quote: ADDRESS, value: ADDRESS, other: null, chain: 'btc', reports: 2 },
      { kind: 'transaction', quote: TXID, value: TXID, other: null, chain: 'btc', reports: 0 },
      { kind: 'email', quote: 'a@b.example', value: 'a@b.example', other: null, chain: null, reports: 0 },
      { kind: 'amount', quote: '0,5 BTC', value: '0.5 BTC', other: null, chain: null, reports: null },
    ],
    transactions: [
      {
        chain: 'btc',
        txid: TXID,
        height: 1,
        time: 1_772_547_727,
        paymentCount: 1,
        payers: [],
        payments: [{ address: ADDRESS, amount: '0.4821', unit: 'BTC', isNamed: true }],
      },
    ],
    ...{ refused: [], hidden: 0, hasSecret: false, truncated: false, asOf: [{ chain: 'btc', height: 4_312 }] },
  };
  const receipt = {
    id: ID,
    reference: 'SR-2026-7K4M-93QD',
    secret: 'AAAAA-BBBBB',
    receivedAt: 1,
    receiptHash: 'a'.repeat(64),
    payments: 1,
    onChain: 1,
    drafts: [DRAFT],
  };

  test('reads what is pasted, shows what the ledger says, and gives a receipt', async () => {
    const api = open('/scam-submission/new', {
      readScamText: reading,
      checkScamPayment: CHECK,
      submitScamReport: receipt,
    });
    await page.getByRole('textbox', { name: 'Paste everything' }).fill('I sent 0,5 BTC');
    await page.getByRole('button', { name: 'Find payments and contacts' }).click();
    await expect.element(page.getByText(/It paid 0.4821 BTC/)).toBeVisible();
    await expect.element(page.getByText('In 2 earlier reports. Yours will be linked to them.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Keep 0.5' }).click();
    await page.getByRole('button', { name: /Check and send/ }).click();
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect.element(page.getByRole('heading', { name: 'Report received' })).toBeVisible();
    await expectAccessible();
    const sent = api.calls.find(({ route }) => route === 'submitScamReport')?.input.body;
    expect(sent).toMatchObject({
      payments: [{ txid: TXID, amount: '0.5' }],
      suspects: [{ kind: 'address' }],
      victim: null,
    });
  });

  test('erases a seed phrase from the page', async () => {
    open('/scam-submission/new', { readScamText: { ...reading, items: [], transactions: [], hasSecret: true } });
    await page.getByRole('textbox', { name: 'Paste everything' }).fill('abandon abandon');
    await page.getByRole('button', { name: 'Find payments and contacts' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('contained a seed phrase');
    await expect.element(page.getByRole('textbox', { name: 'Paste everything' })).toHaveValue('');
  });
});
