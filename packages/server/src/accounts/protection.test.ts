import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestCaseworkContext,
  withCasework,
} from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';
import { createLinkToken } from './mail-links.ts';

// What protects every entry point of the accounts from strangers: how often it may be tried, and what each try leaves in the log.

const WRONG = 'wrong horse battery staple';
const NEW_PASSWORD = 'grill lantern posture vivid';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

/** Action, outcome and reason of every line of the log, in its order. */
async function listLines(): Promise<unknown[]> {
  const events = await listTestEvents(casework);
  return events.map(({ action, outcome, details }) => {
    const { reason } = details as { reason?: string };
    return reason === undefined ? [action, outcome] : [action, outcome, reason];
  });
}

const token = createLinkToken();
const form = { password: NEW_PASSWORD, name: 'A person', agency: 'North District Police', phone: '1' };
const claim = { password: NEW_PASSWORD, name: 'A person', agency: 'City Police' };
const contact = { name: 'A person', email: 'a@b.example', message: 'Hello', agency: 'North', phone: '1' };

describe('a door that strangers may try 20 times a minute from one address', () => {
  test.each<[string, string, (at: number) => unknown]>([
    ['/register', 'account.register', (at) => ({ ...form, email: `p${at}@north.example` })],
    ['/verify-email', 'account.verify-email', () => ({ token })],
    ['/re-verification', 'account.resend-verification', (at) => ({ email: `p${at}@north.example` })],
    ['/forgot-password', 'account.forgot-password', (at) => ({ email: `p${at}@north.example` })],
    ['/reset-password', 'account.reset-password', () => ({ token, password: NEW_PASSWORD })],
    ['/claim', 'installation.claim', (at) => ({ ...claim, token, email: `p${at}@city.example` })],
  ])('%s answers 429 to the next one, logs it as %s, and lets another address in', async (path, action, bodyOf) => {
    const browser = createBrowser(casework);
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await browser.post(path, bodyOf(at))).status);
    expect(statuses.indexOf(429)).toBe(20);
    expect((await listLines()).at(-1)).toEqual([action, 'denied', 'too-many']);
    expect((await listTestEvents(casework)).at(-1)).toMatchObject({ details: { limit: 'address' } });
    expect((await createBrowser(casework, '198.51.100.7').post(path, bodyOf(99))).status).not.toBe(429);
    casework.advance(60_000);
    expect((await browser.post(path, bodyOf(100))).status).not.toBe(429);
  });

  test('the check of a form answers 429 after 120', async () => {
    const browser = createBrowser(casework);
    const statuses: number[] = [];
    for (let at = 0; at < 121; at += 1) statuses.push((await browser.post('/register/check', { email: 'a' })).status);
    expect([statuses.indexOf(429), new Set(statuses.slice(0, 120))]).toEqual([120, new Set([200])]);
    expect(await listLines()).toEqual([['account.check', 'denied', 'too-many']]);
  });

  test('the contact form answers 429 before anybody can flood a mailbox', async () => {
    const browser = createBrowser(casework);
    const statuses: number[] = [];
    for (let at = 0; at < 30; at += 1) statuses.push((await browser.post('/contactUs', contact)).status);
    const first = statuses.indexOf(429);
    expect(first).toBeGreaterThan(0);
    expect(new Set(statuses.slice(first))).toEqual(new Set([429]));
    expect((await listLines()).at(-1)).toMatchObject({ 1: 'denied', 2: 'too-many' });
  });

  test('sign-in and a passkey alone are refused, and say that too many came from this network', async () => {
    const browser = createBrowser(casework);
    for (let at = 0; at < 20; at += 1) await browser.login(`p${at}@north.example`, WRONG);
    expect(await browser.login('last@north.example', WRONG)).toMatchObject({
      flag: 'failed',
      notice: 'Too many tries came from this network. Wait a minute, then try again.',
    });
    expect((await listLines()).at(-1)).toEqual(['account.sign-in', 'failed', 'too-many']);
    const body = { ticket: 'A'.repeat(43), passkey: {} };
    const answers: { status: number; notice: unknown }[] = [];
    for (let at = 0; at < 21; at += 1) {
      const answer = await browser.post('/login/passkey', body);
      const { notice = null } = (await answer.json()) as { notice?: unknown };
      answers.push({ status: answer.status, notice });
    }
    expect(answers[19]?.notice).toBeNull();
    expect(answers[20]).toMatchObject({ status: 200, notice: expect.stringContaining('Too many tries') });
    expect((await listLines()).at(-1)).toEqual(['account.sign-in', 'failed', 'too-many']);
  });

  test('the own password may be guessed ten times an hour by whoever sits at an open session', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(
      casework,
      '192.0.2.7',
      await openTestSession(casework, account, { hasSecondFactor: true }),
    );
    const change = () => browser.post('/update-password', { current: WRONG, password: NEW_PASSWORD });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await change()).status);
    expect(statuses.indexOf(429)).toBe(10);
    expect((await listLines()).at(-1)).toEqual(['account.update-password', 'denied', 'too-many']);
    expect((await listTestEvents(casework)).at(-1)).toMatchObject({ details: { limit: 'account' } });
  });
});

describe('every outcome of a sign-in has its own line', () => {
  test.each([
    ['registered', 'email_not_verified', 'email_not_verified'],
    ['awaiting-approval', 'pending', 'pending'],
    ['suspended', 'failed', 'refused'],
    ['inactive', 'failed', 'refused'],
    ['denied', 'failed', 'refused'],
  ] as const)('of an account that is %s', async (status, flag, reason) => {
    const account = await addAccount(casework, { status });
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe(flag);
    expect(await listLines()).toEqual([['account.sign-in', 'failed', reason]]);
  });

  test('of a wrong password, of nobody, and of a password that is locked', async () => {
    const account = await addAccount(casework);
    const browser = createBrowser(casework);
    await browser.login('nobody@north.example', WRONG);
    for (let at = 0; at < 6; at += 1) await browser.login(account.email, WRONG);
    expect((await browser.login(account.email, TEST_PASSWORD)).flag).toBe('failed');
    const lines = await listLines();
    expect(lines.slice(0, 2)).toEqual([
      ['account.sign-in', 'failed', 'refused'],
      ['account.sign-in', 'failed', 'wrong'],
    ]);
    expect(lines.at(-1)).toEqual(['account.sign-in', 'failed', 'refused']);
    const locking = (await listTestEvents(casework)).map(
      ({ details }) => (details as { locksAccount?: boolean }).locksAccount,
    );
    expect(locking).toEqual([false, false, false, false, false, true, false, false]);
  });

  test('of a first step, a second one, and a session', async () => {
    const account = await addAccount(casework);
    await createBrowser(casework).login(account.email, TEST_PASSWORD);
    expect(await listLines()).toEqual([['account.sign-in', 'success']]);
    expect((await listTestEvents(casework))[0]).toMatchObject({ details: { factor: 'none' } });
  });

  test('where an installation reveals who has no account, the log says the same', async () => {
    const open = withCasework(casework, { settings: { revealsUnknownAccounts: true } });
    expect((await createBrowser(open).login('nobody@north.example', WRONG)).flag).toBe('nouser');
    expect((await createBrowser(casework).login('nobody@north.example', WRONG)).flag).toBe('failed');
    expect(await listLines()).toEqual(Array.from({ length: 2 }, () => ['account.sign-in', 'failed', 'refused']));
  });
});
