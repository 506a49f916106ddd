import { createHmac } from 'node:crypto';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { readSignature } from './elliptic-routes.ts';
import { listMisfits, RECORDED } from './testing/recorded.ts';

const MINUTE = 60_000;
const PATH = '/v2/wallet/synchronous';
const NULLABLE = ['id', 'usd', 'error', 'source', 'destination', 'is_vasp', 'is_after_sanction_date'];

interface Made {
  readonly token: string;
  readonly signing: { readonly key: string; readonly secret: string };
}

let casework: TestCaseworkContext;
let sample: SampleApp;
let made: Made;
let session: Record<string, string>;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  sample = createSampleApp({ casework, gate: createSessionGate(casework), knowledge: createSampleKnowledge() });
});
beforeEach(async () => {
  await casework.clear();
  session = { ...(await openTestSession(casework, await addAccount(casework))).headers };
  made = await makeToken();
});
afterAll(() => casework.close());

async function makeToken(): Promise<Made> {
  const body = JSON.stringify({ name: 'Compliance tool', days: 1 });
  return (await sample.request('/api/v1/api-tokens', { method: 'POST', headers: session, body })).json();
}

const signed = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
const bodyOf = (hash: string, more: object = {}) =>
  JSON.stringify({
    subject: { asset: 'holistic', blockchain: 'holistic', type: 'address', hash },
    type: 'wallet_exposure',
    customer_reference: 'customer 7',
    ...more,
  });

interface Signing {
  readonly key?: string;
  readonly secret?: string;
  readonly time?: number;
  /** What is signed as path and body, where it is not what is sent. */
  readonly path?: string;
  readonly body?: string;
}

function headersOf(sent: string, { key, secret, time, path, body }: Signing = {}): Record<string, string> {
  const at = String(time ?? casework.now().getTime());
  return {
    'content-type': 'application/json',
    'x-access-key': key ?? made.signing.key,
    'x-access-timestamp': at,
    'x-access-sign': signed(secret ?? made.signing.secret, `${at}POST${path ?? PATH}${body ?? sent}`),
  };
}

const post = (body: string, headers: Record<string, string>, path = PATH) =>
  sample.request(`/elliptic${path}`, { method: 'POST', headers, body });
const analyse = (body: string, signing: Signing = {}, path = PATH) => post(body, headersOf(body, signing), path);

test('what is signed is what the documentation signs', () => {
  for (const { secret, time, method, path, body, sign } of RECORDED.signatures) {
    const headers = { 'x-access-key': 'k', 'x-access-sign': sign, 'x-access-timestamp': time };
    const asked = new Request(`http://127.0.0.1/elliptic${path}`, { method, headers });
    expect(readSignature(asked, body)?.texts.map((text) => signed(secret, text))).toContain(sign);
  }
});

test('an analysis has the fields of Elliptic, no other, and scores of 0 to 10 for source and destination', async () => {
  const response = await analyse(bodyOf(ADDRESS.dave));
  const body = await response.json();
  expect([response.status, listMisfits(body, RECORDED.analysis, NULLABLE)]).toEqual([200, []]);
  expect(body).toMatchObject({
    subject: { asset: 'holistic', blockchain: 'holistic', type: 'address', hash: ADDRESS.dave },
    customer: { reference: 'customer 7' },
    risk_score: 10,
    risk_score_detail: { source: 10, destination: 10 },
    process_status: 'complete',
    error: null,
    cluster_entities: [{ name: 'SAMPLE ENTITY', category: 'Sanctioned', is_after_sanction_date: true }],
  });
  expect(body.evaluation_detail.source[0]).toMatchObject({ risk_score: 10, rule_type: 'exposure' });
  expect(body.contributions.source[0]).toMatchObject({
    entities: [{ category: 'Exchange', is_vasp: true }],
    counterparty_value: { usd: 4.75 },
    min_number_of_hops: 1,
  });
  expect(response.headers.get('x-screening-hash')).toMatch(/^[0-9a-f]{64}$/);
  for (const id of [body.id, body.team_id, body.screening_id, body.contributions.source[0].entities[0].entity_id]) {
    expect(id).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
  }
});

test('a subject is also named by asset and chain, under both documented paths, with either path signed', async () => {
  const subject = { asset: 'BTC', blockchain: 'bitcoin', type: 'address', hash: ADDRESS.bob };
  const body = bodyOf('', { subject });
  expect((await analyse(body, {}, PATH)).status).toBe(200);
  casework.advance(1);
  expect((await analyse(body, { path: '/elliptic/v2/wallets/synchronous' }, '/v2/wallets/synchronous')).status).toBe(
    200,
  );
  casework.advance(1);
  const wrong = await analyse(bodyOf('', { subject: { ...subject, asset: 'ETH' } }));
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { name: 'BadRequestError', message: 'subject.asset and subject.blockchain combination not recognised' },
  ]);
});

test('what is not known is an analysis that failed, without a score', async () => {
  const unknown = await (await analyse(bodyOf('0x000000000000000000000000000000000000dEaD'))).json();
  expect(unknown).toMatchObject({
    risk_score: null,
    risk_score_detail: { source: null, destination: null },
    process_status: 'error',
    error: { message: expect.stringMatching(/^Unknown: .*no data/) },
  });
});

test('a request opens once, near its time, for its own path, body and key', async () => {
  const body = bodyOf(ADDRESS.bob);
  const first = headersOf(body);
  expect((await post(body, first)).status).toBe(200);
  const other = await makeToken();
  const now = casework.now().getTime();
  const padded = { ...first, 'x-access-sign': `${first['x-access-sign']} ` };
  const refused: readonly (readonly [string, Record<string, string>])[] = [
    ['a replay', first],
    ['a replay in another spelling', padded],
    ['an old time', headersOf(body, { time: now - 5 * MINUTE - 1 })],
    ['a time ahead', headersOf(body, { time: now + 5 * MINUTE + 1 })],
    ['another path', headersOf(body, { path: '/v2/customers' })],
    ['another body', headersOf(body, { body: bodyOf(ADDRESS.dave) })],
    ['the secret of another token', headersOf(body, { secret: other.signing.secret })],
    ['the token in place of the key', headersOf(body, { key: made.token })],
    ['a key of nobody', headersOf(body, { key: '00000000-0000-4000-8000-000000000000' })],
    ['no signature', { 'content-type': 'application/json' }],
    ['a cookie', session],
    ['the token as bearer', { 'content-type': 'application/json', authorization: `Bearer ${made.token}` }],
  ];
  for (const [what, headers] of refused) {
    const response = await post(body, headers);
    expect([what, response.status]).toEqual([what, 401]);
    expect(await response.json()).toMatch(/^Unauthorized/);
  }
  expect((await analyse(body, { time: now - 5 * MINUTE })).status).toBe(200);
});

test('a replay stays refused for as long as its time is near, and a token that ended signs nothing', async () => {
  const body = bodyOf(ADDRESS.bob);
  const early = headersOf(body, { time: casework.now().getTime() + 5 * MINUTE });
  expect((await post(body, early)).status).toBe(200);
  casework.advance(9 * MINUTE);
  expect((await analyse(body)).status).toBe(200);
  expect((await post(body, early)).status).toBe(401);
  const fresh = { ...session, ...(await openTestSession(casework, await addAccount(casework))).headers };
  expect(fresh.cookie).toBeDefined();
  await sample.request(`/api/v1/api-tokens/${made.signing.key}/end`, { method: 'POST', headers: session, body: '{}' });
  expect((await analyse(body)).status).toBe(401);
});

test('a score is a tenth of that of the rules, and null where none fired', async () => {
  const scoreOf = async (address: string) => (await (await analyse(bodyOf(address))).json()).risk_score;
  expect([await scoreOf(ADDRESS.bob), await scoreOf(ADDRESS.frank)]).toEqual([7.5, null]);
});

test('the secret is in no row of the token and in no line of the log', async () => {
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list(sql`SELECT row_to_json(t)::text AS row FROM api_token t`),
  );
  expect(JSON.stringify(rows)).toContain(made.signing.key);
  expect(JSON.stringify(rows)).not.toContain(made.signing.secret.slice(0, 20));
  await analyse(bodyOf(ADDRESS.erin));
  const events = JSON.stringify(await listTestEvents(casework));
  expect(events).toContain('look-up.elliptic-wallet');
  expect(events).toContain(ADDRESS.erin);
  expect(events).not.toContain(made.signing.secret);
});
