import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, listRoutes, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import type { RouteCall } from './calls/call.ts';
import { createCaseworkContext, type Outsider, type People, type Person, ROLE_COLUMNS } from './people.ts';
import { ROUTE_CALLS } from './route-calls.ts';

// Every route as every role, as another agency and with everything that a forged request can lack, against a reviewed
// table. A route that the table does not list fails, and so does a line of the table without a route.

interface Line {
  readonly route: string;
  readonly access: string;
  readonly audit: string;
  readonly proof: string;
  /** What each role gets: `in`, or the status of its refusal. */
  readonly roles: Readonly<Record<string, string>>;
  /** What people of another agency get for an object of this one: 404, or `-` where the route names none. */
  readonly outsider: string;
}

function readTable(): readonly Line[] {
  const text = readFileSync(new URL('./access-matrix.csv', import.meta.url), 'utf8');
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((cells) => {
    const cell = (name: string) => cells[head.indexOf(name)] ?? '';
    const roles = Object.fromEntries(ROLE_COLUMNS.map((role) => [role, cell(role)]));
    return {
      route: cell('route'),
      access: cell('access'),
      audit: cell('audit'),
      proof: cell('proof'),
      roles,
      outsider: cell('another agency'),
    };
  });
}

const table = readTable();
const routes = listRoutes();

let casework: Awaited<ReturnType<typeof createCaseworkContext>>;
let people: People;
beforeAll(async () => {
  casework = await createCaseworkContext();
  people = casework.people;
});
afterAll(() => casework.close());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly reason: string;
}

async function ask(name: RouteName, call: RouteCall, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const route: Route = contract[name];
  const init: RequestInit = { method: route.method, headers };
  if (route.method === 'POST') {
    init.body = JSON.stringify(call.body ?? {});
    init.headers = { 'content-type': 'application/json', ...headers };
  }
  const response = await casework.request(routeUrl(route, call), init);
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const { reason = '', kind = '' } = isProblem ? (JSON.parse(text) as { reason?: string; kind?: string }) : {};
  return { status: response.status, text, reason: reason || kind };
}

/** `in`, or the status of a refusal. What a handler states about the input itself (400, 404, 409) is past the gate. */
function outcomeOf({ status, reason }: Answer): string {
  if (status >= 500 && reason !== 'unavailable') return `${status} ${reason}`;
  return status === 401 || status === 403 ? String(status) : 'in';
}

/** Somebody who may call a route of this access, where administrators of the installation may not. */
const ADMITTED: Readonly<Record<string, 'auditor' | 'agency-admin'>> = {
  auditor: 'auditor',
  supervisor: 'agency-admin',
};

const withoutReference = (text: string) => text.replace(/"reference":"\w+"/, '');

test('the table lists every route, as its contract has it, and no other', () => {
  const listed = table.map(({ route, access, audit, proof }) => `${route} ${access} ${audit} ${proof}`);
  const built = routes.map(
    ([name, { access, audit, stepUp }]) => `${name} ${access} ${audit} ${stepUp ? 'fresh' : '-'}`,
  );
  expect([...listed].sort()).toEqual([...built].sort());
});

describe.each(ROLE_COLUMNS)('%s', (role) => {
  test('gets in where the table says so, and nowhere else', async () => {
    const outcomes: string[] = [];
    for (const { route } of table) {
      // A session of its own for each call: one of them ends sessions.
      const person: Person = await people.enter(role);
      const answer = await ask(route as RouteName, ROUTE_CALLS[route as RouteName](casework.ids), person.headers);
      outcomes.push(`${route} ${outcomeOf(answer)}`);
    }
    expect(outcomes).toEqual(table.map(({ route, roles }) => `${route} ${roles[role]}`));
  });
});

describe('another agency', () => {
  test('gets the same answer for what is not its own as for what is not there', async () => {
    const findings: string[] = [];
    for (const { route, access, outsider } of table) {
      if (outsider === '-') continue;
      const name = route as RouteName;
      const stranger: Outsider = await people.enterOutsider(access);
      const [foreign, unknown] = [
        await ask(name, ROUTE_CALLS[name](casework.ids), stranger.headers),
        await ask(name, ROUTE_CALLS[name](casework.unknownIds), stranger.headers),
      ];
      if (String(foreign.status) !== outsider)
        findings.push(`${route}: ${foreign.status} ${foreign.text.slice(0, 120)}`);
      if (withoutReference(foreign.text) !== withoutReference(unknown.text))
        findings.push(`${route}: ${foreign.text} / ${unknown.text}`);
    }
    expect(findings).toEqual([]);
  });

  test('never gets a word that was planted in this one, whatever it asks', async () => {
    const findings: string[] = [];
    for (const { route, access } of table) {
      const name = route as RouteName;
      const stranger = await people.enterOutsider(access);
      const { text } = await ask(name, ROUTE_CALLS[name](casework.ids), stranger.headers);
      const planted = casework.plantedWords.find((word) => text.includes(word));
      if (planted) findings.push(`${route}: ${planted}`);
    }
    expect(findings).toEqual([]);
  });
});

describe('a route that changes something', () => {
  const changing = routes.filter(([, { method }]) => method !== 'GET').map(([name]) => name);

  test('is refused without the security token, or with that of another session', async () => {
    const findings: string[] = [];
    for (const name of changing) {
      const person = await people.enter('platform-admin');
      const other = await people.enter('platform-admin');
      const own = { origin: casework.origin, 'sec-fetch-site': 'same-origin' };
      const { 'x-xsrf-token': _, ...withoutHeader } = person.headers;
      const forged: Record<string, Record<string, string>> = {
        'no header': withoutHeader,
        'no cookie': { 'x-xsrf-token': person.headers['x-xsrf-token'] ?? '', ...own },
        "another session's": { ...person.headers, 'x-xsrf-token': other.headers['x-xsrf-token'] ?? '' },
        'another origin': { ...person.headers, origin: 'https://evil.example' },
        'a null origin': { ...person.headers, origin: 'null' },
        'another site': { ...person.headers, 'sec-fetch-site': 'cross-site' },
      };
      for (const [what, headers] of Object.entries(forged)) {
        const { status } = await ask(name, ROUTE_CALLS[name](casework.ids), headers);
        if (status !== 403) findings.push(`${name} with ${what}: ${status}`);
      }
      const plain = await ask(name, ROUTE_CALLS[name](casework.ids), {
        ...person.headers,
        'content-type': 'text/plain',
      });
      if (plain.status < 400) findings.push(`${name} as text/plain: ${plain.status}`);
    }
    expect(findings).toEqual([]);
  });

  test('asks for a fresh proof where the table says so', async () => {
    const wanted = table.filter(({ proof }) => proof === 'fresh');
    const reasons = [];
    for (const { route, access } of wanted) {
      const person = await people.enterStale(access);
      const { status, reason } = await ask(
        route as RouteName,
        ROUTE_CALLS[route as RouteName](casework.ids),
        person.headers,
      );
      reasons.push(`${route} ${status} ${reason}`);
    }
    expect(reasons).toEqual(wanted.map(({ route }) => `${route} 401 step-up`));
  });

  test('takes no key that its schema does not name', async () => {
    const findings: string[] = [];
    for (const name of changing) {
      const person = await people.enter(ADMITTED[contract[name].access] ?? 'platform-admin');
      const call = ROUTE_CALLS[name](casework.ids);
      const owned = { agency_id: casework.ids.agency, role: 'platform-admin', owner: 'x', hash: 'x', is_allowed: true };
      const { status, text } = await ask(
        name,
        { ...call, body: { ...(call.body as object), ...owned } },
        person.headers,
      );
      if (status !== 400 || !/does not know|role/.test(text)) findings.push(`${name}: ${status} ${text.slice(0, 80)}`);
    }
    expect(findings).toEqual([]);
  });
});

test('every route leaves the line in the log that the table says', async () => {
  const findings: string[] = [];
  for (const { route, audit } of table) {
    const before = await casework.countEvents();
    const person = await people.enter('platform-admin');
    const { status } = await ask(route as RouteName, ROUTE_CALLS[route as RouteName](casework.ids), person.headers);
    const written = (await casework.countEvents()) - before;
    const isRefused = status === 401 || status === 403;
    if (isRefused && written !== 1) findings.push(`${route} refused: ${written} lines`);
    if (!isRefused && audit === 'none' && written !== 0) findings.push(`${route} ${audit}: ${written} lines`);
    if (status < 300 && audit !== 'none' && written < 1) findings.push(`${route} ${audit}: ${written} lines`);
  }
  expect(findings).toEqual([]);
});
