import {
  findContactMessage,
  listContactMessages,
  updateContactMessage,
} from '@trailmark/store/cases/contact/contact-rows';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { listOutbox } from '../../testing/outbox.ts';

let casework: TestCaseworkContext;
let app: Hono;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const MESSAGE = {
  name: 'Service officer',
  email: 'service.officer@north.example',
  message: 'Please call us back.',
  agency: 'North District Police',
  phone: '+1 555 0100',
  from: 'LEPORTAL',
};

async function send(
  change: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return app.request('http://127.0.0.1/api/contactUs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...MESSAGE, ...change }),
  });
}
const stored = () => casework.store.transact({ kind: 'system' }, (tx) => listContactMessages(tx, { limit: 100 }));

describe('a contact message', () => {
  test('is kept, emailed to the contact address and logged, all or nothing', async () => {
    const answer = await send();
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
    expect(await stored()).toMatchObject([
      { name: 'Service officer', message: 'Please call us back.', origin: 'LEPORTAL', status: 'new' },
    ]);
    expect(await listOutbox(casework)).toMatchObject([
      { recipient: 'service@north.example', subject: 'A message of the contact form' },
    ]);
    const events = await listTestEvents(casework);
    expect(events).toMatchObject([{ action: 'contact.send', outcome: 'success' }]);
    expect(JSON.stringify(events)).not.toContain('call us back');
  });

  test('with fields that the form would mark is taken, for the form does not block it', async () => {
    for (const field of ['name', 'email', 'message', 'agency', 'phone']) {
      expect((await send({ [field]: '' })).status).toBe(200);
      casework.advance(600_000);
    }
    expect((await stored()).length).toBe(5);
  });

  test('with nothing in it is rejected next to the message', async () => {
    const answer = await send({ name: ' ', email: '', message: '\n', agency: '', phone: '' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ field: 'message', detail: 'Message is required' });
    expect(await stored()).toEqual([]);
  });

  test('comes from a person who is signed in as well', async () => {
    const { headers } = await openTestSession(casework, await addAccount(casework));
    expect((await send({}, headers)).status).toBe(200);
    expect((await stored()).length).toBe(1);
  });

  test('is taken five times in ten minutes from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(answers.filter(({ status }) => status === 429).length).toBe(7);
    casework.advance(600_001);
    expect((await send()).status).toBe(200);
  });

  test('is refused when a field is longer than it can be, and nothing of it is kept', async () => {
    expect((await send({ message: 'a'.repeat(10_001) })).status).toBe(400);
    expect((await send({ message: 'a'.repeat(10_000) })).status).toBe(200);
    expect((await send({ message: '\u{1f600}'.repeat(5_000) })).status).toBe(200);
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    "'; DROP TABLE contact_message; --",
    '\u202eevil\u202c',
    '{{constructor.constructor("alert(1)")()}}',
    '=cmd|calc!A1',
  ])('of %j is kept as typed, and quoted in the email', async (text) => {
    await send({ name: text, message: `${text}\nFrom: us` });
    expect((await stored())[0]).toMatchObject({ name: text, message: `${text}\nFrom: us` });
    const [mail] = await listOutbox(casework);
    expect(mail?.body).toContain('\n> From: us');
    expect(mail?.subject).toBe('A message of the contact form');
  });

  test('with characters that a database cannot hold is taken with a mark in their place', async () => {
    await send({ message: 'a\0b\ud800c' });
    expect((await stored())[0]?.message).toBe('a\ufffdb\ufffdc');
  });
});

test('an agency sees no contact message, and the installation notes how far one is handled', async () => {
  await send();
  const [message] = await stored();
  const id = message?.id ?? '';
  const account = await addAccount(casework, { role: 'agency-admin' });
  const agency = { kind: 'agency', agency: account.agency, account: account.id } as const;
  const change = { status: 'done', note: 'Called back', by: account.id, at: casework.now() } as const;
  expect(await casework.store.transact(agency, (tx) => listContactMessages(tx, { limit: 10 }))).toEqual([]);
  expect(await casework.store.transact(agency, (tx) => updateContactMessage(tx, id, change))).toBe(false);
  const platform = { kind: 'platform', account: account.id } as const;
  expect(await casework.store.transact(platform, (tx) => updateContactMessage(tx, id, change))).toBe(true);
  expect(await casework.store.transact(platform, (tx) => findContactMessage(tx, id))).toMatchObject({
    status: 'done',
    note: 'Called back',
  });
});
