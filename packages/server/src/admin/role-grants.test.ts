import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';

const HOUR = 3_600_000;
const REASON = 'Takes over from the head of unit';

let casework: TestCaseworkContext;
let app: Hono;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

async function ask(who: TestAccount, path: string, body?: object) {
  const { headers } = await openTestSession(casework, who);
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.request(`http://127.0.0.1:3000/api/v1/admin${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function propose(by: TestAccount, account: TestAccount, role: string): Promise<string> {
  const { status, body } = await ask(by, `/users/${account.id}/role`, { role, reason: REASON });
  expect(status).toBe(200);
  return String(body.proposal);
}

const confirm = (by: TestAccount, grant: string) => ask(by, `/role-grants/${grant}/confirm`, {});

async function roleOf({ id }: TestAccount): Promise<string | undefined> {
  const row = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ role: string }>(sql`SELECT role FROM account WHERE id = ${id}`),
  );
  return row?.role;
}

const platformAdmin = (name: string) =>
  addAccount(casework, {
    name,
    role: 'platform-admin',
    email: `${name.toLowerCase().replaceAll(' ', '-')}@north.example`,
  });

describe('a role with rights over others', () => {
  test('is in force only after a second administrator confirmed it, and ends the sessions of the old role', async () => {
    const [first, second, member] = [
      await platformAdmin('First'),
      await platformAdmin('Second'),
      await addAccount(casework),
    ];
    const { headers } = await openTestSession(casework, member);
    const grant = await propose(first, member, 'agency-admin');
    expect(await roleOf(member)).toBe('member');
    expect((await ask(second, '/role-grants')).body).toMatchObject({
      items: [{ id: grant, role: 'agency-admin', canConfirm: true, canRefuse: true, account: { id: member.id } }],
    });
    expect((await confirm(second, grant)).body).toEqual({ isAlone: false });
    expect(await roleOf(member)).toBe('agency-admin');
    expect((await app.request('http://127.0.0.1:3000/api/v1/sessions', { headers })).status).toBe(401);
    const event = (await listTestEvents(casework)).find(({ action }) => action === 'account.role-confirmed');
    expect(event).toMatchObject({
      details: { from: 'member', to: 'agency-admin', proposedBy: first.id, isAlone: false },
    });
  });

  test('is confirmed neither by the proposer nor by the person concerned', async () => {
    const [first, second] = [await platformAdmin('First'), await platformAdmin('Second')];
    const admin = await addAccount(casework, { role: 'agency-admin' });
    const grant = await propose(first, admin, 'platform-admin');
    casework.advance(25 * HOUR);
    expect((await confirm(first, grant)).status).toBe(403);
    expect((await confirm(admin, grant)).status).toBe(403);
    expect(await roleOf(admin)).toBe('agency-admin');
    expect((await confirm(second, grant)).status).toBe(200);
  });

  test('is confirmed once, however many do it at the same time', async () => {
    await addAgency(casework);
    const admins = await Promise.all(['First', 'Second', 'Third', 'Fourth'].map(platformAdmin));
    const member = await addAccount(casework);
    const [first, ...others] = admins as [TestAccount, ...TestAccount[]];
    const grant = await propose(first, member, 'auditor');
    const answers = await Promise.all(others.map((other) => confirm(other, grant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('runs out after seven days, and can be proposed again then', async () => {
    const [first, second, member] = [
      await platformAdmin('First'),
      await platformAdmin('Second'),
      await addAccount(casework),
    ];
    const grant = await propose(first, member, 'auditor');
    const again = await ask(second, `/users/${member.id}/role`, { role: 'agency-admin', reason: REASON });
    expect(again.status).toBe(409);
    casework.advance(7 * 24 * HOUR);
    expect((await confirm(second, grant)).status).toBe(409);
    expect((await ask(second, '/role-grants')).body).toEqual({ items: [] });
    const next = await propose(second, member, 'auditor');
    expect((await confirm(first, next)).status).toBe(200);
  });

  test('is not confirmed for somebody who changed meanwhile, nor after its proposer was suspended', async () => {
    const [first, second, member] = [
      await platformAdmin('First'),
      await platformAdmin('Second'),
      await addAccount(casework),
    ];
    const grant = await propose(first, member, 'agency-admin');
    await ask(second, `/users/${member.id}/suspend`, { reason: REASON });
    expect((await confirm(second, grant)).status).toBe(409);
    await ask(second, `/users/${member.id}/reactivate`, { reason: REASON });
    await ask(second, `/users/${first.id}/suspend`, { reason: REASON });
    expect((await confirm(second, grant)).status).toBe(409);
    // It is taken back, and does not come into force if its proposer comes back.
    expect((await ask(second, '/role-grants')).body).toEqual({ items: [] });
    await ask(second, `/users/${first.id}/reactivate`, { reason: REASON });
    expect((await confirm(second, grant)).status).toBe(409);
    expect(await roleOf(member)).toBe('member');
  });

  test('can be turned down by whoever could confirm it, and taken back by its proposer', async () => {
    const [first, second, member] = [
      await platformAdmin('First'),
      await platformAdmin('Second'),
      await addAccount(casework),
    ];
    for (const who of [first, second]) {
      const grant = await propose(first, member, 'auditor');
      expect((await ask(who, `/role-grants/${grant}/refuse`, { reason: 'Not needed' })).status).toBe(200);
      expect((await confirm(second, grant)).status).toBe(409);
    }
  });

  test('follows no other such role: an auditor becomes a member before an administrator', async () => {
    const first = await platformAdmin('First');
    await platformAdmin('Second');
    const auditor = await addAccount(casework, { role: 'auditor' });
    expect((await ask(first, `/users/${auditor.id}/role`, { role: 'platform-admin', reason: REASON })).status).toBe(
      409,
    );
    const admin = await addAccount(casework, { role: 'agency-admin' });
    expect((await ask(first, `/users/${admin.id}/role`, { role: 'auditor', reason: REASON })).status).toBe(409);
    expect((await ask(first, `/users/${auditor.id}/role`, { role: 'member', reason: REASON })).body).toEqual({
      proposal: null,
    });
    expect(await roleOf(auditor)).toBe('member');
  });
});

describe('within an agency', () => {
  test('two of its administrators make a third, and those of another agency find no proposal', async () => {
    const south = await addAgency(casework, 'South Tax Authority');
    const first = await addAccount(casework, { role: 'agency-admin' });
    const second = await addAccount(casework, { role: 'agency-admin' });
    const foreign = await addAccount(casework, { role: 'agency-admin', agency: south });
    const member = await addAccount(casework);
    const grant = await propose(first, member, 'agency-admin');
    expect((await ask(foreign, '/role-grants')).body).toEqual({ items: [] });
    expect((await confirm(foreign, grant)).status).toBe(404);
    expect((await ask(foreign, `/role-grants/${grant}/refuse`, { reason: REASON })).status).toBe(404);
    expect((await confirm(first, grant)).status).toBe(403);
    expect((await confirm(second, grant)).status).toBe(200);
  });

  test('an administrator decides nothing about roles of the installation', async () => {
    const first = await platformAdmin('First');
    const admin = await addAccount(casework, { role: 'agency-admin' });
    const grant = await propose(first, await addAccount(casework), 'auditor');
    expect((await ask(admin, '/role-grants')).body).toMatchObject({ items: [{ canConfirm: false, canRefuse: false }] });
    expect((await confirm(admin, grant)).status).toBe(403);
  });
});

describe('the only administrator of an installation', () => {
  test('confirms alone after a day, which is logged and reported to the auditors', async () => {
    const only = await platformAdmin('Only');
    const auditor = await addAccount(casework, { role: 'auditor', email: 'auditor@north.example' });
    const member = await addAccount(casework);
    const grant = await propose(only, member, 'platform-admin');
    casework.advance(24 * HOUR - 1);
    expect((await confirm(only, grant)).status).toBe(403);
    casework.advance(1);
    expect((await confirm(only, grant)).body).toEqual({ isAlone: true });
    const event = (await listTestEvents(casework)).findLast(({ action }) => action === 'account.role-confirmed');
    expect(event).toMatchObject({ outcome: 'success', details: { isAlone: true } });
    const told = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list(sql`SELECT subject FROM mail WHERE recipient = ${auditor.email}`),
    );
    expect(told).toEqual([{ subject: 'A role was confirmed by one person alone' }]);
  });

  test('cannot be made a member or suspended, by anybody', async () => {
    const only = await platformAdmin('Only');
    const admin = await addAccount(casework, { role: 'agency-admin' });
    for (const who of [only, admin]) {
      expect((await ask(who, `/users/${only.id}/role`, { role: 'member', reason: REASON })).status).toBe(403);
      expect((await ask(who, `/users/${only.id}/suspend`, { reason: REASON })).status).toBe(403);
      expect((await ask(who, `/agencies/${only.agency}/status`, { status: 'suspended', reason: REASON })).status).toBe(
        403,
      );
    }
  });

  test('remains when two administrators take each other’s role at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await casework.clear();
      const [first, second] = [await platformAdmin('First'), await platformAdmin('Second')];
      const answers = await Promise.all([
        ask(first, `/users/${second.id}/role`, { role: 'member', reason: REASON }),
        ask(second, `/users/${first.id}/role`, { role: 'member', reason: REASON }),
      ]);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      expect([await roleOf(first), await roleOf(second)].sort()).toEqual(['member', 'platform-admin']);
    }
  });
});

test('the database itself keeps a proposal from being confirmed by its proposer, or changed', async () => {
  const first = await platformAdmin('First');
  const grant = await propose(first, await addAccount(casework), 'auditor');
  const run = (statement: ReturnType<typeof sql>) =>
    casework.store.transact({ kind: 'platform', account: first.id }, (tx) => tx.run(statement));
  await expect(
    run(sql`UPDATE role_grant SET status = 'confirmed', decided_by = ${first.id} WHERE id = ${grant}`),
  ).rejects.toThrow('check constraint');
  await expect(run(sql`UPDATE role_grant SET proposed_by = ${first.id} WHERE id = ${grant}`)).rejects.toThrow('denied');
  await expect(run(sql`DELETE FROM role_grant`)).rejects.toThrow('denied');
});
