import { parseTronJson } from '@trailmark/chains/tron/tron-json';
import { AppError } from '@trailmark/core/errors';
import { createAgent, type JsonAnswer, postJson } from './post-json.ts';
import { createLimit, type RpcClientOptions, retry, toSafeText } from './rpc-client.ts';
import { createRpcCredentials, parseRpcUrl } from './rpc-credentials.ts';

export type TronHttpAccess = RpcClientOptions;

/** A node of TRON over its HTTP interface. */
export interface TronHttpClient {
  /** Scheme, host and port; nothing secret. */
  readonly origin: string;
  /**
   * One answer as JSON, amounts whole. `check` throws `unavailable` for an answer that is worth another try. Throws
   * `unavailable` where no usable answer comes, `invalid` where there is no such interface.
   */
  ask<T>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    check: (answer: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T>;
  close(): void;
}

const TIMEOUT_MS = 30_000;
/** Two megabytes is the most a block may hold; its infos, with logs, may be larger. */
const MAX_RESPONSE_BYTES = 64 * 2 ** 20;

/** Nothing is requested until the first call. Throws `invalid` for an address or credentials that cannot be. */
export function createTronHttpClient(options: TronHttpAccess): TronHttpClient {
  const base = parseRpcUrl(options.url);
  const credentials = createRpcCredentials(options);
  const concurrency = options.concurrency ?? 4;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const maxResponseBytes = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
  const agent = createAgent(base, concurrency);
  const limit = createLimit(concurrency);

  const post = async (path: string, body: string, signal?: AbortSignal): Promise<unknown> => {
    const url = new URL(base.pathname.replace(/\/$/, '') + path, base);
    const authorization = await credentials.header();
    const request = { url, agent, authorization, body, timeoutMs, maxResponseBytes, signal };
    return readAnswer(base.origin, path, await limit(() => postJson(request)));
  };

  return {
    origin: base.origin,
    ask: (path, body, check, signal) => {
      const attempt = async () => check(await post(path, JSON.stringify(body), signal));
      return retry(attempt, { ...options, timeoutMs, signal });
    },
    close: () => agent.destroy(),
  };
}

function readAnswer(origin: string, path: string, { status, body }: JsonAnswer): unknown {
  checkStatus(origin, path, status);
  const answer = parseTronJson(body.toString('utf8'));
  // A node answers what it cannot do with HTTP 200 and its own words.
  const words = typeof answer === 'object' && answer !== null && 'Error' in answer ? answer.Error : undefined;
  if (words === undefined) return answer;
  throw new AppError('unavailable', `The node ${origin} refused ${path}: ${toSafeText(words)}`);
}

function checkStatus(origin: string, path: string, status: number): void {
  if (status === 200) return;
  if (status === 429) throw new AppError('unavailable', `The node ${origin} asks for fewer requests (HTTP 429).`);
  if (status >= 500) throw new AppError('unavailable', `The node ${origin} answered HTTP ${status}.`);
  if (status === 401 || status === 403) {
    throw new AppError('invalid', `The node ${origin} refuses us (HTTP ${status}): check user and password.`);
  }
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  const what = `${origin} answered HTTP ${status} to ${path}: that is not the HTTP interface of a TRON node`;
  throw new AppError('invalid', `${what}.${redirect} A node offers it at port 8090.`);
}
