import { AppError } from '@trailmark/core/errors';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import { DEFAULT_LIMITS } from '../http/limits.ts';
import { readDefaultRules } from '../screening/default-rules.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { createOpenGate } from '../testing/open-gate.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { listMisfits, RECORDED } from './testing/recorded.ts';
import { trmRoutes } from './trm-routes.ts';
import { mountVendorRoute, type VendorDeps, type VendorRoute } from './vendor-route.ts';

const VOLUMES = ['incomingVolumeUsd', 'outgoingVolumeUsd', 'totalVolumeUsd'];
const UNKNOWN_ETH = '0x000000000000000000000000000000000000dEaD';

let casework: TestCaseworkContext;
let sample: SampleApp;
let token: string;
let cookie: string;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  sample = createSampleApp({ casework, gate: createSessionGate(casework), knowledge: createSampleKnowledge() });
  const { headers } = await openTestSession(casework, await addAccount(casework));
  cookie = headers.cookie ?? '';
  const made = await sample.request('/api/v1/api-tokens', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Compliance tool', days: 1 }),
  });
  token = ((await made.json()) as { token: string }).token;
});
afterAll(() => casework.close());

const entity = (address: string, headers: Record<string, string> = { Token: token }) =>
  sample.request(`/chainalysis/api/risk/v2/entities/${address}`, { headers });
const basic = () => `Basic ${Buffer.from(`${token}:${token}`).toString('base64')}`;
const wallets = (body: unknown, headers: Record<string, string> = { authorization: basic() }) =>
  sample.request('/trm/public/v2/screening/addresses', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('the check of a shape reports a field that is missing, one too many, and one of another type', () => {
  const recorded = { name: 'x', rows: [{ value: 1 }], note: null };
  expect(listMisfits({ name: 'y', rows: [], note: 'z' }, recorded)).toEqual([]);
  expect(listMisfits({ name: null, rows: [{ value: '1', more: 1 }] }, recorded)).toEqual([
    '.name: null where the record has string',
    '.rows[].value: string where the record has number',
    '.rows[].more: not in the record',
    '.note: missing',
  ]);
});

test('the sanctions list is answered as recorded, listing date in the name, and a list of nothing as an empty one', async () => {
  const ask = async (address: string) => (await sample.request(`/api/v1/address/${address}`)).json();
  const listed = await ask(ADDRESS.dave);
  expect(listMisfits(listed, RECORDED.sanctions)).toEqual([]);
  expect(listed.identifications[0].name).toMatch(/^SANCTIONS: OFAC SDN SAMPLE ENTITY .*2026-08-20$/);
  expect(await ask(ADDRESS.bob)).toEqual({ identifications: [] });
});

test('an entity has the fields of Chainalysis, and no other', async () => {
  const response = await entity(ADDRESS.dave);
  const body = await response.json();
  expect([response.status, listMisfits(body, RECORDED.entity, ['cluster'])]).toEqual([200, []]);
  expect(body).toMatchObject({ risk: 'Severe', addressType: 'PRIVATE_WALLET', cluster: null, status: 'COMPLETE' });
  expect(body.riskReason).toContain('SAMPLE ENTITY');
  expect(body.exposures).toContainEqual({
    category: 'exchange',
    value: 4.75,
    exposureType: 'direct',
    direction: 'incoming',
  });
  expect(body.triggers).toMatchObject([{ category: 'sanctioned', ruleTriggered: { risk: 'Severe' } }]);
  expect(response.headers.get('x-screening-hash')).toMatch(/^[0-9a-f]{64}$/);
  const registered = await sample.request('/chainalysis/api/risk/v2/entities', {
    method: 'POST',
    headers: { Token: token, 'content-type': 'application/json' },
    body: JSON.stringify({ address: ADDRESS.dave }),
  });
  expect(await registered.json()).toEqual({ address: ADDRESS.dave });
});

test('what is not known is 404 with a message for Chainalysis and level 0 for TRM, never Low', async () => {
  const response = await entity(UNKNOWN_ETH);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status: 404, message: expect.stringMatching(/^Unknown: .*no data/) });
  const [row] = await (await wallets([{ address: UNKNOWN_ETH, chain: 'ethereum' }])).json();
  expect(row.addressRiskIndicators).toMatchObject([
    { category: 'Unknown', categoryRiskScoreLevel: 0, categoryRiskScoreLevelLabel: 'Unknown' },
  ]);
});

test('wallets have the fields of TRM in the requested order, with money as text', async () => {
  const asked = [
    { address: ADDRESS.dave, chain: 'bitcoin', accountExternalId: 'customer 7' },
    { address: ADDRESS.bob, chain: 'btc' },
  ];
  const rows = await (await wallets(asked)).json();
  expect(rows.map(({ addressSubmitted }: { addressSubmitted: string }) => addressSubmitted)).toEqual([
    ADDRESS.dave,
    ADDRESS.bob,
  ]);
  const [dave] = rows;
  expect(listMisfits(rows, RECORDED.wallets, VOLUMES)).toEqual([]);
  expect(dave).toMatchObject({ accountExternalId: 'customer 7', chain: 'bitcoin' });
  // Bought from an exchange, which no rule gives a weight: clients stop a payment for any indicator.
  expect(dave.addressRiskIndicators).toMatchObject([
    { category: 'Sanctions', categoryId: '69', categoryRiskScoreLevel: 15, riskType: 'OWNERSHIP' },
  ]);
  expect(dave.entities).toMatchObject([{ entity: 'SAMPLE ENTITY', riskScoreLevel: 15, riskScoreLevelLabel: 'Severe' }]);
});

test('only a token signs in, a cookie never does, and failures come in the envelope of the format', async () => {
  for (const headers of [{}, { Token: 'x'.repeat(40) }, { cookie }]) {
    const refused = await entity(ADDRESS.dave, headers as Record<string, string>);
    expect(refused.status).toBe(401);
    expect(listMisfits(await refused.json(), RECORDED.failure)).toEqual([]);
  }
  const [unsigned, wrong, empty] = [
    await wallets([], { cookie }),
    await wallets([{ address: ADDRESS.dave, chain: 'moon' }]),
    await wallets([]),
  ];
  expect([unsigned.status, wrong.status, empty.status]).toEqual([401, 400, 400]);
  expect(await wrong.json()).toEqual({ reason: 'There is no chain "moon".' });
  expect((await entity('nobody')).status).toBe(400);
});

test('the log has what was searched, also where it is in a body', async () => {
  await wallets([{ address: ADDRESS.erin, chain: 'btc' }]);
  const events = JSON.stringify(
    (await listTestEvents(casework)).filter(({ action }) => action === 'look-up.trm-screening'),
  );
  expect(events).toContain(ADDRESS.erin);
});

test('when too much is under way, a client is asked to try again, in its format', async () => {
  const app = new Hono();
  const [first] = trmRoutes('http://127.0.0.1');
  const busy = new AppError('unavailable', 'Two screenings of yours run already.', {
    context: { reason: 'overloaded' },
  });
  const route = { ...(first as VendorRoute), answer: () => Promise.reject(busy) };
  const options = { gate: createOpenGate(), limits: DEFAULT_LIMITS, log: () => {} };
  const deps = { casework, rulesOf: async () => readDefaultRules() } as unknown as VendorDeps;
  mountVendorRoute(app, deps, route, options);
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' };
  const response = await app.request('http://127.0.0.1/trm/public/v2/screening/addresses', asked);
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    429,
    '2',
    { reason: 'Two screenings of yours run already.' },
  ]);
});
