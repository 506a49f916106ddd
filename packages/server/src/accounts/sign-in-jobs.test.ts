import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestOffice,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestOffice,
} from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';
import { closeInactiveAccounts, purgeOldAttempts } from './sign-in-jobs.ts';
import { networkOf } from './throttle.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let office: TestOffice;
beforeAll(async () => {
  office = await createTestOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.clear());

test('accounts that nobody signed in to for ninety days are closed, with their sessions, and the log says so', async () => {
  const unused = await addAccount(office);
  const [used, waiting] = [await addAccount(office), await addAccount(office, { status: 'awaiting-approval' })];
  const session = await openTestSession(office, unused);
  office.advance(DAY);
  expect((await createBrowser(office).login(used.email, TEST_PASSWORD)).flag).toBe('success');
  office.advance(89 * DAY);
  expect(await closeInactiveAccounts(office)).toBe(0);
  office.advance(1);
  expect(await closeInactiveAccounts(office)).toBe(1);
  expect(await closeInactiveAccounts(office)).toBe(0);
  const rows = await office.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ id: string; status: string }>(
      sql`SELECT id, status FROM account WHERE status <> 'active' ORDER BY status`,
    ),
  );
  expect(rows).toEqual([
    { id: waiting.id, status: 'awaiting-approval' },
    { id: unused.id, status: 'inactive' },
  ]);
  const ended = await office.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ at: Date | null }>(sql`SELECT ended_at AS at FROM session WHERE hash = ${session.hash}`),
  );
  expect(ended?.at).not.toBeNull();
  const closed = (await listTestEvents(office)).filter(({ action }) => action === 'account.close-unused');
  expect(closed).toMatchObject([
    { actor: { account: null, role: 'server' }, agency: unused.agency, object: { id: unused.id } },
  ]);
});

test('tries are forgotten once no limit looks at them', async () => {
  await createBrowser(office).login('nobody@north.example', 'x');
  office.advance(2 * HOUR);
  expect(await purgeOldAttempts(office)).toBe(0);
  office.advance(1);
  expect(await purgeOldAttempts(office)).toBe(3);
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:0db8:0001:0200::/56'],
  ['2001:DB8::1', '2001:0db8:0000:0000::/56'],
  ['::1', '0000:0000:0000:0000::/56'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
