import { AppError } from '@trailmark/core/errors';
import { parseExactJson } from './exact-json.ts';

/** A request to a source's own endpoint: a path below it and parameters, without a key. */
export interface SourceRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Makes it a POST of JSON. */
  readonly body?: unknown;
  /** What it names of an investigation; empty for questions about the chain alone. */
  readonly revealed: string;
}

export interface SourceAnswer {
  readonly status: number;
  /** The header, as written. */
  readonly retryAfter: string | undefined;
  readonly body: Uint8Array;
}

/** Lets one request leave. Throws `unavailable` where no answer came, `forbidden` where it may not leave. */
export type SendToSource = (request: SourceRequest, signal: AbortSignal) => Promise<SourceAnswer>;

export interface AskerOptions {
  readonly send: SendToSource;
  /** Name of the source in sentences. */
  readonly who: string;
  readonly maxRequests: number;
  readonly signal: AbortSignal;
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const MAX_PARAMETERS = 20;

const waitReally = (ms: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => {
    clearTimeout(timer);
    reject(new AppError('unavailable', 'It was cancelled.'));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', stop));
};

/** What a source's own envelope may state about an answer that looks whole. */
export type Verdict = 'good' | 'try-again';

/** Asks one source for JSON within a number of requests, and asks again where it is busy. */
export class SourceAsker {
  /** Requests that left. */
  requests = 0;
  private readonly options: AskerOptions;

  constructor(options: AskerOptions) {
    this.options = options;
  }

  get who(): string {
    return this.options.who;
  }

  /**
   * The decoded answer; undefined where the source knows nothing of what was named (404). Throws `unavailable` after the
   * last try and when the requests are used up, `forbidden` where the source refuses.
   */
  ask(request: SourceRequest, judge?: (json: unknown) => Verdict): Promise<unknown> {
    return this.askFor(request, (body) => parseExactJson(body, this.who), judge);
  }

  /** As `ask`, for an answer that is one word of text. */
  async askText(request: SourceRequest): Promise<string | undefined> {
    return this.askFor(request, (body) => readWord(body, this.who));
  }

  private async askFor<T>(
    request: SourceRequest,
    read: (body: Uint8Array) => T,
    judge: (answer: T) => Verdict = () => 'good',
  ): Promise<T | undefined> {
    let fault: AppError | undefined;
    for (let tried = 0; tried < TRIES; tried++) {
      if (tried > 0) await this.pause(tried, fault);
      try {
        const answer = await this.send(request);
        if (answer.status === 404) return undefined;
        const told = read(this.readBody(answer));
        if (judge(told) === 'good') return told;
        fault = new AppError('unavailable', `${this.who} reports too many requests.`);
      } catch (cause) {
        if (!AppError.is(cause, 'unavailable') || cause.context.reason === 'no-more') throw cause;
        fault = cause;
      }
    }
    throw fault ?? new AppError('unavailable', `${this.who} does not answer.`);
  }

  private async pause(tried: number, fault: AppError | undefined): Promise<void> {
    const asked = Number(fault?.context.retryAfter);
    const ms = asked > 0 ? asked * 1_000 : FIRST_WAIT_MS * 2 ** (tried - 1);
    await (this.options.wait ?? waitReally)(Math.min(ms, LONGEST_WAIT_MS), this.options.signal);
  }

  private async send(request: SourceRequest): Promise<SourceAnswer> {
    const { maxRequests, signal, send } = this.options;
    const stop = (sentence: string): AppError =>
      new AppError('unavailable', sentence, { context: { reason: 'no-more' } });
    if (signal.aborted) throw stop('It was cancelled, or its time was over.');
    if (this.requests >= maxRequests) {
      throw stop(`The limit of ${maxRequests} ${maxRequests === 1 ? 'request' : 'requests'} was reached.`);
    }
    this.requests++;
    try {
      return await send(request, signal);
    } catch (cause) {
      throw signal.aborted ? stop('It was cancelled, or its time was over.') : cause;
    }
  }

  private readBody({ status, retryAfter, body }: SourceAnswer): Uint8Array {
    if (status === 200) return body;
    if (status === 401 || status === 403) {
      throw new AppError(
        'forbidden',
        `${this.who} refuses the request (${status}): its key is missing, wrong or used up.`,
      );
    }
    const context = { retryAfter };
    if (status === 429) throw new AppError('unavailable', `${this.who} reports too many requests (429).`, { context });
    if (status >= 500) throw new AppError('unavailable', `${this.who} failed (${status}).`, { context });
    throw new AppError('inconsistent', `${this.who} answered ${status} instead of the requested data.`);
  }
}

/** Letters and digits only. Throws `unavailable` for anything else: an error page, or half of an answer. */
function readWord(body: Uint8Array, who: string): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1').trim();
  if (/^[0-9a-zA-Z]+$/.test(text)) return text;
  throw new AppError('unavailable', `${who} answered something else than the one word that was requested.`);
}

/** Parameters that a source hands over for the next page, as plain text pairs. Throws `inconsistent` for anything else. */
export function readPageParameters(value: unknown): Readonly<Record<string, string>> | undefined {
  if (value === null || value === undefined) return undefined;
  const pairs = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  const isPlain = pairs.every(
    ([name, given]) =>
      /^[A-Za-z_]{1,40}$/.test(name) &&
      (given === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof given)) &&
      String(given).length <= 200,
  );
  if (pairs.length === 0 || pairs.length > MAX_PARAMETERS || !isPlain) {
    throw new AppError('inconsistent', 'Its answer names a next page in a form that is not known.');
  }
  return Object.fromEntries(pairs.map(([name, given]) => [name, given === null ? '' : String(given)]));
}
