import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import type { Role } from '../../packages/core/src/role.ts';
import { createCaseworkContext } from './people.ts';
import { ROUTE_CALLS } from './route-calls.ts';

// What each route leaves in the log, word for word, against a reviewed table: who calls it, and the action, outcome and kind of object of
// each line that was logged. The calls are those of the table of access, in the order of this table.

const [, ...table] = readFileSync(new URL('./audit-lines.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');

let casework: Awaited<ReturnType<typeof createCaseworkContext>>;
beforeAll(async () => {
  casework = await createCaseworkContext();
});
afterAll(() => casework.close());

test('every route is in the table once', () => {
  expect(table.map((line) => line.split(',')[0]).toSorted()).toEqual(Object.keys(contract).toSorted());
});

test('each route of the table leaves the lines in the log that it says, with action, outcome and object', async () => {
  const rows: string[] = [];
  for (const line of table) {
    const [name, role] = line.split(',') as [RouteName, Role];
    const { headers } = await casework.people.enter(role);
    const route: Route = contract[name];
    const call = ROUTE_CALLS[name](casework.ids);
    const isPost = route.method === 'POST';
    const from = casework.tick();
    const response = await casework.request(routeUrl(route, call), {
      method: route.method,
      headers: isPost ? { 'content-type': 'application/json', ...headers } : headers,
      ...(isPost ? { body: JSON.stringify(call.body ?? {}) } : {}),
    });
    await response.arrayBuffer();
    rows.push([name, role, (await casework.listLines(from)).join('; ')].join());
  }
  expect(rows).toEqual(table);
});
