import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVisitor } from '../casework/caller.ts';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestCaseworkContext,
  withCasework,
} from '../testing/accounts.ts';
import { lastLinkToken, listOutbox } from '../testing/outbox.ts';
import { answerByMail } from './email-verification.ts';

let base: TestCaseworkContext;
let casework: TestCaseworkContext;
let app: Hono;
let hashes = 0;

beforeAll(async () => {
  base = await createTestCaseworkContext();
  const passwords = {
    ...base.passwords,
    hash: (password: string) => {
      hashes += 1;
      return base.passwords.hash(password);
    },
  };
  casework = { ...withCasework(base, {}), passwords };
  app = createCaseworkApp(casework);
});
beforeEach(async () => {
  await base.clear();
  await addAgency(casework);
  hashes = 0;
});
afterAll(() => base.close());

const PASSWORD = 'grill lantern posture vivid';
const FORM = {
  email: 'new@north.example',
  password: PASSWORD,
  name: 'Analyst',
  agency: 'North District Police',
  phone: '+1 555 0100',
};

async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return app.request(`http://127.0.0.1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const api = (path: string, body: unknown, headers = {}) => post(`/api/v1${path}`, body, headers);

async function accountOf(email: string): Promise<Record<string, unknown> | undefined> {
  return casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find(sql`SELECT * FROM account WHERE email_key = ${email}`),
  );
}

const flagOf = async (email: string, password: string) =>
  ((await (await api('/login', { email, password })).json()) as { flag: string }).flag;

/** Status, headers and bytes of an answer, as one text. */
async function describeAnswer(answer: Response): Promise<string> {
  return JSON.stringify([answer.status, [...answer.headers].sort(), await answer.text()]);
}

describe('a registration', () => {
  test('waits for its email, then for a person within one business day, who is notified', async () => {
    await addAccount(casework, { email: 'admin@north.example', role: 'agency-admin' });
    expect((await api('/register', FORM)).status).toBe(200);
    expect(await accountOf('new@north.example')).toMatchObject({
      status: 'registered',
      role: 'member',
      is_allowed: false,
    });
    expect(await flagOf('new@north.example', PASSWORD)).toBe('email_not_verified');
    const token = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    const answer = await api('/verify-email', { token });
    expect(await answer.json()).toEqual({ done: true, decisionBy: '2026-11-19T12:00:00.000Z' });
    expect(await flagOf('new@north.example', PASSWORD)).toBe('pending');
    expect((await listOutbox(casework)).at(-1)).toMatchObject({
      recipient: 'admin@north.example',
      subject: 'A request for an account waits',
    });
    expect((await listTestEvents(casework)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
      expect.arrayContaining(['account.register success', 'account.verify-email success']),
    );
  });

  test.each(['role', 'is_allowed', 'status', 'agency_id', 'emailKey', 'id'])(
    'that sets %s is refused whole',
    async (key) => {
      const answer = await api('/register', { ...FORM, [key]: 'platform-admin' });
      expect(answer.status).toBe(400);
      expect(await accountOf('new@north.example')).toBeUndefined();
    },
  );

  test.each([
    ['an address of an unknown domain', { email: 'a@elsewhere.example' }, 'email', /not on the list .* contact form/],
    ['a look-alike domain', { email: 'a@n\u043erth.example' }, 'email', /U\+043E/],
    ['a domain that ends in the known one', { email: 'a@north.example.evil.com' }, 'email', /not on the list/],
    ['a subdomain that was not allowed', { email: 'a@unit.north.example' }, 'email', /not on the list/],
    ['a webmail address', { email: 'a@gmail.com' }, 'email', /everybody/],
    ['a short password', { password: 'short' }, 'password', /5 of at least 15/],
    ['a password made of the address', { password: 'new-north-example-analyst' }, 'password', /little more/],
    ['a name with a line break', { name: 'A\nBcc: b@evil.example' }, 'name', /cannot be shown/],
    ['a phone that turns the line around', { phone: '\u202e555' }, 'phone', /cannot be shown/],
  ])('with %s is rejected next to the field', async (_, change, field, reason) => {
    const answer = await api('/register', { ...FORM, ...change });
    expect(answer.status).toBe(400);
    const problem = (await answer.json()) as { field: string; detail: string };
    expect(problem.field).toBe(field);
    expect(problem.detail).toMatch(reason);
    expect(await listOutbox(casework)).toEqual([]);
  });

  test('for a known address answers the same bytes after the same one hash, and emails its owner only', async () => {
    await addAccount(casework, { email: 'known@north.example' });
    hashes = 0;
    const unknown = await describeAnswer(await api('/register', FORM));
    expect(hashes).toBe(1);
    const known = await describeAnswer(await api('/register', { ...FORM, email: 'known+other@north.example' }));
    expect(hashes).toBe(2);
    expect(known).toBe(unknown);
    const mails = await listOutbox(casework);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['new@north.example', 'Confirm your email address'],
      ['known@north.example', 'You have an account already'],
    ]);
    expect(mails[1]?.body).not.toContain('verify-email');
    expect(await flagOf('known@north.example', PASSWORD)).toBe('failed');
  });

  test('made again before its email was verified replaces its words, and the older link opens nothing', async () => {
    await api('/register', FORM);
    const first = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    await api('/register', { ...FORM, name: 'Lead investigator', password: 'seventeen quiet herons at dusk' });
    expect((await api('/verify-email', { token: first })).status).toBe(400);
    const second = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    expect((await api('/verify-email', { token: second })).status).toBe(200);
    expect(await accountOf('new@north.example')).toMatchObject({ name: 'Lead investigator' });
    expect(await flagOf('new@north.example', PASSWORD)).toBe('failed');
  });

  test('made again by a stranger gives the stranger no password: the owner of the address chooses one', async () => {
    await api('/register', FORM);
    const password = 'seventeen quiet herons at dusk';
    await api('/register', { ...FORM, password });
    await api('/verify-email', { token: await lastLinkToken(casework, 'new@north.example', 'verify-email') });
    expect(await flagOf('new@north.example', password)).toBe('failed');
    const token = await lastLinkToken(casework, 'new@north.example', 'reset-password');
    expect((await api('/reset-password', { token, password: PASSWORD })).status).toBe(200);
    expect([await flagOf('new@north.example', PASSWORD), await flagOf('new@north.example', password)]).toEqual([
      'pending',
      'failed',
    ]);
  });

  test('sent twenty times at once makes one account', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api('/register', FORM)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(answers.filter(({ status }) => status === 429).length).toBe(15);
    const rows = await casework.store.transact({ kind: 'system' }, (tx) => tx.list(sql`SELECT id FROM account`));
    expect(rows.length).toBe(1);
  });

  test('under a subdomain is taken where the agency allows them', async () => {
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE agency_domain SET has_subdomains = true`),
    );
    expect((await api('/register', { ...FORM, email: 'a@unit.north.example' })).status).toBe(200);
  });

  test('is refused while the agency is suspended', async () => {
    await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE agency SET status = 'suspended'`));
    expect((await api('/register', FORM)).status).toBe(400);
  });
});

describe('a link of an email', () => {
  test('opens once, not for another purpose, and not after its time', async () => {
    await api('/register', FORM);
    const verify = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    expect((await api('/reset-password', { token: verify, password: PASSWORD })).status).toBe(400);
    expect((await api('/verify-email', { token: verify })).status).toBe(200);
    expect((await api('/verify-email', { token: verify })).status).toBe(400);
    await api('/forgot-password', { email: 'new@north.example' });
    const reset = await lastLinkToken(casework, 'new@north.example', 'reset-password');
    expect((await api('/verify-email', { token: reset })).status).toBe(400);
    casework.advance(60 * 60_000);
    expect((await api('/reset-password', { token: reset, password: 'seventeen quiet herons at dusk' })).status).toBe(
      400,
    );
    casework.advance(-60 * 60_000);
  });

  test('for verifying lives for 24 hours', async () => {
    await api('/register', FORM);
    const token = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    casework.advance(24 * 3_600_000);
    expect((await api('/verify-email', { token })).status).toBe(400);
    casework.advance(-1);
    expect((await api('/verify-email', { token })).status).toBe(200);
    casework.advance(1 - 24 * 3_600_000);
  });

  test('used ten times at once works once', async () => {
    await api('/register', FORM);
    const token = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    const answers = await Promise.all(Array.from({ length: 10 }, () => api('/verify-email', { token })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  test('is stored as a hash, is after the #, and opening it uses nothing up', async () => {
    await api('/register', FORM);
    const token = await lastLinkToken(casework, 'new@north.example', 'verify-email');
    const rows = await casework.store.transact({ kind: 'system' }, (tx) => tx.list(sql`SELECT hash FROM mail_token`));
    expect(JSON.stringify(rows)).not.toContain(token);
    await app.request(`http://127.0.0.1/verify-email`);
    await app.request(`http://127.0.0.1/api/v1/verify-email?token=${token}`);
    expect((await api('/verify-email', { token })).status).toBe(200);
  });
});

describe('a lost password', () => {
  test('answers the same bytes for known, unknown and foreign addresses, and hashes nothing', async () => {
    await addAccount(casework, { email: 'known@north.example' });
    hashes = 0;
    for (const path of ['/forgot-password', '/re-verification']) {
      const answers = [];
      for (const email of ['known@north.example', 'nobody@north.example', 'nobody@elsewhere.example']) {
        answers.push(await describeAnswer(await api(path, { email })));
      }
      expect(new Set(answers).size).toBe(1);
    }
    expect(hashes).toBe(0);
    expect((await listOutbox(casework)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['known@north.example', 'Set a new password'],
      ['nobody@north.example', 'There is no account with this address'],
      ['known@north.example', 'Your email address is confirmed already'],
      ['nobody@north.example', 'There is no account with this address'],
    ]);
  });

  test('is set again with the link; all sessions end, the second factor stays, and the owner is notified', async () => {
    const account = await addAccount(casework, { email: 'known@north.example' });
    const session = await openTestSession(casework, account);
    await api('/forgot-password', { email: 'known@north.example' });
    const token = await lastLinkToken(casework, 'known@north.example', 'reset-password');
    const answer = await api('/reset-password', { token, password: 'seventeen quiet herons at dusk' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await app.request('http://127.0.0.1/api/v1/sessions', { headers: session.headers })).status).toBe(401);
    expect(await flagOf('known@north.example', TEST_PASSWORD)).toBe('failed');
    expect(await flagOf('known@north.example', 'seventeen quiet herons at dusk')).toBe('success');
    expect((await listOutbox(casework)).at(-1)).toMatchObject({
      recipient: 'known@north.example',
      subject: 'Your password was changed',
    });
  });

  test('keeps its link when the new password is refused', async () => {
    await addAccount(casework, { email: 'known@north.example' });
    await api('/forgot-password', { email: 'known@north.example' });
    const token = await lastLinkToken(casework, 'known@north.example', 'reset-password');
    expect((await api('/reset-password', { token, password: 'passwordpassword' })).status).toBe(400);
    expect((await api('/reset-password', { token, password: PASSWORD })).status).toBe(200);
  });

  test.each(['denied', 'suspended', 'inactive'] as const)('of a %s account gets words and no link', async (status) => {
    await addAccount(casework, { email: 'known@north.example', status });
    await api('/forgot-password', { email: 'known@north.example' });
    expect(await lastLinkToken(casework, 'known@north.example', 'reset-password')).toBe('');
    expect((await listOutbox(casework))[0]?.subject).toBe('Your account is closed');
  });

  test('requested for 210 made-up addresses within an hour writes to 200, and still to one with an account', async () => {
    await addAccount(casework, { email: 'known@north.example' });
    const ask = (email: string, i: number) =>
      answerByMail(casework, createVisitor({ address: `10.${i}.0.1`, agent: '' }), email, 'reset-password');
    for (let i = 0; i < 210; i += 1) await ask(`nobody${i}@north.example`, i);
    await ask('known@north.example', 211);
    const mails = await listOutbox(casework);
    expect(mails.length).toBe(201);
    expect(mails.at(-1)?.subject).toBe('Set a new password');
  });

  test('emails one address at most five times an hour', async () => {
    for (let i = 0; i < 7; i += 1) await api('/forgot-password', { email: `nobody+${i}@north.example` });
    expect((await listOutbox(casework)).length).toBe(5);
  });
});

describe('changing the own password', () => {
  const change = (current: string, password: string, headers: Readonly<Record<string, string>>) =>
    api('/update-password', { current, password }, headers);

  test('takes the current one, ends the other sessions and notifies the owner', async () => {
    const account = await addAccount(casework, { email: 'known@north.example' });
    const [own, other] = [await openTestSession(casework, account), await openTestSession(casework, account)];
    expect((await change(TEST_PASSWORD, PASSWORD, own.headers)).status).toBe(200);
    const statusOf = async ({ headers }: typeof own) =>
      (await app.request('http://127.0.0.1/api/v1/sessions', { headers })).status;
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401]);
    expect((await listOutbox(casework))[0]).toMatchObject({ subject: 'Your password was changed' });
  });

  test('counts a wrong current one, and the sixth is not even checked', async () => {
    const account = await addAccount(casework, { email: 'known@north.example' });
    const { headers } = await openTestSession(casework, account);
    base.passwords.verified.length = 0;
    for (let i = 0; i < 5; i += 1) {
      expect(((await (await change('wrong wrong wrong', PASSWORD, headers)).json()) as { field: string }).field).toBe(
        'current',
      );
    }
    expect((await change(TEST_PASSWORD, PASSWORD, headers)).status).toBe(400);
    expect(base.passwords.verified.filter((stored) => stored !== null).length).toBe(5);
  });

  test('refuses the same one, a weak one, and whoever has no session', async () => {
    const account = await addAccount(casework, { email: 'known@north.example' });
    const { headers } = await openTestSession(casework, account);
    expect((await change(TEST_PASSWORD, TEST_PASSWORD, headers)).status).toBe(400);
    expect((await change(TEST_PASSWORD, 'passwordpassword', headers)).status).toBe(400);
    expect((await change(TEST_PASSWORD, PASSWORD, {})).status).toBe(401);
  });
});

test('the form learns what is wrong before it is sent', async () => {
  const ask = async (body: unknown) => (await api('/register/check', body)).json();
  expect(await ask({ email: 'a@north.example', password: PASSWORD })).toEqual({
    email: null,
    password: null,
    strength: expect.any(Number),
  });
  expect(await ask({ email: 'a@gmail.com' })).toEqual({
    email: expect.stringMatching(/everybody/),
    password: null,
    strength: null,
  });
  expect(await ask({ password: 'x' })).toEqual({
    email: null,
    password: expect.stringMatching(/1 of at least 15/),
    strength: 0,
  });
});

test('huge, broken and strange values are refused without an account or a fault', async () => {
  const strange = [
    '\ud800',
    '\0',
    '\u202e'.repeat(50),
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    'a'.repeat(5_000),
    '\u{1f600}'.repeat(80),
  ];
  for (const value of strange) {
    for (const field of Object.keys(FORM)) {
      const answer = await api('/register', { ...FORM, [field]: value });
      expect([200, 400, 413, 429]).toContain(answer.status);
    }
    casework.advance(120_000);
  }
});
