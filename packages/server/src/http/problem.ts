import { randomBytes } from 'node:crypto';
import { AppError, type ErrorKind } from '@trailmark/core/errors';

/** The only place where a kind of failure becomes an HTTP status (RFC 9110). */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unavailable: 503,
  inconsistent: 500,
  internal: 500,
};

/** `context.reason` of failures for which HTTP has a status finer than the kind. */
const REASON_STATUS: Readonly<Record<string, number>> = {
  'method-not-allowed': 405,
  'body-too-slow': 408,
  'body-too-large': 413,
  'url-too-long': 414,
  'media-type': 415,
  'tus-version': 412,
  'upload-in-use': 423,
  'client-left': 499,
  'not-offered': 501,
  'too-many': 429,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Not understood',
  401: 'Sign-in needed',
  403: 'Refused',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  412: 'Another version',
  415: 'Wrong media type',
  423: 'In use',
  429: 'Too many tries',
  499: 'Client left',
  500: 'Failed',
  501: 'Not offered',
  503: 'Not available now',
};

/** A failure as it leaves the server (RFC 9457), and as the log names it. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly kind: ErrorKind;
  /** Names this one failure in the log. */
  readonly reference: string;
  /** What the caller can do about it, as one word: `sign-in`, `second-factor`, `locked`, `step-up`, `xsrf`; or the field. */
  readonly reason?: string;
  /** The field of the request that is wrong, where one is. */
  readonly field?: string;
  /** What the caller needs to continue, such as both texts of two writers. */
  readonly facts?: object;
}

/** What the log gets of a failure that is the server's own. */
export interface FailureEntry {
  readonly reference: string;
  readonly kind: ErrorKind;
  /** Method and pattern, `GET /api/v1/:chain/blocks`: never what was requested. */
  readonly route: string;
  readonly error: unknown;
}
export type FailureLog = (entry: FailureEntry) => void;

/** Where a failure happened and who is notified. */
export interface FailurePlace {
  readonly log: FailureLog;
  readonly route: string;
}

const REFERENCE_LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** Eight letters without look-alikes, for people to read out. */
function createReference(): string {
  return Array.from(randomBytes(8), (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join('');
}

/** Describes any thrown value. What is not an AppError, and what is `internal`, says nothing about its inside. */
export function toProblem(error: unknown): Problem {
  const reference = createReference();
  const known = error instanceof AppError ? error : undefined;
  const kind = known?.kind ?? 'internal';
  const status = REASON_STATUS[String(known?.context.reason)] ?? STATUS[kind];
  const detail =
    known && kind !== 'internal'
      ? known.message
      : `Something went wrong inside the server. The log names it under the reference ${reference}.`;
  const { reason, field, facts } = known?.context ?? {};
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Failed',
    status,
    detail,
    kind,
    reference,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof facts === 'object' && facts !== null ? { facts } : {}),
  };
}

/** Logs what is the server's own failure: not of a client that left, nor of load that was turned away. */
export function reportFailure(error: unknown, problem: Problem, { log, route }: FailurePlace): void {
  const isTurnedAway = error instanceof AppError && error.context.reason === 'overloaded';
  if (problem.status < 500 || problem.status === 501 || isTurnedAway) return;
  log({ reference: problem.reference, kind: problem.kind, route, error });
}

function problemHeaders(problem: Problem, contentType: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': contentType, 'cache-control': 'no-store' };
  if (problem.status === 503) headers['retry-after'] = '2';
  // The rest of the body may never come: nothing else is read from this connection.
  if (problem.status === 408) headers.connection = 'close';
  return headers;
}

/** The failure as `application/problem+json`. */
export function problemResponse(error: unknown, place: FailurePlace): Response {
  const problem = toProblem(error);
  reportFailure(error, problem, place);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: problemHeaders(problem, 'application/problem+json'),
  });
}

/** The failure as one plain line, as Esplora answers it. */
export function plainProblemResponse(error: unknown, place: FailurePlace): Response {
  const problem = toProblem(error);
  reportFailure(error, problem, place);
  return new Response(problem.detail, {
    status: problem.status,
    headers: problemHeaders(problem, 'text/plain; charset=utf-8'),
  });
}
