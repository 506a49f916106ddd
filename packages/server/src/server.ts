import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@trailmark/core/errors';
import type { Hono } from 'hono';
import { DEFAULT_LIMITS } from './limits.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** A request's headers, and the whole request, must have arrived within these times: slow senders hold no socket. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
const MAX_CONNECTIONS = 1_000;
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

function createHttpServer(app: Hono): Server {
  const server = createServer(
    {
      maxHeaderSize: DEFAULT_LIMITS.headerBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: true,
    },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
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
 * Listens on a loopback address. Throws `invalid` for any other one: without accounts whoever reaches the port can read
 * everything and see what is searched for.
 */
export async function listen(
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  if (!LOOPBACK.has(host)) {
    throw new AppError(
      'invalid',
      `The server does not listen on ${host}: it has no accounts yet, so anybody who reached it could use it. ` +
        'Use 127.0.0.1, and an SSH tunnel from other machines.',
    );
  }
  const server = createHttpServer(app);
  const taken = await open(server, host, port);
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${taken}`, port: taken, stop: (graceMs = STOP_MS) => close(server, graceMs) };
}
