import type { CaseItem } from '@trailmark/api/contract/case-item';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const PATH = `/agency-cases/${CASE_ID}/addresses`;
const OVERVIEW = createCaseOverview();
const LARGE = { ...OVERVIEW, counts: { ...OVERVIEW.counts, addresses: 12_345 } };
const HARBOUR: CaseItem = {
  ...{
    id: '00000000-0000-4000-8000-0000000000e1',
    number: 'A-7',
    kind: 'address',
    kindName: 'Address',
    tab: 'addresses',
  },
  ...{ title: 'Harbour wallet', note: '', input: { params: {}, query: {} }, page: null, call: 'GET /x', method: 'm/1' },
  ...{
    software: 's',
    asOf: null,
    hash: 'a'.repeat(64),
    size: 20,
    pinnedAt: 1_772_500_000,
    pinnedBy: 'Lead investigator',
  },
  ...{ check: null, withdrawn: null },
};
const PIER: CaseItem = { ...HARBOUR, id: '00000000-0000-4000-8000-0000000000e2', number: 'A-8', title: 'Pier wallet' };

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listCaseItems',
  others: { getCase: OVERVIEW },
  empty: { answer: { items: [], next: null }, says: /Nothing is pinned here yet/ },
});

test('a long list is searched by words, which are in the address, and says when none fits', async () => {
  openScreen(
    PATH,
    {
      getCase: LARGE,
      listCaseItems: ({ query: { words = '' } }) => ({
        items: [PIER, HARBOUR].filter(({ title }) => title.toLowerCase().startsWith(words)),
        next: null,
      }),
    },
    { as: 'allowed' },
  );
  const field = page.getByLabelText('Addresses, transactions, titles, notes');
  await expect.element(page.getByText('Pier wallet')).toBeVisible();
  await field.fill(' harbour ');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect.poll(() => page.getByText('Pier wallet').elements()).toEqual([]);
  await expect.element(page.getByText('Harbour wallet')).toBeVisible();
  await expectAccessible();
  await field.fill('quay');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect.element(page.getByText(/Nothing here has words that begin/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect.element(page.getByText('Pier wallet')).toBeVisible();
  await expect.element(field).toHaveValue('');
});

test('a large count is short in its tab, and whole on hover and to a screen reader', async () => {
  openScreen(PATH, { getCase: LARGE, listCaseItems: { items: [PIER], next: null } }, { as: 'allowed' });
  const tab = page.getByRole('link', { name: 'Addresses 12,345' });
  await expect.element(tab.getByText('12k')).toBeVisible();
  await expect.element(tab.getByTitle('12,345')).toBeInTheDocument();
});

test('a short list has no field to search it', async () => {
  openScreen(PATH, { getCase: OVERVIEW, listCaseItems: { items: [PIER], next: null } }, { as: 'allowed' });
  await expect.element(page.getByText('Pier wallet')).toBeVisible();
  expect(page.getByRole('button', { name: 'Find' }).elements()).toEqual([]);
});
