import { API_BASE, type Contract, contract, type RouteName } from '@trailmark/api/contract';
import { compileEncoder } from '@trailmark/api/encoder';
import type { OtherAddress, Route, RouteInput, RouteOutput } from '@trailmark/api/route';
import type { Context, Hono } from 'hono';
import type { Caller } from '../casework/caller.ts';
import type { Gate } from '../casework/gate.ts';
import { admit, toLookUpEntry } from './admit.ts';
import { settleCaller } from './connection-owner.ts';
import type { FileStream } from './file-stream.ts';
import { type JsonBytes, outlineBytes, toBody } from './json-bytes.ts';
import type { Limits } from './limits.ts';
import { placeOf } from './load-shedding.ts';
import { type FailureLog, type FailurePlace, problemResponse } from './problem.ts';
import { readJsonBody, readJsonBytes } from './request-body.ts';
import { type RequestScope, runScoped } from './request-scope.ts';
import { readSource } from './request-source.ts';
import { compileInput } from './route-input.ts';

type HandlerInput<R extends Route> = R extends { readonly hasBulkyBody: true }
  ? Omit<RouteInput<R>, 'body'> & { readonly body: Buffer }
  : RouteInput<R>;
type HandlerAnswer<R extends Route> = [RouteOutput<R>] extends [never]
  ? FileStream
  : R extends { readonly hasBulkyAnswer: true }
    ? JsonBytes
    : RouteOutput<R>;

/**
 * One function a route, taking decoded input and giving the decoded answer, or a file where the route names media types.
 * Bulky bodies and answers are bytes.
 */
export type Handlers<C extends Record<string, Route> = Contract> = {
  readonly [N in keyof C]: (input: HandlerInput<C[N]>, scope: RequestScope) => Promise<HandlerAnswer<C[N]>>;
};

type LooseHandler = (input: unknown, scope: RequestScope) => Promise<unknown>;

export interface MountOptions {
  readonly limits: Limits;
  readonly log: FailureLog;
  readonly gate: Gate;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** Where a route is answered, and what its query says there where the request says nothing. */
function placesOf({ path, alsoAt = [] }: Route): readonly OtherAddress[] {
  return [`${API_BASE}${path}`, ...alsoAt].map((at) => (typeof at === 'string' ? { path: at, query: {} } : at));
}

/** The query of a request with what its address adds. */
function withDefaults(search: string, query: OtherAddress['query']): string {
  const added = Object.entries(query);
  if (added.length === 0) return search;
  const asked = new URLSearchParams(search);
  for (const [name, value] of added) if (!asked.has(name)) asked.set(name, value);
  return `?${asked}`;
}

/** The query string with its question mark, without parsing the whole URL. */
function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

function toResponder({ output, hasBulkyAnswer }: Route, place: FailurePlace): (answer: unknown) => Response {
  if (!output) return (answer) => (answer as FileStream).toResponse(place);
  if (hasBulkyAnswer) return (answer) => new Response(toBody(answer as JsonBytes), { headers: JSON_HEADERS });
  const encode = compileEncoder(output);
  return (answer) => new Response(JSON.stringify(encode(answer)), { headers: JSON_HEADERS });
}

/** Headers that a handler set, on whatever is answered. */
function withReply(response: Response, reply: Headers): Response {
  for (const [name, value] of reply) response.headers.append(name, value);
  return response;
}

/** What the log keeps of a body: of bytes how many, their digest, and how they begin. */
function toAsked(body: unknown): unknown {
  return Buffer.isBuffer(body) ? outlineBytes(body) : body;
}

interface Asked {
  /** What the address of the request adds to its query. */
  readonly defaults: OtherAddress['query'];
  readonly caller: Caller;
  readonly reply: Headers;
}

function createResponder(
  [name, route]: readonly [string, Route],
  handler: LooseHandler,
  { limits, log, gate }: MountOptions,
): (c: Context, asked: Asked) => Promise<Response> {
  const check = compileInput(route);
  const place = { log, route: `${route.method} ${API_BASE}${route.path}` };
  const respond = toResponder(route, place);
  const bodyLimits = { bytes: route.maxBodyBytes ?? limits.bodyBytes, ms: limits.bodyMs };
  const readBodyOf = route.hasBulkyBody ? readJsonBytes : readJsonBody;
  const isKept = route.audit !== 'none' && route.audit !== 'act';
  return async (c, { caller, reply, defaults }) => {
    const search = withDefaults(searchOf(c.req.url), defaults);
    const answer = await runScoped(
      c.req.raw.signal,
      route.deadlineMs ?? limits.deadlineMs,
      async ({ read, limitTo }) => {
        const readBody = () => placeOf(c).whileSending(() => readBodyOf(c.req.raw, bodyLimits));
        const input = await check({ params: c.req.param(), search, readBody });
        // The log is written in parallel with what only reads, and nothing is answered before both are done.
        const kept = isKept
          ? gate.record(
              caller,
              toLookUpEntry(name, route, {
                path: c.req.path,
                search,
                params: input.params,
                query: input.query,
                body: await toAsked(input.body),
              }),
            )
          : undefined;
        if (route.audit === 'change') await kept;
        const [line, result] = await Promise.allSettled([kept, handler(input, { read, limitTo, caller, reply })]);
        // A refusal discloses something too: it is no more answered without its line than an answer is.
        if (line.status === 'rejected') throw line.reason;
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      },
    );
    return respond(answer);
  };
}

function mountRoute(app: Hono, name: string, route: Route, handler: LooseHandler, options: MountOptions): void {
  const { gate, log } = options;
  const place = { log, route: `${route.method} ${API_BASE}${route.path}` };
  const answer = createResponder([name, route], handler, options);
  for (const { path, query: defaults } of placesOf(route)) {
    app.on(route.method, path, async (c: Context) => {
      const reply = new Headers();
      try {
        const caller = await gate.identify(c.req.raw, readSource(c));
        settleCaller(c, caller);
        if (route.method !== 'GET') gate.checkXsrf(c.req.raw, caller);
        await admit(name, route, caller, gate);
        return withReply(await answer(c, { caller, reply, defaults }), reply);
      } catch (error) {
        return withReply(problemResponse(error, place), reply);
      }
    });
  }
}

/** Mounts every route of the contract below the API base. */
export function mountContract(app: Hono, handlers: Handlers, options: MountOptions): void {
  for (const name of Object.keys(contract) as RouteName[]) {
    mountRoute(app, name, contract[name], handlers[name] as LooseHandler, options);
  }
}
