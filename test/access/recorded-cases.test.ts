import { afterAll, expect, test } from 'vitest';
import { CASES_TAG } from '../../packages/api/src/contract/case.ts';
import { contract, listRoutes, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import { readCaseContent, rootOf } from '../../packages/server/src/cases/case-file.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { findCase } from '../../packages/store/src/cases/agency-cases/case-rows.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import { UNKNOWN_IDS } from './planted.ts';
import { plantCase } from './planted-cases.ts';
import { ROUTE_CALLS } from './route-calls.ts';

// A case whose signed record is in force: every route that changes something in a case is called by its owner, and what the record has
// is the same afterwards. What may continue is listed by name: a new route is refused unless somebody adds it here.

/** Who may see the case, how long it is kept, custody, what was handed out, answers to others: no part of a record. */
const GOES_ON = [
  'addCaseCustody',
  'answerCaseContact',
  'askCasePurge',
  'decideCasePurge',
  'exportCaseEvidence',
  'makeCasePackage',
  'openPersonalData',
  'placeCaseHold',
  'releaseCaseHold',
  'reopenCase',
  'revokeCasePackage',
  'setCaseMember',
  'setCasePolicy',
  'setCaseRetention',
  'verifyCaseEvidence',
];
/** Refused before the case is looked at: they ask a tool first, or read nothing that the planted case has. */
const REFUSED_BEFORE: readonly RouteName[] = ['askCustodian', 'finishCaseUpload'];

let casework: TestCaseworkContext;
afterAll(() => casework.close());

const system = { kind: 'system' } as const;
const contentRoot = (id: string) =>
  casework.store.transact(system, async (tx) => {
    const row = await findCase(tx, id);
    if (!row) throw new Error('The case is gone.');
    return rootOf(await readCaseContent(tx, casework.keys, row));
  });

test('while a record is in force no route changes what it has, and only those that are listed do anything', async () => {
  casework = await createTestCaseworkContext();
  const app = createCaseworkApp(casework);
  const owner = await addAccount(casework, { name: 'Lead investigator' });
  const colleague = await addAccount(casework, { name: 'Second analyst' });
  const { headers } = await openTestSession(casework, owner);
  const given = { agency: owner.agency, account: owner.id, owners: [owner.id], word: 'Copperfield' } as const;
  const planted = await plantCase(casework, { ...given, policy: 'open' });
  const record = (number: number | null) =>
    casework.store.transact(system, (tx) =>
      tx.run(sql`UPDATE agency_case SET record_number = ${number} WHERE id = ${planted.case}`),
    );
  await record(1);
  const before = await contentRoot(planted.case);
  const routes = listRoutes().filter(
    ([, { tag, audit, path }]) => tag === CASES_TAG && audit === 'act' && path.startsWith('/cases/:case'),
  );
  const [refused, others]: [RouteName[], Record<string, string>] = [[], {}];
  for (const [name] of routes) {
    const route: Route = contract[name];
    const call = ROUTE_CALLS[name]({ ...UNKNOWN_IDS, ...planted, account: colleague.id });
    const body = JSON.stringify(call.body ?? {});
    const response = await app.request(casework.origin + routeUrl(route, call), { method: 'POST', headers, body });
    const text = await response.text();
    if (text.includes('"case-recorded"')) refused.push(name);
    else others[name] = `${response.status} ${text.slice(0, 120)}`;
    // Reopened for one call alone.
    if (name === 'reopenCase') await record(1);
  }
  const open = Object.keys(others).filter((name) => !REFUSED_BEFORE.includes(name as RouteName));
  expect(open.toSorted(), JSON.stringify(others, null, 1)).toEqual(GOES_ON.toSorted());
  expect(refused.length).toBeGreaterThan(35);
  expect(await contentRoot(planted.case)).toBe(before);
});
