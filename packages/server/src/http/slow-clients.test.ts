import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVisitor } from '../casework/caller.ts';
import { createOpenGate } from '../testing/open-gate.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import type { ConnectionLimits } from './connections.ts';
import { type Deadlines, type Listening, listen } from './server.ts';

const file = (name: string) => fileURLToPath(new URL(`../testing/tls/${name}`, import.meta.url));
const TLS = { cert: file('cert.pem'), key: file('key.pem') };
const LIMITS: ConnectionLimits = { all: 12, visitors: 9, ofSource: 5, ofAccount: 3 };
const SHORT_HEAD: Deadlines = { handshakeMs: 600_000, headMs: 50, requestMs: 600_000, checkMs: 20 };
const ASKED = '{"text":"nothing"}';

/** The status line of what comes first; `closed` where the server ends the connection without a word. */
async function readStatus(socket: Socket): Promise<string> {
  const seen = Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => []);
  const [data] = (await seen) as [unknown];
  return Buffer.isBuffer(data) ? (/^HTTP\/1\.1 (\d{3})/.exec(data.toString())?.[1] ?? 'noise') : 'closed';
}

function isOpen(socket: Socket): boolean {
  return !socket.destroyed && !socket.closed;
}

describe.each([
  ['without TLS', undefined],
  ['with TLS', TLS],
])('slow and idle clients %s', (_, tls) => {
  const sockets: Socket[] = [];
  let server: Listening;

  beforeEach(async () => {
    const { app } = createSampleApp({ limits: { bodyMs: 50 } });
    server = await listen(app, { host: '127.0.0.1', port: 0, tls, connections: LIMITS });
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop(100);
  });

  /** A connection from one address of this machine; its answers are JSON text after a status line. */
  async function open(localAddress: string): Promise<Socket> {
    const to = { host: '127.0.0.1', port: server.port, localAddress };
    const socket = tls ? connectTls({ ...to, rejectUnauthorized: false }) : connectPlain(to);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await Promise.race([once(socket, tls ? 'secureConnect' : 'connect'), once(socket, 'close')]);
    return socket;
  }

  function ask(socket: Socket, path = '/healthz'): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    return readStatus(socket);
  }

  function post(socket: Socket, sent: string, length = sent.length, more = ''): void {
    const head = 'POST /api/v1/scan HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    socket.write(`${head}${more}Content-Length: ${length}\r\n\r\n${sent}`);
  }

  it('closes the connection of a source that waited longest, and answers the new one', async () => {
    const idle: Socket[] = [];
    for (let at = 0; at < 8; at++) idle.push(await open('127.0.0.2'));
    const closed = idle.slice(0, 3).map((socket) => (socket.closed ? undefined : once(socket, 'close')));
    expect(await ask(await open('127.0.0.3'))).toBe('200');
    await Promise.all(closed);
    expect(idle.map(isOpen)).toEqual([false, false, false, true, true, true, true, true]);
  });

  it('closes one of the source that holds the most when visitors hold all they may', async () => {
    const largest: Socket[] = [];
    for (let at = 0; at < 5; at++) largest.push(await open('127.0.0.2'));
    for (let at = 0; at < 4; at++) await open('127.0.0.3');
    const closed = once(largest[0] as Socket, 'close');
    expect(await ask(await open('127.0.0.4'))).toBe('200');
    await closed;
    expect(largest.slice(1).every(isOpen)).toBe(true);
  });

  it('keeps the connections of whoever is signed in, up to their number, when visitors crowd in', async () => {
    const known: Socket[] = [];
    for (let at = 0; at < 3; at++) {
      known.push(await open('127.0.0.2'));
      expect(await ask(known[at] as Socket, '/api/v1/chains')).toBe('200');
    }
    for (let at = 0; at < 20; at++) await open('127.0.0.2');
    expect(known.map(isOpen)).toEqual([true, true, true]);
    const closed = once(known[0] as Socket, 'close');
    const fourth = await open('127.0.0.5');
    expect(await ask(fourth, '/api/v1/chains')).toBe('200');
    await closed;
    expect([isOpen(known[1] as Socket), isOpen(fourth)]).toEqual([true, true]);
  });

  it('ends a body that does not arrive in time, and says so', async () => {
    const socket = await open('127.0.0.2');
    const body = JSON.stringify({ addresses: [] });
    const head = 'POST /api/v1/traces/paths HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 60000\r\n\r\n${body}`);
    const closed = once(socket, 'close');
    expect(await readStatus(socket)).toBe('408');
    await closed;
  });

  it('ends the oldest of too many bodies on their way, and answers the new one and all others', async () => {
    await server.stop(100);
    server = await listen(createSampleApp().app, { host: '127.0.0.1', port: 0, tls });
    const slow: Socket[] = [];
    const first = Promise.withResolvers<string>();
    for (let at = 0; at < 64; at++) {
      slow.push(await open('127.0.0.2'));
      if (at === 0) void readStatus(slow[0] as Socket).then(first.resolve);
      post(slow[at] as Socket, '{', 100);
    }
    const other = await open('127.0.0.3');
    expect(await ask(other, '/api/v1/chains')).toBe('200');
    const quick = await open('127.0.0.3');
    post(quick, ASKED);
    expect(await readStatus(quick)).toBe('200');
    // Everybody is one account here, which has 64 bodies on their way at most: the oldest gives way to one more.
    const newest = await open('127.0.0.3');
    post(newest, '{', 100);
    expect(await first.promise).toBe('429');
    expect(isOpen(newest)).toBe(true);
  });

  it('answers people and other visitors while 210 visitors send bodies that never end', async () => {
    await server.stop(100);
    const gate = createOpenGate();
    const isPerson = (request: Request) => request.headers.get('cookie') === 'sid=person';
    const { app } = createSampleApp({
      gate: {
        ...gate,
        identify: async (request, source) =>
          isPerson(request) ? gate.identify(request, source) : createVisitor(source),
      },
    });
    server = await listen(app, { host: '127.0.0.1', port: 0, tls });
    for (let at = 0; at < 210; at++) post(await open(`127.0.1.${1 + (at % 30)}`), '{', 100);
    expect(await ask(await open('127.0.0.3'), '/api/v1/chains')).toBe('200');
    const quick = await open('127.0.0.3');
    post(quick, ASKED);
    expect(await readStatus(quick)).toBe('200');
    const person = await open('127.0.0.4');
    post(person, ASKED, ASKED.length, 'Cookie: sid=person\r\n');
    expect(await readStatus(person)).toBe('200');
  });

  it('ends a head that does not arrive in time', async () => {
    await server.stop(100);
    server = await listen(createSampleApp().app, { host: '127.0.0.1', port: 0, tls, deadlines: SHORT_HEAD });
    const socket = await open('127.0.0.2');
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    expect(await readStatus(socket)).toBe('408');
  });

  it('answers 431 to headers above 16 KiB, 400 to a request without a host, and 413 to a body above the limit', async () => {
    const long = await open('127.0.0.2');
    long.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`);
    expect(await readStatus(long)).toBe('431');
    const nameless = await open('127.0.0.2');
    nameless.write('GET /healthz HTTP/1.1\r\n\r\n');
    expect(await readStatus(nameless)).toBe('400');
    const large = await open('127.0.0.2');
    post(large, '{', 2 ** 20 + 1);
    expect(await readStatus(large)).toBe('413');
  });

  it('reads at most a hundred headers', async () => {
    const many = Array.from({ length: 150 }, (_each, at) => `X-${at}: 1\r\n`).join('');
    const socket = await open('127.0.0.2');
    // The host comes last and is not read any more.
    socket.write(`GET /api/v1/chains HTTP/1.1\r\n${many}Host: 127.0.0.1\r\n\r\n`);
    expect(await readStatus(socket)).not.toBe('200');
  });
});
