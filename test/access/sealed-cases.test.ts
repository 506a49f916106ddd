import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { contract, listRoutes, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
// biome-ignore lint/correctness/useImportExtensions: the verifier is a plain script, and its types are next to it.
import { verifyAuditLog } from '../../packages/evidence/verifier/verify-audit.mjs';
import { settleEmergencyRequests } from '../../packages/server/src/cases/emergency-access.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { putIdentifiers } from '../../packages/store/src/cases/agency-cases/identifier-rows.ts';
import { recordAudit } from '../../packages/store/src/cases/record-audit.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import type { RouteCall } from './calls/call.ts';
import { type Ids, UNKNOWN_IDS } from './planted.ts';
import { plantCase } from './planted-cases.ts';
import { ROUTE_CALLS } from './route-calls.ts';

// Two installations that differ in nothing but sealed cases, and one person who is in none of them: everything that person can ask
// is answered in the same bytes, whether or not the sealed cases are there.

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const SEALED = 3;
const TRIES = 4;

/** Who owns the sealed cases. */
async function findOwner(casework: TestCaseworkContext): Promise<TestAccount> {
  const row = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ id: string; agency: string; email: string; name: string }>(
      sql`SELECT id, agency_id AS agency, email, name FROM account WHERE name = 'Lead investigator'`,
    ),
  );
  if (!row) throw new Error('There is no owner.');
  return { ...row, role: 'member', isAllowed: true, password: '' };
}

const opened: TestCaseworkContext[] = [];
afterAll(() => Promise.all(opened.map((casework) => casework.close())));

/** What differs between two runs of the same: ids by the order they occur in, and texts drawn by chance. */
function normalise(text: string): string {
  const ids = new Map<string, string>();
  const nameId = (id: string): string => {
    const name = ids.get(id) ?? `id-${ids.size}`;
    ids.set(id, name);
    return name;
  };
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameId)
    .replace(/\\"session\\":\\"[0-9a-f]{16}\\"/g, '')
    .replace(/"reference":"\w+"/g, '"reference":"…"')
    .replace(/\b2026-\d{5}\b/g, '2026-…')
    .replace(/"(?:card|fingerprint|key|note|root|origin|session)":"(?:[^"\\]|\\.)*"/g, '"…"');
}

interface Installation {
  /** Asks as the person who is in no sealed case; gives the status and the normalised body, and the body as it is. */
  ask(name: RouteName, call: RouteCall): Promise<{ readonly told: string; readonly body: string }>;
  /** Ids of a sealed case where there is one, else of none. */
  readonly ids: Ids;
  /** Number of a sealed case where there is one, else of none. */
  readonly number: string;
  readonly casework: TestCaseworkContext;
}

async function open(hasSealed: boolean): Promise<Installation> {
  const casework = await createTestCaseworkContext();
  opened.push(casework);
  const app = createCaseworkApp(casework);
  const owner = await addAccount(casework, { name: 'Lead investigator', email: 'lead@north.example' });
  const person = await addAccount(casework, {
    name: 'Second analyst',
    email: 'second@north.example',
    role: 'agency-admin',
  });
  let ids = UNKNOWN_IDS;
  let number = '2026-99999';
  for (let i = 0; hasSealed && i < SEALED; i++) {
    const given = {
      agency: owner.agency,
      account: owner.id,
      owners: [owner.id],
      word: 'Copperfield',
      policy: 'sealed',
    } as const;
    const planted = await plantCase(casework, given);
    ids = { ...ids, ...planted };
    number = planted.number;
    const source = { caseId: planted.case, agency: owner.agency, source: planted.caseItem };
    await casework.store.transact({ kind: 'system' }, (tx) => putIdentifiers(tx, source, [`address:btc:${ADDRESS}`]));
  }
  const { headers } = await openTestSession(casework, person);
  return {
    ids,
    number,
    casework,
    ask: async (name, call) => {
      const route: Route = contract[name];
      const init: RequestInit = { method: route.method, headers };
      if (route.method === 'POST') init.body = JSON.stringify(call.body ?? {});
      // Lines of the log are in the order of their time.
      casework.advance(1_000);
      const response = await app.request(casework.origin + routeUrl(route, call), init);
      const body = await response.text();
      return { told: normalise(`${response.status} ${body}`), body };
    },
  };
}

/** Everything that reads; what ends sessions or streams for ever is left out, and what reports the requests of this test itself. */
const READING = listRoutes()
  .filter(
    ([name, { method }]) =>
      method === 'GET' && !/^(?:streamJobs|streamAlerts|listOwnAuditEvents|getAuditStatus|exportAuditLog)$/.test(name),
  )
  .map(([name]) => name);

/** Calls that change something, for a sealed case and for none. */
const CHANGING = listRoutes()
  .filter(([, { method, tag, params }]) => method === 'POST' && tag === 'Agency cases' && params !== undefined)
  .map(([name]) => name);

test('whoever is not in a sealed case gets the same bytes, whether or not it exists', async () => {
  const [without, having] = [await open(false), await open(true)];
  expect(having.ids.case).not.toBe(UNKNOWN_IDS.case);
  const findings: string[] = [];
  const isEqual = async (name: RouteName, toCall: (ids: Ids) => RouteCall): Promise<string | undefined> => {
    const plain = (await without.ask(name, toCall(without.ids))).told;
    const sealed = (await having.ask(name, toCall(having.ids))).told;
    if (plain === sealed) return undefined;
    const at = [...plain].findIndex((char, i) => char !== sealed[i]);
    return [plain, sealed].map((text) => text.slice(Math.max(0, at - 150), at + 150)).join(' / ');
  };
  const compare = async (what: string, name: RouteName, toCall: (ids: Ids) => RouteCall) => {
    let difference: string | undefined;
    // An answer about the log may hold the line of the request itself already, or not yet: each run may differ in that alone.
    for (let left = TRIES; left > 0; left--) {
      difference = await isEqual(name, toCall);
      if (difference === undefined) return;
    }
    findings.push(`${what} ${name}: ${difference}`);
  };
  const own = { body: { template: 'tax', title: 'Own case' } };
  await compare('opening', 'createCase', () => own);
  for (const name of READING) await compare('reading', name, ROUTE_CALLS[name]);
  for (const name of CHANGING) await compare('changing', name, ROUTE_CALLS[name]);
  for (const words of ['Copperfield', ADDRESS]) await compare('searching', 'listCases', () => ({ query: { words } }));
  expect(findings).toEqual([]);
  expect(READING.length).toBeGreaterThan(100);
  expect(CHANGING.length).toBeGreaterThan(10);
});

test('what is added to an own case overlaps with no sealed one', async () => {
  const answers: string[] = [];
  for (const { ask } of [await open(false), await open(true)]) {
    const made = await ask('createCase', { body: { template: 'tax', title: 'Own case' } });
    const { id } = JSON.parse(made.body) as { readonly id: string };
    const input = { params: { network: 'btc', address: ADDRESS }, query: {} };
    const pinned = await ask('pinCaseItem', { params: { case: id }, body: { kind: 'label', input } });
    expect(JSON.parse(pinned.body)).toMatchObject({ item: { number: 'A-1' }, overlaps: [] });
    answers.push(pinned.told);
  }
  expect(answers[1]).toBe(answers[0]);
});

const REASON = 'A person is in danger and no owner answers';

test('emergency access by the number of a sealed case is answered as for no case, and its owners alone are notified', async () => {
  const answers: string[] = [];
  const told: number[] = [];
  for (const { ask, number, casework } of [await open(false), await open(true)]) {
    const asked = await ask('openCaseInEmergency', { body: { number, reason: REASON } });
    expect(JSON.parse(asked.body)).toEqual({ opened: null });
    await settleEmergencyRequests(casework);
    const listed = await ask('listCaseEmergencies', {});
    expect(JSON.parse(listed.body)).toEqual({ items: [] });
    const log = await ask('listAgencyAuditEvents', { query: { action: 'case-emergency' } });
    expect(log.body).toContain(REASON);
    answers.push([asked, listed, log].map((answer) => answer.told.replace(/\d{4}-\d{5}\b/g, 'number')).join('\n'));
    const notices = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ account_id: string; facts: { reason: string } }>(
        sql`SELECT account_id, facts FROM case_notice WHERE kind = 'break-glass'`,
      ),
    );
    told.push(notices.length);
    for (const { facts } of notices) expect(facts.reason).toBe(REASON);
  }
  expect(answers[1]).toBe(answers[0]);
  expect(told).toEqual([0, 1]);
});

/** Calls of other parts of the application that name a case in their query or body. */
const namingCase = ({ case: id, ...ids }: Ids): readonly (readonly [RouteName, RouteCall])[] => [
  ...(['listAlerts', 'listWatches', 'listEnhancedReports', 'getListHistory'] as const).map(
    (name) => [name, { query: { case: id } }] as const,
  ),
  ...(['exportStatement', 'exportVictimLosses'] as const).map(
    (name) => [name, { body: { ...toBody(ROUTE_CALLS[name]({ case: id, ...ids })), case: id } }] as const,
  ),
];
const toBody = ({ body }: RouteCall): object => (typeof body === 'object' && body !== null ? body : {});

/** Lines as they were written before the log knew that they are about a case. */
async function recordAsBefore(casework: TestCaseworkContext, owner: TestAccount, id: string): Promise<void> {
  const visited = JSON.stringify({ kind: 'case', chain: null, id });
  const lines = [
    { action: 'view.keepVisit', kind: 'Home', details: { body: visited } },
    { action: 'view.pinVisit', kind: 'Home', details: { body: visited } },
    { action: 'view.listAlerts', kind: 'Alerts', details: { query: `?case=${id}` } },
    { action: 'export.exportStatement', kind: 'Wallet statement', details: { body: JSON.stringify({ case: id }) } },
  ];
  const actor = { account: owner.id, role: 'allowed' };
  for (const { action, kind, details } of lines) {
    const object = { kind, id: '/api/v1/x' };
    const event = {
      id: randomUUID(),
      at: casework.now().toISOString(),
      agency: owner.agency,
      actor,
      action,
      object,
      details,
    };
    const rest = { outcome: 'success', source: null, session: null } as const;
    await casework.store.transact({ kind: 'system' }, (tx) => recordAudit(tx, { ...event, ...rest }));
  }
}

test('the log that an auditor exports has no word of a sealed case, and is verified as a whole', async () => {
  const { casework, ids, number } = await open(true);
  const app = createCaseworkApp(casework);
  const owner = await findOwner(casework);
  const { headers } = await openTestSession(casework, owner);
  const ask = async (name: RouteName, call: RouteCall) => {
    const route: Route = contract[name];
    const body = route.method === 'POST' ? { body: JSON.stringify(call.body ?? {}) } : {};
    const init = { method: route.method, headers, ...body };
    await (await app.request(casework.origin + routeUrl(route, call), init)).text();
  };
  const ofCases = listRoutes().filter(
    ([name, { tag, params }]) =>
      (tag === 'Agency cases' && params !== undefined) || JSON.stringify(ROUTE_CALLS[name](ids)).includes(ids.case),
  );
  for (const [name] of ofCases) await ask(name, ROUTE_CALLS[name](ids));
  for (const [name, input] of namingCase(ids)) await ask(name, { ...ROUTE_CALLS[name](ids), ...input });
  await ask('pinVisit', { body: { kind: 'case', chain: null, id: ids.case, isPinned: true } });
  await ask('keepVisit', { body: { kind: 'case', chain: null, id: ids.case } });
  await recordAsBefore(casework, owner, ids.case);
  const auditor = await addAccount(casework, { name: 'Auditor', role: 'auditor' });
  const reader = await openTestSession(casework, auditor);
  const text = await (await app.request(`${casework.origin}/api/v1/audit/export`, { headers: reader.headers })).text();
  expect(ofCases.length).toBeGreaterThan(50);
  for (const word of [ids.case, number, 'Copperfield']) expect(text, word).not.toContain(word);
  const verdict = await verifyAuditLog([Buffer.from(text)]);
  expect(verdict).toMatchObject({ isVerified: true });
  expect(verdict.withheld).toBeGreaterThan(30);
});
