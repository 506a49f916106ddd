import type { CaseItem } from '@trailmark/api/contract/case-item';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview, NO_COMMENTS } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const SAMPLE_CASE = createCaseOverview(CASE_RIGHTS);

const PATH = `/agency-cases/${CASE_ID}/requests`;
const ITEM_ID = '00000000-0000-4000-8000-0000000000c1';
const HASH = '0'.repeat(64);
const PACKET: CaseItem = {
  ...{ id: ITEM_ID, number: 'A-3', kind: 'request-packet', kindName: 'Request packet', tab: 'requests', note: '' },
  ...{ title: 'Request to “Northgate” (production), 2 deposits', page: null, call: 'POST', method: 'request-packet/1' },
  input: { params: { chain: 'btc' }, query: {}, body: { actor: 'Northgate', kind: 'preservation' } },
  ...{
    software: 'Trailmark test',
    asOf: null,
    hash: HASH,
    size: 20,
    pinnedAt: 1_772_500_000,
    pinnedBy: 'Lead investigator',
  },
  ...{ check: null, withdrawn: null },
};
const DRAFT: CaseRequest = {
  ...{
    id: '00000000-0000-4000-8000-0000000000d1',
    number: 'R-1',
    recipient: 'Northgate Markets Ltd',
    kind: 'production',
  },
  item: { id: ITEM_ID, number: 'A-3', title: PACKET.title, hash: HASH, isWithdrawn: false },
  ...{ basis: 'Order 26/1183', note: '', state: 'drafted', next: ['approved', 'withdrawn'], mayApprove: false },
  ...{ dueOn: '2026-11-18', remindOn: null, files: [], assets: [], version: 1 },
  steps: [
    { state: 'drafted', on: '2026-11-10', at: 1_795_200_000, by: 'Lead investigator', note: '', authority: null },
  ],
};
const APPROVED: CaseRequest = { ...DRAFT, state: 'approved', next: ['sent', 'withdrawn'], version: 2 };
const SENT: CaseRequest = {
  ...{
    ...DRAFT,
    state: 'sent',
    next: ['acknowledged', 'answered', 'refused', 'withdrawn'],
    version: 3,
    files: ['EV-03'],
  },
  steps: [
    ...DRAFT.steps,
    { ...DRAFT.steps[0], state: 'sent', authority: 'Production order 26/1183' } as CaseRequest['steps'][number],
  ],
  assets: [
    {
      ...{
        id: ITEM_ID,
        outcome: 'frozen',
        asset: 'btc',
        symbol: 'BTC',
        decimals: 8,
        amount: 530_115_000n,
        day: '2026-11-14',
      },
      ...{ source: 'EV-04', isInMoney: true, addedAt: 1_795_200_000, addedBy: 'Lead investigator', withdrawn: null },
    },
  ],
};
const listOf = (...items: CaseRequest[]): Answer<'listCaseRequests'> => ({ items, today: '2026-11-20' });
const others = { listCaseComments: NO_COMMENTS, getCase: SAMPLE_CASE, listCaseItems: { items: [PACKET], next: null } };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseRequests',
  others,
  empty: { answer: listOf(), says: /starts from a pinned request packet/ },
});

test('a request is drafted from a pinned packet, which fills in its recipient and kind', async () => {
  const screen = openScreen(PATH, { ...others, listCaseRequests: listOf(), setCaseRequest: DRAFT }, { as: 'allowed' });
  await page.getByRole('button', { name: 'New request' }).click();
  await expect.element(page.getByLabelText('Recipient')).toHaveValue('Northgate');
  await page.getByLabelText('Legal basis').fill('Order 26/1183');
  await page.getByRole('button', { name: 'Draft it' }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'setCaseRequest')?.input.body)
    .toMatchObject({ item: ITEM_ID, recipient: 'Northgate', kind: 'preservation', dueOn: null });
});

test('who drafted a request sees that another person approves it, and another person is offered it', async () => {
  openScreen(`${PATH}/R-1`, { ...others, listCaseRequests: listOf(DRAFT) }, { as: 'allowed' });
  await expect.element(page.getByText(/Another person than those who drafted it/)).toBeVisible();
  await expect.element(page.getByText('18 Nov, 2 days late')).toBeVisible();
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toEqual([]);
  await expectAccessible();
});

test('a refusal to send names the authority that is missing', async () => {
  const sentence = 'Production order 26/1183 ended on 2026-06-03; The prosecutor can extend it.';
  openScreen(
    `${PATH}/R-1`,
    { ...others, listCaseRequests: listOf(APPROVED), stepCaseRequest: new AppError('forbidden', sentence) },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Enter as sent' }).click();
  await page.getByRole('button', { name: 'Enter as sent R-1' }).click();
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test('a sent request shows what allowed it, what was frozen, and the files of the answer', async () => {
  openScreen(`${PATH}/R-1`, { ...others, listCaseRequests: listOf(SENT) }, { as: 'allowed' });
  await expect.element(page.getByText('under Production order 26/1183')).toBeVisible();
  await expect.element(page.getByText(/Frozen 5\.30115000 BTC/)).toBeVisible();
  await expect.element(page.getByText('EV-03')).toBeVisible();
  for (const name of ['Enter acknowledgement', 'Enter answer', 'Enter refusal', 'Frozen or returned']) {
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
});

test('an amount that was frozen is typed in coins and offered to the money table', async () => {
  const choices = {
    ...{ templates: [], colleagues: [], units: [], tags: [], leads: [] },
    assets: [{ asset: 'btc', symbol: 'BTC', name: 'Bitcoin', decimals: 8 }],
  };
  const screen = openScreen(
    `${PATH}/R-1`,
    { ...others, listCaseRequests: listOf(SENT), getCaseChoices: choices, addRequestAsset: SENT },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Frozen or returned' }).click();
  await page.getByLabelText('Amount').fill('2.1');
  await page.getByRole('button', { name: 'Enter it', exact: true }).click();
  await expect
    .poll(() => screen.calls.find(({ route }) => route === 'addRequestAsset')?.input.body)
    .toMatchObject({ outcome: 'frozen', asset: 'btc', amount: 210_000_000n, isInMoney: true });
});
