import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseAuthorities, CaseAuthority } from '@trailmark/api/contract/case-authority';
import type { ActTarget, AuthorityAct } from '@trailmark/core/case-authority';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { requireAuthority } from './authorities.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const DAY_MS = 86_400_000;

let casework: TestCaseworkContext;
let lead: Asker;
let second: Asker;
let account: TestAccount;
/** The clock of a test file continues from test to test: days are counted from where it is. */
let today: string;
const dayIn = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  today = casework.now().toISOString().slice(0, 10);
  account = await addAccount(casework, { name: 'Second analyst' });
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  second = await openAsker(casework, account);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

const begin = async (policy = 'open'): Promise<CaseHead> =>
  ok(await lead.post('/cases', { template: 'ransomware', title: 'Harbour', policy }));
const overview = async (id: string): Promise<CaseOverview> => ok(await lead.get(`/cases/${id}`));
const list = async (id: string): Promise<CaseAuthorities> => ok(await lead.get(`/cases/${id}/authorities`));

/** What is due of authorities; a template has tasks too. */
const dueOf = async (id: string) =>
  (await overview(id)).due.filter(({ what }) => what.startsWith('Authority')).map(({ on, what }) => [on, what]);

const order = (more: object = {}) => ({
  type: 'Production order',
  number: '26/1183',
  issuer: 'District court',
  from: dayIn(-10),
  to: dayIn(10),
  acts: ['request'],
  extender: 'The prosecutor',
  ...more,
});
const enter = async (id: string, more: object = {}): Promise<CaseAuthorities> =>
  ok(await lead.post(`/cases/${id}/authorities`, order(more)));

/** What a program that does an act in the case gets: the number of the authority, null, or the refusal. */
async function attempt(
  id: string,
  act: AuthorityAct,
  target?: ActTarget,
  now = casework.now(),
): Promise<string | null> {
  const work = casework.store.transact({ kind: 'system' }, async (tx) => {
    const authority = await requireAuthority(tx, id, act, now, target);
    return authority ? authority.number : null;
  });
  return work.catch((error: Error & { kind?: string }) => `${error.kind}: ${error.message}`);
}

describe('an authority', () => {
  test('has its state and its days at the clock of the server, what ends soonest first', async () => {
    const { id } = await begin();
    await enter(id, { number: 'open', to: null });
    await enter(id, { number: 'ended', to: dayIn(-1) });
    await enter(id, { number: 'last-day', to: today });
    await enter(id, { number: 'tomorrow', from: dayIn(1), to: dayIn(30) });
    const { items, today: told } = await list(id);
    expect(told).toBe(today);
    expect(items.map(({ number, state, daysLeft }) => [number, state, daysLeft])).toEqual([
      ['ended', 'ended', null],
      ['last-day', 'valid', 0],
      ['tomorrow', 'not-yet', null],
      ['open', 'valid', null],
    ]);
  });

  test('that ends soonest is in the head of the case, and its end is due', async () => {
    const { id } = await begin();
    expect((await overview(id)).authority).toBeNull();
    await enter(id, { number: '26/044', to: null });
    await enter(id, { number: '26/097', to: dayIn(5) });
    await enter(id, { number: '26/001', to: dayIn(-5) });
    const { authority } = await overview(id);
    expect(authority).toMatchObject({ number: '26/097', to: dayIn(5), daysLeft: 5 });
    expect(await dueOf(id)).toEqual([
      [dayIn(-5), 'Authority 26/001 ends'],
      [dayIn(5), 'Authority 26/097 ends'],
    ]);
  });

  test('is extended from its present version only', async () => {
    const { id } = await begin();
    const { items } = await enter(id);
    const row = { id: items[0]?.id, version: 1 };
    const extended = await enter(id, { row, to: dayIn(40) });
    expect(extended.items).toMatchObject([{ to: dayIn(40), version: 2, addedBy: 'Lead investigator' }]);
    const late = await lead.post(`/cases/${id}/authorities`, order({ row, to: dayIn(90) }));
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
  });

  test('is ended with a reason before its time, and never changed after that', async () => {
    const { id } = await begin();
    const { items } = await enter(id);
    const path = `/cases/${id}/authorities/${items[0]?.id}/end`;
    expect((await lead.post(path, { version: 2, why: 'Set aside' })).status).toBe(409);
    const { items: after } = ok<CaseAuthorities>(await lead.post(path, { version: 1, why: 'Set aside' }));
    expect(after).toMatchObject([{ state: 'ended', ended: { by: 'Lead investigator', why: 'Set aside' } }]);
    expect((await lead.post(path, { version: 2, why: 'Again' })).status).toBe(409);
    const row = { id: items[0]?.id, version: 2 };
    expect((await lead.post(`/cases/${id}/authorities`, order({ row }))).status).toBe(409);
    expect(await attempt(id, 'request')).toContain(`ended on ${today}`);
    expect(await dueOf(id)).toEqual([]);
  });

  test.each([
    [{ to: '2020-01-01', from: '2020-01-02' }],
    [{ acts: [] }],
    [{ acts: ['torture'] }],
    [{ type: '' }],
    [{ number: 'x'.repeat(81) }],
    [{ addresses: [{ chain: 'btc', address: `${ADDRESS.slice(0, -1)}T` }] }],
    [{ scope: 'x'.repeat(1_001) }],
  ])('is refused with %o', async (wrong) => {
    const { id } = await begin();
    expect((await lead.post(`/cases/${id}/authorities`, order(wrong))).status).toBe(400);
    expect((await list(id)).items).toEqual([]);
  });

  test('names people of its own case only', async () => {
    const [{ id }, other] = [await begin(), await begin()];
    const { person } = ok<{ person: { id: string } }>(
      await lead.post(`/cases/${other.id}/people`, { kind: 'suspect', name: 'Suspect A' }),
    );
    expect((await lead.post(`/cases/${id}/authorities`, order({ people: [person.id] }))).status).toBe(404);
  });
});

describe('an act', () => {
  test('is refused without any authority, unless the case says that it needs none', async () => {
    const { id } = await begin();
    expect(await attempt(id, 'request')).toMatch(/^forbidden: .*requests to services\. The case has none\./);
    expect(await attempt(id, 'monitoring')).toBeNull();
    const { needs } = ok<CaseAuthorities>(
      await lead.post(`/cases/${id}/authority-needs`, { version: 1, acts: ['monitoring'] }),
    );
    expect(needs).toEqual({ acts: ['monitoring'], version: 2 });
    expect(await attempt(id, 'request')).toBeNull();
    expect(await attempt(id, 'monitoring')).toContain('forbidden');
    const late = await lead.post(`/cases/${id}/authority-needs`, { version: 1, acts: [] });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
  });

  test('is allowed by what is valid, on its last day too, and the one that ends last is named', async () => {
    const { id } = await begin();
    await enter(id, { number: 'short', to: today });
    expect(await attempt(id, 'request')).toBe('short');
    await enter(id, { number: 'long', to: dayIn(3) });
    expect(await attempt(id, 'request')).toBe('long');
  });

  test('is refused with type, number, end and who can extend it', async () => {
    const { id } = await begin();
    await enter(id, { to: dayIn(-1) });
    expect(await attempt(id, 'request')).toBe(
      `forbidden: This needs a legal authority for requests to services. Production order 26/1183 ended on ${dayIn(-1)}; The prosecutor can extend it.`,
    );
    await enter(id, { number: '26/2', from: dayIn(1), extender: '' });
    expect(await attempt(id, 'request')).toContain(
      `Production order 26/2 begins on ${dayIn(1)} and ends on ${dayIn(10)}; District court can extend it.`,
    );
  });

  test('is refused where the scope does not cover its chain, its address or its person', async () => {
    const { id } = await begin();
    await enter(id, { chains: ['btc'], addresses: [{ chain: 'btc', address: ADDRESS }] });
    expect(await attempt(id, 'request', { chain: 'btc', address: ADDRESS })).toBe('26/1183');
    expect(await attempt(id, 'request', { chain: 'eth' })).toContain('26/1183 does not cover this and ends on');
    expect(await attempt(id, 'request', { chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toContain(
      'does not cover',
    );
    expect(await attempt(id, 'seizure')).toBeNull();
  });

  test('stays refused when the clock is turned back, also where the refusal was rolled back', async () => {
    const { id } = await begin();
    await enter(id, { to: today });
    const before = casework.now();
    expect(await attempt(id, 'request', {}, before)).toBe('26/1183');
    const after = new Date(before.getTime() + 2 * DAY_MS);
    expect(await attempt(id, 'request', {}, after)).toContain('ended');
    expect(await attempt(id, 'request', {}, before)).toContain('ended');
    expect((await list(id)).items[0]?.state).toBe('ended');
    casework.advance(2 * DAY_MS);
  });
});

describe('roles', () => {
  test.each([
    ['viewer', 403],
    ['editor', 403],
    ['reviewer', 403],
    ['legal', 200],
    ['owner', 200],
  ])('%s: reads, and a change is %i', async (role, status) => {
    const { id } = await begin('sealed');
    const { items } = await enter(id);
    ok(await lead.post(`/cases/${id}/members`, { account: account.id, role }));
    expect(ok<{ items: CaseAuthority[] }>(await second.get(`/cases/${id}/authorities`)).items).toHaveLength(1);
    const changes: readonly [string, object][] = [
      ['authorities', order({ number: '26/2' })],
      ['authority-needs', { version: 1, acts: [] }],
      [`authorities/${items[0]?.id}/end`, { version: 1, why: 'Set aside' }],
    ];
    for (const [path, body] of changes) {
      expect([path, (await second.post(`/cases/${id}/${path}`, body)).status]).toEqual([path, status]);
    }
  });

  test('to others a sealed case does not exist', async () => {
    const { id } = await begin('sealed');
    expect((await second.get(`/cases/${id}/authorities`)).status).toBe(404);
    expect((await second.post(`/cases/${id}/authorities`, order())).status).toBe(404);
  });
});

test('every change leaves its line in the log, under the case', async () => {
  const { id } = await begin();
  const { items } = await enter(id);
  ok(await lead.post(`/cases/${id}/authority-needs`, { version: 1, acts: [] }));
  ok(await lead.post(`/cases/${id}/authorities/${items[0]?.id}/end`, { version: 1, why: 'Set aside' }));
  const events = (await listTestEvents(casework)).filter(({ object }) => (object as { id?: string } | null)?.id === id);
  expect(events.map(({ action }) => action)).toEqual([
    'case.create',
    'case.authority.set',
    'case.authority.needs',
    'case.authority.end',
  ]);
});
