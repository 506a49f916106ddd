import type { AlertPage } from '@trailmark/api/contract/alert';
import { CASE_RIGHTS } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { testStates } from '../../testing/test-states.ts';

const PATH = `/agency-cases/${CASE_ID}/alerts`;
const OVERVIEW = createCaseOverview(CASE_RIGHTS);
const AT = 1_795_200_000;
const counts = { new: 0, mine: 0, open: 0, all: 0, retracted: 0, oldestNew: null, last: null };

const alert = (last: number, more: Partial<AlertPage['items'][number]> = {}): AlertPage['items'][number] => ({
  ...{ id: `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`, number: `A-${last}` },
  ...{ kind: 'watched-payment', kindName: 'Watched payment', mark: 'fact', title: '1.5 BTC out of Till', summary: '' },
  ...{ case: { id: CASE_ID, number: 'NG-1', title: 'Harbour' }, chain: 'btc', height: 170, txid: 'ab'.repeat(32) },
  ...{ happenedAt: AT, raisedAt: AT, state: 'new', assignee: null, reason: null, retracted: null },
  ...{ origins: [], version: 1, ...more },
});

testStates({
  path: PATH,
  as: 'allowed',
  route: 'listAlerts',
  others: { getCase: OVERVIEW },
  empty: { answer: { items: [], counts, kinds: [] }, says: /No alert was raised for this case/ },
});

test('alerts of the case alone are listed, each leads to the inbox, and a withdrawn one says why', async () => {
  const withdrawn = alert(1, { retracted: { at: AT, why: 'Block 170 is not on the valid chain.' } });
  const items = [alert(2), withdrawn];
  const listAlerts: AlertPage = { items, counts: { ...counts, all: 203 }, kinds: [] };
  const { calls } = openScreen(PATH, { getCase: OVERVIEW, listAlerts }, { as: 'allowed' });
  await expect
    .element(page.getByRole('link', { name: 'A-2' }))
    .toHaveAttribute('href', expect.stringContaining(`case=${CASE_ID}`));
  await expect.element(page.getByText('withdrawn: Block 170 is not on the valid chain.')).toBeVisible();
  await expect.element(page.getByText('2 alerts, 201 earlier ones in the inbox.')).toBeVisible();
  expect(calls.find(({ route }) => route === 'listAlerts')?.input).toMatchObject({ query: { case: CASE_ID } });
  await expectAccessible();
});
