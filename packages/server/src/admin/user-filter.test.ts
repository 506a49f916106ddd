import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';

let casework: TestCaseworkContext;
let platform: TestAccount;
let south: string;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  const north = await addAgency(casework);
  south = await addAgency(casework, 'South Tax Authority');
  // Fixed addresses: the search also reads the email, and a random one can contain what a case looks for.
  const add = (name: string, given: object = {}) =>
    addAccount(casework, { name, email: `${name}@north.example`, agency: north, ...given });
  platform = await add('Platform', { role: 'platform-admin' });
  await add('Agency', { role: 'agency-admin' });
  const signedIn = await add('Signed', { isAllowed: false });
  const locked = await add('Locked', { agency: south });
  await add('Waiting', { status: 'awaiting-approval', isAllowed: false });
  await add('Suspended', { status: 'suspended', agency: south });
  const withFactor = await add('Factor');
  await casework.store.transact({ kind: 'system' }, async (tx) => {
    const now = casework.now();
    await tx.run(sql`UPDATE account SET last_sign_in_at = ${now} WHERE id = ${signedIn.id}`);
    await tx.run(sql`UPDATE account SET locked_at = ${now} WHERE id = ${locked.id}`);
    await tx.run(
      sql`INSERT INTO totp_factor (account_id, agency_id, secret, confirmed_at) VALUES (${withFactor.id}, ${withFactor.agency}, 'x', ${now})`,
    );
    await tx.run(
      sql`INSERT INTO totp_factor (account_id, agency_id, secret) VALUES (${locked.id}, ${locked.agency}, 'x')`,
    );
  });
});
afterAll(() => casework.close());

async function find(query: string): Promise<string[]> {
  const { headers } = await openTestSession(casework, platform);
  const response = await createCaseworkApp(casework).request(
    `http://127.0.0.1:3000/api/v1/admin/users?limit=100&${query}`,
    { headers },
  );
  const { items, total } = (await response.json()) as { items: { name: string }[]; total: number };
  expect(total).toBe(items.length);
  return items.map(({ name }) => name).toSorted();
}

const EVERYBODY = ['Agency', 'Factor', 'Locked', 'Platform', 'Signed', 'Suspended', 'Waiting'];
const without = (...names: string[]): string[] => EVERYBODY.filter((name) => !names.includes(name));

test.each<[string, string[]]>([
  ['', EVERYBODY],
  ['role=agency-admin', ['Agency']],
  ['role=member', without('Agency', 'Platform')],
  ['allow=No', ['Signed', 'Waiting']],
  ['allow=Yes', without('Signed', 'Waiting')],
  ['status=suspended', ['Suspended']],
  ['status=awaiting-approval', ['Waiting']],
  ['sign=locked', ['Locked']],
  ['sign=never', without('Signed')],
  ['sign=no-factor', without('Factor')],
  ['q=%20SIGN%20', ['Signed']],
  ['sign=never&allow=No', ['Waiting']],
  ['q=ed&status=active', ['Locked', 'Signed']],
])('the filter "%s" finds those it names', async (query, names) => {
  expect(await find(query)).toEqual(names);
});

test('the filter of an agency finds its people', async () => {
  expect(await find(`agency=${south}`)).toEqual(['Locked', 'Suspended']);
});
