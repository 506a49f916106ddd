import type { AlertDetail, AlertPage } from '@trailmark/api/contract/alert';
import type { WatchHealthView, WatchPage, WatchView } from '@trailmark/api/contract/watch';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeAnswers, UNANSWERED } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const NOW = 1_795_000_000;
const CASE = { id: '00000000-0000-4000-8000-0000000000a1', number: '2026-00417', title: 'Harbour' };
const WATCH: WatchView = {
  ...{ id: '00000000-0000-4000-8000-0000000000a2', number: 'W-1', name: 'Peel wallet', case: CASE, kind: 'addresses' },
  ...{ kindName: 'Addresses', chain: 'btc', subject: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', targets: 1 },
  conditions: [{ rule: 'direction', setting: { is: 'out' } }],
  ...{ confirmations: 1, folds: ['dust'], quiet: null, channels: [], recipients: [], expiresOn: null },
  ...{ alertWhen: 'Out', state: 'watching', stateWhy: '', stateAt: NOW, stateBy: null, lastAlertAt: NOW, alerts: 3 },
  authority: { id: '00000000-0000-4000-8000-0000000000a3', name: 'Court order C-1', to: '2027-03-31' },
  ...{ folded: 2, createdAt: NOW, createdBy: 'Lead investigator', version: 1 },
};
const counts = { all: 1, watching: 1, paused: 0, ended: 0 };
const WATCHES: WatchPage = { items: [WATCH], counts };
const HEALTH: WatchHealthView = {
  at: NOW,
  chains: [
    {
      ...{ chain: 'btc', name: 'Bitcoin', height: 969_352, tip: 969_358, tipTime: NOW - 240, behind: 6 },
      ...{ movedAt: NOW, isFollowing: true, watches: 1, note: 'Catching up: 6 to read' },
    },
  ],
  ...{ blocks: 12, p95: 312, forks: 1, deepestFork: 1, failedDeliveries: 0 },
  alerts: { new: 1, oldestNew: NOW - 600, retracted: 1 },
};
const ALERT_COUNTS = { new: 1, mine: 0, open: 1, all: 2, retracted: 1, oldestNew: NOW, last: NOW };
const TXID = 'ab'.repeat(32);
const HEAD: AlertPage['items'][number] = {
  ...{
    id: '00000000-0000-4000-8000-0000000000b1',
    number: 'A-2',
    kind: 'watched-payment',
    kindName: 'Watched payment',
  },
  ...{ mark: 'fact', title: '6.79710128 BTC out of Peel wallet', summary: 'to 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' },
  ...{ case: CASE, chain: 'btc', height: 969_322, txid: TXID, happenedAt: NOW, raisedAt: NOW, state: 'new' },
  ...{ assignee: null, reason: null, retracted: null, version: 1 },
  origins: [{ origin: `watch:${WATCH.id}`, name: 'W-1 Peel wallet', words: 'version 1' }],
};
const RETRACTED: AlertPage['items'][number] = {
  ...HEAD,
  ...{ id: '00000000-0000-4000-8000-0000000000b2', number: 'A-1' },
  retracted: { at: NOW, why: 'Block 969,320 is not on the valid chain.' },
};
const ALERTS: AlertPage = { items: [HEAD, RETRACTED], counts: ALERT_COUNTS, kinds: [] };
const DETAIL: AlertDetail = {
  ...HEAD,
  body: {
    movements: [
      {
        ...{ from: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'], to: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' },
        ...{ amount: '679710128', asset: 'btc', symbol: 'BTC', decimals: 8, note: 'no label' },
      },
    ],
    lines: [{ mark: 'fact', name: 'Transaction', text: 'block 969,322', chain: 'btc', txid: TXID }],
    notes: [],
    facts: {},
  },
  ...{ blockHash: null, words: null, replaces: null, replacedBy: null, together: [], deliveries: [] },
  events: [{ at: NOW, by: null, what: 'raised', words: 'In block 969,322' }],
};

testStates({
  path: '/address-monitoring',
  as: 'allowed',
  route: 'listWatches',
  others: { getWatchHealth: HEALTH, listWatches: WATCHES },
  empty: {
    answer: { items: [], counts: { all: 0, watching: 0, paused: 0, ended: 0 } },
    says: /A watch alerts you when/,
  },
});

test('the list begins with the health of each chain, and names what a watch alerts', async () => {
  openScreen('/address-monitoring', { getWatchHealth: HEALTH, listWatches: WATCHES }, { as: 'allowed' });
  await expect.element(page.getByText('Catching up: 6 to read')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Peel wallet' })).toBeVisible();
  await expect.element(page.getByText('312 ms')).toBeVisible();
  await expectAccessible();
});

const inbox: FakeAnswers = {
  listAlerts: ALERTS,
  getAlert: ({ params }) => (params.alert === HEAD.id ? DETAIL : { ...DETAIL, ...RETRACTED }),
  handleAlerts: { items: [HEAD], counts: ALERT_COUNTS },
  streamAlerts: UNANSWERED,
};

test('one key acknowledges an alert, and a retracted one can only be closed', async () => {
  const { calls } = openScreen(`/address-monitoring/alerts?alert=${HEAD.id}`, inbox, { as: 'allowed' });
  await expect.element(page.getByRole('heading', { name: /6\.79710128 BTC out of/ })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('a');
  await expect
    .poll(() => calls.find(({ route }) => route === 'handleAlerts')?.input.body)
    .toMatchObject({
      ...{ alerts: [{ id: HEAD.id, version: 1 }], state: 'acknowledged' },
    });
  await expect.element(page.getByText('Block 969,320 is not on the valid chain.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Close as retracted/ })).toBeVisible();
  expect(page.getByRole('button', { name: /Acknowledge/ }).elements()).toEqual([]);
});
