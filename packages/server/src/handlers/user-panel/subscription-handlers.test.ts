import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { openAsker } from '../../testing/ask.ts';

let casework: TestCaseworkContext;
let lead: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await addAccount(casework);
});

test('seats and use are counted from the accounts and the audit log', async () => {
  await addAccount(casework, { status: 'awaiting-approval' });
  await addAccount(casework, { status: 'suspended' });
  await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE agency SET seats = 12`));
  const asker = await openAsker(casework, lead);
  await asker.get('/labels/search?q=binance');
  await asker.get('/labels/search?q=kraken');
  await asker.get('/profile');
  const { status, body } = await asker.get('/subscription');
  expect(status).toBe(200);
  expect(body.agency).toEqual({ name: 'North District Police', seats: 12, seatsUsed: 1, awaitingApproval: 1 });
  expect(body.usage).toMatchObject({ today: { lookUps: 2, exports: 0 }, last30Days: { lookUps: 2 } });
  expect(body).toMatchObject({
    licence: 'Apache-2.0',
    supportContact: 'service@north.example',
    chains: [{ id: 'btc' }],
  });
});

test('a day begins at midnight UTC', async () => {
  const asker = await openAsker(casework, lead);
  await asker.get('/labels/search?q=binance');
  const at = new Date(casework.now().getTime() - 13 * 3_600_000);
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO audit_event (id, at, agency_id, account_id, action, outcome, body)
      VALUES (gen_random_uuid(), ${at}, ${lead.agency}, ${lead.id}, 'look-up.searchLabels', 'success', '{}')`),
  );
  const { body } = await asker.get('/subscription');
  expect(body.usage).toMatchObject({ today: { lookUps: 1 }, last30Days: { lookUps: 2 } });
});

test('use by person is for administrators, each within their reach', async () => {
  const agency = await addAgency(casework, 'Harbour Customs');
  const admin = await addAccount(casework, { role: 'agency-admin', email: 'admin@north.example' });
  const platform = await addAccount(casework, { agency, role: 'platform-admin', email: 'root@harbour.example' });
  await (await openAsker(casework, lead)).get('/labels/search?q=binance');
  expect((await (await openAsker(casework, lead)).get('/subscription/usage')).status).toBe(403);
  const own = (await (await openAsker(casework, admin)).get('/subscription/usage')).body.items as Record<
    string,
    unknown
  >[];
  expect(own.map(({ email }) => email).sort()).toEqual([admin.email, lead.email].sort());
  expect(own.find(({ account }) => account === lead.id)).toMatchObject({ lookUps: 1, exports: 0 });
  const all = (await (await openAsker(casework, platform)).get('/subscription/usage')).body.items as unknown[];
  expect(all).toHaveLength(3);
});
