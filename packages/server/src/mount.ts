import { API_BASE, type Contract, contract, type RouteName } from '@trailmark/api/contract';
import { compileEncoder } from '@trailmark/api/encoder';
import type { Route, RouteInput, RouteOutput } from '@trailmark/api/route';
import type { Context, Hono } from 'hono';
import type { FileStream } from './file-stream.ts';
import type { Limits } from './limits.ts';
import { type FailureLog, type FailurePlace, problemResponse } from './problem.ts';
import { readJsonBody } from './request-body.ts';
import { checkLocal } from './request-guard.ts';
import { type RequestScope, runScoped } from './request-scope.ts';
import { compileInput } from './route-input.ts';

/** One function a route, taking decoded input and giving the decoded answer, or a file where the route names media types. */
export type Handlers<C extends Record<string, Route> = Contract> = {
  readonly [N in keyof C]: (
    input: RouteInput<C[N]>,
    scope: RequestScope,
  ) => Promise<[RouteOutput<C[N]>] extends [never] ? FileStream : RouteOutput<C[N]>>;
};

type LooseHandler = (input: unknown, scope: RequestScope) => Promise<unknown>;

export interface MountOptions {
  readonly limits: Limits;
  readonly log: FailureLog;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** The query string with its question mark, without parsing the whole URL. */
function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

function toResponder(output: Route['output'], place: FailurePlace): (answer: unknown) => Response {
  if (!output) return (answer) => (answer as FileStream).toResponse(place);
  const encode = compileEncoder(output);
  return (answer) => new Response(JSON.stringify(encode(answer)), { headers: JSON_HEADERS });
}

function mountRoute(app: Hono, route: Route, handler: LooseHandler, { limits, log }: MountOptions): void {
  const check = compileInput(route);
  const place = { log, route: `${route.method} ${API_BASE}${route.path}` };
  const respond = toResponder(route.output, place);
  const bodyLimit = route.maxBodyBytes ?? limits.bodyBytes;
  app.on(route.method, `${API_BASE}${route.path}`, async (c: Context) => {
    try {
      if (route.access === 'local') checkLocal(c.req.raw);
      const answer = await runScoped(c.req.raw.signal, limits.deadlineMs, async (scope) => {
        const readBody = () => readJsonBody(c.req.raw, bodyLimit);
        const input = await check({ params: c.req.param(), search: searchOf(c.req.url), readBody });
        return handler(input, scope);
      });
      return respond(answer);
    } catch (error) {
      return problemResponse(error, place);
    }
  });
}

/** Mounts every route of the contract below the API base. */
export function mountContract(app: Hono, handlers: Handlers, options: MountOptions): void {
  for (const name of Object.keys(contract) as RouteName[]) {
    mountRoute(app, contract[name], handlers[name] as LooseHandler, options);
  }
}
