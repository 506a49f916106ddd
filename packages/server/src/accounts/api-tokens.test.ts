import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { createBrowser, type TestBrowser } from '../testing/browser.ts';

const MOST = 50;

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

async function signedIn(): Promise<TestBrowser> {
  return createBrowser(casework, '192.0.2.7', await openTestSession(casework, await addAccount(casework)));
}

/** Three sessions of one account. */
async function signedInThrice(): Promise<readonly [TestBrowser, TestBrowser, TestBrowser]> {
  const account = await addAccount(casework);
  const open = async () => createBrowser(casework, '192.0.2.7', await openTestSession(casework, account));
  return [await open(), await open(), await open()];
}

const make = async (browser: TestBrowser, name = 'Nightly export', days = 1): Promise<number> =>
  (await browser.post('/api-tokens', { name, days })).status;

const listed = async (browser: TestBrowser) =>
  ((await (await browser.get('/api-tokens')).json()) as { items: { id: string; name: string }[] }).items;

test('an account has fifty tokens at most: one that ended makes room, and another account has its own', async () => {
  const [browser, other] = [await signedIn(), await signedIn()];
  for (let count = 0; count < MOST; count++) expect(await make(browser)).toBe(200);
  const refused = await browser.post('/api-tokens', { name: 'One too many', days: 1 });
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    409,
    'An account has at most 50 tokens. End one first.',
  ]);
  expect(await make(other)).toBe(200);
  const [first, ...rest] = await listed(browser);
  expect(rest).toHaveLength(MOST - 1);
  expect((await browser.post(`/api-tokens/${first?.id}/end`, {})).status).toBe(200);
  expect(await make(browser)).toBe(200);
  expect(await make(browser)).toBe(409);
});

test('an account has fifty tokens at most, also where several are made at the same moment', async () => {
  const [browser, ...others] = await signedInThrice();
  for (let count = 1; count < MOST; count++) expect(await make(browser)).toBe(200);
  const statuses = await Promise.all([browser, ...others].map((each) => make(each)));
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
});

test.each(['two\nlines', 'tab\there', 'bell\u0007', 'half \ud800'])('a token is not named %j', async (name) => {
  const browser = await signedIn();
  expect(await make(browser, name)).toBe(400);
  expect(await listed(browser)).toEqual([]);
});

test('making and ending a token are logged with its name and days, and never with its text', async () => {
  const browser = await signedIn();
  const { token } = (await (await browser.post('/api-tokens', { name: 'Export', days: 7 })).json()) as {
    token: string;
  };
  const [item] = await listed(browser);
  await browser.post(`/api-tokens/${item?.id}/end`, {});
  expect((await browser.post(`/api-tokens/${item?.id}/end`, {})).status).toBe(404);
  const events = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('api-token.'));
  expect(events.toSorted((a, b) => (String(a.action) < String(b.action) ? -1 : 1))).toMatchObject([
    { action: 'api-token.create', object: { kind: 'api-token', id: item?.id }, details: { name: 'Export', days: 7 } },
    { action: 'api-token.end', object: { kind: 'api-token', id: item?.id } },
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
});

test('a changed password ends every token', async () => {
  const browser = await signedIn();
  expect(await make(browser)).toBe(200);
  const password = 'another long password';
  expect((await browser.post('/update-password', { current: TEST_PASSWORD, password })).status).toBe(200);
  expect(await listed(browser)).toEqual([]);
});

test('of several changes of a password at the same moment one is made', async () => {
  const answers = await Promise.all(
    (await signedInThrice()).map((browser, i) =>
      browser.post('/update-password', { current: TEST_PASSWORD, password: `another long password ${i}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
