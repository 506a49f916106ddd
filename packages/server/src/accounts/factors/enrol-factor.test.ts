import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  openTestSession,
  type TestCaseworkContext,
  withCasework,
} from '../../testing/accounts.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { createTotpCode, toTimeStep } from './totp.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MINUTE = 60_000;

let casework: TestCaseworkContext;
let open: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  open = withCasework(casework, { settings: { secondFactor: 'optional' } });
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

async function signedIn(at: TestCaseworkContext = casework, hasSecondFactor = true): Promise<TestBrowser> {
  const session = await openTestSession(at, await addAccount(at), { hasSecondFactor });
  return createBrowser(at, '192.0.2.7', session);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
const json = async (response: Promise<Response>): Promise<any> => (await response).json();

async function addPasskey(browser: TestBrowser, name = 'Service key'): Promise<Response> {
  const { options } = await json(browser.post('/factors/passkeys/options', {}));
  return browser.post('/factors/passkeys', { name, passkey: createAuthenticator(ORIGIN).create(options) });
}

async function addTotp(browser: TestBrowser): Promise<Response> {
  const { secret } = await json(browser.post('/factors/totp', {}));
  const bits = [...secret].map((letter: string) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return browser.post('/factors/totp/confirm', { code: createTotpCode(bytes, toTimeStep(casework.now())) });
}

test('an account has twenty passkeys at most, and room for another when one is taken off', async () => {
  const browser = await signedIn();
  for (let count = 0; count < 20; count++) expect((await addPasskey(browser)).status).toBe(200);
  expect((await addPasskey(browser)).status).toBe(409);
  const { passkeys } = await json(browser.get('/factors'));
  expect(passkeys).toHaveLength(20);
  expect((await browser.post('/factors/passkeys/remove', { id: passkeys[0].id })).status).toBe(200);
  expect((await addPasskey(browser)).status).toBe(200);
});

test('the passkeys of an account are listed with name and days, never with their keys', async () => {
  const browser = await signedIn();
  await addPasskey(browser, 'Desk');
  const { passkeys } = await json(browser.get('/factors'));
  const id = expect.stringMatching(/^[\w-]+$/);
  expect(passkeys).toEqual([{ id, name: 'Desk', createdAt: casework.now().toISOString(), lastUsedAt: null }]);
});

test.each(['two\nlines', 'bell\u0007', 'half \ud800'])('a passkey is not named %j', async (name) => {
  const browser = await signedIn();
  expect((await addPasskey(browser, name)).status).toBe(400);
  expect((await json(browser.get('/factors'))).passkeys).toEqual([]);
});

test('a second authenticator is not set up, and none is confirmed that nobody began', async () => {
  const browser = await signedIn();
  expect((await browser.post('/factors/totp/confirm', { code: '123456' })).status).toBe(409);
  expect((await addTotp(browser)).status).toBe(200);
  expect((await browser.post('/factors/totp', {})).status).toBe(409);
  expect((await browser.post('/factors/totp/confirm', { code: '123456' })).status).toBe(409);
});

test('a full session changes factors for five minutes after a proof, and then proves itself again', async () => {
  const browser = await signedIn();
  await addPasskey(browser);
  casework.advance(5 * MINUTE);
  expect((await addPasskey(browser)).status).toBe(200);
  casework.advance(5 * MINUTE + 1);
  const calls = [
    browser.post('/factors/passkeys/options', {}),
    browser.post('/factors/totp', {}),
    browser.post('/factors/recovery-codes', {}),
  ];
  for (const call of calls) expect(await json(call)).toMatchObject({ status: 401, reason: 'step-up' });
});

test('recovery codes come with the first factor only, replace a factor, and go with the last one', async () => {
  const browser = await signedIn(open);
  expect((await browser.post('/factors/recovery-codes', {})).status).toBe(409);
  expect((await json(addTotp(browser))).recoveryCodes).toHaveLength(10);
  expect((await json(addPasskey(browser))).recoveryCodes).toEqual([]);
  expect((await browser.post('/factors/totp/remove', {})).status).toBe(200);
  expect((await browser.post('/factors/totp/remove', {})).status).toBe(404);
  const { passkeys, recoveryCodesLeft } = await json(browser.get('/factors'));
  expect(recoveryCodesLeft).toBe(10);
  expect((await browser.post('/factors/passkeys/remove', { id: passkeys[0].id })).status).toBe(200);
  expect(await json(browser.get('/factors'))).toMatchObject({ hasTotp: false, passkeys: [], recoveryCodesLeft: 0 });
});
