/** The eight kinds of failure. Only `unavailable` is ever retried; `inconsistent` stops an ingest. */
export const ERROR_KINDS = [
  'invalid',
  'unauthorised',
  'forbidden',
  'not-found',
  'conflict',
  'unavailable',
  'inconsistent',
  'internal',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export interface AppErrorOptions {
  /** Facts of the failure, safe to show: no secrets, no stack. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one failure of the code base: what went wrong, as a sentence that names the wrong thing and the right one. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly context: Readonly<Record<string, unknown>>;
  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.context = options.context ?? {};
  }
  static is(value: unknown, kind?: ErrorKind): value is AppError {
    return value instanceof AppError && (kind === undefined || value.kind === kind);
  }
}

const FAULT = 'This is a fault in Trailmark. Please report it; NODE_DEBUG=trailmark prints where it happened.';

/**
 * What a person reads about a failure: the sentence of an AppError, and for anything else that it is a fault of ours, without a
 * stack. Whoever catches it logs the stack where developers look.
 */
export function describeFailure(error: unknown): string {
  if (AppError.is(error) && error.kind !== 'internal') return error.message;
  const what = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (what.endsWith(FAULT)) return what;
  const sentence = /[.!?]$/.test(what) ? what : `${what}.`;
  return `${sentence} ${FAULT}`;
}

/** States that cannot happen. Throws `internal`. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AppError('internal', message);
}
