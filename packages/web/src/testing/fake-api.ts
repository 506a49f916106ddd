import { type Contract, listRoutes, type RouteName } from '@trailmark/api/contract';
import { ROUTES_BASE, type Route, type RouteInput, zodOf } from '@trailmark/api/route';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { z } from 'zod';
import type { Answer } from '../api.ts';

/** A value, a failure, or what makes one of them from the decoded request. A promise that never ends is a call under way. */
export type FakeAnswer<N extends RouteName> =
  | Answer<N>
  | AppError
  | ((input: RouteInput<Contract[N]>) => Answer<N> | AppError | Promise<Answer<N>>);
export type FakeAnswers = { readonly [N in RouteName]?: FakeAnswer<N> };

export interface FakeCall {
  readonly route: RouteName;
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

export interface FakeApi {
  /** Every call so far, decoded. */
  readonly calls: readonly FakeCall[];
  /** What a sound screen does not do: calls without an answer, requests or answers that the contract does not allow. */
  readonly faults: readonly string[];
  readonly fetch: typeof fetch;
  /** Ends the test: a call that is still under way then never ends, and nobody hears that its time is up. */
  close(): void;
}

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

interface KnownRoute {
  readonly name: RouteName;
  readonly route: Route;
  readonly pattern: RegExp;
}

/** The most literal path first: `/session/lock` before `/:chain/:block`. */
const ROUTES: readonly KnownRoute[] = listRoutes()
  .map(([name, route]) => ({
    name,
    route,
    pattern: new RegExp(`^${ROUTES_BASE}${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((a, b) => a.route.path.split(':').length - b.route.path.split(':').length);

function findRoute(method: string, path: string): KnownRoute | undefined {
  return ROUTES.find(({ route, pattern }) => route.method === method && pattern.test(path));
}

function decodeInput({ route, pattern }: KnownRoute, url: URL, init: RequestInit | undefined): FakeCall['input'] {
  const texts = Object.entries(pattern.exec(url.pathname)?.groups ?? {});
  const params = Object.fromEntries(texts.map(([key, text]) => [key, decodeURIComponent(text)]));
  return {
    params: route.params ? z.decode(zodOf(route.params), params) : {},
    query: route.query ? z.decode(zodOf(route.query), Object.fromEntries(url.searchParams)) : {},
    body: route.body ? z.decode(zodOf(route.body), JSON.parse(String(init?.body))) : {},
  };
}

function refuse(error: AppError): Response {
  const { kind, message, context } = error;
  return Response.json({ kind, detail: message, ...context }, { status: STATUS[kind] });
}

/**
 * A server that answers what it is given and nothing else. Requests are decoded and answers encoded by the schemas of the
 * contract, so a fake cannot drift from the server; a call it has no answer for is a fault.
 */
export function createFakeApi(answers: FakeAnswers): FakeApi {
  const calls: FakeCall[] = [];
  const faults: string[] = [];
  const known = answers as Readonly<Record<string, unknown>>;
  const end = new AbortController();

  /** Ends with the request, as a server that never answers. */
  function abandoned(signal: AbortSignal | null | undefined): Promise<never> {
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal }),
    );
  }

  async function answer(found: KnownRoute, input: FakeCall['input']): Promise<Response> {
    const given = known[found.name];
    const value: unknown = typeof given === 'function' ? await given(input) : given;
    if (value instanceof AppError) return refuse(value);
    return Response.json(found.route.output ? z.encode(zodOf(found.route.output), value as never) : null);
  }

  async function respond(text: string, init: RequestInit | undefined): Promise<Response> {
    const url = new URL(text, window.location.origin);
    const method = init?.method ?? 'GET';
    const found = findRoute(method, url.pathname);
    if (!found || !(found.name in known)) throw new Error(`no answer for ${found?.name ?? `${method} ${url}`}`);
    const input = decodeInput(found, url, init);
    calls.push({ route: found.name, input });
    return answer(found, input);
  }

  return {
    calls,
    faults,
    close: () => end.abort(),
    fetch: async (request, init) => {
      const text = request instanceof Request ? request.url : String(request);
      try {
        return await Promise.race([respond(text, init), abandoned(init?.signal)]);
      } catch (error) {
        if (init?.signal?.aborted) throw error;
        faults.push(`${text}: ${error instanceof Error ? error.message : String(error)}`);
        return refuse(new AppError('internal', 'The test has no answer for this call.'));
      }
    },
  };
}

/** A call under way for as long as the test lasts. */
export const UNANSWERED = (): Promise<never> => new Promise(() => undefined);
