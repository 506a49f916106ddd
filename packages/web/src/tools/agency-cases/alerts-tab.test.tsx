import type { AlertPage } from '@trailmark/api/contract/alert';
import type { WatchPage, WatchView } from '@trailmark/api/contract/watch';
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

const NO_WATCHES: WatchPage = { items: [], counts: { all: 0, watching: 0, paused: 0, ended: 0 } };
const WATCH: WatchView = {
  ...{ id: '00000000-0000-4000-8000-0000000000b2', number: 'W-1', name: 'Till', kind: 'addresses', chain: 'btc' },
  ...{ kindName: 'Addresses', subject: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', targets: 1, conditions: [] },
  ...{ confirmations: 1, folds: [], quiet: null, channels: [], recipients: [], expiresOn: null, alertWhen: 'Any' },
  ...{
    state: 'watching',
    stateWhy: '',
    stateAt: AT,
    stateBy: null,
    faults: [],
    lastAlertAt: null,
    alerts: 3,
    folded: 0,
  },
  ...{ authority: null, createdAt: AT, createdBy: 'Lead investigator', version: 1 },
  case: { id: CASE_ID, number: 'NG-1', title: 'Harbour' },
};

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
  others: { getCase: OVERVIEW, listWatches: NO_WATCHES },
  empty: { answer: { items: [], counts, kinds: [] }, says: /No alert was raised for this case/ },
});

test('alerts of the case alone are listed, each leads to the inbox, and a withdrawn one says why', async () => {
  const withdrawn = alert(1, { retracted: { at: AT, why: 'Block 170 is not on the valid chain.' } });
  const items = [alert(2), withdrawn];
  const listAlerts: AlertPage = { items, counts: { ...counts, all: 203 }, kinds: [] };
  const { calls } = openScreen(PATH, { getCase: OVERVIEW, listAlerts, listWatches: NO_WATCHES }, { as: 'allowed' });
  await expect.element(page.getByText('Nothing is watched for this case.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'A-2' }))
    .toHaveAttribute('href', expect.stringContaining(`case=${CASE_ID}`));
  await expect.element(page.getByText('withdrawn: Block 170 is not on the valid chain.')).toBeVisible();
  await expect.element(page.getByText('2 alerts, 201 earlier ones in the inbox.')).toBeVisible();
  expect(calls.find(({ route }) => route === 'listAlerts')?.input).toMatchObject({ query: { case: CASE_ID } });
  await expectAccessible();
});

test('what is watched for the case is listed with the alerts of the last 30 days', async () => {
  const listAlerts: AlertPage = { items: [], counts, kinds: [] };
  const listWatches: WatchPage = { items: [WATCH], counts: { ...NO_WATCHES.counts, all: 201 } };
  const { calls } = openScreen(PATH, { getCase: OVERVIEW, listAlerts, listWatches }, { as: 'allowed' });
  const row = page.getByRole('table', { name: 'Watches of this case' }).getByRole('row').nth(1);
  await expect.element(row.getByRole('link', { name: 'W-1 Till' })).toBeVisible();
  await expect.element(row.getByText(WATCH.subject)).toBeVisible();
  await expect.element(row.getByText('no alert yet')).toBeVisible();
  await expect.element(page.getByText('200 more are listed in address monitoring.')).toBeVisible();
  expect(calls.find(({ route }) => route === 'listWatches')?.input).toMatchObject({ query: { case: CASE_ID } });
  await expectAccessible();
});
