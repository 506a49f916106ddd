import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@trailmark/core/errors';
import type { Hono } from 'hono';
import { CONNECTIONS, type ConnectionLimits, keepConnections } from './connections.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** A handshake of TLS, a request's headers, and the whole request must have arrived within these times: slow senders hold no socket. */
const DEADLINES: Deadlines = { handshakeMs: 10_000, headMs: 10_000, requestMs: 30_000, checkMs: 1_000 };
const KEEP_ALIVE_MS = 5_000;
/** The limits by source act before; this one is for connections that are being closed. */
const MAX_CONNECTIONS = CONNECTIONS.all + 100;
const MAX_HEADERS = 100;
/** Shorter than the ten seconds that process supervisors commonly leave before they kill. */
const STOP_MS = 6_000;
const IDLE_CHECK_MS = 100;

export interface Listening {
  /** Where it answers, with the port that was really taken. */
  readonly url: string;
  readonly port: number;
  /** Takes no new request, lets running ones end for at most 6 s, then cuts them. */
  stop(graceMs?: number): Promise<void>;
}

/** Certificate and key files, PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AppError('invalid', `The TLS file ${path} cannot be read.`, { cause });
  }
}

/** Within which a handshake, a head and a whole request arrive, and how often that is looked at; milliseconds. */
export interface Deadlines {
  readonly handshakeMs: number;
  readonly headMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
}

const toLimits = ({ headMs, requestMs, checkMs }: Deadlines): ServerOptions => ({
  maxHeaderSize: DEFAULT_LIMITS.headerBytes,
  headersTimeout: headMs,
  requestTimeout: requestMs,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: checkMs,
  requireHostHeader: true,
});

const toTlsLimits = ({ handshakeMs }: Deadlines) => ({ minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs }) as const;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly connections?: ConnectionLimits | undefined;
  readonly deadlines?: Deadlines | undefined;
}

function createHttpServer(app: Hono, { tls, connections, deadlines = DEADLINES }: ListenOptions): Server {
  const limits = toLimits(deadlines);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = tls
    ? createTlsServer(
        { ...limits, ...toTlsLimits(deadlines), cert: readPem(tls.cert), key: readPem(tls.key) },
        listener,
      )
    : createServer(limits, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
  keepConnections(server, connections);
  return server;
}

function open(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'another program uses it' : (error.code ?? error.message);
    reject(new AppError('unavailable', `The server cannot listen on port ${port}: ${reason}.`, { cause: error }));
  });
  server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

/** A port that is free at this moment on an address. */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  const port = await open(server, host, 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  await promise;
  return port;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  // A connection whose request ends now would be kept for another one.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearInterval(sweep);
  clearTimeout(timer);
}

/**
 * Listens on a loopback address, or on any with TLS. Throws `invalid` for another one without: passwords and what is
 * searched would cross the network in the clear.
 */
export async function listen(app: Hono, options: ListenOptions): Promise<Listening> {
  const { host, port, tls } = options;
  if (!tls && !LOOPBACK.has(host)) {
    throw new AppError(
      'invalid',
      `The server does not listen on ${host} without TLS: passwords and searches would cross the network in the clear. ` +
        'Set TRAILMARK_TLS_CERT and TRAILMARK_TLS_KEY, or use 127.0.0.1 behind a proxy that has them.',
    );
  }
  const server = createHttpServer(app, options);
  const taken = await open(server, host, port);
  const name = LOOPBACK.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const url = `${tls ? 'https' : 'http'}://${name}:${taken}`;
  return { url, port: taken, stop: (graceMs = STOP_MS) => close(server, graceMs) };
}
