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
const REASON = 'Left the unit';

let casework: TestCaseworkContext;
let app: Hono;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  readonly body: any;
}

async function ask(who: TestAccount, path: string, body?: object): Promise<Answer> {
  const { headers } = await openTestSession(casework, who);
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.request(`http://127.0.0.1:3000/api/v1${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

interface People {
  readonly platform: TestAccount;
  readonly second: TestAccount;
  readonly admin: TestAccount;
  readonly member: TestAccount;
  readonly waiting: TestAccount;
  readonly foreign: TestAccount;
  readonly foreignAdmin: TestAccount;
  readonly auditor: TestAccount;
}

async function addPeople(): Promise<People> {
  const north = await addAgency(casework);
  const south = await addAgency(casework, 'South Tax Authority');
  const add = (name: string, given: object) =>
    addAccount(casework, {
      name,
      agency: north,
      email: `${name.toLowerCase().replaceAll(' ', '-')}@north.example`,
      ...given,
    });
  return {
    platform: await add('Platform administrator', { role: 'platform-admin' }),
    second: await add('Second platform administrator', { role: 'platform-admin', agency: south }),
    admin: await add('Agency administrator', { role: 'agency-admin' }),
    member: await add('Lead investigator', {}),
    waiting: await add('Newcomer', { status: 'awaiting-approval', isAllowed: false }),
    foreign: await add('Tax analyst', { agency: south }),
    foreignAdmin: await add('Tax administrator', { agency: south, role: 'agency-admin' }),
    auditor: await add('Auditor', { role: 'auditor' }),
  };
}

async function accountOf(id: string) {
  const row = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ role: string; status: string; isAllowed: boolean }>(
      sql`SELECT role, status, is_allowed AS "isAllowed" FROM account WHERE id = ${id}`,
    ),
  );
  return row;
}

const actions = async () => (await listTestEvents(casework)).map(({ action, outcome }) => `${action} ${outcome}`);

/** Every route that takes the id of an account, with a body that is right. */
const BY_ID: readonly (readonly [path: string, body: object | undefined])[] = [
  ['', undefined],
  ['/approve', { allow_status: 'Yes' }],
  ['/deny', { reason: REASON }],
  ['/allow-status', { allow_status: 'No', reason: REASON }],
  ['/suspend', { reason: REASON }],
  ['/reactivate', { reason: REASON }],
  ['/release-lock', {}],
  ['/end-sessions', {}],
  ['/reset-factors', { reason: REASON }],
  ['/reset-password', {}],
  ['/role', { role: 'agency-admin', reason: REASON }],
  ['/reviewed', {}],
];

describe('an agency administrator', () => {
  test('finds another agency’s people as little as ones that are not there, by every route with an id', async () => {
    const { admin, foreign } = await addPeople();
    for (const [path, body] of BY_ID) {
      const there = await ask(admin, `/admin/users/${foreign.id}${path}`, body);
      const unknown = await ask(admin, `/admin/users/00000000-0000-4000-8000-000000000000${path}`, body);
      expect([path, there.status, unknown.status]).toEqual([path, 404, 404]);
      expect({ ...there.body, reference: '' }).toEqual({ ...unknown.body, reference: '' });
    }
    expect(await accountOf(foreign.id)).toEqual({ role: 'member', status: 'active', isAllowed: true });
  });

  test('lists the own agency only, also in the file, and cannot ask for another', async () => {
    const { admin, foreign } = await addPeople();
    const list = await ask(admin, '/admin/users?limit=100');
    expect(list.body.items).toHaveLength(5);
    expect(list.body.total).toBe(5);
    expect((await ask(admin, `/admin/users?agency=${foreign.agency}`)).body).toMatchObject({ items: [], total: 0 });
    const { body: csv } = await ask(admin, '/admin/users.csv');
    expect(csv).toContain('lead-investigator@north.example');
    expect(csv).not.toContain('tax-');
  });

  test('changes neither an administrator of the installation nor an auditor, and grants neither', async () => {
    const { admin, platform, auditor, member } = await addPeople();
    for (const above of [platform, auditor]) {
      expect((await ask(admin, `/admin/users/${above.id}/suspend`, { reason: REASON })).status).toBe(403);
      expect((await ask(admin, `/admin/users/${above.id}/reset-factors`, { reason: REASON })).status).toBe(403);
    }
    for (const role of ['platform-admin', 'auditor']) {
      expect((await ask(admin, `/admin/users/${member.id}/role`, { role, reason: REASON })).status).toBe(403);
    }
    expect((await listTestEvents(casework)).filter(({ outcome }) => outcome === 'denied')).toHaveLength(6);
  });

  test('reaches no agency, message or email of the installation', async () => {
    const { admin, foreign } = await addPeople();
    const facts = { name: 'East Customs', kind: 'customs', country: null, seats: null };
    const refused = [
      await ask(admin, '/admin/agencies', facts),
      await ask(admin, `/admin/agencies/${foreign.agency}`, facts),
      await ask(admin, `/admin/agencies/${admin.agency}/status`, { status: 'suspended', reason: REASON }),
      await ask(admin, '/admin/mails'),
      await ask(admin, '/admin/contact-messages'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const own = await ask(admin, '/admin/agencies');
    expect(own.body.items.map(({ name }: { name: string }) => name)).toEqual(['North District Police']);
  });
});

describe('approval', () => {
  test('puts those who wait first, with what is due, and pages without losing or repeating anybody', async () => {
    const { platform, waiting } = await addPeople();
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await ask(platform, `/admin/users?limit=3${cursor}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      expect(body).toMatchObject({ total: 8, waiting: { count: 1 } });
      if (body.next === null) break;
      cursor = `&cursor=${body.next}`;
    }
    expect(seen[0]).toBe(waiting.id);
    expect([seen.length, new Set(seen).size]).toEqual([8, 8]);
    expect((await ask(platform, '/admin/users?cursor=WzFd')).status).toBe(400);
  });

  test('opens the account with the chosen allow_status, emails the person and is logged', async () => {
    const { admin, waiting } = await addPeople();
    expect((await ask(admin, `/admin/users/${waiting.id}/approve`, { allow_status: 'No' })).status).toBe(200);
    expect(await accountOf(waiting.id)).toEqual({ role: 'member', status: 'active', isAllowed: false });
    const event = (await listTestEvents(casework)).find(({ action }) => action === 'account.approve');
    expect(event).toMatchObject({
      actor: { account: admin.id, role: 'agency-admin' },
      object: { kind: 'account', id: waiting.id },
      details: { from: 'awaiting-approval', to: 'active', allow_status: 'No', email: waiting.email },
    });
    const mails = await casework.store.transact({ kind: 'system' }, (tx) => tx.list(sql`SELECT recipient FROM mail`));
    expect(mails).toEqual([{ recipient: waiting.email }]);
  });

  test('decided by two at once is decided once: the other learns that it changed', async () => {
    const { platform, second, admin, waiting } = await addPeople();
    const answers = await Promise.all([
      ask(platform, `/admin/users/${waiting.id}/approve`, { allow_status: 'Yes' }),
      ask(second, `/admin/users/${waiting.id}/deny`, { reason: REASON }),
      ask(admin, `/admin/users/${waiting.id}/approve`, { allow_status: 'No' }),
      ask(admin, `/admin/users/${waiting.id}/deny`, { reason: REASON }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const done = (await actions()).filter((action) => /^account\.(approve|deny) success$/.test(action));
    expect(done).toHaveLength(1);
  });

  test('requires a reason, next to the field, and for a free seat', async () => {
    const { platform, admin, waiting } = await addPeople();
    const bare = await ask(admin, `/admin/users/${waiting.id}/deny`, { reason: ' \u0000 ' });
    expect([bare.status, bare.body.field]).toEqual([400, 'reason']);
    const facts = { name: 'North District Police', kind: 'police', country: 'mt', seats: 4 };
    expect((await ask(platform, `/admin/agencies/${waiting.agency}`, facts)).status).toBe(200);
    const full = await ask(admin, `/admin/users/${waiting.id}/approve`, { allow_status: 'Yes' });
    expect([full.status, full.body.detail]).toEqual([409, expect.stringContaining('All 4 seats')]);
  });

  test('of a denied account starts again when somebody reconsiders it', async () => {
    const { admin, waiting } = await addPeople();
    await ask(admin, `/admin/users/${waiting.id}/deny`, { reason: REASON });
    expect((await ask(admin, `/admin/users/${waiting.id}/reactivate`, { reason: 'New papers' })).status).toBe(200);
    const { body } = await ask(admin, `/admin/users/${waiting.id}`);
    expect(body).toMatchObject({ status: 'awaiting-approval', approvalDueAt: '2026-11-19T12:00:00.000Z' });
  });
});

describe('every change', () => {
  test('is refused on the own account, also to an administrator of the installation', async () => {
    const { platform, admin } = await addPeople();
    for (const self of [platform, admin]) {
      for (const [path, body] of BY_ID.filter(([, each]) => each !== undefined)) {
        expect([path, (await ask(self, `/admin/users/${self.id}${path}`, body)).status]).toEqual([path, 403]);
      }
    }
  });

  test('asks for a fresh proof where it changes what somebody may do', async () => {
    const { admin, member } = await addPeople();
    const { headers } = await openTestSession(casework, admin);
    casework.advance(6 * 60_000);
    const body = JSON.stringify({ reason: REASON });
    const url = `http://127.0.0.1:3000/api/v1/admin/users/${member.id}/suspend`;
    const stale = await app.request(url, { method: 'POST', headers, body });
    expect([stale.status, await stale.json()]).toMatchObject([401, { reason: 'step-up' }]);
  });

  test('knows no field that the server owns', async () => {
    const { admin, waiting } = await addPeople();
    for (const extra of [
      { role: 'platform-admin' },
      { agency_id: admin.agency },
      { status: 'active' },
      { password: 'x' },
    ]) {
      const answer = await ask(admin, `/admin/users/${waiting.id}/approve`, { allow_status: 'Yes', ...extra });
      expect(answer.status).toBe(400);
    }
    expect((await accountOf(waiting.id))?.status).toBe('awaiting-approval');
  });

  test('takes effect on the next request: a suspended person’s session is over', async () => {
    const { admin, member } = await addPeople();
    const { headers } = await openTestSession(casework, member);
    const me = async () => (await app.request('http://127.0.0.1:3000/api/v1/sessions', { headers })).status;
    expect(await me()).toBe(200);
    expect((await ask(admin, `/admin/users/${member.id}/suspend`, { reason: REASON })).status).toBe(200);
    expect(await me()).toBe(401);
    expect((await ask(admin, `/admin/users/${member.id}/reactivate`, { reason: 'Back' })).status).toBe(200);
    expect(await me()).toBe(401);
  });

  test('by somebody who stopped being an administrator meanwhile is refused', async () => {
    const { platform, admin, member } = await addPeople();
    const both = await Promise.all([
      ask(platform, `/admin/users/${admin.id}/role`, { role: 'member', reason: REASON }),
      ask(admin, `/admin/users/${member.id}/suspend`, { reason: REASON }),
      ask(admin, `/admin/users/${member.id}/allow-status`, { allow_status: 'No', reason: REASON }),
    ]);
    expect(both[0]?.status).toBe(200);
    const after = await ask({ ...admin, role: 'member' }, `/admin/users/${member.id}/suspend`, { reason: REASON });
    expect(after.status).toBe(403);
  });
});

describe('second factors that were lost', () => {
  test('are removed with the sessions, and the person waits until identity is proven again', async () => {
    const { admin, member } = await addPeople();
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`INSERT INTO totp_factor (account_id, agency_id, secret, confirmed_at)
                 VALUES (${member.id}, ${member.agency}, 'x', ${casework.now()})`),
    );
    const { headers } = await openTestSession(casework, member);
    expect((await ask(admin, `/admin/users/${member.id}`)).body).toMatchObject({ hasTotp: true, sessions: 1 });
    expect((await ask(admin, `/admin/users/${member.id}/reset-factors`, { reason: 'Lost phone' })).status).toBe(200);
    expect((await app.request('http://127.0.0.1:3000/api/v1/sessions', { headers })).status).toBe(401);
    expect((await ask(admin, `/admin/users/${member.id}`)).body).toMatchObject({
      status: 'awaiting-approval',
      hasTotp: false,
      sessions: 0,
    });
  });

  test('of an administrator are not given back by the one who took them', async () => {
    const { platform, second, admin } = await addPeople();
    await ask(platform, `/admin/users/${admin.id}/reset-factors`, { reason: 'Lost key' });
    expect((await ask(platform, `/admin/users/${admin.id}/approve`, { allow_status: 'Yes' })).status).toBe(403);
    expect((await ask(second, `/admin/users/${admin.id}/approve`, { allow_status: 'Yes' })).status).toBe(200);
  });
});

test('a reset of a password emails a link to the person and shows it to nobody', async () => {
  const { admin, member } = await addPeople();
  const answer = await ask(admin, `/admin/users/${member.id}/reset-password`, {});
  expect(answer.body).toEqual({ done: true });
  const [mail] = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ recipient: string; body: string }>(sql`SELECT recipient, body FROM mail`),
  );
  expect(mail?.recipient).toBe(member.email);
  const secret = /[\w-]{43}/.exec(mail?.body ?? '')?.[0] ?? 'none';
  expect(JSON.stringify(await listTestEvents(casework))).not.toContain(secret);
});

test('a locked account is found by the filter and opened again', async () => {
  const { admin, member } = await addPeople();
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET locked_at = ${casework.now()}, failed_count = 5 WHERE id = ${member.id}`),
  );
  expect((await ask(admin, '/admin/users?sign=locked')).body.items).toMatchObject([{ id: member.id, isLocked: true }]);
  expect((await ask(admin, `/admin/users/${member.id}/release-lock`, {})).status).toBe(200);
  expect((await ask(admin, '/admin/users?sign=locked')).body.total).toBe(0);
});

test('access that nobody looked at for a year is due for review, until somebody does', async () => {
  const { platform, member } = await addPeople();
  casework.advance(366 * 24 * HOUR);
  expect((await ask(platform, '/admin/users?review=due&q=LEAD')).body).toMatchObject({ total: 1, reviewDue: 7 });
  expect((await ask(platform, `/admin/users/${member.id}/reviewed`, {})).status).toBe(200);
  expect((await ask(platform, '/admin/users?review=due&q=LEAD')).body).toMatchObject({ total: 0, reviewDue: 6 });
});

test('a name that looks like a formula is text in the file', async () => {
  const { platform, foreign } = await addPeople();
  const names = ['=HYPERLINK("http://evil.example")', '+1+1', '@SUM(A1)', 'a,"b"\nc', '-2+3'];
  for (const name of names) await addAccount(casework, { name, agency: foreign.agency });
  const { body: csv } = await ask(platform, '/admin/users.csv?q=');
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(csv).toContain(`\r\n'+1+1,`);
  expect(csv).toContain(`\r\n'@SUM(A1),`);
  expect(csv).toContain('"a,""b""\nc"');
  expect(csv).not.toMatch(/(^|\n|,)[=+@-]/);
});

test('text of a search is text: signs of patterns and of SQL find themselves only', async () => {
  const { platform, foreign } = await addPeople();
  await addAccount(casework, { name: "100% _O'Hara_", agency: foreign.agency });
  for (const q of ['%', '_', "'", "o'hara"]) {
    expect((await ask(platform, `/admin/users?q=${encodeURIComponent(q)}`)).body.total).toBe(1);
  }
  expect((await ask(platform, '/admin/users?q=%00')).status).toBe(400);
});
