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

const REASON = 'Left the unit';

let casework: TestCaseworkContext;
let app: Hono;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

const list = <T extends object>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.list<T>(statement));

async function ask(who: TestAccount, path: string, body: object): Promise<{ status: number; detail?: string }> {
  const { headers } = await openTestSession(casework, who);
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.request(`http://127.0.0.1:3000/api/v1${path}`, init);
  return { ...((await response.json()) as object), status: response.status };
}

async function addTwo(given: object = {}): Promise<{ admin: TestAccount; member: TestAccount }> {
  const agency = await addAgency(casework);
  const admin = await addAccount(casework, { name: 'Administrator', agency, role: 'agency-admin' });
  return { admin, member: await addAccount(casework, { name: 'Member', agency, ...given }) };
}

async function accountOf(id: string) {
  const [row] = await list(sql`SELECT status, is_allowed AS "isAllowed" FROM account WHERE id = ${id}`);
  return row;
}

/** What an act says in the log, without what is in every entry. */
async function logged(action: string) {
  const events = (await listTestEvents(casework)).filter((event) => event.action === action);
  return events.map(({ outcome, details }) => ({ outcome, details }));
}

const subjects = async (): Promise<string[]> =>
  (await list<{ subject: string }>(sql`SELECT subject FROM mail ORDER BY id`)).map(({ subject }) => subject);

interface Act {
  readonly path: string;
  readonly body: object;
  readonly action: string;
  /** What an account is before, and what it is then. */
  readonly before: object;
  readonly after: object;
  readonly details: object;
  readonly mail: string | undefined;
}

const ACTS: readonly Act[] = [
  {
    path: 'allow-status',
    body: { allow_status: 'No', reason: REASON },
    action: 'account.allow-status',
    before: { status: 'active', isAllowed: true },
    after: { status: 'active', isAllowed: false },
    details: { from: 'Yes', to: 'No', reason: REASON },
    mail: 'The dashboard is closed to you',
  },
  {
    path: 'allow-status',
    body: { allow_status: 'Yes', reason: REASON },
    action: 'account.allow-status',
    before: { status: 'active', isAllowed: false },
    after: { status: 'active', isAllowed: true },
    details: { from: 'No', to: 'Yes', reason: REASON },
    mail: 'The dashboard is open to you',
  },
  {
    path: 'allow-status',
    body: { allow_status: 'Yes', reason: REASON },
    action: 'account.allow-status',
    before: { status: 'suspended', isAllowed: false },
    after: { status: 'suspended', isAllowed: true },
    details: { from: 'No', to: 'Yes', reason: REASON },
    mail: undefined,
  },
  {
    path: 'suspend',
    body: { reason: REASON },
    action: 'account.suspend',
    before: { status: 'active', isAllowed: true },
    after: { status: 'suspended', isAllowed: true },
    details: { from: 'active', to: 'suspended', reason: REASON, sessions: 1, tokens: 0 },
    mail: 'Your account is suspended',
  },
  {
    path: 'reactivate',
    body: { reason: REASON },
    action: 'account.reactivate',
    before: { status: 'suspended', isAllowed: true },
    after: { status: 'active', isAllowed: true },
    details: { from: 'suspended', to: 'active', reason: REASON },
    mail: 'Your account is open again',
  },
  {
    path: 'reactivate',
    body: { reason: REASON },
    action: 'account.reactivate',
    before: { status: 'denied', isAllowed: false },
    after: { status: 'awaiting-approval', isAllowed: false },
    details: { from: 'denied', to: 'awaiting-approval', reason: REASON },
    mail: 'Your account is being looked at again',
  },
];

describe.each(ACTS)('$path of an account that was $before', (act) => {
  test('is in force, emailed and logged with what it was and is, and is a conflict the second time', async () => {
    const { admin, member } = await addTwo(act.before);
    if (act.path === 'suspend') await openTestSession(casework, member);
    const path = `/admin/users/${member.id}/${act.path}`;
    expect((await ask(admin, path, act.body)).status).toBe(200);
    expect(await accountOf(member.id)).toEqual(act.after);
    expect(await subjects()).toEqual(act.mail === undefined ? [] : [act.mail]);
    expect((await ask(admin, path, act.body)).status).toBe(409);
    expect(await accountOf(member.id)).toEqual(act.after);
    expect(await subjects()).toHaveLength(act.mail === undefined ? 0 : 1);
    const [done, failed, ...more] = (await logged(act.action)).toSorted((a) => (a.outcome === 'success' ? -1 : 1));
    expect(more).toEqual([]);
    expect(done).toEqual({
      outcome: 'success',
      details: { email: member.email, agency: member.agency, ...act.details },
    });
    expect(failed).toMatchObject({ outcome: 'failed', details: { reason: expect.stringMatching(/\.$/) } });
  });
});

test('the answer to a second closing of the dashboard states the status', async () => {
  const { admin, member } = await addTwo({ isAllowed: false });
  const answer = await ask(admin, `/admin/users/${member.id}/allow-status`, { allow_status: 'No', reason: REASON });
  expect(answer).toMatchObject({ status: 409, detail: 'allow_status is No already.' });
});

test('ended sessions are counted, and none of them opens anything', async () => {
  const { admin, member } = await addTwo();
  const sessions = [await openTestSession(casework, member), await openTestSession(casework, member)];
  expect((await ask(admin, `/admin/users/${member.id}/end-sessions`, {})).status).toBe(200);
  const [entry] = await logged('account.end-sessions');
  expect(entry).toEqual({ outcome: 'success', details: { email: member.email, agency: member.agency, sessions: 2 } });
  for (const { headers } of sessions) {
    const response = await app.request('http://127.0.0.1:3000/api/v1/actors?q=x', { headers });
    expect(response.status).toBe(401);
  }
});

test('the lock of an account that is not locked cannot be released', async () => {
  const { admin, member } = await addTwo();
  expect((await ask(admin, `/admin/users/${member.id}/release-lock`, {})).status).toBe(409);
  expect(await logged('account.release-lock')).toMatchObject([{ outcome: 'failed' }]);
});
