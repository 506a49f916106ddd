import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSigningKey } from '../../packages/server/src/accounts/request-signing.ts';
import { createSessionGate, hashToken } from '../../packages/server/src/accounts/session-gate.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { createSampleApp, type SampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleKnowledge } from '../../packages/server/src/testing/sample-labels.ts';
import { ADDRESS } from '../../packages/server/src/testing/sample-ledger.ts';
import { endApiTokensOf, insertApiToken } from '../../packages/store/src/cases/accounts/api-token-rows.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';

// Screenings in the formats of compliance tools have addresses that the contract does not list. The checks of the
// contract's routes apply to them: who gets in, what the log has, and that hostile input ends in a sentence.

interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** How a program signs in, in the header of the vendor. */
  readonly sign: (token: Program, body: string) => Readonly<Record<string, string>>;
}

interface Program {
  readonly text: string;
  readonly id: string;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
let casework: TestCaseworkContext;
let nonce = 0;

const token = ({ text }: Program) => ({ Token: text });
function signature({ id }: Program, body: string): Record<string, string> {
  const { key, secret } = toSigningKey(casework.keys, id);
  // A millisecond apart: the same request is taken once.
  const time = String(casework.now().getTime() + nonce++);
  const hmac = createHmac('sha256', Buffer.from(secret, 'base64'));
  const sign = hmac.update(`${time}POST/v2/wallet/synchronous${body === '' ? '{}' : body}`).digest('base64');
  return { 'x-access-key': key, 'x-access-timestamp': time, 'x-access-sign': sign };
}
const basic = ({ text }: Program) => ({ authorization: `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}` });
const CALLS: readonly Call[] = [
  {
    ...{ name: 'chainalysis-register', method: 'POST', path: '/chainalysis/api/risk/v2/entities' },
    ...{ body: { address: ADDRESS.bob }, sign: token },
  },
  {
    ...{ name: 'chainalysis-entity', method: 'GET', path: `/chainalysis/api/risk/v2/entities/${ADDRESS.bob}` },
    sign: token,
  },
  {
    ...{ name: 'trm-screening', method: 'POST', path: '/trm/public/v2/screening/addresses' },
    ...{ body: [{ address: ADDRESS.bob, chain: 'bitcoin' }], sign: basic },
  },
  {
    ...{ name: 'elliptic-wallet', method: 'POST', path: '/elliptic/v2/wallet/synchronous' },
    body: {
      subject: { asset: 'holistic', blockchain: 'holistic', type: 'address', hash: ADDRESS.bob },
      type: 'wallet_exposure',
    },
    sign: signature,
  },
];

/** What each role gets with a token of its own: `in`, or the status of its refusal. */
const WANTED = { member: 403, allowed: 200, 'agency-admin': 200, 'platform-admin': 200, auditor: 403 } as const;
type TokenRole = keyof typeof WANTED;
const ROLES = Object.keys(WANTED) as TokenRole[];

let sample: SampleApp;
const people = new Map<TokenRole, TestAccount>();
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  sample = createSampleApp({ casework, gate: createSessionGate(casework), knowledge: createSampleKnowledge() });
  for (const role of ROLES) {
    const made = role === 'allowed' ? 'member' : role;
    people.set(role, await addAccount(casework, { role: made, isAllowed: role !== 'member' }));
  }
});
afterAll(() => casework.close());

const personOf = (role: TokenRole): TestAccount => people.get(role) as TestAccount;

async function makeToken(account: TestAccount, expiresAt = '2027-01-01'): Promise<Program> {
  const text = `tm_${randomBytes(32).toString('base64url')}`;
  const made = { hash: hashToken(text), name: 'Program', now: casework.now(), expiresAt: new Date(expiresAt) };
  const owner = { accountId: account.id, agencyId: account.agency };
  const id = await casework.store.transact({ kind: 'system' }, (tx) => insertApiToken(tx, owner, made));
  return { text, id };
}

const textOf = ({ body }: Call): string => (typeof body === 'string' ? body : JSON.stringify(body ?? ''));

const ask = (call: Call, headers: Readonly<Record<string, string>>, at = call.path) =>
  sample.request(at, {
    method: call.method,
    headers: { ...headers, ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(call.method === 'POST' ? { body: textOf(call) } : {}),
  });

/** A call with the token of a program, in the way of its vendor. */
const askAs = (call: Call, program: Program, at = call.path) => ask(call, call.sign(program, textOf(call)), at);

const countLines = async (action: string) =>
  (await listTestEvents(casework)).filter((event) => event.action === action).length;

test.each(ROLES)('the token of %s opens what its role may', async (role) => {
  for (const call of CALLS) {
    const { status } = await askAs(call, await makeToken(personOf(role)));
    expect([call.name, status]).toEqual([call.name, WANTED[role]]);
  }
});

test('nothing else signs in: no header, a cookie, a token that ended, expired, was never made, or whose account ended', async () => {
  const allowed = personOf('allowed');
  const { headers } = await openTestSession(casework, allowed);
  const left = await addAccount(casework, { agency: await addAgency(casework, 'Southgate Revenue') });
  const [ended, expired] = [await makeToken(left), await makeToken(allowed, '2026-11-18T11:59:59Z')];
  await casework.store.transact({ kind: 'system' }, (tx) => endApiTokensOf(tx, left.id, casework.now()));
  const suspended = await addAccount(casework);
  const orphan = await makeToken(suspended);
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET status = 'suspended' WHERE id = ${suspended.id}`),
  );
  for (const call of CALLS) {
    const texts = ['x'.repeat(40), '', '\u00e4'.repeat(30)].map((text) => ({ text, id: NOBODY }));
    const tries = [ended, expired, orphan, ...texts].map((program) => call.sign(program, textOf(call)));
    for (const own of [{}, headers, ...tries]) {
      const response = await ask(call, own as Record<string, string>);
      expect([call.name, response.status]).toEqual([call.name, 401]);
      expect(response.headers.get('content-type')).toBe('application/json');
    }
  }
});

test('every call leaves its line in the log with the request, and a refusal its own', async () => {
  for (const call of CALLS) {
    const [before, refused] = [await countLines(`look-up.${call.name}`), await countLines(`denied.${call.name}`)];
    await askAs(call, await makeToken(personOf('allowed')));
    await ask(call, {});
    await askAs(call, await makeToken(personOf('member')));
    expect([call.name, (await countLines(`look-up.${call.name}`)) - before]).toEqual([call.name, 1]);
    expect([call.name, (await countLines(`denied.${call.name}`)) - refused]).toEqual([call.name, 2]);
    const lines = (await listTestEvents(casework)).filter(({ action }) => action === `look-up.${call.name}`);
    expect(JSON.stringify(lines)).toContain(ADDRESS.bob);
  }
});

const HOSTILE = ['..%2f..%2fetc', '%00', '%2e%2e', 'x'.repeat(4_000), '%E2%80%AE', "';--", '__proto__', '%F0%9F%92%A9'];
const HOSTILE_BODIES = [
  '',
  'null',
  '[]',
  '{}',
  '[null]',
  '[{"address":1,"chain":[]}]',
  '{"address":{"$ne":1}}',
  '{"address":"\\u0000","chain":"bitcoin"}',
  '[{"address":"x","chain":"__proto__"}]',
  `[${'['.repeat(200)}${']'.repeat(200)}]`,
  `{"address":"${'x'.repeat(10_000)}"}`,
  '{"address":',
];

test('hostile input ends in a sentence of the format and never in a failure of the server', async () => {
  for (const call of CALLS) {
    const program = await makeToken(personOf('allowed'));
    const tries =
      call.method === 'GET'
        ? HOSTILE.map((value) => askAs(call, program, call.path.replace(ADDRESS.bob, value)))
        : HOSTILE_BODIES.map((body) => askAs({ ...call, body }, program));
    for (const response of await Promise.all(tries)) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).not.toMatch(/at .*\.ts:|stack/);
    }
  }
});
