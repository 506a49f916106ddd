import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestAccount,
  type TestCaseworkContext,
  withCasework,
} from '../../testing/accounts.ts';
import { type Bent, createAuthenticator, type TestAuthenticator } from '../../testing/authenticator.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { createTotpCode, toTimeStep } from './totp.ts';

const MINUTE = 60_000;
const STEP = 30_000;
const ORIGIN = 'http://127.0.0.1:3000';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

type Json = Record<string, unknown>;
type Answer = Json & { recoveryCodes: string[]; options: Json; reason?: string };
const json = async (response: Promise<Response>) => (await (await response).json()) as Answer;

/** The answer of a call that has to succeed: a step of a test that was refused is no step. */
async function done(response: Promise<Response>): Promise<Answer> {
  const answer = await response;
  expect([answer.url, answer.status]).toEqual([answer.url, 200]);
  return (await answer.json()) as Answer;
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function signedIn(
  account: TestAccount,
  hasSecondFactor = false,
  at: TestCaseworkContext = casework,
): Promise<TestBrowser> {
  return createBrowser(at, '192.0.2.7', await openTestSession(at, account, { hasSecondFactor }));
}

/** Sets an authenticator up; gives its codes and the recovery codes. */
async function enrolTotp(browser: TestBrowser, at: TestCaseworkContext = casework) {
  const { secret } = await done(browser.post('/factors/totp', {}));
  const bytes = decodeBase32(String(secret));
  const code = () => createTotpCode(bytes, toTimeStep(at.now()));
  const { recoveryCodes } = await done(browser.post('/factors/totp/confirm', { code: code() }));
  at.advance(STEP);
  return { code, recoveryCodes };
}

async function enrolPasskey(browser: TestBrowser): Promise<{ passkey: TestAuthenticator; recoveryCodes: string[] }> {
  const passkey = createAuthenticator(ORIGIN);
  const { options } = await done(browser.post('/factors/passkeys/options', {}));
  const answer = await done(
    browser.post('/factors/passkeys', { name: 'Service key', passkey: passkey.create(options) }),
  );
  return { passkey, recoveryCodes: answer.recoveryCodes };
}

/** What the log has: action, outcome and kind of object of each line. */
async function listLines(): Promise<string[]> {
  const events = await listTestEvents(casework);
  return events.map(({ action, outcome, object }) =>
    [action, outcome, (object as { kind?: string } | null)?.kind ?? '-'].join(' '),
  );
}

async function loginWith(passkey: TestAuthenticator, email: string, bent?: Bent, at: TestCaseworkContext = casework) {
  const browser = createBrowser(at);
  const asked = await browser.login(email, TEST_PASSWORD);
  expect(asked.flag).toBe('second-factor');
  return browser.login(email, TEST_PASSWORD, { passkey: passkey.get(asked.passkeyOptions ?? {}, bent) });
}

describe('an authenticator app', () => {
  test('is in force from its first code on: the session is whole under a new token, and the others end', async () => {
    const account = await addAccount(casework);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const before = browser.cookies.get('sid');
    const { recoveryCodes } = await enrolTotp(browser);
    expect(recoveryCodes).toHaveLength(10);
    expect((await browser.me()).role).toBe('allowed');
    expect((await other.me()).role).toBe('anonymous');
    expect(browser.cookies.get('sid')).not.toBe(before);
    expect(await json(browser.get('/factors'))).toEqual({
      hasTotp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      takesTotp: true,
    });
  });

  test('is not in force with a wrong first code, and its secret is stored encrypted', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    const { secret } = await done(browser.post('/factors/totp', {}));
    const wrong = await browser.post('/factors/totp/confirm', { code: '000000' });
    expect([wrong.status, (await browser.me()).role]).toEqual([400, 'pending']);
    const row = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.find<{ secret: string }>(sql`SELECT secret FROM totp_factor`),
    );
    expect(Buffer.from(row?.secret.slice(3) ?? '', 'base64url').includes(decodeBase32(String(secret)))).toBe(false);
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('success');
  });

  test('is requested at sign-in, after the right password only', async () => {
    const account = await addAccount(casework);
    const { code } = await enrolTotp(await signedIn(account));
    const browser = createBrowser(casework);
    expect((await browser.login(account.email, 'wrong horse battery staple')).factors).toEqual([]);
    expect(await browser.login(account.email, TEST_PASSWORD)).toMatchObject({
      flag: 'second-factor',
      factors: ['totp', 'recovery-code'],
      passkeyOptions: null,
      name: '',
    });
    expect((await browser.me()).role).toBe('anonymous');
    expect((await browser.login(account.email, TEST_PASSWORD, { code: code() })).flag).toBe('success');
    expect((await browser.me()).role).toBe('allowed');
  });

  test('gives codes that count once, also twenty at the same time', async () => {
    const account = await addAccount(casework);
    const { code } = await enrolTotp(await signedIn(account));
    await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`DELETE FROM attempt`));
    // Three right passwords at a time, as more in one moment are considered guesses.
    const flags: string[] = [];
    for (let round = 0; round < 7; round += 1) {
      const tries = Array.from({ length: 3 }, (_, i) =>
        createBrowser(casework, `10.${round}.${i}.1`).login(account.email, TEST_PASSWORD, { code: code() }),
      );
      flags.push(...(await Promise.all(tries)).map(({ flag }) => flag));
      await casework.store.transact({ kind: 'system' }, (tx) =>
        tx.run(sql`UPDATE account SET failed_count = 0, locked_at = NULL`),
      );
      await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`DELETE FROM attempt`));
    }
    expect(flags.filter((flag) => flag === 'success')).toHaveLength(1);
    expect(flags).toHaveLength(21);
  });

  test('proves one unlock of twenty at the same time', async () => {
    const account = await addAccount(casework);
    const { code } = await enrolTotp(await signedIn(account));
    const generous = {
      ...casework,
      profile: {
        ...casework.profile,
        lockout: { ...casework.profile.lockout, failures: 100 },
        session: { ...casework.profile.session, perAccount: 30 },
      },
    };
    const browsers = await Promise.all(Array.from({ length: 10 }, () => signedIn(account, true, generous)));
    const answers = await Promise.all(browsers.map((browser) => browser.post('/session/unlock', { code: code() })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  });

  test('guessing its codes locks the account like guessing its password', async () => {
    const account = await addAccount(casework);
    const { code } = await enrolTotp(await signedIn(account));
    const browser = createBrowser(casework);
    for (let i = 0; i < 5; i += 1) {
      await browser.login(account.email, TEST_PASSWORD);
      expect((await browser.login(account.email, TEST_PASSWORD, { code: '000000' })).flag).toBe('failed');
    }
    expect((await browser.login(account.email, TEST_PASSWORD, { code: code() })).flag).toBe('failed');
  });

  test('is taken off after a fresh proof only, and never as the last factor', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    await enrolTotp(browser);
    expect((await browser.post('/factors/totp/remove', {})).status).toBe(409);
    await enrolPasskey(browser);
    casework.advance(5 * MINUTE + 1);
    expect((await json(browser.post('/factors/totp/remove', {}))).reason).toBe('step-up');
    expect((await browser.post('/session/unlock', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await browser.post('/factors/totp/remove', {})).status).toBe(200);
    expect((await browser.me()).account?.factors).toEqual(['passkey']);
    expect(await listLines()).toEqual([
      'factor.totp-start success account',
      'factor.totp-add success account',
      'factor.passkey-add success passkey',
      'denied.removeTotp denied -',
      'session.unlock success session',
      'factor.totp-remove success account',
    ]);
  });
});

describe('recovery codes', () => {
  test('sign in once each, and email the owner', async () => {
    const account = await addAccount(casework);
    const { recoveryCodes } = await enrolTotp(await signedIn(account));
    const [code = ''] = recoveryCodes;
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD, { code: code.toUpperCase() })).flag).toBe(
      'success',
    );
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD, { code })).flag).toBe('failed');
    const mails = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ subject: string }>(sql`SELECT subject FROM mail WHERE subject LIKE 'A recovery code%'`),
    );
    expect(mails).toHaveLength(1);
  });

  test('are renewed after a fresh proof, and the old ones are void', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    const { recoveryCodes: old } = await enrolTotp(browser);
    const { recoveryCodes } = await json(browser.post('/factors/recovery-codes', {}));
    expect(recoveryCodes).toHaveLength(10);
    expect((await listLines()).at(-1)).toBe('factor.recovery-codes success account');
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD, { code: old[0] })).flag).toBe('failed');
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD, { code: recoveryCodes[0] })).flag).toBe(
      'success',
    );
  });

  test('of one account open no other', async () => {
    const [mine, theirs] = [await addAccount(casework), await addAccount(casework)];
    const { recoveryCodes } = await enrolTotp(await signedIn(mine));
    await enrolTotp(await signedIn(theirs));
    expect((await createBrowser(casework).login(theirs.email, TEST_PASSWORD, { code: recoveryCodes[0] })).flag).toBe(
      'failed',
    );
  });
});

describe('a session that owes the second factor', () => {
  test('sets no factor up once the account has one: a password alone opens nothing', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account);
    await enrolTotp(browser);
    const thief = await signedIn(account);
    expect((await json(thief.post('/factors/totp', {}))).reason).toBe('second-factor');
    expect((await json(thief.post('/factors/passkeys/options', {}))).reason).toBe('second-factor');
    expect((await thief.me()).role).toBe('pending');
  });

  test('reaches enrolment, itself and the way out, and nothing else of factors and tokens', async () => {
    const browser = await signedIn(await addAccount(casework));
    const statuses = await Promise.all([
      browser.get('/factors'),
      browser.get('/sessions'),
      browser.post('/factors/totp/remove', {}),
      browser.post('/factors/recovery-codes', {}),
      browser.post('/api-tokens', { name: 'x', days: 1 }),
      browser.get('/api-tokens'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401, 401]);
  });
});

describe('a passkey', () => {
  test('signs in after the password, and alone while the password is locked', async () => {
    const account = await addAccount(casework);
    const { passkey, recoveryCodes } = await enrolPasskey(await signedIn(account));
    expect(recoveryCodes).toHaveLength(10);
    expect((await loginWith(passkey, account.email)).flag).toBe('success');
    expect((await listLines()).slice(-2)).toEqual([
      'account.first-factor success account',
      'account.sign-in success account',
    ]);
    for (let i = 0; i < 5; i += 1) await createBrowser(casework).login(account.email, 'wrong horse battery staple');
    expect((await createBrowser(casework).login(account.email, TEST_PASSWORD)).flag).toBe('failed');
    const browser = createBrowser(casework);
    const { options, ticket } = await json(browser.post('/login/passkey/options', {}));
    const answer = await json(browser.post('/login/passkey', { ticket, passkey: passkey.get(options) }));
    expect([answer.flag, (await browser.me()).role]).toEqual(['success', 'allowed']);
  });

  test('is enrolled next to another, and what one was made from makes no second', async () => {
    const account = await addAccount(casework);
    const browser = await signedIn(account, true);
    await enrolPasskey(browser);
    await enrolPasskey(browser);
    const { options } = await done(browser.post('/factors/passkeys/options', {}));
    const first = { name: 'Third key', passkey: createAuthenticator(ORIGIN).create(options) };
    await done(browser.post('/factors/passkeys', first));
    const second = { name: 'Fourth key', passkey: createAuthenticator(ORIGIN).create(options) };
    expect((await browser.post('/factors/passkeys', second)).status).toBe(400);
    const added = (await listTestEvents(casework)).filter(({ action }) => action === 'factor.passkey-add');
    expect(added.map(({ outcome }) => outcome)).toEqual(['success', 'success', 'success']);
  });

  test.each<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:3001' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another type of answer', { type: 'webauthn.create' }],
    ['another challenge', { challenge: Buffer.alloc(70).toString('base64url') }],
    ['another user', { userHandle: Buffer.from('00000000-0000-4000-8000-000000000001').toString('base64url') }],
    ['no verification of its user', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['a damaged signature', { damage: 'signature' }],
    ['damaged authenticator data', { damage: 'authenticatorData' }],
    ['damaged client data', { damage: 'clientDataJSON' }],
  ])('with %s is refused', async (_, bent) => {
    const account = await addAccount(casework);
    const { passkey } = await enrolPasskey(await signedIn(account));
    expect((await loginWith(passkey, account.email, bent)).flag).toBe('failed');
  });

  test.each<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another type of answer', { type: 'webauthn.get' }],
    ['another challenge', { challenge: Buffer.alloc(70).toString('base64url') }],
    ['no verification of its user', { isVerified: false }],
    ['nobody present', { isPresent: false }],
  ])('made with %s is not added', async (_, bent) => {
    const browser = await signedIn(await addAccount(casework));
    const { options } = await json(browser.post('/factors/passkeys/options', {}));
    const passkey = createAuthenticator(ORIGIN).create(options, bent);
    expect((await browser.post('/factors/passkeys', { name: 'Service key', passkey })).status).toBe(400);
    expect((await browser.me()).role).toBe('pending');
  });

  test('answers a challenge once, for five minutes, and for its purpose and account only', async () => {
    const [account, other] = [await addAccount(casework), await addAccount(casework)];
    const { passkey } = await enrolPasskey(await signedIn(account));
    const { passkey: theirs } = await enrolPasskey(await signedIn(other));
    const ask = async (email: string) =>
      (await createBrowser(casework).login(email, TEST_PASSWORD)).passkeyOptions ?? {};
    const send = (signed: Json) => createBrowser(casework).login(account.email, TEST_PASSWORD, { passkey: signed });
    const signed = passkey.get(await ask(account.email));
    expect((await send(signed)).flag).toBe('success');
    expect((await send(signed)).flag).toBe('failed');
    expect((await send(theirs.get(await ask(other.email)))).flag).toBe('failed');
    expect((await send(passkey.get(await ask(other.email)))).flag).toBe('failed');
    const alone = await json(createBrowser(casework).post('/login/passkey/options', {}));
    expect((await send(passkey.get(alone.options))).flag).toBe('failed');
    casework.advance(20 * MINUTE);
    const late = await ask(account.email);
    casework.advance(5 * MINUTE);
    expect((await send(passkey.get(late))).flag).toBe('failed');
  });

  test('sent twice at once signs in once', async () => {
    const account = await addAccount(casework);
    const { passkey } = await enrolPasskey(await signedIn(account));
    const browser = createBrowser(casework);
    const { options, ticket } = await json(browser.post('/login/passkey/options', {}));
    const body = { ticket, passkey: passkey.get(options) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => json(createBrowser(casework).post('/login/passkey', body))),
    );
    expect(answers.filter(({ flag }) => flag === 'success')).toHaveLength(1);
  });

  test('whose counter goes back is refused, and the log says so', async () => {
    const account = await addAccount(casework);
    const { passkey } = await enrolPasskey(await signedIn(account));
    expect((await loginWith(passkey, account.email, { counter: 9 })).flag).toBe('success');
    expect((await loginWith(passkey, account.email, { counter: 9 })).flag).toBe('failed');
    expect((await loginWith(passkey, account.email, { counter: 3 })).flag).toBe('failed');
    const alarms = (await listTestEvents(casework)).filter(({ action }) => action === 'factor.passkey-counter');
    expect(alarms).toHaveLength(2);
    expect(alarms[0]).toMatchObject({
      outcome: 'denied',
      agency: account.agency,
      object: { kind: 'account', id: account.id },
    });
  });

  test('of a suspended account opens nothing', async () => {
    const account = await addAccount(casework);
    const { passkey } = await enrolPasskey(await signedIn(account));
    await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE account SET status = 'suspended'`));
    const browser = createBrowser(casework);
    const { options, ticket } = await json(browser.post('/login/passkey/options', {}));
    expect((await json(browser.post('/login/passkey', { ticket, passkey: passkey.get(options) }))).flag).toBe('failed');
  });

  test.each([
    {},
    { id: 'x' },
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { id: '../..', __proto__: { x: 1 } },
  ])('is never %j', async (passkey) => {
    const browser = createBrowser(casework);
    const { ticket } = await json(browser.post('/login/passkey/options', {}));
    expect((await json(browser.post('/login/passkey', { ticket, passkey }))).flag).toBe('failed');
  });

  test('of another account is not taken off, and answers like one that is not there', async () => {
    const [mine, theirs] = [await addAccount(casework), await addAccount(casework)];
    const { passkey } = await enrolPasskey(await signedIn(theirs));
    const browser = await signedIn(mine);
    await enrolTotp(browser);
    const own = await enrolPasskey(browser);
    const answers = [];
    for (const id of [passkey.id, 'unknown', "' OR 1=1", '\u0000']) {
      const { reference, ...problem } = await json(browser.post('/factors/passkeys/remove', { id }));
      answers.push(JSON.stringify(problem));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await loginWith(passkey, theirs.email)).flag).toBe('success');
    await done(browser.post('/factors/passkeys/remove', { id: own.passkey.id }));
    expect((await listLines()).at(-1)).toBe('factor.passkey-remove success passkey');
    expect((await browser.me()).account?.factors).toEqual(['totp']);
  });
});

describe('under the CJIS profile', () => {
  test.each([
    ['member', 200],
    ['agency-admin', 403],
    ['platform-admin', 403],
    ['auditor', 403],
  ] as const)('an authenticator of %s answers %i', async (role, status) => {
    const strict = withCasework(casework, { profile: 'cjis' });
    const browser = await signedIn(await addAccount(strict, { role }), false, strict);
    expect((await browser.post('/factors/totp', {})).status).toBe(status);
  });

  test('an administrator with an authenticator from before can only set a passkey up with it', async () => {
    const strict = withCasework(casework, { profile: 'cjis' });
    const account = await addAccount(casework, { role: 'agency-admin' });
    const { code, recoveryCodes } = await enrolTotp(await signedIn(account));
    const browser = createBrowser(strict);
    expect((await browser.login(account.email, TEST_PASSWORD)).factors).toEqual(['totp']);
    expect((await browser.login(account.email, TEST_PASSWORD, { code: recoveryCodes[0] })).flag).toBe('failed');
    expect((await browser.login(account.email, TEST_PASSWORD, { code: code() })).flag).toBe('success');
    expect((await browser.me()).role).toBe('pending');
    const { passkey } = await enrolPasskey(browser);
    expect((await browser.me()).role).toBe('agency-admin');
    expect((await createBrowser(strict).login(account.email, TEST_PASSWORD)).factors).toEqual(['passkey']);
    expect((await loginWith(passkey, account.email, undefined, strict)).flag).toBe('success');
  });
});
