import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressRoutes } from '../../packages/api/src/contract/address.ts';
import { clusterRoutes } from '../../packages/api/src/contract/cluster-routes.ts';
import { labelRoutes } from '../../packages/api/src/contract/label.ts';
import { labelPackRoutes } from '../../packages/api/src/contract/label-pack.ts';
import { ledgerRoutes } from '../../packages/api/src/contract/ledger.ts';
import { lookupRoutes } from '../../packages/api/src/contract/lookup.ts';
import { priceRoutes } from '../../packages/api/src/contract/price.ts';
import { API_BASE, contract, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import { shapeOf } from '../../packages/server/src/http/route-input.ts';
import type { RouteCall } from './calls/call.ts';
import { type AccessCasework, createCaseworkContext } from './people.ts';
import { ROUTE_CALLS } from './route-calls.ts';

const READ_ROUTES = {
  ...addressRoutes,
  ...clusterRoutes,
  ...labelPackRoutes,
  ...labelRoutes,
  ...ledgerRoutes,
  ...lookupRoutes,
  ...priceRoutes,
};
const names = (Object.keys(contract) as RouteName[]).filter((name) => !(name in READ_ROUTES));

/** What people type, paste and try. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066moc.elpmaxe',
  'ﷺ'.repeat(500),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '<img src=x onerror=alert(1)>',
  `'); DROP TABLE account; --`,
  '$1',
  '%s%n',
  '=HYPERLINK("http://evil.example")',
  '../../../etc/passwd',
  'lead@north.example\r\nBcc: all@evil.example',
  '"lead@north.example"@evil.example',
  'аdmin@north.example',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'NaN',
  '2147483648',
  '999999999999999',
  '9007199254740993',
  'x'.repeat(5_000),
  'x'.repeat(60_000),
];
const WRONG_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  2 ** 31,
  2 ** 53,
  1.5,
  1e308,
  true,
  [],
  {},
  ['x'],
  { $ne: null },
  { toString: 1 },
];
const WRONG_BODIES: readonly string[] = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{"__proto__":{"x":1}}',
  '['.repeat(10_000),
];
const LEAK = /\/work\/|\/home\/|node_modules|\.ts:\d|\bat [A-Z]\w+\.|SELECT |INSERT INTO|violates|relation "/;

let casework: AccessCasework;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  casework = await createCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  headers = (await casework.people.enter('platform-admin')).headers;
});

/** The fields of a value and of what it contains, whatever is written in them. */
function shapeOfValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  const parts = Object.entries(value).map(([key, part]) => `${Array.isArray(value) ? '' : key}:${shapeOfValue(part)}`);
  return `{${parts.join()}}`;
}

/** What is decoded by different rules: every field, but of entries of one list that have the same fields only the first. */
function listParts(value: object): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(value);
  return Object.entries(Object.values(Object.groupBy(value, shapeOfValue)).map((alike) => alike?.[0]));
}

/** Every copy of a value with one of its strings, numbers or choices replaced. */
function* withEach(value: unknown, replacement: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    yield replacement;
    return;
  }
  for (const [key, part] of listParts(value)) {
    for (const changed of withEach(part, replacement))
      yield Array.isArray(value) ? [changed] : { ...value, [key]: changed };
  }
}

/** Fields from which each text is put into a third of them, another third with each: a document has dozens that are decoded alike. */
const MANY_FIELDS = 20;

/** Copies of a body with the replacement that has this number in one field each. */
function listCopies(body: unknown, replacement: unknown, number: number): unknown[] {
  const copies = [...withEach(body, replacement)];
  return copies.length < MANY_FIELDS ? copies : copies.filter((_, at) => (at + number) % 3 === 0);
}

/** Anything but a failure of the server: an answer, or a problem with a sentence that gives nothing away. */
async function findFault(name: RouteName, call: RouteCall, body?: string): Promise<string | undefined> {
  const route: Route = contract[name];
  const sent = body ?? JSON.stringify(call.body ?? {});
  const init = route.method === 'POST' ? { body: sent } : {};
  const response = await casework.request(routeUrl(route, call), { method: route.method, headers, ...init });
  const text = response.body ? await response.text() : '';
  const where = `${name} ${sent.slice(0, 120)} ${JSON.stringify(call.params ?? {}).slice(0, 80)}: ${response.status} ${text.slice(0, 200)}`;
  if (response.status >= 500 && response.status !== 503) return where;
  if (response.status < 400) return undefined;
  const { detail = '' } = JSON.parse(text) as { detail?: string };
  return LEAK.test(text) || !/^["A-Za-z0-9][\s\S]{5,}\.$/.test(detail.trim()) ? where : undefined;
}

describe.each(names)('%s', (name) => {
  test('answers hostile input with a sentence, never with a failure', async () => {
    const route: Route = contract[name];
    const call = ROUTE_CALLS[name](casework.ids);
    const faults: (string | undefined)[] = [];
    for (const [number, text] of HOSTILE.entries()) {
      for (const body of route.body ? listCopies(call.body, text, number) : [])
        faults.push(await findFault(name, { ...call, body }));
      for (const params of call.params ? withEach(call.params, text) : []) {
        if (!text.isWellFormed() || text.length > 1_000 || text === '') continue;
        faults.push(await findFault(name, { ...call, params: params as Record<string, unknown> }));
      }
      if (route.method === 'GET' && text.isWellFormed() && text.length < 1_000) {
        for (const key of Object.keys(shapeOf(route.query)))
          faults.push(await findFault(name, { ...call, query: { [key]: text } }));
      }
    }
    for (const [number, value] of (route.body ? WRONG_VALUES : []).entries()) {
      for (const body of listCopies(call.body, value, number)) faults.push(await findFault(name, { ...call, body }));
    }
    for (const body of route.body ? WRONG_BODIES : []) faults.push(await findFault(name, call, body));
    expect(faults.filter((fault) => fault !== undefined).slice(0, 5)).toEqual([]);
  });
});

test('the pages of another case or method are not routes', async () => {
  for (const path of [`${API_BASE}/Login`, `${API_BASE}/LOGOUT`, `${API_BASE}/me/`]) {
    expect((await casework.request(path, { method: 'POST', body: '{}', headers })).status).toBe(404);
  }
});
