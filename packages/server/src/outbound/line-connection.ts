import type { Socket } from 'node:net';
import { AppError } from '@trailmark/core/errors';
import type { Endpoint, Resolve } from './endpoint.ts';
import { openSocket } from './open-socket.ts';

/** A line of JSON-RPC and the id that its answer repeats. */
export interface Line {
  readonly id: number;
  readonly text: string;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

const NEW_LINE = 0x0a;

/** The id of an answer; undefined for what a server sends unrequested. Throws `unavailable` for what is no JSON. */
function idOf(line: Buffer, host: string): unknown {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  } catch (cause) {
    throw new AppError('unavailable', `${host} answered a line that is not JSON.`, { cause });
  }
}

/** Answers of one flight, by id. */
class Flight {
  readonly answers = new Map<number, Buffer>();
  private readonly wanted: ReadonlySet<number>;
  private readonly host: string;
  private readonly maxBytes: number;
  private rest: Buffer[] = [];
  bytes = 0;

  constructor(lines: readonly Line[], host: string, maxBytes: number) {
    this.wanted = new Set(lines.map(({ id }) => id));
    this.host = host;
    this.maxBytes = maxBytes;
  }

  /** Returns whether all is there. */
  take(chunk: Buffer): boolean {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) {
      throw new AppError('unavailable', `The answer of ${this.host} is longer than ${this.maxBytes} bytes.`);
    }
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      this.takeLine(Buffer.concat([...this.rest, chunk.subarray(from, end)]));
      this.rest = [];
      from = end + 1;
    }
    if (from < chunk.length) this.rest.push(chunk.subarray(from));
    return this.answers.size === this.wanted.size;
  }

  private takeLine(line: Buffer): void {
    const id = idOf(line, this.host);
    if (typeof id === 'number' && this.wanted.has(id)) this.answers.set(id, line);
  }
}

/** One connection over TLS on which lines of JSON go out and come back, to an address that was checked. */
export class LineConnection {
  private readonly socket: Socket;
  private readonly host: string;
  private fault: Error | undefined;

  private constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    const close = (error?: Error): void => {
      this.fault ??= error instanceof Error ? error : new AppError('unavailable', `${host} closed the connection.`);
    };
    socket.on('error', close);
    socket.on('close', () => close());
  }

  static async open(
    endpoint: Endpoint,
    { resolve, signal }: { readonly resolve?: Resolve | undefined; readonly signal: AbortSignal },
  ): Promise<LineConnection> {
    return new LineConnection(await openSocket(endpoint, { resolve, signal }), endpoint.url.host);
  }

  get isOpen(): boolean {
    return this.fault === undefined;
  }

  /** Sends lines together and answers each one's line, in their order. Throws where the connection ends before. */
  async exchange(lines: readonly Line[], { signal, maxBytes }: Limits): Promise<{ lines: Buffer[]; bytes: number }> {
    if (this.fault) throw this.fault;
    signal.throwIfAborted();
    const { socket, host } = this;
    const flight = new Flight(lines, host, maxBytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onData = (chunk: Buffer): void => {
      try {
        if (flight.take(chunk)) resolve();
      } catch (cause) {
        reject(cause);
      }
    };
    const onEnd = (): void => reject(this.fault ?? new AppError('unavailable', `${host} closed the connection.`));
    const onAbort = (): void => reject(signal.reason);
    socket.on('data', onData).on('close', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      socket.write(lines.map(({ text }) => `${text}\n`).join(''));
      await promise;
      return { lines: lines.map(({ id }) => flight.answers.get(id) ?? Buffer.alloc(0)), bytes: flight.bytes };
    } finally {
      socket.off('data', onData).off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.socket.destroy();
  }
}
