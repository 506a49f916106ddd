import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { z } from 'zod';
import { ROUTES_BASE, type Route, type RouteInput, type RouteOutput, zodOf } from './route.ts';

type Optional<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K];
};
/** What a caller passes: path parameters, query and body as decoded values; all-optional parts may be left out. */
export type CallInput<R extends Route> = Optional<{
  params: RouteInput<R>['params'];
  query: Partial<RouteInput<R>['query']>;
  body: RouteInput<R>['body'];
}> & { readonly signal?: AbortSignal };

interface LooseInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Path and query of a call, for links, downloads and fetch alike. */
export function routeUrl(route: Route, input: LooseInput): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const query = search.toString();
  return `${ROUTES_BASE}${path}${query ? `?${query}` : ''}`;
}

async function readProblem(response: Response): Promise<AppError> {
  const problem = (await response.json().catch(() => ({}))) as {
    kind?: ErrorKind;
    detail?: string;
    reference?: string;
    reason?: string;
    field?: string;
    facts?: unknown;
  };
  const { kind = 'unavailable', detail = `The server answered ${response.status}.`, ...rest } = problem;
  const { reference, reason, field, facts } = rest;
  return new AppError(kind, detail, { context: { status: response.status, reference, reason, field, facts } });
}

/** Throws `invalid` with the field, as the server would: a caller need not distinguish the two refusals. */
function encodeBody(schema: NonNullable<Route['body']>, body: unknown): unknown {
  const result = z.safeEncode(zodOf(schema), body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join('.') || undefined;
  const subject = field === undefined ? 'What was sent' : `"${field}"`;
  throw new AppError('invalid', `${subject} is not acceptable: ${issue?.message}.`, { context: { field } });
}

/**
 * Calls single routes, for pages that load before the whole contract does. Throws AppError with the server's kind and
 * sentence.
 */
export function createRouteCaller(fetcher: (url: string, init: RequestInit) => Promise<Response>) {
  return async <R extends Route>(route: R, given: CallInput<R>): Promise<RouteOutput<R>> => {
    const input: LooseInput = given;
    const init: RequestInit = { method: route.method, headers: { accept: 'application/json' } };
    if (input.signal) init.signal = input.signal;
    if (route.body) {
      init.body = JSON.stringify(encodeBody(route.body, input.body));
      init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    }
    const response = await fetcher(routeUrl(route, input), init);
    if (!response.ok) throw await readProblem(response);
    // A file has no output to decode: whoever fetched it reads the body.
    return (route.output && z.decode(zodOf(route.output), (await response.json()) as never)) as RouteOutput<R>;
  };
}
