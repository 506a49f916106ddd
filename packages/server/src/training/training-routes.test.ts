import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionPlanInput } from '@trailmark/api/contract/training-wire';
import { verifyCertificate } from '@trailmark/evidence/certificate/verify-certificate';
import { getAccountSet } from '@trailmark/ingest/account-bundled/account-sets';
import { loadAccountSets } from '@trailmark/ingest/account-bundled/load-account-sets';
import { listBundledSets } from '@trailmark/ingest/bundled/bundled-sets';
import { loadBundledSets } from '@trailmark/ingest/utxo/load-bundled';
import { sql } from '@trailmark/store/cases/sql';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import { KnowledgeHost } from '../attribution/knowledge-host.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { readCourseFiles } from './course-files.ts';

const API = '/api/v1';
const directory = mkdtempSync(join(tmpdir(), 'trailmark-labs-'));
let casework: TestCaseworkContext;
let facts: FactsStore;
let knowledge: KnowledgeHost;
let site: SampleApp;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  facts = await openFactsStore({ dataDirectory: directory });
  const chain = await facts.chain('btc');
  await loadBundledSets(chain, listBundledSets(), join(directory, 'chains', 'btc', 'lookup'));
  const ethereum = await facts.accountChain('eth');
  await loadAccountSets(ethereum, [getAccountSet('nomad')]);
  const readers = new Map([['btc' as const, chain.reader]]);
  knowledge = await KnowledgeHost.open({ dataDir: directory, readers, warn: () => {} });
  await knowledge.indexes.catchUp();
  site = createSampleApp({
    reader: chain.reader,
    readers: new Map([['eth', ethereum.reader]]),
    knowledge: knowledge.knowledge,
    casework,
    gate: createSessionGate(casework),
  });
});
afterAll(async () => {
  await knowledge.close();
  await facts.close();
  await casework.close();
  rmSync(directory, { recursive: true, force: true });
});

let platform: TestAccount;
let person: TestAccount;
beforeEach(async () => {
  await casework.clear();
  platform = await addAccount(casework, { role: 'platform-admin' });
  person = await addAccount(casework, { name: 'Analyst "Ü"' });
});

const PLAN: SessionPlanInput = {
  level: 'essentials',
  startsLocal: '2027-03-29T09:00',
  endsLocal: '2027-03-30T17:00',
  cancelUntilLocal: '2027-03-25T17:00',
  zone: 'Europe/Berlin',
  mode: 'online',
  place: 'Link, by mail; =1+1',
  language: 'en',
  trainer: 'Training officer',
  note: '',
  seats: 2,
};

async function send(account: TestAccount | undefined, path: string, body?: unknown) {
  const headers = account ? (await openTestSession(casework, account)).headers : {};
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await site.request(`${API}${path}`, init);
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return { status: response.status, json, text, headers: response.headers };
}

/** Plans a session, enrols the person, and takes the course to its end. Returns the enrolment. */
async function finishCourse(): Promise<string> {
  const { session } = (await send(platform, '/training/sessions', PLAN)).json;
  const body = { consent: true, accommodations: 'A seat near the door', experience: '' };
  const { enrolment } = (await send(person, `/training/sessions/${session}/enrol`, body)).json;
  // Attendance cannot be recorded ahead of time: the course is over in this store.
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(
      sql`UPDATE training_session SET cancel_until = '2026-11-01', starts_at = '2026-11-02', ends_at = '2026-11-03'`,
    ),
  );
  for (const state of ['attended', 'passed'])
    expect((await send(platform, `/training/enrolments/${enrolment}/state`, { state, mark: 88 })).json).toEqual({
      state,
    });
  return enrolment;
}

const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'first-payment': {
    txid: 'F4184FC596403B9D638783CF57ADFE4C75C605F6356FBC91338530E9831E9E16',
    paid: '10 BTC',
    change: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    source: '9',
  },
  'output-accounting': { 'balance-170': '40', 'balance-248': '18.00', inputs: '25', fee: '0.0002081', held: 'no' },
  'peel-chain': {
    second: 'a16f3ce4dd5deb92d98ef5cf8afeaf0775ebca408f708b2146c4fb42b41e14be',
    'second-height': '181',
    'third-payee': '1LzBzVqEeuQyjD2mRWHes3dgWrT9titxvq',
    rest: '18',
  },
  'co-spend-evidence': {
    joined: 'yes',
    steps: '2',
    'first-link': '6b0f8a73a56c04b519f1883e8aafda643ba61a30bd1439969df21bea5f4e27e2',
    inputs: '2',
  },
  'change-recognition': { sure: 'output-1', probable: 'output-0', 'probable-links': '1', unknown: 'none' },
  'sanction-screening': { listed: 'yes', 'not-listed': 'no', day: '2026-08-20' },
  'bridge-outflow': {
    'first-paid': '0xf57113d8f6ff35747737f026fe0b37d4d7f42777',
    'self-paid': 'no',
    payments: '960',
    returned: '9,758,181.083409 USDC',
    noise: 'zero-value',
    held: 'no',
  },
  'coinjoin-recognition': { kind: 'wasabi-1', denomination: '0.1098958', links: '0', ordinary: 'none' },
  'proof-verification': {
    root: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
    branch: '2',
    sibling: 'e980fe9f792d014e73b95203dc1335c5f9ce19ac537a419e6df5b47aecb93b70',
    raw: 'no',
  },
};

test('every lab marks answers that were found by other means as right, on the bundled ledger', async () => {
  const { labs } = (await send(person, '/training/labs')).json;
  expect(labs.map(({ id }: { id: string }) => id)).toEqual(Object.keys(KNOWN));
  for (const [id, answers] of Object.entries(KNOWN)) {
    const lab = (await send(person, `/training/labs/${id}`)).json;
    expect([id, lab.unavailable]).toEqual([id, null]);
    const { marks, markedAsOf } = (await send(person, `/training/labs/${id}/attempts`, { answers })).json;
    const wrong = marks.filter(({ question, isRight }: never) => question in answers && !isRight);
    expect([id, wrong]).toEqual([id, []]);
    expect(markedAsOf).toContain('btc height 832918');
    expect(markedAsOf.includes('eth height 15294688')).toBe(id === 'bridge-outflow');
  }
});

test('an amount in a token is shown in its unit, and requested in it', async () => {
  const path = '/training/labs/bridge-outflow';
  const { questions } = (await send(person, path)).json;
  const units = questions.map(({ id, unit }: never) => [id, (unit as { symbol: string }).symbol]);
  expect(Object.fromEntries(units)).toMatchObject({ returned: 'USDC', payments: 'BTC' });
  for (let attempt = 0; attempt < 3; attempt++) await send(person, `${path}/attempts`, { answers: {} });
  const { marks } = (await send(person, `${path}/attempts`, { answers: {} })).json;
  expect(marks.find(({ question }: never) => question === 'returned').answer).toBe('9758181.083409 USDC');
});

test('a lab on an account chain that the server does not hold says so and is not marked', async () => {
  const bare = createSampleApp({ knowledge: knowledge.knowledge, casework, gate: createSessionGate(casework) });
  const { headers } = await openTestSession(casework, person);
  const response = await bare.request(`${API}/training/labs/bridge-outflow`, { headers });
  const { unavailable } = (await response.json()) as { unavailable: string };
  expect(unavailable).toContain('This server holds no Ethereum data.');
});

test('a lab gives no answer away before the third attempt, and keeps every attempt', async () => {
  const path = '/training/labs/first-payment';
  const shown = JSON.stringify((await send(person, path)).json);
  expect(shown).not.toContain('explain');
  expect(shown).not.toContain('1000000000');
  const attempts = [];
  for (const paid of ['9', '11', 'ten'])
    attempts.push((await send(person, `${path}/attempts`, { answers: { paid } })).json);
  const paid = attempts.map(({ marks }) => marks.find(({ question }: never) => question === 'paid'));
  expect(paid.map(({ answer }) => answer)).toEqual([null, null, '10.00000000 BTC']);
  const { record } = (await send(person, '/training/labs')).json.labs[0];
  expect(record).toMatchObject({ attempts: 3, bestPoints: 0, ofPoints: 4, completedAt: null });
  const lines = (await listTestEvents(casework)).filter(({ action }) => action === 'training.attempt-lab');
  expect(lines).toMatchObject(Array(3).fill({ outcome: 'success', object: { kind: 'training-attempt' } }));
  expect((await send(person, `${path}/attempts`, { answers: { other: '1' } })).status).toBe(400);
  expect((await send(person, '/training/labs/none/attempts', { answers: {} })).status).toBe(404);
  expect((await send(await addAccount(casework, { isAllowed: false }), path)).status).toBe(403);
});

test('a certificate is issued once to who passed, verifies offline, and is revoked on a signed list', async () => {
  const enrolment = await finishCourse();
  const issue = `/training/enrolments/${enrolment}/certificate`;
  const { certificate } = (await send(platform, issue, {})).json;
  expect((await send(platform, issue, {})).status).toBe(409);
  const file = await send(person, `/training/certificates/${certificate}/file`);
  const key = (await send(undefined, '/training/certificate-key')).json;
  const verify = async () => {
    const revocations = (await send(undefined, '/training/revocations.json')).text;
    return verifyCertificate(file.text, { trustedKey: key.publicKey, revocations, today: '2026-11-18' });
  };
  expect((await verify()).verdict).toBe('valid');
  expect(JSON.parse(file.text)).toMatchObject({
    holder: { name: 'Analyst "Ü"', agency: 'North District Police' },
    course: { level: 'essentials', hours: 16 },
    validUntil: '2029-11-18',
  });
  const sheet = await send(person, `/training/certificates/${certificate}/file?format=pdf`);
  expect(sheet.text.startsWith('%PDF-1.7')).toBe(true);
  expect((await send(platform, `/training/enrolments/${enrolment}/state`, { state: 'failed' })).status).toBe(409);
  const revoke = `/training/certificates/${certificate}/revoke`;
  expect((await send(platform, revoke, { reason: ' ' })).status).toBe(400);
  expect((await send(platform, revoke, { reason: 'Issued in error' })).status).toBe(200);
  expect((await send(platform, revoke, { reason: 'Again' })).status).toBe(409);
  expect((await verify()).verdict).toBe('not-valid');
  expect((await send(undefined, '/training/revocations.json')).text).not.toContain('Issued in error');
  const actions = (await listTestEvents(casework)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['training.issue-certificate', 'training.revoke-certificate']));
});

test('a person sees the own enrolments, certificates and passed levels, and that one was revoked, on the sheet too', async () => {
  const enrolment = await finishCourse();
  const { certificate } = (await send(platform, `/training/enrolments/${enrolment}/certificate`, {})).json;
  const mine = async (account: TestAccount) => (await send(account, '/training/mine')).json;
  const own = { id: certificate, level: 'essentials', validUntil: '2029-11-18', revokedAt: null };
  expect(await mine(person)).toMatchObject({
    enrolments: [{ id: enrolment, state: 'passed' }],
    certificates: [own],
    passed: ['essentials'],
  });
  const sheet = async () => (await send(person, `/training/certificates/${certificate}/file?format=pdf`)).text.length;
  const before = await sheet();
  await send(platform, `/training/certificates/${certificate}/revoke`, { reason: 'Issued in error' });
  expect(await sheet()).toBeGreaterThan(before);
  expect((await mine(person)).certificates).toMatchObject([{ ...own, revokedAt: casework.now().toISOString() }]);
  expect(await mine(await addAccount(casework))).toEqual({ enrolments: [], certificates: [], passed: [] });
});

test('nobody reaches certificates, enrolments or needs of other people, of their own agency or another', async () => {
  const enrolment = await finishCourse();
  const { certificate } = (await send(platform, `/training/enrolments/${enrolment}/certificate`, {})).json;
  const agency = await addAgency(casework, 'Harbour Customs');
  const colleague = await addAccount(casework);
  const foreignAdmin = await addAccount(casework, { role: 'agency-admin', agency });
  for (const other of [colleague, foreignAdmin]) {
    expect((await send(other, `/training/certificates/${certificate}/file`)).status).toBe(404);
    expect((await send(other, `/training/enrolments/${enrolment}/cancel`, {})).status).toBe(404);
  }
  expect((await send(foreignAdmin, `/training/certificates/${certificate}/revoke`, { reason: 'x' })).status).toBe(404);
  expect((await send(foreignAdmin, '/training/roster')).json.rows).toEqual([]);
  expect((await send(foreignAdmin, '/training/sessions', PLAN)).status).toBe(403);
  expect((await send(colleague, '/training/roster')).status).toBe(403);
  const ownAdmin = await addAccount(casework, { role: 'agency-admin' });
  const { rows } = (await send(ownAdmin, '/training/roster?text=analyst')).json;
  expect(rows).toMatchObject([{ accommodations: 'A seat near the door', mark: 88, state: 'passed' }]);
  const csv = (await send(ownAdmin, '/training/roster.csv')).text;
  expect(csv).toContain('"Analyst ""Ü"""');
  expect(csv).not.toContain('near the door');
  expect((await send(ownAdmin, '/training/roster?text=%25')).json.rows).toEqual([]);
});

test('the public sees dates, seats and a calendar, and no people', async () => {
  const { session } = (await send(platform, '/training/sessions', PLAN)).json;
  const body = { consent: true, accommodations: 'Ramp', experience: '' };
  await send(person, `/training/sessions/${session}/enrol`, body);
  const { json, text } = await send(undefined, '/training/sessions');
  expect(json.sessions).toMatchObject([{ id: session, seats: 2, seatsLeft: 1, startsLocal: '2027-03-29T09:00' }]);
  expect(text).not.toContain('Ramp');
  const calendar = await send(undefined, '/training/schedule.ics?level=essentials');
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(calendar.text).toContain('DTSTART:20270329T070000Z\r\n');
  expect(calendar.text).toContain('LOCATION:Online: Link\\, by mail\\; =1+1\r\n');
  expect((await send(undefined, `/training/sessions/${session}/calendar.ics`)).text).toContain('BEGIN:VEVENT');
  expect((await send(undefined, '/training/sessions?from=2027-02-30')).status).toBe(400);
  expect((await send(undefined, `/training/sessions/${session}/enrol`, body)).status).toBe(401);
});

test('a date with a wrong field says which, and what a caller may not set is refused', async () => {
  const wrong = async (change: object) => (await send(platform, '/training/sessions', { ...PLAN, ...change })).json;
  expect(await wrong({ zone: 'Mars/Base' })).toMatchObject({ field: 'zone' });
  expect(await wrong({ startsLocal: '2027-03-28T02:30' })).toMatchObject({ field: 'startsLocal' });
  expect(await wrong({ endsLocal: '2027-03-29T08:59' })).toMatchObject({ field: 'endsLocal' });
  expect(await wrong({ cancelUntilLocal: '2027-03-29T09:01' })).toMatchObject({ field: 'cancelUntilLocal' });
  expect(await wrong({ isDemo: true })).toMatchObject({ kind: 'invalid' });
  expect(
    await wrong({
      startsLocal: '2026-01-05T09:00',
      endsLocal: '2026-01-06T09:00',
      cancelUntilLocal: '2026-01-04T09:00',
    }),
  ).toMatchObject({
    field: 'startsLocal',
  });
});

test('the hours of every syllabus add up, each module has its handout, and each lab belongs to a module', () => {
  const { courses, materials, labs } = readCourseFiles();
  for (const { level, hours, modules } of courses) {
    expect([level, modules.reduce((total, module) => total + module.hours, 0)]).toEqual([level, hours]);
    expect(materials.get(level)!.handouts.map(({ module }) => module)).toEqual(modules.map(({ title }) => title));
    const own = labs.filter((lab) => lab.level === level).map(({ id }) => id);
    expect(modules.flatMap((module) => module.labs).sort()).toEqual(own.sort());
  }
});
