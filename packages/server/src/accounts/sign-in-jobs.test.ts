import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reactivate } from '../admin/account-acts.ts';
import {
  addAccount,
  createTestOffice,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestOffice,
  toTestCaller,
} from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';
import { closeInactiveAccounts, purgeOldAttempts, removeUnverifiedAccounts } from './sign-in-jobs.ts';
import { networkOf } from './throttle.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let office: TestOffice;
beforeAll(async () => {
  office = await createTestOffice();
});
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

test('an account that was opened again stays open for another ninety days', async () => {
  const [admin, unused] = [await addAccount(office, { role: 'platform-admin' }), await addAccount(office)];
  office.advance(91 * DAY);
  await closeInactiveAccounts(office);
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET status = 'active' WHERE id = ${admin.id}`),
  );
  await reactivate(office, toTestCaller(office, admin), unused.id, 'Back from leave');
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET last_sign_in_at = ${office.now()} WHERE id = ${admin.id}`),
  );
  office.advance(90 * DAY - 1);
  expect(await closeInactiveAccounts(office)).toBe(0);
  office.advance(2);
  expect(await closeInactiveAccounts(office)).toBe(2);
});

test('accounts whose address nobody verified are removed after three days, and no others can be', async () => {
  const waiting = await addAccount(office, { status: 'registered' });
  const kept = [
    await addAccount(office, { status: 'awaiting-approval' }),
    await addAccount(office, { status: 'denied' }),
    await addAccount(office),
  ].map(({ id }) => id);
  office.advance(3 * DAY);
  expect(await removeUnverifiedAccounts(office)).toBe(0);
  await createBrowser(office).post('/re-verification', { email: waiting.email });
  office.advance(DAY - 1);
  // Its link still opens.
  expect(await removeUnverifiedAccounts(office)).toBe(0);
  office.advance(1);
  expect(await removeUnverifiedAccounts(office)).toBe(1);
  const rows = await office.store.transact({ kind: 'system' }, async (tx) => {
    expect(await tx.run(sql`DELETE FROM account`)).toBe(0);
    return tx.list<{ id: string }>(sql`SELECT id FROM account`);
  });
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  expect(await listTestEvents(office)).toContainEqual(
    expect.objectContaining({ action: 'account.remove-unverified', object: { kind: 'account', id: waiting.id } }),
  );
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
