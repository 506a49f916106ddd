import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SourceReport } from '@trailmark/ingest/source';
import { toWireError } from '@trailmark/ingest/wire-error';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import type { LockHolder } from '@trailmark/store/data-lock';
import type { IngestRequest, LedgerHost } from '../ledger/ledger-host.ts';

/** One line of a handed-over ingest: its status, and at last how it ended. */
export type ControlLine =
  | { readonly status: IngestStatus }
  | {
      readonly end: {
        readonly error: { readonly kind: string; readonly message: string } | null;
        readonly report?: SourceReport | undefined;
      };
    };

export interface ControlSocket {
  readonly control: NonNullable<LockHolder['control']>;
  close(): void;
}

/** What a running server can read again at the word of a command: by name. */
export type Reloads = ReadonlyMap<string, () => void | Promise<void>>;

/** What a running server answers a command in words: by name. */
export type Questions = ReadonlyMap<string, (asked: unknown, signal: AbortSignal) => Promise<string>>;

/** A trace log of some thousand acts. */
const LONGEST_BODY = 16 * 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Commands give up on a silent control socket after five minutes. */
const KEEP_OPEN_MS = 20_000;

/**
 * The control socket through which commands of the same user hand work to the process that holds the data folder: loopback only, and
 * behind a secret in the lock file, which only that user can read.
 */
export async function openControlSocket(
  host: LedgerHost,
  reloads: Reloads = new Map(),
  questions: Questions = new Map(),
): Promise<ControlSocket> {
  const token = randomBytes(32).toString('hex');
  const server = createServer((request, response) => {
    handle({ host, reloads, questions }, token, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(AppError.is(error, 'conflict') ? 409 : 400);
      response.end(`${JSON.stringify({ end: { error: toWireError(error) } } satisfies ControlLine)}\n`);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    control: { url: `http://127.0.0.1:${port}`, token },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isAllowed(token: string, request: IncomingMessage): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) throw new AppError('invalid', 'The request is too long.');
  }
  return text === '' ? {} : JSON.parse(text);
}

interface Inside {
  readonly host: LedgerHost;
  readonly reloads: Reloads;
  readonly questions: Questions;
}

async function answerQuestion(questions: Questions, body: unknown, response: ServerResponse): Promise<void> {
  const { what, asked } = body as { readonly what?: unknown; readonly asked?: unknown };
  const answer = questions.get(String(what));
  if (!answer) throw new AppError('unavailable', 'The running server is still starting. Try again in a few seconds.');
  // The work ends when the command that started it goes away.
  const leaving = new AbortController();
  if (response.destroyed) leaving.abort();
  response.on('close', () => leaving.abort());
  const waiting = setInterval(() => keepOpen(response), KEEP_OPEN_MS);
  try {
    const text = await answer(asked, leaving.signal);
    if (!response.headersSent) response.writeHead(200, JSON_TYPE);
    response.end(JSON.stringify({ text }));
  } finally {
    clearInterval(waiting);
  }
}

/** Blanks before JSON mean nothing: they keep the other side from taking long work for a server that died. */
function keepOpen(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, JSON_TYPE);
  response.write(' ');
}

async function handle(
  { host, reloads, questions }: Inside,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowed(token, request)) {
    response.writeHead(403).end();
    return;
  }
  const body = await readBody(request);
  if (request.method === 'POST' && request.url === '/ingest') {
    await runIngest(host, body as IngestRequest, response);
    return;
  }
  if (request.method === 'POST' && request.url === '/notify') {
    const isRunning = host.notify(parseChainId(String((body as { chain?: unknown }).chain)));
    response.writeHead(isRunning ? 204 : 404).end();
    return;
  }
  if (request.method === 'POST' && request.url === '/question') {
    await answerQuestion(questions, body, response);
    return;
  }
  if (request.method === 'POST' && request.url === '/reload') {
    const reload = reloads.get(String((body as { what?: unknown }).what));
    await reload?.();
    response.writeHead(reload ? 204 : 404).end();
    return;
  }
  response.writeHead(404).end();
}

/** Runs an ingest and streams its status; the ingest ends when the command that started it goes away. */
async function runIngest(host: LedgerHost, request: IngestRequest, response: ServerResponse): Promise<void> {
  parseChainId(request.chain);
  const send = (line: ControlLine): void => void response.write(`${JSON.stringify(line)}\n`);
  const job = await host.startIngest(request, (status) => send({ status }));
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  // The command may have gone while the chain was opened.
  if (response.destroyed) void job.stop();
  response.on('close', () => void job.stop());
  send({ status: job.status });
  const error = await job.finished.then(
    () => null,
    (cause: unknown) => toWireError(cause),
  );
  response.end(`${JSON.stringify({ end: { error, report: job.report } } satisfies ControlLine)}\n`);
}
