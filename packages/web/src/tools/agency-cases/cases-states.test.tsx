import type { CaseHead } from '@trailmark/api/contract/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const ID = '00000000-0000-4000-8000-0000000000a1';
const LEAD = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Lead investigator' };

const HEAD: CaseHead = {
  ...{
    id: ID,
    number: '2026-40417',
    reference: null,
    title: 'Harbour',
    type: 'service-theft',
    typeName: 'Service theft',
  },
  ...{
    status: 'active',
    priority: 'high',
    policy: 'need-to-know',
    unit: 'Cyber unit',
    tags: [],
    lead: LEAD,
    deadline: null,
  },
  nextDue: { on: '2026-11-18', what: 'Interview notes' },
  money: { lossUsd: 2_776_029_120_000n, tracedUsd: 2_481_770_000_000n, securedUsd: 493_670_680_000n },
  ...{
    openedAt: 1_772_500_000,
    openedBy: 'Lead investigator',
    changedAt: 1_795_200_000,
    closedAt: null,
    record: null,
    version: 3,
    role: 'owner',
  },
};
const TODAY = '2026-11-20';
const TEMPLATE = {
  id: 'service-theft',
  name: 'Theft from a service',
  summary: 'Coins left.',
  fields: [],
  tasks: [],
  authorities: [],
  report: [],
};
const CHOICES: Answer<'getCaseChoices'> = {
  templates: [TEMPLATE],
  colleagues: [{ ...LEAD, unit: '' }],
  units: [],
  tags: [],
  leads: [],
  assets: [{ asset: 'btc', symbol: 'BTC', name: 'Bitcoin', decimals: 8 }],
};
const NOTHING = { loss: 0n, traced: 0n, frozen: 0n, seized: 0n, returned: 0n };
const FIGURES = { assets: [], usd: NOTHING, unpriced: 0, workload: [], prices: 'none' };
const TOTALS = {
  count: 1,
  lossUsd: 2_776_029_120_000n,
  securedUsd: 0n,
  withoutLoss: 0,
  late: 1,
  oldestAt: 1_772_500_000,
  olderThanAYear: 0,
};
const LIST: Answer<'listCases'> = { items: [HEAD], totals: TOTALS, today: TODAY };
const OVERVIEW: Answer<'getCase'> = {
  head: HEAD,
  rights: ['read', 'write', 'review', 'law', 'export', 'manage'],
  memberCount: 2,
  statements: [{ mark: 'fact', text: '41.8 BTC left the victim wallet.', source: 'A-1' }],
  fields: {},
  template: TEMPLATE,
  counts: { addresses: 2, flows: 0, evidence: 2 },
  due: [{ on: '2026-11-18', what: 'Interview notes', tab: 'overview', who: 'Lead investigator' }],
  lastVisit: null,
  changes: [{ at: 1_795_200_000, who: 'Second analyst', what: 'added A-2' }],
  authority: null,
  readers: [],
  origin: null,
  emergencies: [],
  notices: [{ id: ID, at: 1_795_200_000, sentence: 'Another case of your agency also names 1A1z.', isNew: true }],
  today: TODAY,
};
const row = {
  asset: 'btc',
  symbol: 'BTC',
  decimals: 8,
  day: '2026-03-03',
  usd: 1n,
  controller: '',
  next: '',
  nextOn: null,
  version: 1,
};
const MONEY: Answer<'listCaseMoney'> = {
  items: [
    {
      ...row,
      id: ID,
      kind: 'loss',
      state: null,
      amount: 4_180_000_000n,
      mark: 'fact',
      place: 'Victim wallet',
      source: '',
    },
    {
      ...row,
      id: LEAD.id,
      kind: 'place',
      state: 'frozen',
      amount: 530_115_000n,
      mark: 'claim',
      place: 'Northgate',
      source: 'EV-04',
    },
  ],
  sums: [
    {
      ...{
        asset: 'btc',
        symbol: 'BTC',
        decimals: 8,
        loss: 4_180_000_000n,
        lossUsd: 2_776_029_120_000n,
        traced: 530_115_000n,
      },
      ...{ frozen: 530_115_000n, seized: 0n, returned: 0n, placed: 530_115_000n, difference: 3_649_885_000n },
    },
  ],
  prices: 'none',
};

const AUTHORITIES: Answer<'listCaseAuthorities'> = {
  items: [],
  needs: { acts: ['request'], version: 0 },
  today: TODAY,
};

const others = {
  listCaseComments: NO_COMMENTS,
  getCaseFigures: FIGURES,
  getCaseChoices: CHOICES,
  listCaseViews: { items: [] },
  listCaseEmergencies: { items: [] },
};

testStates({
  path: '/agency-cases',
  as: 'allowed',
  route: 'listCases',
  others,
  empty: {
    answer: { items: [], totals: { ...TOTALS, count: 0, oldestAt: null }, today: TODAY },
    says: /holds everything/,
  },
});
testStates({
  path: `/agency-cases/${ID}`,
  as: 'allowed',
  route: 'getCase',
  others: { ...others, listCaseMoney: MONEY, listCaseAuthorities: AUTHORITIES, listCaseSources: { items: [] } },
});

test('the list shows number, due date with its word, and money of the day', async () => {
  await openScreen('/agency-cases', { ...others, listCases: LIST }, { as: 'allowed' });
  await expect.element(page.getByRole('link', { name: 'Harbour' })).toBeVisible();
  await expect.element(page.getByText('Interview notes, late')).toBeVisible();
  await expect.element(page.getByText('2,776,029.12', { exact: true })).toBeVisible();
});

test('a new case is opened from a template', async () => {
  const screen = await openScreen(
    '/agency-cases',
    {
      ...others,
      listCases: LIST,
      createCase: HEAD,
      getCase: OVERVIEW,
      listCaseMoney: MONEY,
      listCaseAuthorities: AUTHORITIES,
      listCaseSources: { items: [] },
    },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour');
  await page.getByLabelText('Who may see it').selectOptions('sealed');
  await page.getByRole('button', { name: 'Open the case' }).click();
  await expect.element(page.getByRole('heading', { name: '2026-40417 Harbour' })).toBeVisible();
  const [created] = screen.calls.filter(({ route }) => route === 'createCase');
  expect(created?.input.body).toEqual({
    template: 'service-theft',
    title: 'Harbour',
    priority: 'medium',
    policy: 'sealed',
  });
});

test('the overview says what is not accounted for, who changed what, and what is due', async () => {
  await openScreen(
    `/agency-cases/${ID}`,
    {
      ...others,
      getCase: OVERVIEW,
      listCaseMoney: MONEY,
      listCaseAuthorities: AUTHORITIES,
      listCaseSources: { items: [] },
    },
    { as: 'allowed' },
  );
  await expect.element(page.getByText('36.49885000 BTC not accounted for')).toBeVisible();
  await expect.element(page.getByText('2 days late', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Second analyst added A-2')).toBeVisible();
  await expect.element(page.getByText(/also names 1A1z/)).toBeVisible();
});

test('an amount is typed in coins and sent in the smallest unit', async () => {
  const screen = await openScreen(
    `/agency-cases/${ID}`,
    {
      ...others,
      getCase: OVERVIEW,
      listCaseMoney: MONEY,
      listCaseAuthorities: AUTHORITIES,
      listCaseSources: { items: [] },
      setCaseMoney: MONEY,
    },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Enter a place' }).click();
  await page.getByLabelText('Amount').fill('2.1000000001');
  await page.getByRole('button', { name: 'Enter it' }).click();
  await expect.element(page.getByText(/no more places than the asset has/)).toBeVisible();
  await page.getByLabelText('Amount').fill('2.1');
  await page.getByRole('button', { name: 'Enter it' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'setCaseMoney')?.input.body)
    .toMatchObject({
      kind: 'place',
      state: 'service',
      asset: 'btc',
      amount: 210_000_000n,
    });
});
