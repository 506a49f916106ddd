import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  TEST_PASSWORD,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { okOf, openTestCase, type TestCase } from '../../testing/case-people.ts';
import { listOutbox } from '../../testing/outbox.ts';
import { watchedPayment } from '../kinds/watched-payment.ts';
import { raiseAlert, retractAlerts } from '../raise-alert.ts';
import { sendDigests } from './send-digests.ts';

let casework: TestCaseworkContext;
let app: Hono;
let opened: TestCase;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  opened = await openTestCase(casework);
});

const SYSTEM = { kind: 'system' } as const;
const HOUR = 3_600_000;
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** An alert that says more than may leave the server. */
function raise(key: string, height = 320) {
  const at = casework.now();
  return casework.store.transact(SYSTEM, (tx) =>
    raiseAlert(tx, {
      ...{ agency: opened.people.owner.agency, case: opened.id, kind: watchedPayment, key, mark: 'fact' },
      ...{ title: `6.79710128 BTC left ${ADDRESS}`, summary: 'Operation Lantern' },
      body: { movements: [], lines: [], notes: [], facts: {} },
      place: { chain: 'btc', height, blockHash: 'cd'.repeat(32), txid: 'ab'.repeat(32) },
      ...{ happenedAt: at, origin: { id: 'watch:1', name: 'W-1', words: 'any spend' }, at },
    }),
  );
}

async function startFeed(asker: Asker): Promise<string> {
  const { url } = okOf(await asker.post('/alert-subscription/feed', { isOn: true })) as { url: string };
  expect(url).toMatch(/^http.*\/api\/v1\/alert-feeds\/[\w-]{43}$/);
  return new URL(url).pathname;
}

/** As a feed reader asks: without a session. */
const fetchFeed = async (path: string) => {
  const response = await app.request(`${casework.origin}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('a feed', () => {
  test('has the alerts its person may see, by number and kind, and one that was retracted again as such', async () => {
    await raise('one');
    const path = await startFeed(opened.as.owner);
    const { status, type, text } = await fetchFeed(path);
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(text).toContain('<title>New alert A-1: Watched payment.</title>');
    expect(text).not.toMatch(new RegExp(`${ADDRESS}|Lantern|6\\.797|${'ab'.repeat(8)}|W-1`));
    const [, id] = /<id>urn:uuid:([0-9a-f-]{36})<\/id>\s*<title>New/.exec(text) ?? [];
    await casework.store.transact(SYSTEM, (tx) =>
      retractAlerts(tx, { chain: 'btc', fromHeight: 320, why: 'Block 320 was replaced', at: casework.now() }),
    );
    const again = await fetchFeed(path);
    expect(again.text).toContain(`<id>urn:uuid:${id}#retracted</id>`);
    expect(again.text).toContain('<title>Retracted alert A-1: Watched payment.</title>');
    expect(okOf(await opened.as.owner.get('/alert-subscription'))).toMatchObject({ feed: { reads: 2 }, digest: 'off' });
  });

  test('shows nothing of a case that its person may not read', async () => {
    await raise('one');
    const stranger = await openAsker(casework, opened.people.colleague, app);
    const path = await startFeed(stranger);
    const { status, text } = await fetchFeed(path);
    expect([status, text.includes('A-1')]).toEqual([200, false]);
    await casework.store.transact(SYSTEM, (tx) =>
      tx.run(sql`UPDATE agency_case SET policy = 'open' WHERE id = ${opened.id}`),
    );
    expect((await fetchFeed(path)).text).toContain('A-1');
  });

  test('rests while its agency is suspended', async () => {
    const path = await startFeed(opened.as.owner);
    const statuses: number[] = [];
    for (const status of ['suspended', 'active']) {
      await casework.store.transact(SYSTEM, (tx) => tx.run(sql`UPDATE agency SET status = ${status}`));
      statuses.push((await fetchFeed(path)).status);
    }
    expect(statuses).toEqual([404, 200]);
  });

  test('ends with a new address, at its end, and with the access of its person', async () => {
    const first = await startFeed(opened.as.owner);
    const second = await startFeed(opened.as.owner);
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200]);
    okOf(await opened.as.owner.post('/alert-subscription/feed', { isOn: false }));
    expect((await fetchFeed(second)).status).toBe(404);
    const third = await startFeed(opened.as.owner);
    await casework.store.transact(SYSTEM, (tx) =>
      tx.run(sql`UPDATE account SET is_allowed = false, role = 'member' WHERE id = ${opened.people.owner.id}`),
    );
    const { status, text } = await fetchFeed(third);
    expect([status, text]).toEqual([404, expect.stringContaining('There is no such feed.')]);
    expect((await fetchFeed(`${third.slice(0, -1)}!`)).status).toBe(400);
    const acts = (await listTestEvents(casework)).filter(({ action }) =>
      String(action).startsWith('alert-subscription'),
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'alert-subscription.start-feed',
      'alert-subscription.start-feed',
      'alert-subscription.end-feed',
      'alert-subscription.start-feed',
    ]);
    // What the log and the database have of a token opens nothing.
    const [row] = await casework.store.transact(SYSTEM, (tx) =>
      tx.list<{ hash: string }>(sql`SELECT feed_hash AS hash FROM alert_subscription`),
    );
    expect(third).not.toContain(row?.hash ?? '');
    expect(JSON.stringify(acts)).not.toContain(third.slice(-43));
  });

  test('ends with the sessions that an administrator ends, and with a changed password', async () => {
    const { owner } = opened.people;
    const path = await startFeed(opened.as.owner);
    const admin = await openAsker(casework, await addAccount(casework, { role: 'agency-admin' }), app);
    okOf(await admin.post(`/admin/users/${owner.id}/end-sessions`, {}));
    expect((await fetchFeed(path)).status).toBe(404);
    const again = await openAsker(casework, owner, app);
    const second = await startFeed(again);
    okOf(await again.post('/update-password', { current: TEST_PASSWORD, password: 'another long password' }));
    expect((await fetchFeed(second)).status).toBe(404);
  });
});

describe('a summary', () => {
  const choose = (digest: string) => opened.as.owner.post('/alert-subscription/digest', { digest });
  /** To an hour of the next day. */
  const goTo = (hour: number) => {
    const next = new Date(casework.now().getTime() + 24 * HOUR);
    next.setUTCHours(hour, 0, 0, 0);
    casework.advance(next.getTime() - casework.now().getTime());
  };
  const mails = async () => (await listOutbox(casework)).filter(({ subject }) => /new alert/.test(subject));

  test('counts what is new since the last, once a day, and is not sent where nothing is', async () => {
    await raise('before');
    okOf(await choose('daily'));
    casework.advance(1_000);
    await raise('one');
    await raise('two');
    goTo(6);
    expect((await Promise.all([sendDigests(casework), sendDigests(casework)])).toSorted()).toEqual([0, 1]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 new alerts since yesterday');
    expect(mail?.body).toContain('Open now: 3, of which assigned to you: 0.');
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${ADDRESS}|Lantern`));
    goTo(6);
    expect(await sendDigests(casework)).toBe(0);
    casework.advance(1_000);
    await raise('three');
    casework.advance(HOUR);
    expect(await sendDigests(casework)).toBe(0);
    goTo(6);
    expect(await sendDigests(casework)).toBe(1);
    expect((await mails()).map(({ subject }) => subject)).toContain('1 new alert since yesterday');
  });

  test('of a week comes on a Monday, and none comes once it is off', async () => {
    okOf(await choose('weekly'));
    casework.advance(1_000);
    await raise('one');
    const days: number[] = [];
    for (let day = 0; day < 8; day++) {
      goTo(6);
      if ((await sendDigests(casework)) > 0) days.push(casework.now().getUTCDay());
    }
    expect(days).toEqual([1]);
    // The session of a week ago has ended.
    const owner = await openAsker(casework, opened.people.owner, app);
    okOf(await owner.post('/alert-subscription/digest', { digest: 'off' }));
    await raise('two');
    for (let day = 0; day < 8; day++) {
      goTo(6);
      expect(await sendDigests(casework)).toBe(0);
    }
    const again = await openAsker(casework, opened.people.owner, app);
    expect((await again.post('/alert-subscription/digest', { digest: 'hourly' })).status).toBe(400);
  });
});
