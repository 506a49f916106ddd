import type { CaseHead } from '@trailmark/api/contract/case';
import { createSampleFlow } from '@trailmark/core/flow/testing/sample-flow';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { okOf } from '../testing/case-people.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const ID = 'gen_random_uuid()';

let casework: TestCaseworkContext;
let account: TestAccount;
let lead: Asker;
let id: string;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  account = await addAccount(casework, { name: 'Lead investigator', role: 'agency-admin' });
  lead = await openAsker(casework, account);
  id = okOf<CaseHead>(await lead.post('/cases', { template: 'ransomware', title: 'Harbour', policy: 'open' })).id;
});

/** Writes rows that are there already, without what a person would have had to do for each. */
function plant(table: string, columns: string, values: string, count: number): Promise<void> {
  const words = values.replaceAll('$case', `'${id}'`).replaceAll('$agency', `'${account.agency}'`);
  const whole = words.replaceAll('$account', `'${account.id}'`).replaceAll('$at', `'${casework.now().toISOString()}'`);
  return casework.store.asOwner(
    `INSERT INTO ${table} (${columns}) SELECT ${whole} FROM generate_series(1, ${count}) AS n`,
  );
}

/** The last that there is room for is taken, and the next is refused with the limit in its sentence. */
async function expectLimit(ask: (n: number) => Promise<Answer>, limit: RegExp, status = 409): Promise<void> {
  okOf(await ask(1));
  const { status: answered, body } = await ask(2);
  expect([answered, body.detail]).toEqual([status, expect.stringMatching(limit)]);
}

test('a case names two thousand people', async () => {
  const columns = 'id, case_id, agency_id, letter, number, kind, name, added_at, added_by, changed_at, changed_by';
  const values = `${ID}, $case, $agency, 'P', n, 'suspect', 'A', $at, $account, $at, $account`;
  await plant('case_person', columns, values, 1_999);
  await casework.store.asOwner(`UPDATE agency_case SET last_person = 1999 WHERE id = '${id}'`).catch(() => undefined);
  await expectLimit((n) => lead.post(`/cases/${id}/people`, { kind: 'witness', name: `W ${n}` }), /2000 people/);
});

test('a case has five thousand links and as many labels of its own', async () => {
  const { person } = okOf<{ person: { id: string } }>(
    await lead.post(`/cases/${id}/people`, { kind: 'suspect', name: 'Suspect A' }),
  );
  const link =
    'id, case_id, agency_id, person_id, chain, address, relation, basis, mark, word, source, added_at, added_by';
  const linked = `${ID}, $case, $agency, '${person.id}', 'btc', 'a' || n, 'x', 'statement', 'fact', 'certain', 'x', $at, $account`;
  await plant('case_link', link, linked, 4_999);
  const to = (n: number) => ({
    ...{ person: person.id, to: { kind: 'address', chain: 'eth', address: `0x${String(n).repeat(40)}` } },
    ...{
      relation: 'Controls the key',
      basis: 'seized-device',
      mark: 'fact',
      confidence: { of: 'person', word: 'certain' },
    },
    source: 'EV-02',
  });
  await expectLimit((n) => lead.post(`/cases/${id}/links`, to(n)), /5000 links/);
  const label = 'id, case_id, agency_id, chain, address, text, mark, source, added_at, added_by';
  await plant('case_label', label, `${ID}, $case, $agency, 'btc', 'a' || n, 'x', 'claim', 'x', $at, $account`, 4_999);
  const given = { chain: 'btc', address: ADDRESS, mark: 'claim', source: 'EV-02' };
  await expectLimit((n) => lead.post(`/cases/${id}/labels`, { ...given, text: `Wallet ${n}` }), /5000 labels/);
});

test('a case has five hundred authorities', async () => {
  const columns =
    'id, case_id, agency_id, type, number, issuer, from_day, acts, added_at, added_by, changed_at, changed_by';
  const values = `${ID}, $case, $agency, 'Order', n::text, 'Court', '2026-01-01', '{request}', $at, $account, $at, $account`;
  await plant('case_authority', columns, values, 499);
  const order = { type: 'Order', issuer: 'Court', from: '2026-01-01', to: null, acts: ['request'], extender: '' };
  await expectLimit((n) => lead.post(`/cases/${id}/authorities`, { ...order, number: `N ${n}` }), /500 authorities/);
});

test('a person keeps thirty views, and others have their own', async () => {
  await plant(
    'case_saved_view',
    'id, agency_id, account_id, name, query, created_at',
    `${ID}, $agency, $account, 'x', '', $at`,
    29,
  );
  await expectLimit((n) => lead.post('/case-views', { name: `View ${n}`, query: '?own=yes' }), /30 views/);
  const second = await openAsker(casework, await addAccount(casework, { name: 'Second analyst' }));
  okOf(await second.post('/case-views', { name: 'View', query: '' }));
});

test('an agency keeps five hundred coin flows, of which those that were put away are none', async () => {
  const columns = 'agency_id, title, created_at, created_by, saved_at, saved_by';
  await plant('coin_flow', columns, `$agency, 'x', $at, $account, $at, $account`, 499);
  await plant(
    'coin_flow',
    `${columns}, removed_at, removed_by`,
    `$agency, 'x', $at, $account, $at, $account, $at, $account`,
    5,
  );
  await expectLimit(() => lead.post('/flows', { document: createSampleFlow(0) }), /500 coin flows/);
});

test('an agency has fifty channels, of which removed ones are none', async () => {
  const columns = 'id, agency_id, kind, name, target, host, created_at, created_by';
  const values = `${ID}, $agency, 'webhook', 'x', 'x', 'hooks.example', $at, $account`;
  await plant('alert_channel', columns, values, 49);
  await plant('alert_channel', `${columns}, removed_at`, `${values}, $at`, 5);
  const given = { kind: 'webhook', target: 'https://hooks.example/in' };
  await expectLimit((n) => lead.post('/alert-channels', { ...given, name: `Room ${n}` }), /50 channels/);
});

test('an agency has fifty channels, also where several are added at the same moment', async () => {
  const columns = 'id, agency_id, kind, name, target, host, created_at, created_by';
  await plant('alert_channel', columns, `${ID}, $agency, 'webhook', 'x', 'x', 'hooks.example', $at, $account`, 49);
  const add = (name: string) =>
    lead.post('/alert-channels', { kind: 'webhook', target: 'https://hooks.example/in', name });
  const answers = await Promise.all(['Room 1', 'Room 2', 'Room 3'].map(add));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});
