import { createHash } from 'node:crypto';
import { renewSession } from '@trailmark/store/cases/accounts/session-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestAccount,
  type TestCaseworkContext,
  withCasework,
} from '../../testing/accounts.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A route for accounts with allow_status, and one of it that changes nothing. */
const ALLOWED = '/actors?q=x';

let casework: TestCaseworkContext;
let open: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  open = withCasework(casework, { settings: { secondFactor: 'optional' } });
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

async function signedIn(account: TestAccount, at: TestCaseworkContext = casework): Promise<TestBrowser> {
  return createBrowser(at, '192.0.2.7', await openTestSession(at, account));
}

async function isAlive(browser: TestBrowser): Promise<boolean> {
  return (await browser.me()).account !== null;
}

const run = (statement: ReturnType<typeof sql>) =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement));

describe('the cookie of a session', () => {
  test.each([
    ['http://127.0.0.1:3000', /^sid=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/],
    ['https://trail.example', /^__Host-sid=[\w-]{43}; Path=\/; SameSite=Lax; Secure; HttpOnly$/],
  ])('at %s has no lifetime, and scripts cannot read it', async (origin, form) => {
    const account = await addAccount(open);
    const response = await createBrowser(withCasework(open, { origin })).post('/login', {
      email: account.email,
      password: TEST_PASSWORD,
    });
    const [session = '', xsrf = '', ...rest] = response.headers.getSetCookie();
    expect(rest).toEqual([]);
    expect(session).toMatch(form);
    expect(xsrf).toMatch(/^XSRF-TOKEN=[\w.-]+; Path=\/; SameSite=Lax/);
    expect(xsrf).not.toContain('HttpOnly');
  });

  test('is stored as its SHA-256 only: who reads the database signs in nowhere', async () => {
    const account = await addAccount(open);
    const browser = createBrowser(open);
    await browser.login(account.email, TEST_PASSWORD);
    const token = browser.cookies.get('sid') ?? '';
    const row = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.find<{ hash: string; text: string }>(sql`SELECT hash, session::text AS text FROM session`),
    );
    expect(row?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(row?.text).not.toContain(token);
    browser.cookies.set('sid', row?.hash ?? '');
    expect(await isAlive(browser)).toBe(false);
    expect(JSON.stringify(await listTestEvents(casework))).not.toContain(token);
  });
});

describe('a new token', () => {
  test('comes with each sign-in, and what the browser had before is void', async () => {
    const [account, planted] = [await addAccount(open), await addAccount(open)];
    const browser = await signedIn(planted, open);
    const before = browser.cookies.get('sid') ?? '';
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('success');
    expect((await browser.me()).account?.email).toBe(account.email);
    const thief = createBrowser(open);
    thief.cookies.set('sid', before);
    expect(await isAlive(thief)).toBe(false);
  });

  test('is never one that the browser brought', async () => {
    const account = await addAccount(open);
    const browser = createBrowser(open);
    browser.cookies.set('sid', 'A'.repeat(43));
    await browser.login(account.email, TEST_PASSWORD);
    expect(browser.cookies.get('sid')).not.toBe('A'.repeat(43));
    const thief = createBrowser(open);
    thief.cookies.set('sid', 'A'.repeat(43));
    expect(await isAlive(thief)).toBe(false);
  });

  test('comes with a proof, and the old one is void once what was on its way has come', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    casework.advance(6 * MINUTE);
    const old = createBrowser(casework);
    for (const [name, value] of browser.cookies) old.cookies.set(name, value);
    expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await browser.post('/api-tokens', { name: 'Export', days: 1 })).status).toBe(200);
    expect((await old.get(ALLOWED)).status).toBe(200);
    // It has proven nothing, and is renewed no second time.
    const refused = await old.post('/api-tokens', { name: 'Export', days: 1 });
    expect([refused.status, (await refused.json()).reason]).toEqual([401, 'step-up']);
    expect((await old.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(401);
    casework.advance(10 * SECOND);
    expect([await isAlive(browser), await isAlive(old)]).toEqual([true, false]);
  });

  test('is followed by what was on its way with the old one: neither its lock nor its end is lost', async () => {
    const [locked, left] = [await signedIn(await addAccount(casework)), await signedIn(await addAccount(casework))];
    await locked.post('/session/lock', {});
    for (const browser of [locked, left]) {
      const old = createBrowser(casework);
      for (const [name, value] of browser.cookies) old.cookies.set(name, value);
      expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
      const before = old.cookies.get('XSRF-TOKEN');
      if (browser === locked) {
        expect((await (await old.get(ALLOWED)).json()).reason).toBe('locked');
        // A page that made its request before the proof does not take the new security token away.
        await old.me();
        expect(old.cookies.get('XSRF-TOKEN')).toBe(before);
        expect((await browser.get(ALLOWED)).status).toBe(200);
      } else {
        expect((await old.post('/logout', {})).status).toBe(200);
        expect((await browser.get(ALLOWED)).status).toBe(401);
      }
    }
  });

  test('without the second factor stays so, though the factor was given with the new one', async () => {
    const account = await addAccount(casework);
    const session = await openTestSession(casework, account, { hasSecondFactor: false });
    const next = 'b'.repeat(64);
    const graceUntil = new Date(casework.now().getTime() + 10 * SECOND);
    await casework.store.transact({ kind: 'system' }, (tx) =>
      renewSession(tx, session.hash, { hash: next, now: casework.now(), hasSecondFactor: true, graceUntil }),
    );
    expect((await createBrowser(casework, '192.0.2.7', session).get(ALLOWED)).status).toBe(401);
  });

  test('a security token of the time before signing in changes nothing after it', async () => {
    const account = await addAccount(open);
    const browser = createBrowser(open);
    await browser.me();
    const early = browser.cookies.get('XSRF-TOKEN') ?? '';
    await browser.login(account.email, TEST_PASSWORD);
    browser.cookies.set('XSRF-TOKEN', early);
    expect((await browser.post('/session/lock', {})).status).toBe(403);
    browser.cookies.delete('XSRF-TOKEN');
    expect((await browser.post('/session/lock', {})).status).toBe(200);
  });
});

describe('a session', () => {
  test.each([
    [29 * MINUTE + 59 * SECOND, 200],
    [30 * MINUTE, 401],
    [30 * MINUTE + SECOND, 401],
  ])('after %i ms without activity answers %i', async (ms, status) => {
    const browser = await signedIn(await addAccount(casework));
    casework.advance(ms);
    expect((await browser.get(ALLOWED)).status).toBe(status);
    expect((await browser.me()).session?.isLocked).toBe(status === 401);
  });

  test.each([
    [11 * HOUR + 59 * MINUTE + 59 * SECOND, true],
    [12 * HOUR, false],
    [12 * HOUR + SECOND, false],
  ])('of %i ms in constant use lives: %s', async (ms, lives) => {
    const browser = await signedIn(await addAccount(casework));
    let passed = 0;
    while (ms - passed > 25 * MINUTE) {
      casework.advance(25 * MINUTE);
      passed += 25 * MINUTE;
      expect((await browser.get(ALLOWED)).status).toBe(200);
    }
    casework.advance(ms - passed);
    expect((await browser.get(ALLOWED)).status).toBe(lives ? 200 : 401);
    expect(await isAlive(browser)).toBe(lives);
  });

  test('is not kept awake by what a page requests automatically', async () => {
    const session = await openTestSession(casework, await addAccount(casework));
    const app = createCaseworkApp(casework);
    const ask = (headers: Record<string, string>) =>
      app.request(`http://127.0.0.1:3000/api/v1${ALLOWED}`, { headers: { ...session.headers, ...headers } });
    for (let i = 0; i < 2; i += 1) {
      casework.advance(14 * MINUTE);
      expect((await ask({ 'x-background': '1' })).status).toBe(200);
    }
    casework.advance(2 * MINUTE);
    expect((await ask({ 'x-background': '1' })).status).toBe(401);
    expect((await ask({})).status).toBe(401);
  });

  test('is not kept alive beyond twelve hours by proofs either', async () => {
    const browser = await signedIn(await addAccount(casework));
    for (let i = 0; i < 36; i += 1) {
      expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
      casework.advance(20 * MINUTE);
    }
    expect(await isAlive(browser)).toBe(false);
  });

  test('is not made longer by a clock that is turned back', async () => {
    const [young, old] = [await signedIn(await addAccount(casework)), await signedIn(await addAccount(casework))];
    await run(sql`UPDATE session SET started_at = ${new Date(casework.now().getTime() - 2 * HOUR)}
                  WHERE hash = ${createHash('sha256')
                    .update(old.cookies.get('sid') ?? '')
                    .digest('hex')}`);
    casework.advance(-MINUTE);
    expect((await old.post('/api-tokens', { name: 'Export', days: 1 })).status).toBe(200);
    casework.advance(-HOUR);
    expect((await (await old.get(ALLOWED)).json()).reason).toBe('locked');
    expect((await old.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await old.get(ALLOWED)).status).toBe(200);
    expect((await (await young.get(ALLOWED)).json()).reason).toBe('sign-in');
    casework.advance(HOUR + MINUTE);
  });

  test('that is locked answers who it is, opens and ends, and does nothing else', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    expect((await browser.post('/session/lock', {})).status).toBe(200);
    expect((await browser.me()).account?.email).toBe(account.email);
    const refused = [
      browser.get(ALLOWED),
      browser.get('/factors'),
      browser.get('/sessions'),
      browser.post('/factors/totp', {}),
      browser.post('/update-password', { current: TEST_PASSWORD, password: 'another long password' }),
      browser.post('/getUserProfileByEmail', { email: account.email }),
    ];
    for (const response of await Promise.all(refused))
      expect([response.status, (await response.json()).reason]).toEqual([401, 'locked']);
    expect((await browser.post('/session/passkey-options', {})).status).toBe(200);
    expect((await browser.post('/session/unlock', { password: 'wrong horse battery staple' })).status).toBe(400);
    expect((await browser.get(ALLOWED)).status).toBe(401);
    expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await browser.get(ALLOWED)).status).toBe(200);
  });

  test('opens for nothing but one proof', async () => {
    const browser = await signedIn(await addAccount(casework));
    for (const body of [{}, { password: TEST_PASSWORD, code: '123456' }, { code: '123456' }, { passkey: {} }]) {
      expect((await browser.post('/session/unlock', body)).status).toBe(400);
    }
  });

  test('whose owner is guessed at five times opens with a passkey only until the time is over', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    for (let i = 0; i < 5; i += 1) await browser.post('/session/unlock', { password: 'wrong horse battery staple' });
    casework.passwords.verified.length = 0;
    expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(400);
    expect(casework.passwords.verified).toEqual([]);
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('failed');
    casework.advance(15 * MINUTE);
    expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
    const outcomes = (await listTestEvents(casework))
      .filter(({ action }) => action === 'session.unlock')
      .map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'success']);
  });

  test.each([
    ['account', sql`UPDATE account SET status = 'suspended'`],
    ['agency', sql`UPDATE agency SET status = 'suspended'`],
  ])('ends with the next request once its %s is suspended', async (_, statement) => {
    const browser = await signedIn(await addAccount(casework));
    expect((await browser.get(ALLOWED)).status).toBe(200);
    await run(statement);
    expect((await browser.get(ALLOWED)).status).toBe(401);
  });

  test('loses and gains what its account does, with the next request', async () => {
    const browser = await signedIn(await addAccount(casework));
    await run(sql`UPDATE account SET is_allowed = false`);
    expect((await browser.get(ALLOWED)).status).toBe(403);
    await run(sql`UPDATE account SET is_allowed = true`);
    expect((await browser.get(ALLOWED)).status).toBe(200);
  });
});

describe('a password that is older than the profile allows', () => {
  const DAY = 24 * HOUR;
  test('opens nothing but setting a new one, and then everything', async () => {
    const strict = withCasework(casework, { profile: 'cjis' });
    const account = await addAccount(strict);
    await run(sql`UPDATE account SET password_set_at = ${new Date(casework.now().getTime() - 365 * DAY)}`);
    const browser = await signedIn(account, strict);
    expect((await browser.get(ALLOWED)).status).toBe(200);
    casework.advance(1);
    for (const refused of [await browser.get(ALLOWED), await browser.post('/api-tokens', { name: 'x', days: 1 })]) {
      expect([refused.status, (await refused.json()).reason]).toEqual([403, 'password-old']);
    }
    expect((await browser.me()).account?.mustSetPassword).toBe(true);
    const password = 'a new and much longer sentence';
    expect((await browser.post('/update-password', { current: TEST_PASSWORD, password })).status).toBe(200);
    expect((await browser.get(ALLOWED)).status).toBe(200);
  });

  test('is none under the standard profile', async () => {
    const account = await addAccount(casework);
    await run(sql`UPDATE account SET password_set_at = ${new Date(casework.now().getTime() - 900 * DAY)}`);
    expect((await (await signedIn(account)).get(ALLOWED)).status).toBe(200);
  });
});

describe('signing out', () => {
  test('ends the session, takes the cookies back and leaves others alone', async () => {
    const account = await addAccount(casework);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const replay = createBrowser(casework);
    replay.cookies.set('sid', browser.cookies.get('sid') ?? '');
    const response = await browser.post('/logout', {});
    expect(response.status).toBe(200);
    expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(browser.cookies.has('sid')).toBe(false);
    expect([await isAlive(replay), await isAlive(other)]).toEqual([false, true]);
    expect((await browser.login('nobody@north.example', 'x')).flag).toBe('failed');
  });

  test('everywhere ends all of them, of this account only', async () => {
    const [mine, theirs] = [await addAccount(casework), await addAccount(casework)];
    const [browser, other, foreign] = [await signedIn(mine), await signedIn(mine), await signedIn(theirs)];
    await browser.post('/logout', { everywhere: true });
    expect([await isAlive(other), await isAlive(foreign)]).toEqual([false, true]);
  });

  test('is for who is signed in', async () => {
    expect((await createBrowser(casework).post('/logout', {})).status).toBe(401);
  });
});

describe('own sessions', () => {
  test('are three at most: the oldest ends, also with ten sign-ins at once', async () => {
    const account = await addAccount(open);
    const browsers = Array.from({ length: 4 }, () => createBrowser(open));
    for (const browser of browsers) {
      await browser.login(account.email, TEST_PASSWORD);
      casework.advance(SECOND);
    }
    expect(await Promise.all(browsers.map(isAlive))).toEqual([false, true, true, true]);
    await run(sql`DELETE FROM attempt`);
    const more = Array.from({ length: 5 }, () => createBrowser(open));
    await Promise.all(more.map((browser) => browser.login(account.email, TEST_PASSWORD)));
    const alive = await Promise.all([...browsers, ...more].map(isAlive));
    expect(alive.filter(Boolean)).toHaveLength(3);
  });

  test('are listed with where they come from, and ended one by one', async () => {
    const account = await addAccount(open);
    const [first, second] = [createBrowser(open, '192.0.2.1'), createBrowser(open, '192.0.2.2')];
    await first.login(account.email, TEST_PASSWORD);
    casework.advance(MINUTE);
    await second.login(account.email, TEST_PASSWORD);
    const { items } = (await (await second.get('/sessions')).json()) as {
      items: { id: string; isCurrent: boolean; source: string }[];
    };
    expect(items.map(({ isCurrent, source }) => [isCurrent, source])).toEqual([
      [true, '192.0.2.2'],
      [false, '192.0.2.1'],
    ]);
    expect((await second.post(`/sessions/${items[1]?.id}/end`, {})).status).toBe(200);
    expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
    expect((await second.post(`/sessions/${items[1]?.id}/end`, {})).status).toBe(404);
    const ends = (await listTestEvents(casework)).filter(({ action }) => action === 'session.end');
    expect(ends.map(({ outcome, object }) => [outcome, object])).toEqual([
      ['success', { kind: 'session', id: items[1]?.id }],
    ]);
  });

  test('of others answer like those that are not there', async () => {
    const [mine, theirs] = [await addAccount(casework), await addAccount(casework)];
    const [browser, foreign] = [await signedIn(mine), await signedIn(theirs)];
    const { items } = (await (await foreign.get('/sessions')).json()) as { items: { id: string }[] };
    const answers = [];
    for (const id of [items[0]?.id, '00000000-0000-4000-8000-000000000009']) {
      const response = await browser.post(`/sessions/${id}/end`, {});
      const { reference, ...problem } = (await response.json()) as Record<string, unknown>;
      answers.push(JSON.stringify([response.status, problem]));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('404');
    expect(await isAlive(foreign)).toBe(true);
  });

  test('report the sign-in before, and what failed since', async () => {
    const account = await addAccount(open);
    await createBrowser(open, '192.0.2.1').login(account.email, TEST_PASSWORD);
    const before = casework.now().toISOString();
    casework.advance(HOUR);
    for (let i = 0; i < 2; i += 1) await createBrowser(open).login(account.email, 'wrong horse battery staple');
    const browser = createBrowser(open);
    await browser.login(account.email, TEST_PASSWORD);
    const { session } = await browser.me();
    expect(session).toMatchObject({ lastSignInAt: before, lastSignInFrom: '192.0.2.1', failedTries: 2 });
    expect(session?.locksAt).toBe(new Date(casework.now().getTime() + 30 * MINUTE).toISOString());
    expect(session?.endsAt).toBe(new Date(casework.now().getTime() + 12 * HOUR).toISOString());
  });
});

describe('a token of a program', () => {
  const ask = (token: string, path: string, init: RequestInit = {}) =>
    createCaseworkApp(casework).request(`http://127.0.0.1:3000/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  const create = async (browser: TestBrowser, days = 30) =>
    ((await (await browser.post('/api-tokens', { name: 'Nightly export', days })).json()) as { token: string }).token;

  test('reads what its account may until it ends or is ended', async () => {
    const browser = await signedIn(await addAccount(casework));
    const token = await create(browser, 1);
    expect((await ask(token, ALLOWED)).status).toBe(200);
    const { items } = (await (await browser.get('/api-tokens')).json()) as { items: { id: string; name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(['Nightly export']);
    expect(JSON.stringify(items)).not.toContain(token);
    casework.advance(24 * HOUR - 1);
    expect((await ask(token, ALLOWED)).status).toBe(200);
    casework.advance(1);
    expect((await ask(token, ALLOWED)).status).toBe(401);
    const again = await signedIn(await addAccount(casework));
    const other = await create(again);
    const list = (await (await again.get('/api-tokens')).json()) as { items: { id: string }[] };
    expect((await again.post(`/api-tokens/${list.items[0]?.id}/end`, {})).status).toBe(200);
    expect((await ask(other, ALLOWED)).status).toBe(401);
  });

  test('proves no factor and opens no session', async () => {
    const account = await addAccount(casework);
    const token = await create(await signedIn(account));
    const calls: [string, unknown][] = [
      ['/session/unlock', { password: TEST_PASSWORD }],
      ['/factors/totp', {}],
      ['/factors/passkeys/options', {}],
      ['/api-tokens', { name: 'x', days: 1 }],
      ['/logout', {}],
      ['/session/lock', {}],
    ];
    for (const [path, body] of calls) {
      const response = await ask(token, path, { method: 'POST', body: JSON.stringify(body) });
      expect([401, 403]).toContain(response.status);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });

  test('is made after a fresh proof only', async () => {
    const browser = await signedIn(await addAccount(casework));
    casework.advance(5 * MINUTE + 1);
    expect((await browser.post('/api-tokens', { name: 'x', days: 1 })).status).toBe(401);
  });

  test('of another account answers like one that is not there', async () => {
    const [mine, theirs] = [await signedIn(await addAccount(casework)), await signedIn(await addAccount(casework))];
    const token = await create(theirs);
    const list = (await (await theirs.get('/api-tokens')).json()) as { items: { id: string }[] };
    expect((await mine.post(`/api-tokens/${list.items[0]?.id}/end`, {})).status).toBe(404);
    expect((await ask(token, ALLOWED)).status).toBe(200);
  });
});

test('a photo is that of the own account, or for administrators one of their agency; everybody else has none', async () => {
  const south = await addAgency(casework, 'South Tax Authority');
  const people = [
    await addAccount(casework),
    await addAccount(casework),
    await addAccount(casework, { agency: south }),
  ] as const;
  await run(sql`UPDATE account SET photo = '/photos/' || id`);
  const admin = await signedIn(await addAccount(casework, { role: 'agency-admin' }));
  const platform = await signedIn(await addAccount(casework, { role: 'platform-admin' }));
  const member = await signedIn(people[0]);
  const see = async (browser: TestBrowser) => {
    const emails = [...people.map(({ email }) => email), 'nobody@north.example', 'x\u0000y'];
    const answers = await Promise.all(
      emails.map(async (email) => (await browser.post('/api/getUserProfileByEmail', { email })).json()),
    );
    return answers.map(({ photo, data }) => (photo === data.data.photo && photo !== null ? 'seen' : photo));
  };
  expect(await see(member)).toEqual(['seen', null, null, null, null]);
  expect(await see(admin)).toEqual(['seen', 'seen', null, null, null]);
  expect(await see(platform)).toEqual(['seen', 'seen', 'seen', null, null]);
});
