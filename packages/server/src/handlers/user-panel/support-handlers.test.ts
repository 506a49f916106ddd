import { randomUUID } from 'node:crypto';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';

const TICKET = {
  category: 'fault',
  severity: 'high',
  tool: '/address-search',
  subject: 'An export stops',
  text: 'The export of a long history stops after a minute.',
  diagnostics: null,
};

let casework: TestCaseworkContext;
let lead: { asker: Asker; account: TestAccount };
let admin: { asker: Asker; account: TestAccount };

async function addPerson(given: Parameters<typeof addAccount>[1]) {
  const account = await addAccount(casework, given);
  return { account, asker: await openAsker(casework, account) };
}

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}
const listMail = () =>
  casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<Mail & object>(sql`SELECT recipient, subject, body FROM mail ORDER BY created_at, recipient`),
  );

async function open(asker: Asker, more: object = {}): Promise<string> {
  const { status, body } = await asker.post('/support/tickets', { ...TICKET, key: randomUUID(), ...more });
  expect(body).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(200);
  return String(body.id);
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await addPerson({ email: 'lead@north.example' });
  admin = await addPerson({ email: 'admin@north.example', role: 'agency-admin' });
});

describe('a ticket', () => {
  test('goes to the administrators of the agency by an email without what was written', async () => {
    const id = await open(lead.asker);
    const mails = await listMail();
    expect(mails.map(({ recipient }) => recipient)).toEqual(['admin@north.example']);
    expect(mails[0]?.body).toContain(`/support/${id}`);
    expect(JSON.stringify(mails)).not.toMatch(/export|lead@north/);
    const event = (await listTestEvents(casework)).find(({ action }) => action === 'support.open');
    expect(event).toMatchObject({
      object: { kind: 'ticket', id },
      details: { severity: 'high', hasDiagnostics: false },
    });
    expect(JSON.stringify(event)).not.toContain('stops');
  });

  test('sent twice with one key is one ticket and one email', async () => {
    const key = randomUUID();
    const ids = await Promise.all([open(lead.asker, { key }), open(lead.asker, { key }), open(lead.asker, { key })]);
    expect(new Set(ids).size).toBe(1);
    expect((await lead.asker.get('/support/tickets')).body).toMatchObject({ total: 1 });
    expect(await listMail()).toHaveLength(1);
    expect((await lead.asker.get(`/support/tickets/${ids[0]}`)).body.messages).toHaveLength(1);
  });

  test('is answered, waits for its author, is opened by an answer and is solved', async () => {
    const id = await open(lead.asker);
    const answered = await admin.asker.post(`/support/tickets/${id}/replies`, {
      key: randomUUID(),
      text: 'Which one?',
    });
    expect(answered.body).toMatchObject({ status: 'waiting', isOwn: false, messageCount: 2 });
    const again = await lead.asker.post(`/support/tickets/${id}/replies`, { key: randomUUID(), text: 'The long one.' });
    expect(again.body).toMatchObject({ status: 'open', isOwn: true });
    expect(again.body.messages).toMatchObject([
      { isOwn: true, isAdmin: false },
      { isOwn: false, isAdmin: true, author: 'Lead investigator', text: 'Which one?' },
      { isOwn: true, isAdmin: false, text: 'The long one.' },
    ]);
    const solved = await lead.asker.post(`/support/tickets/${id}/status`, { status: 'solved' });
    expect(solved.body.status).toBe('solved');
    expect((await listMail()).map(({ recipient, subject }) => `${recipient} ${subject}`)).toEqual([
      'admin@north.example Trailmark: A support ticket was opened',
      'lead@north.example Trailmark: A support ticket has a new answer',
      'admin@north.example Trailmark: A support ticket has a new answer',
      'admin@north.example Trailmark: A support ticket was marked as solved',
    ]);
  });

  test('of somebody else answers like one that is not there, in the own agency and in another', async () => {
    const id = await open(lead.asker);
    const colleague = await addPerson({ email: 'other@north.example' });
    const agency = await addAgency(casework, 'Harbour Customs');
    const foreignAdmin = await addPerson({ agency, email: 'admin@harbour.example', role: 'agency-admin' });
    const auditor = await addPerson({ agency, email: 'audit@harbour.example', role: 'auditor' });
    for (const { asker } of [colleague, foreignAdmin, auditor]) {
      const unknown = (await asker.get(`/support/tickets/${randomUUID()}`)).body.detail;
      const answers = [
        await asker.get(`/support/tickets/${id}`),
        await asker.post(`/support/tickets/${id}/replies`, { key: randomUUID(), text: 'Mine now.' }),
        await asker.post(`/support/tickets/${id}/status`, { status: 'solved' }),
      ];
      expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(Array(3).fill([404, unknown]));
      expect((await asker.get('/support/tickets')).body).toMatchObject({ total: 0, items: [] });
    }
    expect((await foreignAdmin.asker.get('/support/tickets?scope=all')).body.total).toBe(0);
    expect((await colleague.asker.get('/support/tickets?scope=all')).status).toBe(403);
    expect((await lead.asker.get(`/support/tickets/${id}`)).body).toMatchObject({ status: 'open', messageCount: 1 });
  });

  test('is seen by an administrator of the installation, whose name its author may not see', async () => {
    const agency = await addAgency(casework, 'Harbour Customs');
    const platform = await addPerson({ agency, email: 'root@harbour.example', role: 'platform-admin' });
    const id = await open(lead.asker);
    expect((await platform.asker.get('/support/tickets?scope=all&status=open')).body).toMatchObject({ total: 1 });
    await platform.asker.post(`/support/tickets/${id}/replies`, { key: randomUUID(), text: 'Seen.' });
    const { body } = await lead.asker.get(`/support/tickets/${id}`);
    expect(body.messages).toMatchObject([{}, { isAdmin: true, author: null, text: 'Seen.' }]);
    expect((await listMail()).map(({ recipient }) => recipient).sort()).toEqual([
      'admin@north.example',
      'lead@north.example',
      'root@harbour.example',
    ]);
  });
});

describe('what a ticket may hold', () => {
  test.each([
    [{ subject: '  ' }, 'subject'],
    [{ subject: 'a\u202eb' }, 'subject'],
    [{ text: ' \n ' }, 'text'],
    [{ tool: '/address-search/btc/1A1zP1' }, 'tool'],
    [{ diagnostics: 'no json' }, 'diagnostics'],
    [{ diagnostics: '{"a":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}' }, 'diagnostics'],
    [{ diagnostics: '{"a":["lead@north.example"]}' }, 'diagnostics'],
  ])('%j is rejected next to its field', async (more, field) => {
    const { status, body } = await lead.asker.post('/support/tickets', { ...TICKET, key: randomUUID(), ...more });
    expect([status, body.field]).toEqual([400, field]);
    expect((await lead.asker.get('/support/tickets')).body.total).toBe(0);
  });

  test('markup is text, and characters that cannot be seen are dropped from it', async () => {
    const id = await open(lead.asker, { text: '<img src=x onerror=alert(1)>\r\nnext\u0000 line\ud800' });
    const { body } = await lead.asker.get(`/support/tickets/${id}`);
    expect(body.messages).toMatchObject([{ text: '<img src=x onerror=alert(1)>\nnext line\ufffd' }]);
  });

  test('diagnostics are kept byte for byte', async () => {
    const diagnostics = JSON.stringify({ software: 'Trailmark 0.1.0', errors: ['[identifier] was refused'] }, null, 2);
    const id = await open(lead.asker, { diagnostics });
    expect((await admin.asker.get(`/support/tickets/${id}`)).body.diagnostics).toBe(diagnostics);
  });

  test('server-owned fields are refused', async () => {
    for (const more of [{ status: 'solved' }, { agency: randomUUID() }, { accountId: admin.account.id }]) {
      expect((await lead.asker.post('/support/tickets', { ...TICKET, key: randomUUID(), ...more })).status).toBe(400);
    }
  });

  test('after 60 messages within an hour the next one is turned away in words', async () => {
    const id = await open(lead.asker);
    for (let i = 0; i < 59; i += 1) {
      await lead.asker.post(`/support/tickets/${id}/replies`, { key: randomUUID(), text: `${i}` });
    }
    const { status, body } = await lead.asker.post(`/support/tickets/${id}/replies`, { key: randomUUID(), text: 'x' });
    expect(status).toBe(429);
    expect(body.detail).toContain('60 messages');
    casework.advance(3_600_001);
    await open(await openAsker(casework, lead.account));
  });
});

test('the application may not change or delete what was written', async () => {
  await open(lead.asker);
  const forbidden = [
    sql`UPDATE support_message SET text = 'x'`,
    sql`DELETE FROM support_message`,
    sql`UPDATE support_ticket SET subject = 'x'`,
    sql`DELETE FROM support_ticket`,
  ];
  for (const statement of forbidden) {
    await expect(casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement))).rejects.toThrow(
      /permission denied/,
    );
  }
});

test('facts of the server hold versions and no names', async () => {
  const { status, body } = await lead.asker.get('/support/facts');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    software: 'Trailmark test',
    runtime: expect.stringMatching(/^Node 24/),
    profile: 'standard',
  });
  expect(JSON.stringify(body)).not.toMatch(/north|127\.0\.0\.1/i);
});
