import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';
import { httpsTransport, type Transport, type TransportAnswer } from './https-transport.ts';

/** One GET to a source's own host. */
export interface OutboundRequest {
  /** Id of the source that asks; it must be allowed in `sources.json`. */
  readonly source: string;
  /** The only host the source may ask, without a port. */
  readonly host: string;
  /** `https:` on that host. */
  readonly url: string;
  /** Hosts that host hands its files out from, and may redirect to. */
  readonly fileHosts?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface OutboundDeps {
  /** Folder with `sources.json` and `outbound.jsonl`. */
  readonly dataDir: string;
  readonly transport?: Transport | undefined;
  readonly now?: (() => Date) | undefined;
}

const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;
const permissions = z.object({ allowed: z.array(z.string().max(60)).max(200) });

/** Ids of the sources that may be queried: `{"allowed":["ecb"]}` in `sources.json`. None where the file is absent. */
export function readAllowedSources(dataDir: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'sources.json'), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
  try {
    return permissions.parse(JSON.parse(text)).allowed;
  } catch (cause) {
    const message = `${join(dataDir, 'sources.json')} is not understood: {"allowed":["ecb"]} is expected. Nothing was requested.`;
    throw new AppError('invalid', message, { cause });
  }
}

function assertAllowed({ source }: OutboundRequest, dataDir: string): void {
  if (readAllowedSources(dataDir).includes(source)) return;
  const file = join(dataDir, 'sources.json');
  throw new AppError(
    'forbidden',
    `The source "${source}" may not be contacted over the network. The operator of this server allows it in ${file}: {"allowed":["${source}"]}.`,
  );
}

function checkUrl(text: string, hosts: readonly string[], base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (url && isPlain && hosts.includes(url.hostname)) return url;
  throw new AppError(
    'forbidden',
    `Only https://${hosts.join(', https://')} may be contacted here, not ${text.slice(0, 200)}.`,
  );
}

/** What came of a request. */
interface Outcome {
  readonly status: number | null;
  readonly bytes: number;
}

/** The request is logged before it leaves; where it cannot be logged, it does not leave. A second line has the result. */
function record(
  url: URL,
  { source }: OutboundRequest,
  { dataDir, now = () => new Date() }: OutboundDeps,
  outcome?: Outcome,
): void {
  const line = JSON.stringify({ time: now().toISOString(), source, method: 'GET', url: url.href, ...outcome });
  appendFileSync(join(dataDir, 'outbound.jsonl'), `${line}\n`, { mode: 0o600 });
}

async function send(url: URL, request: OutboundRequest, deps: OutboundDeps): Promise<TransportAnswer> {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = request;
  record(url, request, deps);
  try {
    const limits = { maxBytes, signal: AbortSignal.timeout(timeoutMs) };
    const answer = await (deps.transport ?? httpsTransport)(url, limits);
    record(url, request, deps, { status: answer.status, bytes: answer.body.length });
    return answer;
  } catch (cause) {
    record(url, request, deps, { status: null, bytes: 0 });
    if (AppError.is(cause)) throw cause;
    throw new AppError('unavailable', `${url.host} did not answer within ${timeoutMs / 1_000} s.`, { cause });
  }
}

/**
 * Fetches what a source publishes. Nothing is requested unless the source is allowed by whoever runs the server; every request
 * is recorded first; only HTTPS to the source's own host is followed, and only to public addresses.
 * Throws `forbidden`, `unavailable`, or `invalid` where the answer is too long.
 */
export async function guardedFetch(request: OutboundRequest, deps: OutboundDeps): Promise<Uint8Array> {
  assertAllowed(request, deps.dataDir);
  let url = checkUrl(request.url, [request.host]);
  const hosts = [request.host, ...(request.fileHosts ?? [])];
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { status, location, body } = await send(url, request, deps);
    if (status === 200) return body;
    if (status < 300 || status > 399 || location === undefined) {
      throw new AppError('unavailable', `${url.host} answered ${status} instead of the requested data.`);
    }
    url = checkUrl(location, hosts, url);
  }
  throw new AppError('unavailable', `${url.host} redirected more than ${MAX_REDIRECTS} times.`);
}
