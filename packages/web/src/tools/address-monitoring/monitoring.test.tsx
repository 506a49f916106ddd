import type { AlertDetail, AlertPage } from '@trailmark/api/contract/alert';
import type { WatchHealthView, WatchPage, WatchView } from '@trailmark/api/contract/watch';
import type { FrontierView } from '@trailmark/api/contract/watch-frontier';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeAnswers, UNANSWERED } from '../../testing/fake-api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';
import { draftOf } from './watch-draft.ts';

const NOW = 1_795_000_000;
const CASE = { id: '00000000-0000-4000-8000-0000000000a1', number: '2026-00417', title: 'Harbour' };
const WATCH: WatchView = {
  ...{ id: '00000000-0000-4000-8000-0000000000a2', number: 'W-1', name: 'Peel wallet', case: CASE, kind: 'addresses' },
  ...{ kindName: 'Addresses', chain: 'btc', subject: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', targets: 1 },
  conditions: [{ rule: 'direction', setting: { is: 'out' } }],
  ...{ confirmations: 1, folds: ['dust'], quiet: null, channels: [], recipients: [], expiresOn: null },
  ...{
    alertWhen: 'Out',
    state: 'watching',
    stateWhy: '',
    stateAt: NOW,
    stateBy: null,
    faults: [],
    lastAlertAt: NOW,
    alerts: 3,
  },
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
      ...{
        movedAt: NOW,
        isFollowing: true,
        watches: 1,
        faulty: 0,
        fault: null,
        note: 'Catching up: 6 to read',
        filters: null,
      },
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

test('a chain that is followed by block filters shows what was fetched, how much of it by chance, and the warning', async () => {
  const filters = { filters: 400, fetched: 9, byChance: 2, undecided: 1, scripts: 60_000, chance: 0.0736 };
  const [chain] = HEALTH.chains as [WatchHealthView['chains'][number]];
  const warned = { ...filters, warning: 'Read whole blocks instead.' };
  const health = { ...HEALTH, chains: [{ ...chain, note: 'Reading block filters', filters: warned }] };
  openScreen('/address-monitoring', { getWatchHealth: health, listWatches: WATCHES }, { as: 'allowed' });
  await expect
    .element(page.getByText(/60,000 scripts; 9 blocks fetched because of a match, 2 of them by chance/))
    .toBeVisible();
  await expect
    .element(page.getByText(/about 7.4 % of all blocks match by chance. Read whole blocks instead./))
    .toBeVisible();
});

test('a watch that is behind says from which block and why, and so does its chain', async () => {
  const fault = { text: 'There are no clusters of Bitcoin here.', since: NOW, fromHeight: 969_300 };
  const [watch] = WATCHES.items as [WatchPage['items'][number]];
  const [chain] = HEALTH.chains as [WatchHealthView['chains'][number]];
  const behind = { ...WATCHES, items: [{ ...watch, faults: [fault] }] };
  const health = { ...HEALTH, chains: [{ ...chain, faulty: 1 }] };
  openScreen('/address-monitoring', { getWatchHealth: health, listWatches: behind }, { as: 'allowed' });
  await expect.element(page.getByText(/From block 969,300: There are no clusters of Bitcoin here/)).toBeVisible();
  await expect.element(page.getByText(/1 watch behind/)).toBeVisible();
});

test('a watch is removed after a second click', async () => {
  const { calls } = openScreen(
    '/address-monitoring',
    { getWatchHealth: HEALTH, listWatches: WATCHES, removeWatch: {} },
    { as: 'allowed' },
  );
  await page.getByRole('button', { name: 'Actions of W-1' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove W-1; its alerts stay' }).click();
  await expect.poll(() => calls.some(({ route }) => route === 'removeWatch')).toBe(true);
});

test('a copy of a watch starts with all of what it watches', () => {
  const entered = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S'].join('\n');
  expect(draftOf({ ...WATCH, subject: '2 addresses…', entered }).subject).toBe(entered);
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

const [FIRST, LAST] = ['cd'.repeat(32), 'ef'.repeat(32)];
const part = (place: string, amount: bigint) => ({ place, address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', amount });
const FRONTIER: FrontierView = {
  asOf: {
    ...{ chain: 'btc', height: 969_352, hash: null, time: null, software: 'Trailmark', engine: 'trace-engine/4' },
    ...{ labels: 'none', prices: 'none', rules: 'none' },
  },
  ...{ watch: WATCH.id, chain: 'btc', symbol: 'BTC', decimals: 8, method: 'haircut/1', maxHops: 10, minAmount: 0n },
  ...{ state: 'complete', hasPackets: true, began: 679_710_128n, arrived: 419_988_000n, resting: 259_675_128n },
  ...{ lost: 0n, fees: 47_000n, difference: 0n, stepCount: 2, gaps: [] },
  seeds: [part(`${TXID}:0`, 679_710_128n)],
  steps: [
    {
      ...{ txid: FIRST, hop: 1, height: 969_322, time: NOW, fee: 20_000n, from: [part(`${TXID}:0`, 679_710_128n)] },
      to: [part(`${FIRST}:0`, 420_015_000n), part(`${FIRST}:1`, 259_675_128n)],
    },
    {
      ...{ txid: LAST, hop: 2, height: 969_351, time: NOW, fee: 27_000n, from: [part(`${FIRST}:0`, 420_015_000n)] },
      to: [part(`${LAST}:0`, 419_988_000n)],
    },
  ],
  lostBy: [{ reason: 'Reached the hop limit', amount: 100_000n, places: 1 }],
  rests: [{ ...part(`${FIRST}:1`, 259_675_128n), height: 969_322, time: NOW }],
  arrivals: [
    {
      ...{ key: 'northgate', name: 'Northgate Exchange', basis: 'claim', source: 'service data', confidence: 50 },
      ...{ listing: null, reason: 'service', amount: 419_988_000n, actor: 'northgate' },
      places: [
        {
          ...{ deposit: `${LAST}:0`, address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', amount: 419_988_000n },
          ...{ detail: 'Reached a service.', height: 969_351, time: NOW },
        },
      ],
    },
  ],
};

testStates({
  path: `/address-monitoring/watches/${WATCH.id}/frontier`,
  as: 'allowed',
  route: 'getWatchFrontier',
  others: { getWatch: { ...WATCH, kind: 'frontier', entered: '{}' }, getWatchFrontier: FRONTIER },
  empty: {
    answer: { ...FRONTIER, steps: [], stepCount: 0, arrivals: [], arrived: 0n },
    says: /Nothing moved yet/,
  },
});

test('a frontier names whom its money reached, and offers the request packet with what the case knows', async () => {
  const answers = { getWatch: { ...WATCH, kind: 'frontier', entered: '{}' }, getWatchFrontier: FRONTIER };
  openScreen(`/address-monitoring/watches/${WATCH.id}/frontier`, answers, { as: 'allowed' });
  await expect.element(page.getByRole('heading', { name: 'Reached Northgate Exchange' })).toBeVisible();
  await expect.element(page.getByText(/4\.19988000 reached a stop \+ 2\.59675128 still watched/)).toBeVisible();
  await expect.element(page.getByRole('img', { name: /Frontier: 2 steps, 1 stop, 1 place still/ })).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(page.getByLabelText('Case number')).toHaveValue(CASE.number);
  await expect.element(page.getByLabelText('Legal basis', { exact: true })).toHaveValue('Court order C-1');
  await expectAccessible();
});

test('a frontier shows of an entry of a sanctions list what the list states, as a fact and without a confidence', async () => {
  const statement = 'On the OFAC SDN list: SAMPLE ENTITY, programme CYBER2, listed on 5 Apr 2022.';
  const [arrival] = FRONTIER.arrivals;
  const listed = { ...arrival!, key: 'l', name: 'SAMPLE ENTITY', source: 'https://list.example', confidence: null };
  const arrivals = [arrival!, { ...listed, listing: statement }];
  const answers = {
    getWatch: { ...WATCH, kind: 'frontier', entered: '{}' },
    getWatchFrontier: { ...FRONTIER, arrivals },
  };
  openScreen(`/address-monitoring/watches/${WATCH.id}/frontier`, answers, { as: 'allowed' });
  const entry = page.getByRole('region', { name: 'Reached SAMPLE ENTITY' });
  await expect.element(entry.getByText(statement)).toBeVisible();
  await expect.element(entry.getByText('Fact', { exact: true })).toBeInTheDocument();
  await expect.element(entry).not.toHaveTextContent(/of 100|rests on/);
  const label = page.getByRole('region', { name: 'Reached Northgate Exchange' });
  await expect.element(label).toHaveTextContent('Who it is rests on service data, confidence 50 of 100.');
});

test('a person makes a feed whose address is shown once, chooses a summary, and ends the feed', async () => {
  const url = `https://trailmark.example/api/v1/alert-feeds/${'k'.repeat(43)}`;
  const feed = { since: NOW, readAt: null, reads: 0 };
  const answers: FakeAnswers = {
    listAlertChannels: { items: [], channelKinds: [], alertKinds: [] },
    listAlertDeliveries: { items: [] },
    getAlertSubscription: { feed: null, digest: 'off' },
    changeAlertFeed: ({ body }) =>
      body.isOn
        ? { subscription: { feed, digest: 'off' }, url }
        : { subscription: { feed: null, digest: 'off' }, url: null },
    changeAlertDigest: ({ body }) => ({ feed, digest: body.digest }),
  };
  const { calls } = openScreen('/address-monitoring/channels', answers, { as: 'allowed' });
  await page.getByRole('button', { name: 'Make a feed' }).click();
  await expect.element(page.getByText(url)).toBeVisible();
  await expect.element(page.getByText('Not read yet.')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Summary by email').selectOptions('weekly');
  await expect
    .poll(() => calls.find(({ route }) => route === 'changeAlertDigest')?.input.body)
    .toEqual({ digest: 'weekly' });
  await page.getByRole('button', { name: 'End the feed' }).click();
  await expect.element(page.getByText(/Feed: off\./)).toBeVisible();
  expect(page.getByText(url).elements()).toEqual([]);
});
