import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, listRoutes, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import { settleOverlapRequests } from '../../packages/server/src/cases/overlaps.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { putIdentifiers } from '../../packages/store/src/cases/agency-cases/identifier-rows.ts';
import type { Casework, Transaction } from '../../packages/store/src/cases/casework.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import type { RouteCall } from './calls/call.ts';
import { UNKNOWN_IDS } from './planted.ts';
import { plantCase } from './planted-cases.ts';
import { ROUTE_CALLS } from './route-calls.ts';

// What the database does for somebody who asks for a sealed case, and for one that is not there: the same statements, and in every
// table the same scans and the same rows read and written. Time is not measured: it follows from this.

const WORD = 'Copperfield';
const CASES = 40;
const ADDED = 3;
/** Addresses that the sealed case names, and others: as many of each as the tests add. Digits alone are the same in every writing. */
const toAddresses = (first: string) =>
  Array.from({ length: ADDED }, (_, i) => `0x${first}${String(i).padStart(38, '0')}`);
const [SEALED_ADDRESSES, FREE_ADDRESSES] = [toAddresses('11'), toAddresses('22')];

/** What one transaction did. */
interface Work {
  readonly statements: readonly string[];
  /** By table: scans, rows read, rows written. */
  readonly tables: string;
}

let casework: TestCaseworkContext;
let app: ReturnType<typeof createCaseworkApp>;
let headers: Readonly<Record<string, string>>;
let sealed: { readonly id: string; readonly number: string };
const log: Work[] = [];

interface TableCounts {
  readonly name: string;
  readonly counts: readonly number[];
}
const countTables = (tx: Transaction) =>
  tx.list<TableCounts>(sql`
    SELECT relname AS name, ARRAY[seq_scan, seq_tup_read, coalesce(idx_scan, 0), coalesce(idx_tup_fetch, 0), n_tup_ins, n_tup_upd,
           n_tup_del]::float8[] AS counts FROM pg_stat_xact_user_tables WHERE schemaname = 'public' ORDER BY relname`);

function compareCounts(before: readonly TableCounts[], after: readonly TableCounts[]): string {
  const at = new Map(before.map(({ name, counts }) => [name, counts]));
  return after
    .map(({ name, counts }) => `${name} ${counts.map((count, i) => count - (at.get(name)?.[i] ?? 0)).join(' ')}`)
    .filter((line) => /[1-9]\d* ?/.test(line.slice(line.indexOf(' '))))
    .join('\n');
}

/** What the server tidies in its own time, between two calls that are compared, changes what the second one reads. */
const WITHOUT_AUTOVACUUM = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
    EXECUTE 'ALTER TABLE ' || name || ' SET (autovacuum_enabled = false)';
  END LOOP;
END $$`;

let sent = 0;

/** The same store, which notes what each transaction does, also of one that fails. */
function watchWork(store: Casework): Casework['transact'] {
  return (scope, work) =>
    store.transact(scope, async (tx) => {
      const statements: string[] = [];
      // As with many cases: a small table is read as a whole, whatever is queried.
      await tx.run(sql`SELECT set_config('enable_seqscan', 'off', true)`);
      const before = await countTables(tx);
      const note = <T extends { readonly text: string }>(statement: T): T => {
        statements.push(statement.text);
        sent += 1;
        // No text comes twice: to keep a statement planned is work of the run in which that happens, whatever is queried.
        return { ...statement, text: `${statement.text} -- ${sent}` };
      };
      const watched: Transaction = {
        list: (statement) => tx.list(note(statement)),
        find: (statement) => tx.find(note(statement)),
        get: (statement) => tx.get(note(statement)),
        run: (statement) => tx.run(note(statement)),
      };
      try {
        return await work(watched);
      } finally {
        log.push({ statements, tables: compareCounts(before, await countTables(tx).catch(() => [])) });
      }
    });
}

beforeAll(async () => {
  casework = await createTestCaseworkContext({ isNew: true });
  app = createCaseworkApp({ ...casework, store: { ...casework.store, transact: watchWork(casework.store) } });
  const owner = await addAccount(casework, { name: 'Lead investigator' });
  const reader = await addAccount(casework, { name: 'Supervisor', role: 'agency-admin' });
  const given = { agency: owner.agency, account: owner.id, owners: [owner.id] };
  for (let i = 0; i < CASES; i++) {
    await plantCase(casework, { ...given, word: `Word${i}`, policy: i % 2 === 0 ? 'open' : 'need-to-know' });
  }
  const { case: id, number } = await plantCase(casework, { ...given, word: WORD, policy: 'sealed' });
  sealed = { id, number };
  const source = { caseId: id, agency: owner.agency, source: randomUUID() };
  const keys = SEALED_ADDRESSES.map((address) => `address:eth:${address}`);
  await casework.store.transact({ kind: 'system' }, (tx) => putIdentifiers(tx, source, keys));
  ({ headers } = await openTestSession(casework, reader));
  await casework.store.asOwner(WITHOUT_AUTOVACUUM);
  await casework.store.asOwner('VACUUM ANALYZE');
});
afterAll(() => casework.close());

function ask(name: RouteName, call: RouteCall): Response | Promise<Response> {
  const route: Route = contract[name];
  const body = route.method === 'POST' ? { body: JSON.stringify(call.body ?? {}) } : {};
  return app.request(casework.origin + routeUrl(route, call), { method: route.method, headers, ...body });
}

async function workOf(name: RouteName, call: RouteCall): Promise<readonly Work[]> {
  log.length = 0;
  await (await ask(name, call)).text();
  return [...log];
}

/** Called twice before it is compared: a first call plans and reads what later ones have. */
async function expectSame(
  name: RouteName,
  toCall: (id: string, number: string, word: string) => RouteCall,
): Promise<number> {
  const year = sealed.number.slice(0, 4);
  const absent = [randomUUID(), `${year}-00000`, 'Copperfinch'] as const;
  const present = [sealed.id, sealed.number, WORD] as const;
  await workOf(name, toCall(...absent));
  await workOf(name, toCall(...present));
  const [none, some] = [await workOf(name, toCall(...absent)), await workOf(name, toCall(...present))];
  expect(some, name).toEqual(none);
  return none.length;
}

const OF_CASES = listRoutes()
  .filter(([name, { path }]) => path.startsWith('/cases/:case') && name in ROUTE_CALLS)
  .map(([name]) => name);

test('opening a sealed case by its id is the same work as opening none, on every route of a case', async () => {
  let transactions = 0;
  for (const name of OF_CASES) {
    transactions += await expectSame(name, (id) => ROUTE_CALLS[name]({ ...UNKNOWN_IDS, case: id }));
  }
  expect(OF_CASES.length).toBeGreaterThan(50);
  // Each was refused in a transaction of the gate, none before it.
  expect(transactions).toBeGreaterThanOrEqual(OF_CASES.length);
});

test('emergency access by the number of a sealed case is the same work as by that of none', async () => {
  const reason = 'A person is in danger and no owner answers';
  expect(await expectSame('openCaseInEmergency', (_, number) => ({ body: { number, reason } }))).toBeGreaterThan(0);
});

test('searching for a word or the number of a sealed case is the same work as for one that is nowhere', async () => {
  await expectSame('listCases', (_, __, word) => ({ query: { words: word } }));
  await expectSame('listCases', (_, number) => ({ query: { words: number } }));
  await expectSame('getCaseFigures', (_, __, word) => ({ query: { words: word } }));
});

test('the count notices a case that is read and not shown', async () => {
  const read = (id: string) =>
    watchWork(casework.store)({ kind: 'agency', agency: randomUUID(), account: randomUUID() }, (tx) =>
      tx.list(sql`SELECT title FROM agency_case WHERE id = ${id}`),
    );
  log.length = 0;
  expect(await read(randomUUID())).toEqual([]);
  expect(await read(sealed.id)).toEqual([]);
  expect(log[1]?.statements).toEqual(log[0]?.statements);
  expect(log[1]?.tables).not.toBe(log[0]?.tables);
});

test('adding what a sealed case names is the same work as adding what none names', async () => {
  const opened = await ask('createCase', { body: { template: 'tax', title: 'Own case' } });
  const { id } = (await opened.json()) as { readonly id: string };
  await casework.store.asOwner('VACUUM ANALYZE');
  const add = (address = '') => {
    const input = { params: { network: 'eth', address }, query: {} };
    return workOf('pinCaseItem', { params: { case: id }, body: { kind: 'label', input } });
  };
  const works = { none: await add(FREE_ADDRESSES[0]), some: await add(SEALED_ADDRESSES[0]) };
  // The first of each plans and reads what later ones have.
  for (let i = 1; i < ADDED; i++) {
    works.none = await add(FREE_ADDRESSES[i]);
    works.some = await add(SEALED_ADDRESSES[i]);
  }
  // Each addition reads one item more of the own case than the one before it: the rows of that table alone are left out.
  const strip = (all: readonly Work[]) =>
    all.map(({ statements, tables }) => ({ statements, tables: tables.replace(/^case_item .*$/m, '') }));
  expect(strip(works.some)).toEqual(strip(works.none));
  expect(works.none.flatMap(({ statements }) => statements).join()).toContain('INSERT INTO case_overlap_request');
  await settleOverlapRequests(casework);
  const notices = await casework.store.transact({ kind: 'system' }, (tx) => tx.list(sql`SELECT 1 FROM case_notice`));
  // What was added is what the sealed case names: its owner is notified of each.
  expect(notices).toHaveLength(ADDED);
});
