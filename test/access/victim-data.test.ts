import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract, listRoutes, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import { deliverAlerts } from '../../packages/server/src/inbox/channels/deliver-alerts.ts';
import { putIdentifiers } from '../../packages/store/src/cases/agency-cases/identifier-rows.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import { dumpTables } from '../../packages/store/src/cases/testing/dump-tables.ts';
import { ADDRESS, KEY, type RouteCall } from './calls/call.ts';
import { createCaseworkContext, type Person, ROLE_COLUMNS } from './people.ts';
import type { Ids } from './planted.ts';
import { ROUTE_CALLS } from './route-calls.ts';
import { findVictim, VICTIM } from './victim.ts';

// What a report states about the victim, in several scripts, is searched for in everything that leaves the server: answers of every route
// to everybody, exports, emails, messages of channels, the log, and all rows of the database.

const SYSTEM = { kind: 'system' } as const;
/** Streams never end. */
const ENDLESS: ReadonlySet<string> = new Set(['streamJobs', 'streamAlerts']);
/** Open the victim's data on purpose, with a reason that is logged. */
const OPENING: ReadonlySet<string> = new Set(['openScamVictim', 'addScamReportToCase']);

const OTHER_KEY = KEY.replace(/.$/, (last) => (last === '1' ? '2' : '1'));

/** What members of a case read the note in that a report became. */
const IN_THE_CASE = ['exportCase', 'getCaseNote', 'getCaseNoteVersion'];

let access: Awaited<ReturnType<typeof createCaseworkContext>>;
let ids: Ids;
/** What channels were sent, as it left. */
const sent: string[] = [];
/** What the server printed. */
const printed: string[] = [];

async function ask(name: RouteName, call: RouteCall, { headers }: Person) {
  const route: Route = contract[name];
  const init: RequestInit = { method: route.method, headers };
  if (route.method === 'POST') {
    init.body = JSON.stringify(call.body ?? {});
    init.headers = { 'content-type': 'application/json', ...headers };
  }
  const response = await access.request(routeUrl(route, call), init);
  const head = JSON.stringify([...response.headers]);
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()), head };
}

async function ok<T>(name: RouteName, call: RouteCall, person: Person): Promise<T> {
  const { status, body } = await ask(name, call, person);
  expect([name, status, status === 200 ? '' : body.toString()]).toEqual([name, 200, '']);
  return JSON.parse(body.toString()) as T;
}

const listNames = (method: string): RouteName[] =>
  listRoutes()
    .filter(([name, route]) => route.method === method && !ENDLESS.has(name) && !OPENING.has(name))
    .map(([name]) => name);

/** Routes whose answers, to this person, have a word of the victim. */
async function listTelling(names: readonly RouteName[], enter: () => Promise<Person>): Promise<string[]> {
  const telling: string[] = [];
  for (const name of names) {
    const { body, head } = await ask(name, ROUTE_CALLS[name](ids), await enter());
    const words = [...findVictim(body), ...findVictim(head)];
    if (words.length > 0) telling.push(name);
  }
  return telling;
}

/** One session for all that only reads. */
function once(enter: () => Promise<Person>): () => Promise<Person> {
  let person: Promise<Person> | undefined;
  return () => (person ??= enter());
}

/** A channel of each kind, that gets every alert of a report, and a server of syslog. */
async function addChannels(): Promise<Server> {
  const syslog = createServer((socket) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('end', () => {
      sent.push(text);
      socket.end();
    });
  });
  await new Promise<void>((done) => syslog.listen(0, '127.0.0.1', done));
  const admin = await access.people.enter('platform-admin');
  const own = `tcp://127.0.0.1:${(syslog.address() as AddressInfo).port}`;
  const kinds = { webhook: 'https://hooks.example/x', slack: 'https://hooks.slack.com/services/x', syslog: own };
  for (const [kind, target] of Object.entries(kinds)) {
    await ok('addAlertChannel', { body: { kind, name: kind, target, kinds: ['scam-report'] } }, admin);
  }
  // What was planted goes to a channel that is none.
  await access.casework.store.transact(SYSTEM, (tx) => tx.run(sql`DELETE FROM alert_delivery`));
  return syslog;
}

const deliver = () =>
  deliverAlerts(access.casework, new AbortController().signal, {
    transport: async ({ url, headers, body }) => {
      sent.push(JSON.stringify([url, headers, String(body)]));
      return { status: 200, location: undefined, retryAfter: undefined, body: new Uint8Array() };
    },
  });

/** A report that was rejected, with an appeal in the words of the victim. */
async function plantAppeal(reporter: Person, reviewer: Person): Promise<void> {
  const content = { category: 'other', reporter: 'victim', payments: [], loss: null, key: OTHER_KEY, ...VICTIM };
  const suspects = [{ kind: 'domain', value: 'rejected.example', chain: null }];
  type Receipt = { readonly id: string; readonly reference: string; readonly secret: string };
  const { id, reference, secret } = await ok<Receipt>('submitScamReport', { body: { ...content, suspects } }, reporter);
  await ok('reviewScamReport', { params: { report: id }, body: { act: 'reject', why: 'Not enough' } }, reviewer);
  const text = Object.values({ ...VICTIM.victim, ...VICTIM.story }).join(', ');
  const answered = await ask('answerScamStatus', { body: { reference, secret, act: 'appeal', text } }, reporter);
  expect([answered.status, findVictim(answered.body)]).toEqual([200, []]);
  const read = await ask('getScamReport', { params: { report: id } }, reviewer);
  expect([read.status, findVictim(read.body)]).toEqual([200, []]);
}

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  }
  access = await createCaseworkContext();
  const { agency, case: caseId, caseItem: source } = access.ids;
  await access.casework.store.transact(SYSTEM, (tx) =>
    putIdentifiers(tx, { caseId, agency, source }, [`address:btc:${ADDRESS}`]),
  );
  const syslog = await addChannels();
  const [reporter, reviewer] = [await access.people.enter('allowed'), await access.people.enter('agency-admin')];
  const { id } = await ok<{ id: string }>(
    'submitScamReport',
    {
      body: {
        ...{ category: 'recovery', reporter: 'victim', payments: [], loss: null, key: KEY, ...VICTIM },
        suspects: [{ kind: 'address', value: ADDRESS, chain: 'btc' }],
      },
    },
    reporter,
  );
  ids = { ...access.ids, scamReport: id };
  await plantAppeal(reporter, reviewer);
  const label = {
    text: 'Recovery fraud',
    confidence: 'web_crawl',
    source: 'Report',
    addresses: [{ chain: 'btc', address: ADDRESS }],
  };
  await ok('reviewScamReport', { params: { report: id }, body: { act: 'verify', label } }, reviewer);
  await deliver();
  await new Promise((done) => syslog.close(done));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await access.close();
});

describe('what a report states about the victim', () => {
  test('is in no row of the database, email, line of the log or message of a channel', async () => {
    const tables = await dumpTables(access.casework.store.owner);
    expect(tables.get('scam_report')).toContain(ids.scamReport);
    expect(tables.get('audit_event')).toContain('scam.receive');
    expect([...tables].filter(([, text]) => findVictim(text).length > 0)).toEqual([]);
    expect(sent.map((text) => [/alert\.raised|New alert/.test(text), findVictim(text)])).toEqual(
      sent.map(() => [true, []]),
    );
    expect(sent).toHaveLength(3);
    expect(sent.some((text) => text.includes('CEF:0'))).toBe(true);
  });

  test.each([...ROLE_COLUMNS, 'another agency'])('is in no answer of a route that reads, to: %s', async (role) => {
    const enter = () =>
      role === 'another agency' ? access.people.enterOutsider('supervisor') : access.people.enter(role as never);
    expect(await listTelling(listNames('GET'), once(enter))).toEqual([]);
  });

  test('is in no answer of a route that writes or exports', async () => {
    const telling = await listTelling(listNames('POST'), () => access.people.enter('agency-admin'));
    expect(telling).toEqual([]);
    expect(printed.flatMap(findVictim)).toEqual([]);
  });

  test('is found where it is opened with a reason, and in the case that a report was added to, for its members alone', async () => {
    const member = await access.people.enter('allowed');
    const why = { why: 'To call them' };
    const opened = await ask('openScamVictim', { params: { report: ids.scamReport }, body: why }, member);
    expect(findVictim(opened.body)).toHaveLength(14);
    const adding = { params: { report: ids.scamReport }, body: { case: ids.case, ...why } };
    const { note } = await ok<{ note: string }>('addScamReportToCase', adding, member);
    ids = { ...ids, caseNote: note };
    for (const role of ['anonymous', 'pending', 'member', 'auditor'] as const) {
      expect([
        role,
        await listTelling(
          listNames('GET'),
          once(() => access.people.enter(role)),
        ),
      ]).toEqual([role, []]);
    }
    const stranger = once(() => access.people.enterOutsider('supervisor'));
    expect(await listTelling(listNames('GET'), stranger)).toEqual([]);
    // A package of labels alone.
    const file = await ask('makeCasePackage', ROUTE_CALLS.makeCasePackage(ids), member);
    expect([file.status, findVictim(file.body)]).toEqual([200, []]);
    expect(await listTelling(listNames('GET'), async () => member)).toEqual(IN_THE_CASE);
  });
});
