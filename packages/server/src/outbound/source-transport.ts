import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { AppError } from '@trailmark/core/errors';
import { createCheckedLookup, type Endpoint, type Resolve } from './endpoint.ts';
import { createPinnedConnection } from './pinned-connection.ts';

/** One request as it leaves, with whatever key it carries. */
export interface SourceCall {
  readonly url: URL;
  readonly endpoint: Endpoint;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text of a POST, or bytes of a kind that the headers name; undefined for a GET. */
  readonly body: string | Uint8Array | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface SourceReply {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: Uint8Array;
}

/** Sends one request and reads the answer up to the limit. Redirections are answers, not followed. */
export type SourceTransport = (call: SourceCall) => Promise<SourceReply>;

/**
 * HTTP over a connection of its own to an address that was checked when the name was resolved. No proxy, no cookies, no
 * cache; answers that are compressed although that was not requested are refused.
 */
export function createSourceTransport(resolve?: Resolve): SourceTransport {
  return ({ url, endpoint, headers, body, maxBytes, signal }) => {
    const { promise, resolve: answer, reject } = Promise.withResolvers<SourceReply>();
    const send = url.protocol === 'https:' ? requestTls : requestPlain;
    const lookup = createCheckedLookup(endpoint, url, resolve);
    const { pin } = endpoint;
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Trailmark',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal,
      lookup,
      // A connection made here is used only where there is no agent.
      ...(pin === undefined
        ? { agent: false as const }
        : { createConnection: createPinnedConnection(url, { pin, lookup, signal }) }),
    } as const;
    const sent = send(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const encoding = response.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') {
        sent.destroy(new AppError('unavailable', `${url.host} answered compressed, which was not asked for.`));
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else sent.destroy(new AppError('unavailable', `The answer of ${url.host} is longer than ${maxBytes} bytes.`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const { location, 'retry-after': retryAfter } = response.headers;
        answer({ status: response.statusCode ?? 0, location, retryAfter, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  };
}
