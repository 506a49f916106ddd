import { randomUUID } from 'node:crypto';
import { insertContactMessage } from '@trailmark/store/cases/contact/contact-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
  withCasework,
} from '../testing/accounts.ts';

const REASON = 'Contract ended';
const SECRET = 'k'.repeat(43);
const FACTS = { name: 'East Customs', kind: 'customs', country: 'mt', seats: 5 };

let casework: TestCaseworkContext;
let platform: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  platform = await addAccount(casework, { role: 'platform-admin' });
});

async function ask(path: string, body?: object, { who = platform, at = casework } = {}) {
  const { headers } = await openTestSession(casework, who);
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await createCaseworkApp(at).request(`http://127.0.0.1:3000/api/v1${path}`, init);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  return { status: response.status, body: (await response.json()) as any };
}

async function addEast(): Promise<string> {
  return (await ask('/admin/agencies', FACTS)).body.id as string;
}

describe('an agency', () => {
  test('is made with its country in capitals, changed with what differed in the log, and named once', async () => {
    const id = await addEast();
    const changed = await ask(`/admin/agencies/${id}`, { ...FACTS, name: 'East Coast Customs', seats: null });
    expect(changed.body).toEqual({ done: true });
    const { body } = await ask('/admin/agencies');
    expect(body.items[0]).toMatchObject({ id, name: 'East Coast Customs', country: 'MT', seats: null, seatsUsed: 0 });
    const event = (await listTestEvents(casework)).find(({ action }) => action === 'agency.update');
    expect(event).toMatchObject({ details: { nameFrom: 'East Customs', nameTo: 'East Coast Customs', seatsFrom: 5 } });
    const twice = await ask('/admin/agencies', { ...FACTS, name: 'EAST coast customs' });
    expect([twice.status, twice.body.field]).toEqual([409, 'name']);
  });

  test('states which field is wrong', async () => {
    for (const [wrong, field] of [
      [{ name: ' \u0000 ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ country: 'Malta' }, 'country'],
    ] as const) {
      const answer = await ask('/admin/agencies', { ...FACTS, ...wrong });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    expect((await ask('/admin/agencies', { ...FACTS, seats: 0 })).status).toBe(400);
    expect((await ask('/admin/agencies', { ...FACTS, status: 'active' })).status).toBe(400);
  });

  test('that is suspended stops all its people at their next request, and starts none of their old sessions again', async () => {
    const id = await addEast();
    const person = await addAccount(casework, { agency: id, email: 'analyst@east.example' });
    const { headers } = await openTestSession(casework, person);
    const app = createCaseworkApp(casework);
    const status = async () => (await app.request('http://127.0.0.1:3000/api/v1/sessions', { headers })).status;
    expect(await status()).toBe(200);
    await ask(`/admin/agencies/${id}/status`, { status: 'suspended', reason: REASON });
    expect(await status()).toBe(401);
    await ask(`/admin/agencies/${id}/status`, { status: 'active', reason: 'Renewed' });
    expect(await status()).toBe(401);
  });

  test('takes domains that can be an agency’s, each for one agency, and gives them back', async () => {
    const id = await addEast();
    const add = (domain: string, agency = id) =>
      ask(`/admin/agencies/${agency}/domains`, { domain, hasSubdomains: true });
    expect((await add(' Customs.EAST.example ')).body).toEqual({ domain: 'customs.east.example' });
    for (const wrong of [
      '',
      'east',
      'east.example.',
      'gmail.com',
      'co.uk',
      'a b.example',
      '\u0435ast.example',
      'https://east.example',
      'xn--80ak6aa92e.com',
      'x@east.example',
    ]) {
      const answer = await add(wrong);
      expect([wrong, answer.status, answer.body.field]).toEqual([wrong, 400, 'domain']);
    }
    const taken = await add('customs.east.example', platform.agency);
    expect([taken.status, taken.body.field]).toEqual([409, 'domain']);
    const remove = () => ask(`/admin/agencies/${id}/domains/remove`, { domain: 'customs.east.example' });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    const lines = (await listTestEvents(casework))
      .filter(({ action, outcome }) => outcome === 'success' && /domain$/.test(String(action)))
      .map(({ action, object }) => [action, object]);
    expect(lines.sort()).toEqual(
      ['agency.add-domain', 'agency.remove-domain'].map((action) => [action, { kind: 'agency', id }]),
    );
  });
});

async function addMail(subject: string): Promise<string> {
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const body = `Set it:\nhttp://127.0.0.1:3000/reset-password#${SECRET}\nGuide: http://127.0.0.1:3000/support\n`;
    await queueMail(tx, { recipient: 'lead@north.example', subject, body });
    const row = await tx.find<{ id: string }>(sql`SELECT id FROM mail WHERE subject = ${subject}`);
    return row?.id ?? '';
  });
}

const setStatus = (id: string, status: string) =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE mail SET status = ${status} WHERE id = ${id}`));

describe('the outbox', () => {
  test('lists emails without their texts', async () => {
    await addMail('Hello');
    const list = await ask('/admin/mails?q=LEAD@');
    expect(list.body).toMatchObject({ items: [{ subject: 'Hello', status: 'queued' }], hasMailServer: false });
    expect(JSON.stringify(list.body)).not.toContain(SECRET);
  });

  test('shows a link that opens an account only where a person has to hand it on, and logs that it did', async () => {
    const id = await addMail('Link');
    const alone = await ask(`/admin/mails/${id}/body`);
    expect(alone.body.body).toContain(SECRET);
    const served = withCasework(casework, { settings: { smtpUrl: 'smtp://mail.example' } });
    const shown = await ask(`/admin/mails/${id}/body`, undefined, { at: served });
    expect(shown.body).toMatchObject({ withheldLinks: 1 });
    expect(shown.body.body).not.toContain(SECRET);
    expect(shown.body.body).toContain('http://127.0.0.1:3000/support');
    const events = (await listTestEvents(casework)).filter(({ action }) => action === 'mail.read');
    expect(events.map(({ details }) => (details as { showsLinks: boolean }).showsLinks)).toEqual([true, false]);
  });

  test('asks for a fresh proof before it shows a text', async () => {
    const id = await addMail('Link');
    const { headers } = await openTestSession(casework, platform);
    casework.advance(6 * 60_000);
    const answer = await createCaseworkApp(casework).request(`http://127.0.0.1:3000/api/v1/admin/mails/${id}/body`, {
      headers,
    });
    expect([answer.status, await answer.json()]).toMatchObject([401, { reason: 'step-up' }]);
  });

  test('cancels and sends again, but never what was sent', async () => {
    const id = await addMail('Notice');
    expect((await ask(`/admin/mails/${id}/cancel`, {})).status).toBe(200);
    expect((await ask(`/admin/mails/${id}/cancel`, {})).status).toBe(409);
    expect((await ask(`/admin/mails/${id}/retry`, {})).status).toBe(200);
    expect((await ask('/admin/mails?status=queued')).body).toMatchObject({ items: [{ id }], counts: { queued: 1 } });
    await setStatus(id, 'sent');
    expect((await ask(`/admin/mails/${id}/retry`, {})).status).toBe(409);
    expect((await ask(`/admin/mails/${id}/cancel`, {})).status).toBe(409);
    expect((await ask(`/admin/mails/${randomUUID()}/retry`, {})).status).toBe(404);
  });

  test('pages newest first without losing or repeating an email', async () => {
    for (let i = 0; i < 7; i += 1) await addMail(`Mail ${i}`);
    const first = await ask('/admin/mails?limit=4');
    const second = await ask(`/admin/mails?limit=4&cursor=${first.body.next}`);
    const seen = [...first.body.items, ...second.body.items].map(({ subject }: { subject: string }) => subject);
    expect(new Set(seen).size).toBe(7);
    expect(second.body.next).toBeNull();
    expect((await ask(`/admin/contact-messages?cursor=${first.body.next}`)).status).toBe(400);
  });
});

describe('the inbox', () => {
  const add = async (message: string): Promise<string> => {
    const id = randomUUID();
    const text = {
      name: '<b>x</b>',
      email: 'a@b.example',
      agency: '',
      phone: '',
      origin: 'LEPORTAL',
      source: '192.0.2.1',
    };
    await casework.store.transact({ kind: 'system' }, (tx) =>
      insertContactMessage(tx, id, { ...text, message }, casework.now()),
    );
    return id;
  };

  test('gives messages as they were typed, with the note of whoever handles them', async () => {
    const id = await add('<img src=x onerror=alert(1)>');
    expect((await ask('/admin/contact-messages')).body).toMatchObject({ open: 1, items: [{ id, name: '<b>x</b>' }] });
    const change = { status: 'done', note: 'Answered by phone', seen: null };
    expect((await ask(`/admin/contact-messages/${id}`, change)).status).toBe(200);
    expect((await ask(`/admin/contact-messages/${id}`)).body).toMatchObject({
      message: '<img src=x onerror=alert(1)>',
      status: 'done',
      note: 'Answered by phone',
      handledBy: 'Lead investigator',
    });
    expect((await ask('/admin/contact-messages?status=new')).body).toMatchObject({ open: 0, items: [] });
  });

  test('does not write over what another administrator noted meanwhile', async () => {
    const id = await add('Hello');
    const change = { status: 'open', note: 'Mine', seen: null };
    const answers = await Promise.all([1, 2, 3].map(() => ask(`/admin/contact-messages/${id}`, change)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await ask(`/admin/contact-messages/${randomUUID()}`, change)).status).toBe(404);
  });
});
