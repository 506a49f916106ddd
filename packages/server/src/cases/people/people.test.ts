import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import type {
  CaseLabel,
  CaseLink,
  CasePeople,
  CasePerson,
  CasePersonalData,
} from '@trailmark/api/contract/case-people';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const ETHER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

let casework: TestCaseworkContext;
let lead: Asker;
let second: Asker;
let secondAccount: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  secondAccount = await addAccount(casework, { name: 'Second analyst' });
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  second = await openAsker(casework, secondAccount);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

const begin = async (policy = 'open', asker = lead): Promise<CaseHead> =>
  ok(await asker.post('/cases', { template: 'ransomware', title: 'Harbour', policy }));
const join = async (id: string, role: string) =>
  ok(await lead.post(`/cases/${id}/members`, { account: secondAccount.id, role }));
const people = async (id: string, asker = lead): Promise<CasePeople> => ok(await asker.get(`/cases/${id}/people`));

interface Added {
  readonly person: CasePerson;
  readonly overlaps: readonly CaseOverlap[];
}
const suspect = { kind: 'suspect', name: 'Suspect A' };
const add = async (id: string, given: object = suspect, asker = lead): Promise<Added> =>
  ok(await asker.post(`/cases/${id}/people`, given));
const phoneOf = (value: string) => ({ kind: 'phone', name: value, identifiers: [{ type: 'phone', value }] });

const toAddress = (person: string, more: object = {}) => ({
  person,
  to: { kind: 'address', chain: 'btc', address: ADDRESS },
  relation: 'Controls the key',
  basis: 'seized-device',
  mark: 'fact',
  confidence: { of: 'person', word: 'certain' },
  source: 'EV-11, entry 3',
  ...more,
});
const link = async (id: string, given: object): Promise<{ link: CaseLink; overlaps: CaseOverlap[] }> =>
  ok(await lead.post(`/cases/${id}/links`, given));

describe('a person or entity', () => {
  test('has a number of its letter, which stays when its kind changes', async () => {
    const { id } = await begin();
    await add(id);
    const { person } = await add(id, { ...suspect, name: 'Suspect B', detail: 'not identified' });
    await add(id, { kind: 'victim', name: 'Custody firm' });
    await add(id, { kind: 'witness', name: 'Signing officer' });
    expect((await people(id)).people.map(({ number }) => number)).toEqual(['P-1', 'P-2', 'V-1', 'V-2']);
    const row = { id: person.id, version: 1 };
    const changed = await add(id, { row, kind: 'witness', name: 'Suspect B' });
    expect(changed.person).toMatchObject({ number: 'P-2', kind: 'witness', detail: '', version: 2 });
    expect(ok<CaseOverview>(await lead.get(`/cases/${id}`)).counts).toMatchObject({ people: 4 });
  });

  test('is changed from its present version only, and nothing is overwritten', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const row = { id: person.id, version: 1 };
    await add(id, { row, ...suspect, note: 'First' });
    const late = await lead.post(`/cases/${id}/people`, { row, ...suspect, note: 'Second' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    expect((await people(id)).people[0]).toMatchObject({ note: 'First', version: 2 });
  });

  test('needs its kind, and the identifier that its kind is about', async () => {
    const { id } = await begin();
    expect((await lead.post(`/cases/${id}/people`, { name: 'Somebody' })).status).toBe(400);
    expect((await lead.post(`/cases/${id}/people`, { kind: 'ghost', name: 'X' })).body.detail).toContain('suspect');
    for (const kind of ['phone', 'domain', 'handle', 'exchange-account']) {
      const { status, body } = await lead.post(`/cases/${id}/people`, { kind, name: 'X' });
      expect([kind, status, body.kind]).toEqual([kind, 400, 'invalid']);
    }
  });

  test.each([
    [{ type: 'phone', value: '0044 (20) 7946-0018' }, '+442079460018'],
    [{ type: 'phone', value: '+44 20 7946 0018' }, '+442079460018'],
    [{ type: 'domain', value: 'Harbour-Support.Example' }, 'harbour-support.example'],
    [{ type: 'domain', value: 'bücher[.]example' }, 'xn--bcher-kva.example'],
    [{ type: 'handle', service: 'Telegram', value: '@Tide_Ops' }, 'Tide_Ops'],
    [{ type: 'account', service: 'Northgate', value: 'N-4471' }, 'N-4471'],
  ])('keeps %o as %s', async (identifier, value) => {
    const { id } = await begin();
    const { person } = await add(id, { ...suspect, identifiers: [identifier] });
    expect(person.identifiers).toEqual([{ service: '', ...identifier, value }]);
  });

  test.each([
    { type: 'phone', value: '020 7946 0018' },
    { type: 'phone', value: '+1 23' },
    { type: 'phone', value: '+0123456789' },
    { type: 'domain', value: 'https://shop.example/basket' },
    { type: 'domain', value: 'localhost' },
    { type: 'domain', value: '10.0.0.1' },
    { type: 'handle', value: '@tide_ops' },
    { type: 'handle', service: 'a:b', value: 'x' },
    { type: 'handle', service: 'Telegram', value: '@@' },
    { type: 'account', value: 'N-4471' },
  ])('refuses %o with what would be right', async (identifier) => {
    const { id } = await begin();
    const { status, body } = await lead.post(`/cases/${id}/people`, { ...suspect, identifiers: [identifier] });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/such as/)]);
    expect((await people(id)).people).toEqual([]);
  });

  test('is found by its name, its aliases and its identifiers', async () => {
    const { id } = await begin();
    await add(id, {
      ...suspect,
      aliases: ['Tidewater'],
      identifiers: [{ type: 'handle', service: 'Telegram', value: 'tide_ops' }],
    });
    for (const words of ['suspect a', 'tidewater', 'tide_ops']) {
      const { items } = ok<{ items: CaseHead[] }>(await lead.get(`/cases?words=${encodeURIComponent(words)}`));
      expect(items.map((head) => head.id)).toEqual([id]);
    }
  });

  test('is withdrawn with a reason, stays readable and takes no more changes', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const path = `/cases/${id}/people/${person.id}/withdrawal`;
    expect((await lead.post(path, { version: 2, why: 'Another person' })).status).toBe(409);
    const gone = ok<CasePerson>(await lead.post(path, { version: 1, why: 'Another person' }));
    expect(gone.withdrawn).toMatchObject({ by: 'Lead investigator', why: 'Another person' });
    expect((await lead.post(path, { version: 2, why: 'Again' })).status).toBe(409);
    const row = { id: person.id, version: 2 };
    expect((await lead.post(`/cases/${id}/people`, { row, ...suspect })).status).toBe(409);
    expect((await people(id)).people).toHaveLength(1);
    expect((await add(id)).person.number).toBe('P-2');
  });
});

describe('an overlap of people', () => {
  test.each(['open', 'need-to-know', 'sealed'] as const)(
    'with a case that is %s reports what its policy allows',
    async (policy) => {
      const theirs = await begin(policy, second);
      await add(theirs.id, phoneOf('+44 20 7946 0018'), second);
      const { id } = await begin();
      const { overlaps } = await add(id, phoneOf('0044 20 79460018'));
      const told = {
        open: [{ kind: 'case', id: theirs.id, number: theirs.number, title: 'Harbour', what: '+442079460018' }],
        'need-to-know': [{ kind: 'contact-the-custodian' }],
        sealed: [],
      };
      expect(overlaps).toEqual(told[policy]);
    },
  );

  test('goes by service and name of a handle, whichever way it is written', async () => {
    const theirs = await begin('open', second);
    const handle = (service: string, value: string) => ({
      kind: 'handle',
      name: value,
      identifiers: [{ type: 'handle', service, value }],
    });
    await add(theirs.id, handle('Telegram', '@Tide_Ops'), second);
    const { id } = await begin();
    expect((await add(id, handle('telegram', 'tide_ops'))).overlaps).toHaveLength(1);
    expect((await add(id, handle('Signal', 'tide_ops'))).overlaps).toEqual([]);
  });

  test('ends with the withdrawal of what was named', async () => {
    const theirs = await begin('open', second);
    const { person } = await add(theirs.id, phoneOf('+442079460018'), second);
    ok(await second.post(`/cases/${theirs.id}/people/${person.id}/withdrawal`, { version: 1, why: 'A wrong number' }));
    const { id } = await begin();
    expect((await add(id, phoneOf('+442079460018'))).overlaps).toEqual([]);
  });

  test('is found for the address of a link, and of a label', async () => {
    const theirs = await begin('open', second);
    ok(
      await second.post(`/cases/${theirs.id}/labels`, {
        chain: 'btc',
        address: ADDRESS,
        text: 'Hop 1',
        mark: 'claim',
        source: 'EV-01',
      }),
    );
    const { id } = await begin();
    const { person } = await add(id);
    expect((await link(id, toAddress(person.id))).overlaps).toMatchObject([{ kind: 'case', what: ADDRESS }]);
  });
});

describe('personal data', () => {
  const data = { birthDate: '1984-02-29', documents: [{ type: 'Passport', number: 'X123', issuer: 'Northland' }] };
  const reason = 'To prepare the interview of 3 March';

  test('are answered for a reason only, which the log keeps', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const path = `/cases/${id}/people/${person.id}/personal-data`;
    const changed = ok<CasePerson>(await lead.post(`${path}/change`, { version: 1, ...data }));
    expect(changed).toMatchObject({ hasPersonalData: true, version: 2 });
    expect(JSON.stringify(await people(id))).not.toMatch(/1984|X123/);
    expect((await lead.post(path, { reason: 'Why not' })).status).toBe(400);
    expect((await lead.post(path, {})).status).toBe(400);
    expect(ok<CasePersonalData>(await lead.post(path, { reason }))).toEqual({ person: person.id, version: 2, ...data });
    const [event] = (await listTestEvents(casework)).filter(({ action }) => action === 'case.person.open');
    expect(event).toMatchObject({ object: { kind: 'case', id }, details: { number: 'P-1', reason } });
  });

  test('are encrypted with the key of the case', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    ok(await lead.post(`/cases/${id}/people/${person.id}/personal-data/change`, { version: 1, ...data }));
    const row = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.find<{ personal: Buffer }>(sql`SELECT personal FROM case_person`),
    );
    expect(row?.personal.toString('latin1')).not.toMatch(/1984|Passport/);
  });

  test('are for members, and changed from the present version only', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const path = `/cases/${id}/people/${person.id}/personal-data`;
    expect((await second.post(path, { reason })).status).toBe(403);
    await join(id, 'viewer');
    expect(ok<CasePersonalData>(await second.post(path, { reason }))).toMatchObject({ birthDate: null, documents: [] });
    expect((await second.post(`${path}/change`, { version: 1, ...data })).status).toBe(403);
    ok(await lead.post(`${path}/change`, { version: 1, ...data }));
    expect((await lead.post(`${path}/change`, { version: 1, birthDate: null, documents: [] })).status).toBe(409);
    expect((await lead.post(`${path}/change`, { version: 2, ...data, birthDate: '2030-01-01' })).status).toBe(400);
    const cleared = await lead.post(`${path}/change`, { version: 2, birthDate: null, documents: [] });
    expect(ok<CasePerson>(cleared).hasPersonalData).toBe(false);
  });
});

describe('a link', () => {
  test('carries basis, mark, confidence, source, author and time, to an address of any chain', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const { link: made } = await link(id, toAddress(person.id));
    expect(made).toMatchObject({
      person: person.id,
      to: { kind: 'address', chain: 'btc', address: ADDRESS },
      basis: 'seized-device',
      mark: 'fact',
      confidence: { of: 'person', word: 'certain' },
      source: 'EV-11, entry 3',
      addedBy: 'Lead investigator',
      withdrawn: null,
    });
    const rule = {
      to: { kind: 'address', chain: 'eth', address: ETHER.toLowerCase() },
      basis: 'inference',
      mark: 'inference',
      confidence: { of: 'rule', rule: 'co-spend/3', score: 99 },
    };
    expect((await link(id, toAddress(person.id, rule))).link.to).toMatchObject({ address: ETHER });
    expect((await people(id)).addresses).toEqual([
      { chain: 'btc', address: ADDRESS, number: null },
      { chain: 'eth', address: ETHER, number: null },
    ]);
  });

  test('is refused for an address whose checksum is wrong, whatever the chain', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    for (const [chain, address] of [
      ['btc', `${ADDRESS.slice(0, -1)}T`],
      ['eth', ETHER.replace('d8dA', 'D8dA')],
      ['trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
      ['ltc', ADDRESS],
    ]) {
      const answer = await lead.post(
        `/cases/${id}/links`,
        toAddress(person.id, { to: { kind: 'address', chain, address } }),
      );
      expect([chain, answer.status]).toEqual([chain, 400]);
    }
    expect((await people(id)).links).toEqual([]);
  });

  test('joins two people of the case, and never one with itself or with somebody of another case', async () => {
    const { id } = await begin();
    const other = await begin();
    const [a, b, theirs] = [await add(id), await add(id), await add(other.id)];
    const to = (person: string) => toAddress(a.person.id, { to: { kind: 'person', person } });
    expect((await link(id, to(b.person.id))).link.to).toEqual({ kind: 'person', person: b.person.id });
    expect((await lead.post(`/cases/${id}/links`, to(a.person.id))).status).toBe(400);
    expect((await lead.post(`/cases/${id}/links`, to(theirs.person.id))).status).toBe(404);
  });

  test('is kept next to one that contradicts it, and is withdrawn with a reason', async () => {
    const { id } = await begin();
    const [a, b] = [await add(id), await add(id)];
    const first = await link(id, toAddress(a.person.id));
    await link(id, toAddress(b.person.id, { basis: 'statement', mark: 'claim', source: 'Interview' }));
    const path = `/cases/${id}/links/${first.link.id}/withdrawal`;
    expect(ok<CaseLink>(await lead.post(path, { why: 'Refuted by EV-12' })).withdrawn?.why).toBe('Refuted by EV-12');
    expect((await lead.post(path, { why: 'Again' })).status).toBe(409);
    const { links } = await people(id);
    expect(links.map(({ withdrawn }) => withdrawn === null)).toEqual([false, true]);
  });

  test('carries the mark that its basis allows', async () => {
    const { id } = await begin();
    const { person } = await add(id);
    const rule = { of: 'rule', rule: 'co-spend/3', score: 99 };
    for (const wrong of [
      { basis: 'statement', mark: 'fact' },
      { basis: 'inference', mark: 'fact' },
      { basis: 'exchange-records', mark: 'fact', confidence: rule },
      { basis: 'inference', mark: 'inference', confidence: { ...rule, score: 101 } },
      { basis: 'hearsay' },
    ]) {
      expect((await lead.post(`/cases/${id}/links`, toAddress(person.id, wrong))).status, JSON.stringify(wrong)).toBe(
        400,
      );
    }
  });
});

describe("a case's own label", () => {
  const label = { chain: 'btc', address: ADDRESS, text: 'Peel chain start', mark: 'inference', source: 'A-1' };

  test('stays in the case: no other answer of the server shows it', async () => {
    const { id } = await begin();
    const { label: made } = ok<{ label: CaseLabel }>(await lead.post(`/cases/${id}/labels`, label));
    expect(made).toMatchObject({ ...label, addedBy: 'Lead investigator', withdrawn: null });
    for (const path of [`/btc/addresses/${ADDRESS}`, `/labels/btc/${ADDRESS}`, `/attribution/btc/${ADDRESS}`]) {
      expect(await (await lead.raw(`/api/v1${path}`)).text()).not.toContain('Peel chain');
    }
    const other = await begin();
    expect((await people(other.id)).labels).toEqual([]);
  });

  test('is withdrawn with a reason and stays readable', async () => {
    const { id } = await begin();
    const { label: made } = ok<{ label: CaseLabel }>(await lead.post(`/cases/${id}/labels`, label));
    const path = `/cases/${id}/labels/${made.id}/withdrawal`;
    ok(await lead.post(path, { why: 'Another address' }));
    expect((await lead.post(path, { why: 'Again' })).status).toBe(409);
    expect((await people(id)).labels[0]?.withdrawn?.why).toBe('Another address');
    expect((await people(id)).addresses).toEqual([]);
  });
});

describe('roles', () => {
  test.each([
    ['viewer', 403],
    ['editor', 200],
    ['reviewer', 403],
    ['legal', 403],
    ['owner', 200],
  ])('%s: reads, and a change is %i', async (role, status) => {
    const { id } = await begin('sealed');
    const { person } = await add(id);
    const { link: made } = await link(id, toAddress(person.id));
    const label = { chain: 'btc', address: ADDRESS, text: 'Hop 1', mark: 'claim', source: 'A-1' };
    const { label: kept } = ok<{ label: CaseLabel }>(await lead.post(`/cases/${id}/labels`, label));
    await join(id, role);
    expect((await people(id, second)).people).toHaveLength(1);
    const changes: readonly [string, object][] = [
      [`/cases/${id}/people`, suspect],
      [`/cases/${id}/links`, toAddress(person.id)],
      [`/cases/${id}/labels`, label],
      [`/cases/${id}/people/${person.id}/personal-data/change`, { version: 1, birthDate: null, documents: [] }],
      [`/cases/${id}/links/${made.id}/withdrawal`, { why: 'Refuted' }],
      [`/cases/${id}/labels/${kept.id}/withdrawal`, { why: 'Refuted' }],
      [`/cases/${id}/people/${person.id}/withdrawal`, { version: 2, why: 'Refuted' }],
    ];
    for (const [path, body] of changes) expect([path, (await second.post(path, body)).status]).toEqual([path, status]);
  });

  test('to others a need-to-know case does not exist', async () => {
    const { id } = await begin('need-to-know');
    const { person } = await add(id);
    expect((await second.get(`/cases/${id}/people`)).body.detail).toBe('There is no such case.');
    expect((await second.post(`/cases/${id}/people`, suspect)).status).toBe(404);
    const reason = 'To prepare the interview';
    expect((await second.post(`/cases/${id}/people/${person.id}/personal-data`, { reason })).status).toBe(404);
  });
});

test('text of people is kept as text, and what is too long is refused', async () => {
  const { id } = await begin();
  const name = '<img src=x onerror=alert(1)>';
  expect((await add(id, { ...suspect, name })).person.name).toBe(name);
  expect((await add(id, { ...suspect, name: 'Cafe\u0301' })).person.name).toBe('Caf\u00e9');
  for (const wrong of [
    { name: 'x'.repeat(161) },
    { name: 'a\nb' },
    { note: 'x'.repeat(4_001) },
    { aliases: Array(21).fill('x') },
  ]) {
    expect((await lead.post(`/cases/${id}/people`, { ...suspect, ...wrong })).status).toBe(400);
  }
});

test('every change leaves its line in the log, under the case', async () => {
  const { id } = await begin();
  const { person } = await add(id);
  const { link: made } = await link(id, toAddress(person.id));
  await lead.post(`/cases/${id}/links/${made.id}/withdrawal`, { why: 'Refuted' });
  await people(id);
  const events = (await listTestEvents(casework)).filter(({ object }) => (object as { id?: string } | null)?.id === id);
  expect(events.map(({ action }) => action)).toEqual([
    'case.create',
    'case.person.set',
    'case.link.add',
    'case.link.withdraw',
    'view.listCasePeople',
  ]);
});
