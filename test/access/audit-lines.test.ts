import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import type { Role } from '../../packages/core/src/role.ts';
import type { WrittenTables } from '../../packages/store/src/cases/testing/written-tables.ts';
import { createCaseworkContext } from './people.ts';
import { ROUTE_CALLS } from './route-calls.ts';
import { orderAnswer, writeStable } from './write-stable.ts';

// What each route leaves in the log, word for word, against a reviewed table: who calls it, and the action, outcome and kind of object of
// each line that was logged. Another table says which tables of the casework a route writes, with how many rows are new or changed and
// how many there are more or fewer: a write that is left out shows here, and so does a new route that writes and is not in the table. The calls are those of the table of access, in the
// order of this table. What each call answers, and every row that it writes, is recorded word for word in `answers/`, a file for each
// part of the contract: a change there is read before it is recorded with `npx vitest run test/access/audit-lines.test.ts -u`.

const [, ...table] = readFileSync(new URL('./audit-lines.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const [, ...writes] = readFileSync(new URL('./written-tables.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const written = new Map(writes.map((line) => line.split(',') as [string, string]));

/** What differs from run to run: rows of one moment in the order of their ids, salts, counts of the log, mail at the database's time. */
const NOT_RECORDED =
  /^(?:exportCaseTimeline|getCaseTimeline|getSubscription|listCaseTimeline|listAlertChannels|listMails|listUsage|makeCasePackage|receivePackageRevocation)$/;

/** The log holds the calls of this test itself; reports have samples of their own, in whole. */
const LEFT_OUT = new Set(['Audit', 'Enhanced report']);

/** Name of the file for a part of the contract. */
const toFileName = (tag: string): string => `${tag.toLowerCase().replaceAll(/\W+/g, '-')}.txt`;

let casework: Awaited<ReturnType<typeof createCaseworkContext>>;
let tables: WrittenTables;
beforeAll(async () => {
  casework = await createCaseworkContext();
  tables = await casework.watchTables();
});
afterAll(async () => {
  await tables.close();
  await casework.close();
});

test('every route is in the table once', () => {
  expect(table.map((line) => line.split(',')[0]).toSorted()).toEqual(Object.keys(contract).toSorted());
});

test('each route of the table leaves the lines in the log that it says, with action, outcome and object', async () => {
  const planted = new Map(Object.entries(casework.ids).map(([what, id]) => [id, what]));
  const rows: string[] = [];
  const wrote: [string, string][] = [];
  const recorded = new Map<string, string[]>();
  for (const line of table) {
    const [name, role] = line.split(',') as [RouteName, Role];
    const { headers } = await casework.people.enter(role);
    const route: Route = contract[name];
    const call = ROUTE_CALLS[name](casework.ids);
    const isPost = route.method === 'POST';
    await tables.mark();
    const from = casework.tick();
    const response = await casework.request(routeUrl(route, call), {
      method: route.method,
      headers: isPost ? { 'content-type': 'application/json', ...headers } : headers,
      ...(isPost ? { body: JSON.stringify(call.body ?? {}) } : {}),
    });
    const answer = await response.text();
    rows.push([name, role, (await casework.listLines(from)).join('; ')].join());
    const changed = await tables.list();
    if (changed !== '') wrote.push([name, changed]);
    if (LEFT_OUT.has(route.tag) || NOT_RECORDED.test(name)) continue;
    const lines = recorded.get(toFileName(route.tag)) ?? [];
    recorded.set(toFileName(route.tag), lines);
    lines.push(`${name} ${role} ${response.status} ${writeStable(orderAnswer(answer), planted)}`);
    const changes = changed === '' ? [] : await tables.rows();
    lines.push(...changes.map((row) => `  ${writeStable(row, planted)}`).sort());
  }
  expect(rows).toEqual(table);
  expect(wrote.toSorted()).toEqual([...written].toSorted());
  for (const [file, lines] of recorded) {
    await expect.soft(`${lines.join('\n')}\n`, file).toMatchFileSnapshot(`answers/${file}`);
  }
  const parts = readdirSync(new URL('./answers', import.meta.url)).filter((file) => !recorded.has(file));
  expect(parts, 'answers of no part of the contract').toEqual([]);
});
