import { reviewAuditLog } from '@trailmark/analysis/audit-review/review-audit-log';
import { toReviewEvent } from '@trailmark/analysis/audit-review/review-event';
import type { AuditEvent } from '@trailmark/core/audit';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseLock } from '../admin/account-acts.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  TEST_PASSWORD,
  type TestCaseworkContext,
  toTestCaller,
  withCasework,
} from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';

const MINUTE = 60_000;
const WRONG = 'wrong horse battery staple';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  casework.passwords.verified.length = 0;
});

async function listEvents(): Promise<
  {
    action: string;
    outcome: string;
    object: { id: string } | null;
    details: Record<string, unknown>;
    actor: { account: string | null };
  }[]
> {
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ body: string }>(sql`SELECT body FROM audit_event ORDER BY at, ctid`),
  );
  return rows.map(({ body }) => JSON.parse(body));
}

async function count(
  statement: Parameters<Parameters<Parameters<TestCaseworkContext['store']['transact']>[1]>[0]['find']>[0],
): Promise<number> {
  const row = await casework.store.transact({ kind: 'system' }, (tx) => tx.find<{ count: number }>(statement));
  return row?.count ?? -1;
}

async function spend(browser: ReturnType<typeof createBrowser>, email: string, tries: number): Promise<void> {
  for (let i = 0; i < tries; i += 1) expect((await browser.login(email, WRONG)).flag).toBe('failed');
}

describe('signing in', () => {
  test('gives an account without a second factor a session that owes one', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    expect(await browser.login(account.email, TEST_PASSWORD)).toEqual({
      flag: 'success',
      name: 'Lead investigator',
      type: 'user',
      allow_status: 'Yes',
      factors: [],
      passkeyOptions: null,
      notice: null,
    });
    expect((await browser.me()).role).toBe('pending');
    expect((await browser.get('/actors?q=x')).status).toBe(401);
  });

  test('gives it a whole session where a second factor is optional', async () => {
    const open = withCasework(casework, { settings: { secondFactor: 'optional' } });
    const account = await addAccount(open, { isAllowed: false });
    const browser = createBrowser(open);
    expect(await browser.login(account.email, TEST_PASSWORD)).toMatchObject({ flag: 'success', allow_status: 'No' });
    expect((await browser.me()).role).toBe('member');
  });

  test.each([
    ['member', false, 'user', 'No'],
    ['member', true, 'user', 'Yes'],
    ['agency-admin', false, 'admin', 'Yes'],
    ['platform-admin', false, 'admin', 'Yes'],
    ['auditor', false, 'user', 'No'],
  ] as const)('reports to the screen what %s (allowed: %s) is', async (role, isAllowed, type, allow_status) => {
    const account = await addAccount(casework, { role, isAllowed });
    expect(await createBrowser(casework).login(account.email, TEST_PASSWORD)).toMatchObject({ type, allow_status });
  });

  test('finds the account whatever the case and the spaces around the address', async () => {
    await addAccount(casework, { email: 'Lead@north.example' });
    expect((await createBrowser(casework).login(' LEAD@North.example ', TEST_PASSWORD)).flag).toBe('success');
  });

  test.each([
    ['registered', 'email_not_verified'],
    ['awaiting-approval', 'pending'],
  ] as const)('reports the state of a %s account after the right password only', async (status, flag) => {
    const account = await addAccount(casework, { status });
    const browser = createBrowser(casework);
    expect((await browser.login(account.email, WRONG)).flag).toBe('failed');
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe(flag);
    expect((await browser.me()).role).toBe('anonymous');
  });

  test.each(['denied', 'suspended', 'inactive'] as const)(
    'says failed for a %s account with the right password',
    async (status) => {
      const account = await addAccount(casework, { status });
      expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('failed');
    },
  );

  test('says failed for an account whose agency is suspended', async () => {
    const account = await addAccount(casework);
    await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE agency SET status = 'suspended'`));
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('failed');
  });

  test('names unknown addresses only where the installation says so', async () => {
    expect((await createBrowser(casework).login('nobody@north.example', WRONG)).flag).toBe('failed');
    const telling = withCasework(casework, { settings: { revealsUnknownAccounts: true } });
    expect((await createBrowser(telling).login('nobody@north.example', WRONG)).flag).toBe('nouser');
  });

  test('upgrades a stored hash that was made at another cost', async () => {
    const account = await addAccount(casework);
    const dearer = { ...casework, passwords: { ...casework.passwords, needsRehash: () => true } };
    const read = () =>
      casework.store.transact({ kind: 'system' }, (tx) =>
        tx.find<{ hash: string }>(sql`SELECT password_hash AS hash FROM account WHERE id = ${account.id}`),
      );
    const before = await read();
    expect((await createBrowser(dearer).login(account.email, TEST_PASSWORD)).flag).toBe('success');
    expect((await read())?.hash).not.toBe(before?.hash);
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('success');
  });

  test.each([
    ['a NUL', 'lead\u0000@north.example'],
    ['half a character', 'lead\ud800@north.example'],
    ['a line break', 'lead@north.example\nbcc: x@evil.example'],
    ['a Cyrillic letter', 'le\u0430d@north.example'],
    ['SQL', "' OR 1=1 --"],
    ['letters that fold strangely', '\u0130\u0131\ufb01@north.example'],
  ])('answers failed for an address with %s', async (_, email) => {
    expect((await createBrowser(casework).login(email, WRONG)).flag).toBe('failed');
  });

  test('answers failed for a password of more bytes than are hashed, and hashes nothing', async () => {
    const account = await addAccount(casework);
    expect((await createBrowser(casework).login(account.email, '\u{1f511}'.repeat(500))).flag).toBe('failed');
    expect(casework.passwords.verified).toEqual([]);
  });

  test('refuses what is no sign-in, and fields that are the server’s', async () => {
    const browser = createBrowser(casework);
    const bodies = [
      { email: 'a@b.example' },
      { email: 1, password: 'x' },
      { email: 'a@b.example', password: 'x', role: 'platform-admin' },
    ];
    for (const body of bodies) expect((await browser.post('/login', body)).status).toBe(400);
    expect((await browser.post('/login', { email: 'a'.repeat(255), password: 'x' })).status).toBe(400);
    expect((await browser.post('/login', { email: 'a@b.example', password: 'x'.repeat(100_000) })).status).toBe(413);
  });
});

describe('nobody learns from the answer whether an account exists', () => {
  test('unknown, wrong, locked and closed give the same bytes, headers and work', async () => {
    const known = await addAccount(casework);
    const locked = await addAccount(casework);
    const closed = await addAccount(casework, { status: 'suspended' });
    await spend(createBrowser(casework, '198.51.100.1'), locked.email, 5);
    const seen = [];
    for (const [email, password] of [
      ['nobody@north.example', WRONG],
      [known.email, WRONG],
      [locked.email, WRONG],
      [locked.email, TEST_PASSWORD],
      [closed.email, TEST_PASSWORD],
    ] as const) {
      casework.passwords.verified.length = 0;
      const response = await createBrowser(casework).post('/login', { email, password });
      const headers = [...response.headers].filter(([name]) => name !== 'date').toSorted();
      seen.push(JSON.stringify([response.status, headers, await response.text(), casework.passwords.verified.length]));
    }
    expect(new Set(seen).size).toBe(1);
    expect(JSON.parse(seen[0] ?? '[]').at(-1)).toBe(1);
  });

  test('every path that comes to a session or a state does the same work too', async () => {
    for (const status of ['active', 'registered', 'awaiting-approval'] as const) {
      const { email } = await addAccount(casework, { status });
      casework.passwords.verified.length = 0;
      await createBrowser(casework).login(email, TEST_PASSWORD);
      expect(casework.passwords.verified).toHaveLength(1);
    }
  });
});

describe('five wrong passwords within a quarter of an hour lock the password', () => {
  test('and the right one is refused until the time is over, to the millisecond', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    await spend(browser, account.email, 5);
    casework.advance(15 * MINUTE - 1);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('failed');
    casework.advance(1);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
  });

  test('four and a right one do not, and the count starts again', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    await spend(browser, account.email, 4);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
    await spend(browser, account.email, 4);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
  });

  test('five over a longer time do not', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    await spend(browser, account.email, 4);
    casework.advance(15 * MINUTE);
    await spend(browser, account.email, 1);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
  });

  test('fifty at once are checked five times at most, and its owner gets one email', async () => {
    const account = await addAccount(casework);
    const addresses = Array.from({ length: 50 }, (_, i) => `10.${i}.0.1`);
    // The hourly limit of the account is out of the way, so that only the lock counts.
    const tries = addresses.map((address) => createBrowser(casework, address).login(account.email, WRONG));
    expect(new Set((await Promise.all(tries)).map(({ flag }) => flag))).toEqual(new Set(['failed']));
    expect(casework.passwords.verified.filter((stored) => stored !== null).length).toBeLessThanOrEqual(5);
    expect(await count(sql`SELECT count(*) AS count FROM mail WHERE recipient = ${account.email}`)).toBe(1);
    expect(await count(sql`SELECT count(*) AS count FROM account WHERE locked_at IS NOT NULL`)).toBe(1);
  });

  test('until an administrator opens it, under the CJIS profile', async () => {
    const strict = withCasework(casework, { profile: 'cjis' });
    const account = await addAccount(strict);
    const browser = createBrowser(strict);
    await spend(browser, account.email, 5);
    casework.advance(30 * 24 * 60 * MINUTE);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('failed');
  });

  test('and whoever opens it takes back all that counted: the right password is taken at once', async () => {
    for (const profile of ['standard', 'cjis'] as const) {
      const at = withCasework(casework, { profile });
      const [admin, account] = [await addAccount(at, { role: 'platform-admin' }), await addAccount(at)];
      // More tries than the account may have in an hour.
      const browser = createBrowser(at, profile === 'cjis' ? '198.51.100.2' : '203.0.113.2');
      await spend(browser, account.email, 11);
      await releaseLock(at, toTestCaller(at, admin), account.id);
      expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
    }
  });

  test('but a right password that waits for its second factor does not count', async () => {
    const account = await addAccount(casework, { status: 'registered' });
    const browser = createBrowser(casework);
    for (let i = 0; i < 12; i += 1) {
      expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('email_not_verified');
    }
  });
});

describe('guessing is slowed down', () => {
  test('one address checks twenty passwords a minute, whoever they are for', async () => {
    const browser = createBrowser(casework, '203.0.113.5');
    const flags = [];
    for (let i = 0; i < 30; i += 1) flags.push(await browser.login(`person-${i}@north.example`, WRONG));
    expect(casework.passwords.verified).toHaveLength(20);
    expect(flags.map(({ flag }) => flag)).toEqual(Array.from({ length: 30 }, () => 'failed'));
    expect(flags.at(-1)?.notice).toMatch(/Wait a minute/);
    casework.advance(MINUTE);
    await browser.login('person@north.example', WRONG);
    expect(casework.passwords.verified).toHaveLength(21);
  });

  test('one network checks sixty a minute, also at once', async () => {
    const tries = Array.from({ length: 80 }, (_, i) =>
      createBrowser(casework, `203.0.113.${i + 1}`).login(`person-${i}@north.example`, WRONG),
    );
    await Promise.all(tries);
    expect(casework.passwords.verified).toHaveLength(60);
  });

  test('one account is tried ten times an hour, from wherever', async () => {
    const account = await addAccount(casework);
    for (let i = 0; i < 12; i += 1) {
      casework.advance(4 * MINUTE);
      await createBrowser(casework, `10.0.${i}.1`).login(account.email, WRONG);
    }
    expect(casework.passwords.verified).toHaveLength(10);
  });

  test('right sign-ins are not counted, so that an agency behind one address can begin its day', async () => {
    const account = await addAccount(casework);
    for (let i = 0; i < 25; i += 1) {
      expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('success');
    }
  });
});

describe('the log has', () => {
  test('enough of tries that failed for the weekly review to find them', async () => {
    const browser = createBrowser(casework, '203.0.113.5');
    for (let i = 0; i < 21; i += 1) await browser.login(`person-${i}@north.example`, WRONG);
    const events = (await listTestEvents(casework)) as unknown as AuditEvent[];
    expect(reviewAuditLog(events.map((event) => toReviewEvent(event, 'UTC')))).toMatchObject([
      { detector: 'failed-sign-ins', subject: '203.0.113.5', count: 21 },
    ]);
  });

  test('who signed in', async () => {
    const account = await addAccount(casework);
    await createBrowser(casework).login(account.email, TEST_PASSWORD);
    const [event, ...rest] = await listEvents();
    expect(rest).toEqual([]);
    expect(event).toMatchObject({
      action: 'account.sign-in',
      outcome: 'success',
      actor: { account: account.id, role: 'pending' },
      agency: account.agency,
    });
  });

  test('every failed try once, for the agency to see, with no password and no made-up actor', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    await browser.login(account.email, WRONG);
    await browser.login('nobody@north.example', WRONG);
    await browser.login(TEST_PASSWORD, TEST_PASSWORD);
    const events = await listEvents();
    expect(events.map(({ outcome, object, actor }) => [outcome, object?.id, actor.account])).toEqual([
      ['failed', account.id, null],
      ['failed', undefined, null],
      ['failed', undefined, null],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/horse/);
  });

  test('nothing, and the session is not there either, when it cannot be written', async () => {
    const account = await addAccount(casework);
    const broken: TestCaseworkContext = { ...casework, now: () => casework.now() };
    const transact: TestCaseworkContext['store']['transact'] = (scope, work) =>
      casework.store.transact(scope, (tx) =>
        work({
          ...tx,
          run: (statement) =>
            statement.text.includes('audit_event') ? Promise.reject(new Error('disk')) : tx.run(statement),
        }),
      );
    const response = await createBrowser({ ...broken, store: { ...casework.store, transact } }).post('/login', {
      email: account.email,
      password: TEST_PASSWORD,
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await count(sql`SELECT count(*) AS count FROM session`)).toBe(0);
  });
});
