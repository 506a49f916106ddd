import type { AddressInfo } from 'node:net';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { sql } from '@trailmark/store/cases/sql';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createCaseworkApp,
  createTestCaseworkContext,
  type TestCaseworkContext,
  withCasework,
} from '../testing/accounts.ts';
import { deliverDueMails, deliverMail, waitAfter } from './deliver-mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

let casework: TestCaseworkContext;
let received: Received[] = [];
let server: SMTPServer | undefined;
const { signal } = new AbortController();

interface SinkOptions {
  readonly port?: number;
  /** What the server answers to a recipient; it takes all without. */
  readonly refusal?: { readonly code: number; readonly text: string };
}

async function startSink({ port = 0, refusal }: SinkOptions = {}): Promise<number> {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, answer) =>
      answer(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server = sink;
  await new Promise<void>((resolve) => {
    sink.listen(port, '127.0.0.1', () => resolve());
  });
  return (sink.server.address() as AddressInfo).port;
}

async function stopSink(): Promise<void> {
  const sink = server;
  server = undefined;
  if (sink) await new Promise<void>((resolve) => sink.close(() => resolve()));
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  received = [];
  await casework.clear();
});
afterEach(stopSink);
afterAll(() => casework.close());

const at = (port: number) => withCasework(casework, { settings: { smtpUrl: `smtp://127.0.0.1:${port}` } });
const queue = (recipient: string, subject = 'Subject', body = 'Body') =>
  casework.store.transact({ kind: 'system' }, (tx) => queueMail(tx, { recipient, subject, body }));
const statuses = () =>
  casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ status: string; attempts: number; last_error: string | null }>(
      sql`SELECT status, attempts, last_error FROM mail ORDER BY created_at, ctid`,
    ),
  );
const makeDue = () =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE mail SET next_attempt_at = ${casework.now()}`));

describe('the outbox', () => {
  test('is sent as plain text from the contact address, each email once', async () => {
    const open = at(await startSink());
    await queue('one@north.example', 'First', 'Plain words\n');
    await queue('two@north.example');
    await deliverMail(open, signal);
    await deliverMail(open, signal);
    expect(received.map(({ to }) => to)).toEqual([['one@north.example'], ['two@north.example']]);
    expect(received[0]?.from).toBe('service@north.example');
    expect(received[0]?.text).toMatch(/Content-Type: text\/plain/);
    expect(received[0]?.text).toMatch(/Auto-Submitted: auto-generated/i);
    expect(received[0]?.text).not.toMatch(/text\/html|multipart/);
    expect((await statuses()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('keeps everything without a mail server', async () => {
    await queue('one@north.example');
    await deliverMail(casework, signal);
    expect(await statuses()).toEqual([{ status: 'queued', attempts: 0, last_error: null }]);
  });

  test('is worked off by ten workers at once without sending one email twice', async () => {
    const open = at(await startSink());
    for (let i = 0; i < 30; i += 1) await queue(`person${i}@north.example`);
    await Promise.all(Array.from({ length: 10 }, () => deliverMail(open, signal)));
    expect(new Set(received.map(({ to }) => to[0])).size).toBe(30);
    expect(received.length).toBe(30);
  });

  test('gives up an email that the server refuses for good, and continues with the next', async () => {
    const port = await startSink({ refusal: { code: 550, text: 'No such\u0007 mailbox' } });
    await queue('one@north.example');
    await deliverMail(at(port), signal);
    expect(await statuses()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  test('keeps an email that is refused for now', async () => {
    const port = await startSink({ refusal: { code: 451, text: 'Greylisted' } });
    await queue('one@north.example');
    await deliverMail(at(port), signal);
    expect(await statuses()).toMatchObject([
      { status: 'queued', attempts: 1, last_error: expect.stringMatching(/Greylisted/) },
    ]);
  });

  test('waits a minute after the first failure, and never more than an hour', () => {
    expect([1, 2, 3, 6, 7, 8, 78].map((attempts) => waitAfter(attempts) / 60_000)).toEqual([1, 2, 4, 32, 60, 60, 60]);
  });
});

test('a contact message that was taken while the mail server was down arrives once after it is back', async () => {
  const port = await startSink();
  await stopSink();
  const open = at(port);
  const app = createCaseworkApp(open);
  const answer = await app.request('http://127.0.0.1/api/contactUs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Service officer',
      email: 'a@north.example',
      message: 'Please call.',
      agency: 'North',
      phone: '1',
      from: 'LEPORTAL',
    }),
  });
  expect(answer.status).toBe(200);
  await deliverMail(open, signal);
  expect(await statuses()).toMatchObject([
    { status: 'queued', attempts: 1, last_error: expect.stringMatching(/ECONNREFUSED/) },
  ]);
  await startSink({ port });
  await makeDue();
  // Another process over the same database, as after a restart.
  const restarted = withCasework(open, {});
  await Promise.all([deliverMail(restarted, signal), deliverMail(restarted, signal), deliverMail(open, signal)]);
  await deliverMail(restarted, signal);
  expect(received.length).toBe(1);
  expect(received[0]?.to).toEqual(['service@north.example']);
  expect(await statuses()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]);
});

test('a worker that dies while it sends leaves the email for the next one', async () => {
  await queue('one@north.example');
  const dying = { send: () => new Promise<never>(() => undefined) };
  const work = casework.store.transact({ kind: 'system' }, async (tx) => {
    await tx.run(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
    await dying.send();
  });
  await expect(work).rejects.toMatchObject({ kind: 'unavailable' });
  await deliverDueMails(
    casework,
    createSmtpTransport(`smtp://127.0.0.1:${await startSink()}`, 'service@north.example'),
    signal,
  );
  expect(received.length).toBe(1);
});

test.each([
  ['a line break in the subject', 'one@north.example', 'Hello\r\nBcc: evil@evil.example'],
  ['a lone line feed', 'one@north.example', 'Hello\nBcc: evil@evil.example'],
  ['a NUL and a vertical tab', 'one@north.example', 'Hello\u000bBcc: evil@evil.example'],
  ['a line separator', 'one@north.example', 'Hello\u2028Bcc: evil@evil.example'],
  ['a next-line character', 'one@north.example', 'Hello\u0085Bcc: evil@evil.example'],
  ['an encoded word', 'one@north.example', 'Hello =?utf-8?Q?=0D=0ABcc:_evil@evil.example?='],
  ['a second recipient', 'one@north.example, evil@evil.example', 'Hello'],
  ['a recipient with a name', 'evil <one@north.example>', 'Hello'],
  ['a recipient with a line break', 'one@north.example\r\nRCPT TO:<evil@evil.example>', 'Hello'],
  ['a very long subject', 'one@north.example', `Bcc: ${'x '.repeat(90)}`],
])('%s adds no header and no recipient', async (_, recipient, subject) => {
  const open = at(await startSink());
  await queue(
    recipient,
    subject,
    'Body\r\n.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>\r\nDATA\r\nSecond',
  );
  await deliverMail(open, signal);
  expect(received.length).toBeLessThanOrEqual(1);
  for (const { to, text } of received) {
    expect(to).not.toContain('evil@evil.example');
    const head = text.slice(0, text.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).not.toMatch(/^to:.*evil@evil/im);
  }
});
