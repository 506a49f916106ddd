import { AppError } from '@trailmark/core/errors';
import type { SendToSource, SourceRequest } from '@trailmark/ingest/on-demand/source-asker';
import { assertTarget, type Resolve } from './endpoint.ts';
import { type Line, LineConnection } from './line-connection.ts';
import { describeFault, type SendDeps } from './send-to-source.ts';
import type { SourcePlace } from './source-endpoint.ts';

export interface LineDeps extends Pick<SendDeps, 'record' | 'settle' | 'timeoutMs' | 'maxBytes'> {
  readonly place: SourcePlace;
  readonly resolve?: Resolve | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 32 * 2 ** 20;
const VERSION = '1.4';

function toLine(id: number, method: unknown, params: unknown): Line {
  return { id, text: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
}

function readCalls(body: unknown): readonly { readonly method: string; readonly params: readonly unknown[] }[] {
  const calls = (body as { calls?: unknown } | undefined)?.calls;
  if (Array.isArray(calls) && calls.length > 0) return calls;
  throw new AppError('internal', 'A request of lines holds calls.');
}

/** One flight after the other on one connection, which is opened for the first and after a fault. */
class LineSender {
  private readonly deps: LineDeps;
  private connection: LineConnection | undefined;
  private nextId = 1;

  constructor(deps: LineDeps) {
    this.deps = deps;
  }

  async send(request: SourceRequest, signal: AbortSignal): ReturnType<SendToSource> {
    const { place, record, settle, timeoutMs = TIMEOUT_MS } = this.deps;
    assertTarget(place.endpoint.url, place.endpoint);
    const query = new URLSearchParams(request.query).toString();
    const url = `${place.text}${request.path}${query === '' ? '' : `?${query}`}`;
    const row = await record({ url, revealed: request.revealed });
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const { body, bytes } = await this.fly(request, limit);
      await settle(row, { status: 200, bytes, fault: null });
      return { status: 200, retryAfter: undefined, body };
    } catch (cause) {
      this.close();
      const fault = describeFault(cause, place.endpoint.url, timeoutMs);
      await settle(row, { status: null, bytes: null, fault: fault.message.slice(0, 400) });
      throw fault;
    }
  }

  private async fly(request: SourceRequest, signal: AbortSignal): Promise<{ body: Uint8Array; bytes: number }> {
    const limits = { signal, maxBytes: this.deps.maxBytes ?? MAX_BYTES };
    const connection = this.connection?.isOpen ? this.connection : await this.open(limits);
    const lines = readCalls(request.body).map(({ method, params }) => toLine(this.nextId++, method, params));
    const { lines: answers, bytes } = await connection.exchange(lines, limits);
    // As they came, so that numbers stay as they were written.
    const body = Buffer.from(`[${answers.map((line) => line.toString('utf8')).join(',')}]`);
    return { body, bytes };
  }

  /** The first line of a connection agrees on the version. */
  private async open(limits: { readonly signal: AbortSignal; readonly maxBytes: number }): Promise<LineConnection> {
    const { place, resolve } = this.deps;
    const connection = await LineConnection.open(place.endpoint, { resolve, signal: limits.signal });
    this.connection = connection;
    const hello = toLine(this.nextId++, 'server.version', ['Trailmark', VERSION]);
    const [line] = (await connection.exchange([hello], limits)).lines;
    const { result } = JSON.parse(line?.toString('utf8') ?? '{}') as { result?: unknown };
    if (Array.isArray(result) && result[1] === VERSION) return connection;
    throw new AppError(
      'inconsistent',
      `${place.endpoint.url.host} does not speak version ${VERSION} of the Electrum protocol.`,
    );
  }

  close(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}

/** The way out to a server of lines: each flight is recorded before it leaves. Close it when the fetch is over. */
export function createSendLines(deps: LineDeps): { readonly send: SendToSource; readonly close: () => void } {
  const sender = new LineSender(deps);
  return { send: (request, signal) => sender.send(request, signal), close: () => sender.close() };
}
