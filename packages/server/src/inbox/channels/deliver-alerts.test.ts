import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { ChannelList, DeliveryView } from '@trailmark/api/contract/alert-channel';
import { findChannel } from '@trailmark/store/cases/alerts/channel-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSourceTransport } from '../../outbound/source-transport.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { okOf, openTestCase } from '../../testing/case-people.ts';
import { listOutbox } from '../../testing/outbox.ts';
import { watchedPayment } from '../kinds/watched-payment.ts';
import { raiseAlert, retractAlerts } from '../raise-alert.ts';
import type { AlertMessage } from './alert-message.ts';
import { type DeliveryPorts, deliverAlerts } from './deliver-alerts.ts';
import { formatSyslog } from './ways/syslog-way.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let casework: TestCaseworkContext;
let receiver: Server;
let received: Received[];
/** What the receiver answers; undefined: nothing, ever. */
let answer: { readonly status: number; readonly headers?: Record<string, string> } | undefined;
let admin: Asker;
let agency: string;
let account: string;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      if (answer) response.writeHead(answer.status, answer.headers).end('ok');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
  await casework.close();
});
beforeEach(async () => {
  await casework.clear();
  [received, answer] = [[], { status: 200 }];
  // Only an administrator of the installation may name a host of the own network.
  const person = await addAccount(casework, { role: 'platform-admin' });
  [agency, account] = [person.agency, person.id];
  admin = await openAsker(casework, person);
});

const target = (path = '/hook') => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const add = async (given: object = {}) =>
  okOf<{ channel: { id: string; version: number }; secret: string }>(
    await admin.post('/alert-channels', { kind: 'webhook', name: 'soc-intake', target: target(), ...given }),
  );
const SYSTEM = { kind: 'system' } as const;

interface Given {
  readonly channels?: string[];
  readonly recipients?: string[];
  readonly notBefore?: Date;
  readonly case?: string;
  readonly key?: string;
}
function raise(given: Given) {
  const at = casework.now();
  return casework.store.transact(SYSTEM, (tx) =>
    raiseAlert(tx, {
      ...{ agency, case: null, kind: watchedPayment, key: 'one', mark: 'fact', title: '1 BTC to 1Secret', summary: '' },
      body: { movements: [], lines: [], notes: [], facts: {} },
      place: { chain: 'btc', height: 5, blockHash: null, txid: 'ab'.repeat(32) },
      ...{ happenedAt: at, origin: { id: 'watch:1', name: 'W-1', words: '' }, at, ...given },
    }),
  );
}
const deliver = (ports: DeliveryPorts = {}) => deliverAlerts(casework, new AbortController().signal, ports);
const log = async (): Promise<DeliveryView[]> =>
  okOf<{ items: DeliveryView[] }>(await admin.get('/alert-deliveries')).items;
const channelOf = async () => okOf<ChannelList>(await admin.get('/alert-channels')).items[0];

function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

test('a person without dashboard access gets no email of an alert', async () => {
  const [member, closed] = [await addAccount(casework, {}), await addAccount(casework, { isAllowed: false })];
  await raise({ recipients: [member.id, closed.id] });
  await deliver();
  expect((await listOutbox(casework)).map(({ recipient }) => recipient)).toEqual([member.email]);
});

describe('a webhook', () => {
  test('gets ids alone, signed as Standard Webhooks has it, once', async () => {
    const { channel, secret } = await add();
    const { id } = await raise({ channels: [channel.id] });
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    expect(received).toHaveLength(1);
    const [got] = received as [Received];
    expect(got.headers['webhook-id']).toBe(`${id}_1`);
    expect(got.headers['webhook-signature']).toBe(signatureOf(secret, got));
    expect(JSON.parse(got.body)).toMatchObject({ type: 'alert.raised', data: { id, number: 'A-1' } });
    expect(got.body).not.toMatch(/1Secret|BTC|abab/);
    expect(await log()).toMatchObject([{ state: 'sent', attempts: [{ status: 200, fault: null }] }]);
  });

  test('that hangs holds up no other channel, and gets nothing else meanwhile', async () => {
    const hanging = await add({ name: 'hangs', target: target('/hangs') });
    const { channel } = await add();
    for (let number = 0; number < 20; number++) await raise({ key: `a${number}`, channels: [hanging.channel.id] });
    await raise({ key: 'b', channels: [channel.id] });
    const released = Promise.withResolvers<void>();
    const sent: string[] = [];
    /** Resolves when so many were sent. */
    let [wanted, arrived] = [2, Promise.withResolvers<void>()];
    const transport: DeliveryPorts['transport'] = async ({ url }) => {
      sent.push(url.pathname);
      if (sent.length === wanted) arrived.resolve();
      if (url.pathname === '/hangs') await released.promise;
      return { status: 200, location: undefined, retryAfter: undefined, body: new Uint8Array() };
    };
    const all = deliver({ transport });
    await arrived.promise;
    expect(sent.toSorted()).toEqual(['/hangs', '/hook']);
    // One that comes now is sent while the other still hangs.
    [wanted, arrived] = [3, Promise.withResolvers<void>()];
    await raise({ key: 'c', channels: [channel.id] });
    await arrived.promise;
    expect(sent.toSorted()).toEqual(['/hangs', '/hook', '/hook']);
    released.resolve();
    expect(await all).toBe(22);
  });

  test('gets what was raised before what was retracted, also where the first try failed', async () => {
    const { channel } = await add();
    const { id } = await raise({ channels: [channel.id] });
    answer = { status: 500 };
    await deliver();
    const gone = { chain: 'btc', fromHeight: 5, why: 'Replaced.', at: casework.now() };
    await casework.store.transact(SYSTEM, (tx) => retractAlerts(tx, gone));
    answer = { status: 200 };
    expect(await deliver()).toBe(0);
    casework.advance(6_000);
    expect(await deliver()).toBe(2);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([`${id}_1`, `${id}_1`, `${id}_2`]);
  });

  test('is not disabled by tries that the server did not survive', async () => {
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    for (let kill = 0; kill < 12; kill++) {
      const onStep = (step: string): void => {
        if (step === 'settle') throw new Error('killed');
      };
      await expect(deliver({ onStep })).rejects.toThrow('killed');
      casework.advance(61_000);
    }
    answer = { status: 500 };
    await deliver();
    expect((await log())[0]).toMatchObject({ state: 'queued' });
    expect((await channelOf())?.disabledWhy ?? null).toBeNull();
  });

  test('gets nothing while its agency is suspended, and what waited afterwards', async () => {
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    const sent: number[] = [];
    for (const status of ['suspended', 'active']) {
      await casework.store.transact(SYSTEM, (tx) => tx.run(sql`UPDATE agency SET status = ${status}`));
      sent.push(await deliver());
    }
    expect(sent).toEqual([0, 1]);
  });

  test('gets the correction when its block is replaced, under an id of its own', async () => {
    const { channel } = await add();
    const { id } = await raise({ channels: [channel.id] });
    await deliver();
    const gone = { chain: 'btc', fromHeight: 5, why: 'Replaced', at: casework.now() };
    await casework.store.transact(SYSTEM, (tx) => retractAlerts(tx, gone));
    await deliver();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([`${id}_1`, `${id}_2`]);
    expect(JSON.parse(received[1]?.body ?? '').type).toBe('alert.retracted');
  });

  test.each([
    ['fails', { status: 503 }, 'answered 503'],
    [
      'redirects to an internal address',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      'answered 302, which is not followed',
    ],
    ['hangs', undefined, '127.0.0.1'],
  ])('that %s is tried again later, and delivered when it answers', async (_, first, fault) => {
    answer = first;
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    await deliver({ timeoutMs: 200 });
    expect((await log())[0]).toMatchObject({ state: 'queued', attempts: [{ fault: expect.stringContaining(fault) }] });
    expect(await deliver()).toBe(0);
    casework.advance(5_000);
    answer = { status: 204 };
    expect(await deliver()).toBe(1);
    expect((await log())[0]).toMatchObject({ state: 'sent' });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('that asks for a pause gets it', async () => {
    answer = { status: 429, headers: { 'retry-after': '3600' } };
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    await deliver();
    casework.advance(3_599_000);
    expect(await deliver()).toBe(0);
    casework.advance(2_000);
    expect(await deliver()).toBe(1);
  });

  test('that is gone is turned off at once, and one that fails ten times then', async () => {
    answer = { status: 410 };
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    await deliver();
    expect((await channelOf())?.disabledWhy).toMatch(/gone \(410\)/);
    okOf(await admin.post(`/alert-channels/${channel.id}`, { version: 2, name: 'soc-intake', kinds: [], isOn: true }));
    answer = { status: 500 };
    const [failed] = await log();
    okOf(await admin.post(`/alert-deliveries/${failed?.id}/replay`, {}));
    for (let tries = 0; tries < 10; tries++) {
      expect(await deliver()).toBe(1);
      casework.advance(25 * 3_600_000);
    }
    expect(await deliver()).toBe(0);
    const stopped = await casework.store.transact(SYSTEM, (tx) => findChannel(tx, null, channel.id));
    expect(stopped?.disabledWhy).toMatch(/Ten tries failed/);
  });

  test('gets it again, under the same id, where the server stopped between sending and noting it', async () => {
    const { channel } = await add();
    await raise({ channels: [channel.id] });
    const stop = (step: string) => {
      if (step === 'settle') throw new Error('stopped');
    };
    await expect(deliver({ onStep: stop })).rejects.toThrow('stopped');
    expect(await deliver()).toBe(0);
    casework.advance(61_000);
    expect(await deliver()).toBe(1);
    expect(received.map(({ headers }) => headers['webhook-id'])).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('of an agency may not be in the own network, by address or by name', async () => {
    const person = await addAccount(casework, { role: 'agency-admin', agency });
    const asker = await openAsker(casework, person);
    const ask = (given: string) => asker.post('/alert-channels', { kind: 'webhook', name: 'x', target: given });
    for (const host of [
      target(),
      'https://127.0.0.1/hook',
      'https://[::1]/hook',
      'https://2130706433/',
      'http://hooks.example/',
    ]) {
      expect((await ask(host)).status, host).toBe(400);
    }
    const { channel } = okOf<{ channel: { id: string } }>(await ask('https://hooks.example/x'));
    await raise({ channels: [channel.id] });
    // The name leads to this machine when it is resolved for the connection.
    const transport = createSourceTransport((_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]));
    await deliver({ transport });
    expect(received).toEqual([]);
    expect((await log())[0]?.attempts[0]?.fault).toMatch(/not public: nothing is sent/);
  });

  test('is signed with both secrets for a day after a new one', async () => {
    const { channel, secret } = await add();
    const body = { version: 1, name: 'soc-intake', kinds: [], isOn: true, hasNewSecret: true };
    const next = okOf<{ secret: string }>(await admin.post(`/alert-channels/${channel.id}`, body));
    await raise({ channels: [channel.id] });
    await deliver();
    const [got] = received as [Received];
    expect(got.headers['webhook-signature']).toBe(`${signatureOf(next.secret, got)} ${signatureOf(secret, got)}`);
  });
});

describe('a syslog server', () => {
  let siem: TcpServer;
  let frames: string[];

  beforeEach(async () => {
    frames = [];
    siem = createTcpServer({ allowHalfOpen: true }, (socket) => {
      let text = '';
      socket.on('data', (part) => {
        text += part.toString('utf8');
      });
      socket.on('end', () => {
        frames.push(text);
        socket.end();
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((done) => siem.listen(0, '127.0.0.1', done));
  });
  afterEach(() => new Promise((done) => siem.close(done)));

  const siemAt = (scheme: string) => `${scheme}://127.0.0.1:${(siem.address() as AddressInfo).port}`;

  test('gets an event of CEF in one frame, with ids alone', async () => {
    const { channel } = await add({ kind: 'syslog', target: siemAt('tcp') });
    const { id } = await raise({ channels: [channel.id] });
    expect(await deliver()).toBe(1);
    expect(await log()).toMatchObject([{ state: 'sent', attempts: [{ status: null, fault: null }] }]);
    const [, length, text = ''] = /^(\d+) (.*)$/.exec(frames.join('')) ?? [];
    expect(Number(length)).toBe(Buffer.byteLength(text));
    const at = Math.floor(casework.now().getTime() / 1_000) * 1_000;
    const host = new URL(casework.origin).hostname;
    expect(text).toContain(
      `<109>1 ${new Date(at).toISOString()} ${host} Trailmark - alert.raised - CEF:0|Trailmark|Trailmark|1|`,
    );
    expect(text).toMatch(
      new RegExp(
        `\\|alert\\.raised\\.[a-z-]+\\|Watched payment\\|5\\|rt=${at} externalId=${id}_1 cs1Label=alert cs1=A-1 request=`,
      ),
    );
    expect(text).not.toMatch(/1Secret|BTC|abab/);
  });

  test('that speaks no TLS where TLS was entered gets nothing, and the log says why', async () => {
    const { channel } = await add({ kind: 'syslog', target: siemAt('tls') });
    await raise({ channels: [channel.id] });
    await deliver({ timeoutMs: 2_000 });
    expect(frames.join('')).not.toContain('CEF');
    expect((await log())[0]).toMatchObject({
      state: 'queued',
      attempts: [{ fault: expect.stringMatching(/did not answer/) }],
    });
  });

  test('of an agency is contacted over TLS, and never in the own network', async () => {
    const person = await addAccount(casework, { role: 'agency-admin', agency });
    const asker = await openAsker(casework, person);
    const ask = (given: string) => asker.post('/alert-channels', { kind: 'syslog', name: 'siem', target: given });
    for (const place of [
      siemAt('tls'),
      'tcp://siem.example:601',
      'tls://siem.example:22',
      'https://siem.example',
      'tls://',
    ])
      expect((await ask(place)).status, place).toBe(400);
    const { channel } = okOf<{ channel: { id: string; host: string } }>(await ask('tls://localhost'));
    expect(channel.host).toBe('localhost:6514');
    await raise({ channels: [channel.id] });
    await deliver();
    expect((await log())[0]?.attempts[0]?.fault).toMatch(/not public: nothing is sent/);
  });

  test.each([
    ['what ends a part of the header', { kindName: 'A|B\\C\nD' }, 'A\\|B\\\\C D|5|'],
    ['what ends a value', { url: 'https://x/?a=b\\c' }, 'request=https://x/?a\\=b\\\\c'],
  ])('reads %s as text', (_, given, shown) => {
    const message = {
      type: 'alert.raised',
      at: 0,
      alert: 'a',
      number: 'A-1',
      kind: 'k',
      kindName: 'K',
      url: 'u',
      ...given,
    };
    expect(formatSyslog({ message: message as AlertMessage, id: 'a_1', server: 'north.example' })).toContain(shown);
  });
});

test('chat rooms get one line with a link', async () => {
  const slack = await add({ kind: 'slack' });
  const teams = await add({ kind: 'teams', name: 'Room' });
  await raise({ channels: [slack.channel.id, teams.channel.id] });
  await deliver();
  const bodies = received.map(({ body }) => JSON.parse(body) as { text?: string; attachments?: object[] });
  expect(bodies.find(({ text }) => text)?.text).toMatch(/^New alert A-1: Watched payment\. http/);
  expect(bodies.find(({ attachments }) => attachments)?.attachments).toHaveLength(1);
});

test('an email is queued once, names nothing of the case, and waits for the end of quiet hours', async () => {
  const at = casework.now();
  await raise({ recipients: [account], notBefore: new Date(at.getTime() + 3_600_000) });
  await deliver();
  expect(await listOutbox(casework)).toEqual([]);
  casework.advance(3_600_000);
  await deliver();
  await deliver();
  const mails = await listOutbox(casework);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toMatch(/1Secret|BTC|abab/);
});

test('an alert of a sealed case goes only to channels that its watch names, also where the case is sealed while it waits', async () => {
  const { id } = await openTestCase(casework, { policy: 'open' });
  await add({ name: 'all', kinds: [watchedPayment.id] });
  const { channel: named } = await add({ name: 'named' });
  await raise({ case: id, key: 'before', channels: [named.id] });
  await casework.store.transact(SYSTEM, (tx) => tx.run(sql`UPDATE agency_case SET policy = 'sealed' WHERE id = ${id}`));
  await raise({ case: id, key: 'after', channels: [named.id] });
  await deliver();
  expect(received).toHaveLength(2);
  const rows = await casework.store.transact(SYSTEM, (tx) =>
    tx.list<{ name: string; state: string }>(
      sql`SELECT h.name, d.state FROM alert_delivery d JOIN alert_channel h ON h.id = d.channel_id`,
    ),
  );
  const sent = rows.map(({ name, state }) => `${name} ${state}`);
  expect(sent.toSorted()).toEqual(['all failed', 'named sent', 'named sent']);
  const { items } = okOf<ChannelList>(await admin.get('/alert-channels'));
  expect(items.map(({ disabledWhy }) => disabledWhy)).toEqual([null, null]);
});
