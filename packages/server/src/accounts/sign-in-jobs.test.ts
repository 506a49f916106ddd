import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reactivate } from '../admin/account-acts.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';
import { closeInactiveAccounts, purgeOldAttempts, removeUnverifiedAccounts } from './sign-in-jobs.ts';
import { networkOf } from './throttle.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

test('accounts that nobody signed in to for ninety days are closed, with their sessions, and the log says so', async () => {
  const unused = await addAccount(casework);
  const [used, waiting] = [await addAccount(casework), await addAccount(casework, { status: 'awaiting-approval' })];
  const session = await openTestSession(casework, unused);
  casework.advance(DAY);
  expect((await createBrowser(casework).login(used.email, TEST_PASSWORD)).flag).toBe('success');
  casework.advance(89 * DAY);
  expect(await closeInactiveAccounts(casework)).toBe(0);
  casework.advance(1);
  expect(await closeInactiveAccounts(casework)).toBe(1);
  expect(await closeInactiveAccounts(casework)).toBe(0);
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ id: string; status: string }>(
      sql`SELECT id, status FROM account WHERE status <> 'active' ORDER BY status`,
    ),
  );
  expect(rows).toEqual([
    { id: waiting.id, status: 'awaiting-approval' },
    { id: unused.id, status: 'inactive' },
  ]);
  const ended = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ at: Date | null }>(sql`SELECT ended_at AS at FROM session WHERE hash = ${session.hash}`),
  );
  expect(ended?.at).not.toBeNull();
  const closed = (await listTestEvents(casework)).filter(({ action }) => action === 'account.close-unused');
  expect(closed).toMatchObject([
    { actor: { account: null, role: 'server' }, agency: unused.agency, object: { id: unused.id } },
  ]);
});

test('an account that was opened again stays open for another ninety days', async () => {
  const [admin, unused] = [await addAccount(casework, { role: 'platform-admin' }), await addAccount(casework)];
  casework.advance(91 * DAY);
  await closeInactiveAccounts(casework);
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET status = 'active' WHERE id = ${admin.id}`),
  );
  await reactivate(casework, toTestCaller(casework, admin), unused.id, 'Back from leave');
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET last_sign_in_at = ${casework.now()} WHERE id = ${admin.id}`),
  );
  casework.advance(90 * DAY - 1);
  expect(await closeInactiveAccounts(casework)).toBe(0);
  casework.advance(2);
  expect(await closeInactiveAccounts(casework)).toBe(2);
});

test('accounts whose address nobody verified are removed after three days, and no others can be', async () => {
  const waiting = await addAccount(casework, { status: 'registered' });
  const kept = [
    await addAccount(casework, { status: 'awaiting-approval' }),
    await addAccount(casework, { status: 'denied' }),
    await addAccount(casework),
  ].map(({ id }) => id);
  casework.advance(3 * DAY);
  expect(await removeUnverifiedAccounts(casework)).toBe(0);
  await createBrowser(casework).post('/re-verification', { email: waiting.email });
  casework.advance(DAY - 1);
  // Its link still opens.
  expect(await removeUnverifiedAccounts(casework)).toBe(0);
  casework.advance(1);
  expect(await removeUnverifiedAccounts(casework)).toBe(1);
  const rows = await casework.store.transact({ kind: 'system' }, async (tx) => {
    expect(await tx.run(sql`DELETE FROM account`)).toBe(0);
    return tx.list<{ id: string }>(sql`SELECT id FROM account`);
  });
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  expect(await listTestEvents(casework)).toContainEqual(
    expect.objectContaining({ action: 'account.remove-unverified', object: { kind: 'account', id: waiting.id } }),
  );
});

test('tries are forgotten once no limit looks at them', async () => {
  await createBrowser(casework).login('nobody@north.example', 'x');
  casework.advance(2 * HOUR);
  expect(await purgeOldAttempts(casework)).toBe(0);
  casework.advance(1);
  expect(await purgeOldAttempts(casework)).toBe(3);
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
