import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseContacts } from '@trailmark/api/contract/case-contact';
import type { CasePolicy } from '@trailmark/core/case';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';
import { listOutbox } from '../../testing/outbox.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

let casework: TestCaseworkContext;
let people: Record<'asker' | 'custodian' | 'third', TestAccount>;
let asker: Asker;
let custodian: Asker;
let third: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    asker: await addAccount(casework, { name: 'Second analyst', email: 'analyst@north.example' }),
    custodian: await addAccount(casework, { name: 'Lead investigator', email: 'lead@north.example' }),
    third: await addAccount(casework, { name: 'Prosecutor', email: 'prosecutor@north.example' }),
  };
  [asker, custodian, third] = (await Promise.all(
    [people.asker, people.custodian, people.third].map((one) => openAsker(casework, one)),
  )) as [Asker, Asker, Asker];
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

/** A case of somebody that names the address. */
async function begin(by: Asker, title: string, policy: CasePolicy): Promise<CaseHead> {
  const head = ok<CaseHead>(await by.post('/cases', { template: 'ransomware', title, policy }));
  const input = { params: { chain: 'btc', address: ADDRESS }, query: {} };
  ok(await by.post(`/cases/${head.id}/items`, { kind: 'address', input }));
  return head;
}
const contacts = async (by: Asker, id: string) => ok<CaseContacts>(await by.get(`/cases/${id}/contacts`));
const write = (id: string, text = 'Which suspect do you follow?', by = asker) =>
  by.post(`/cases/${id}/contacts`, { text });
async function answer(id: string, contact: string, body: object, by = custodian): Promise<Answer> {
  casework.advance(60_000);
  return by.post(`/cases/${id}/contacts/${contact}/answer`, { text: '', ...body });
}
const texts = ({ sent }: CaseContacts) => sent?.messages.map(({ from, text }) => `${from}: ${text}`);

test('a message reaches the custodian, and the answer comes back, without a word of which case it is', async () => {
  const hidden = await begin(custodian, 'Kestrel', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'need-to-know');
  expect(await contacts(asker, own.id)).toEqual({ mayAsk: true, sent: null, received: [] });
  ok(await write(own.id));
  const [received] = (await contacts(custodian, hidden.id)).received;
  expect(received).toMatchObject({ asker: 'Second analyst', what: ADDRESS, about: null, state: 'open' });
  expect(received?.messages.map(({ text }) => text)).toEqual(['Which suspect do you follow?']);
  const { notices, counts } = ok<CaseOverview>(await custodian.get(`/cases/${hidden.id}`));
  expect(counts.contacts).toBe(1);
  expect(notices.map(({ sentence }) => sentence)).toContain(
    `Second analyst asks about ${ADDRESS}: “Which suspect do you follow?”`,
  );
  ok(await answer(hidden.id, received?.id ?? '', { answer: 'reply', text: 'Call me on Monday.' }));
  const back = await asker.get(`/cases/${own.id}/contacts`);
  expect(texts(ok(back))).toEqual(['asker: Which suspect do you follow?', 'custodian: Call me on Monday.']);
  expect(JSON.stringify(back.body)).not.toMatch(new RegExp(`${hidden.id}|${hidden.number}|Kestrel|Lead investigator`));
  const mails = (await listOutbox(casework)).filter(({ subject }) => subject.includes('message about a case'));
  expect(mails.map(({ recipient }) => recipient)).toEqual(['lead@north.example', 'analyst@north.example']);
  expect(mails.map(({ body }) => body).join()).not.toMatch(/Kestrel|Orchard|12cb|analyst asks|Monday/);
  expect(ok<CaseOverview>(await asker.get(`/cases/${own.id}`)).notices.at(0)?.sentence).toBe(
    'The custodian of a case that you may not see has answered you.',
  );
  const log = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('case.contact'));
  expect(log.map(({ action }) => action).sort()).toEqual([
    'case.contact.answer',
    'case.contact.ask',
    'case.contact.asked',
  ]);
});

test('a message and a notice name the other case only as long as its policy lets the reader see it', async () => {
  const hidden = await begin(custodian, 'Kestrel', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'open');
  ok(await write(own.id));
  const seen = async () => {
    const { received } = await contacts(custodian, hidden.id);
    const { notices } = ok<CaseOverview>(await custodian.get(`/cases/${hidden.id}`));
    return [received[0]?.about?.title ?? null, notices.some(({ sentence }) => sentence.includes('Orchard'))];
  };
  expect(await seen()).toEqual(['Orchard', true]);
  ok(await asker.post(`/cases/${own.id}/policy`, { version: 1, policy: 'sealed' }));
  expect(await seen()).toEqual([null, false]);
  const copies = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list(sql`SELECT facts::text AS copy FROM case_notice UNION ALL SELECT about::text FROM case_contact_side`),
  );
  expect(JSON.stringify(copies)).not.toMatch(/Orchard|\d{4}-\d{5}/);
});

test('a custodian may say which case it is, or decline and get no more requests', async () => {
  const hidden = await begin(custodian, 'Kestrel', 'need-to-know');
  const other = await begin(third, 'Lantern', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'open');
  ok(await write(own.id));
  const mine = (await contacts(custodian, hidden.id)).received[0];
  expect(mine?.about).toMatchObject({ id: own.id, title: 'Orchard' });
  ok(await answer(hidden.id, mine?.id ?? '', { answer: 'reveal' }));
  const theirs = (await contacts(third, other.id)).received[0];
  ok(await answer(other.id, theirs?.id ?? '', { answer: 'decline', text: 'No.' }, third));
  expect(texts(await contacts(asker, own.id))).toEqual([
    'asker: Which suspect do you follow?',
    `custodian: The case is ${hidden.number}, Kestrel. Its custodian is Lead investigator.`,
    'custodian: No.',
  ]);
  // One custodian never learns of the other.
  expect((await contacts(third, other.id)).received[0]?.messages.map(({ text }) => text)).toEqual([
    'Which suspect do you follow?',
    'No.',
  ]);
  ok(await write(own.id, 'And now?'));
  const recipients = (await listOutbox(casework)).map(({ recipient }) => recipient);
  expect(recipients.filter((one) => one === 'prosecutor@north.example')).toHaveLength(1);
  expect(recipients.filter((one) => one === 'lead@north.example')).toHaveLength(2);
});

test('of a sealed case nothing is requested, answered or reported, as if nothing overlapped', async () => {
  const own = await begin(asker, 'Orchard', 'need-to-know');
  const before = [await asker.get(`/cases/${own.id}/contacts`), await write(own.id)];
  await begin(custodian, 'Copperfield', 'sealed');
  const after = [await asker.get(`/cases/${own.id}/contacts`), await write(own.id)];
  const strip = (answers: readonly Answer[]) => answers.map(({ status, body }) => ({ status, ...body, reference: '' }));
  expect(strip(after)).toEqual(strip(before));
  expect(before[1]?.status).toBe(409);
  expect((await listOutbox(casework)).filter(({ recipient }) => recipient === 'lead@north.example')).toEqual([]);
});

test('from a sealed case nobody gets a request, and a viewer sends none', async () => {
  await begin(custodian, 'Kestrel', 'need-to-know');
  const sealed = await begin(asker, 'Orchard', 'sealed');
  expect((await contacts(asker, sealed.id)).mayAsk).toBe(false);
  expect((await write(sealed.id)).status).toBe(409);
  const open = await begin(asker, 'Meadow', 'open');
  expect((await contacts(third, open.id)).mayAsk).toBe(false);
  expect((await write(open.id, 'Who?', third)).status).toBe(403);
});

test('only an owner answers, only in the own case, and with words', async () => {
  const hidden = await begin(custodian, 'Kestrel', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'need-to-know');
  ok(await write(own.id));
  const side = (await contacts(custodian, hidden.id)).received[0]?.id ?? '';
  ok(await custodian.post(`/cases/${hidden.id}/members`, { account: people.third.id, role: 'editor' }));
  expect((await answer(hidden.id, side, { answer: 'reply', text: 'Hello' }, third)).status).toBe(403);
  expect((await answer(hidden.id, side, { answer: 'reply' })).status).toBe(400);
  expect((await answer(own.id, side, { answer: 'reply', text: 'Hello' }, asker)).status).toBe(404);
});

test('each side reads its own half of the tables and no row of the other', async () => {
  const hidden = await begin(custodian, 'Kestrel', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'need-to-know');
  ok(await write(own.id));
  const side = (await contacts(custodian, hidden.id)).received[0]?.id ?? '';
  ok(await answer(hidden.id, side, { answer: 'reply', text: 'Hello' }));
  const count = (account: TestAccount) =>
    casework.store.transact({ kind: 'agency', agency: account.agency, account: account.id }, async (tx) => {
      const counts: number[] = [];
      for (const table of [sql`case_contact`, sql`case_contact_side`, sql`case_contact_message`]) {
        counts.push((await tx.list(sql`SELECT 1 FROM ${table}`)).length);
      }
      return counts;
    });
  expect(await count(people.asker)).toEqual([1, 0, 2]);
  expect(await count(people.custodian)).toEqual([0, 1, 2]);
  expect(await count(people.third)).toEqual([0, 0, 0]);
});

test('a thread has a hundred messages', async () => {
  await begin(custodian, 'Kestrel', 'need-to-know');
  const own = await begin(asker, 'Orchard', 'need-to-know');
  ok(await write(own.id));
  await casework.store.asOwner(`
    INSERT INTO case_contact_message (id, agency_id, contact_id, kind, text, at)
    SELECT gen_random_uuid(), agency_id, id, 'ask', 'x', at FROM case_contact, generate_series(1, 98)`);
  ok(await write(own.id, 'The hundredth.'));
  const { status, body } = await write(own.id, 'One more.');
  expect([status, body.detail]).toEqual([409, expect.stringContaining('100 messages at most')]);
});
