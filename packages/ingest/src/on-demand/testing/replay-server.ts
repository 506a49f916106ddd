import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface ReplayRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  /** How many requests came before this one. */
  readonly number: number;
}

export interface ReplayAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** `cut`: half of the body and the end of the connection; `hang`: no answer; `drip`: headers and no body; `bomb`: zeros, compressed. */
  readonly fault?: 'cut' | 'hang' | 'drip' | 'bomb';
}

export interface ReplayServer {
  readonly url: string;
  readonly requests: readonly ReplayRequest[];
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

function answerWith(response: ServerResponse, { status = 200, headers, json, text, fault }: ReplayAnswer): void {
  const body = Buffer.from(text ?? JSON.stringify(json ?? null));
  if (fault === 'hang') return;
  if (fault === 'bomb') {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(50 * 2 ** 20)));
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  if (fault === 'drip') {
    response.flushHeaders();
  } else if (fault === 'cut') {
    response.write(body.subarray(0, body.length >> 1));
    setTimeout(() => response.destroy(), 10);
  } else response.end(body);
}

/** A server on loopback that answers as instructed: real HTTP, recorded or invented shapes, and faults. */
export async function startReplayServer(answer: (request: ReplayRequest) => ReplayAnswer): Promise<ReplayServer> {
  const requests: ReplayRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://replay.example');
      const { method = 'GET', headers } = request;
      const asked = { method, path: url.pathname, query: url.searchParams, headers, body, number: requests.length };
      requests.push(asked);
      answerWith(response, answer(asked));
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}
