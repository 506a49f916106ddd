import type { Route } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Context, Hono } from 'hono';
import type { Caller } from '../casework/caller.ts';
import { admit, toLookUpEntry } from './admit.ts';
import { settleCaller } from './connection-owner.ts';
import { giveBack } from './give-back.ts';
import { placeOf } from './load-shedding.ts';
import type { MountOptions } from './mount.ts';
import { problemResponse } from './problem.ts';
import { readSource } from './request-source.ts';

/** A request whose body is bytes that are taken as they come, admitted by the policy of its route. */
export interface RawRequest {
  readonly caller: Caller;
  /** Path parameters as they came: nothing of them has been checked. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The body, for `work` that reads it: while it runs the request does not count as running. */
  receive<T>(work: (body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T>;
}

/**
 * A route outside the contract, for protocols that need methods and bodies which the contract does not have. It is subject to the
 * same policy: session, security token, access, and a line in the log.
 */
export interface RawRoute extends Pick<Route, 'access' | 'audit' | 'tag'> {
  /** Names it in the audit log. */
  readonly name: string;
  readonly method: 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'DELETE';
  /** Whole path, with parameters as `:case`. */
  readonly path: string;
  /** The path parameter that a line of the log is about. */
  readonly subject: 'case';
  handle(request: RawRequest): Promise<Response>;
  /** Headers of every answer, refusals among them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The bytes of a request as they come. Throws `unavailable` where they end before their time. */
async function* readBody(c: Context): AsyncGenerator<Uint8Array> {
  // What comes over a connection is a copy that nobody else has; a test may hand over an array of its own.
  const isCopy = (c.env as { readonly incoming?: unknown } | undefined)?.incoming !== undefined;
  try {
    for await (const bytes of c.req.raw.body ?? []) {
      yield bytes;
      if (isCopy) giveBack(bytes);
    }
  } catch (cause) {
    const sentence = 'The body broke off before its end. What had come until then is kept.';
    throw new AppError('unavailable', sentence, { cause, context: { reason: 'client-left' } });
  }
}

async function answer(c: Context, route: RawRoute, { gate }: MountOptions): Promise<Response> {
  const request = c.req.raw;
  const caller = await gate.identify(request, readSource(c));
  settleCaller(c, caller);
  const isReading = route.method === 'HEAD' || route.method === 'OPTIONS';
  if (!isReading) gate.checkXsrf(request, caller);
  const policy: Route = { ...route, method: isReading ? 'GET' : 'POST', summary: '' };
  await admit(route.name, policy, caller, gate);
  const params: Record<string, string> = c.req.param();
  if (route.audit !== 'act' && route.audit !== 'none') {
    const asked = { path: c.req.path, search: new URL(c.req.url).search, params, body: undefined };
    await gate.record(caller, toLookUpEntry(route.name, policy, asked));
  }
  return route.handle({
    caller,
    params,
    headers: request.headers,
    receive: (work) => placeOf(c).whileSending(() => work(readBody(c))),
  });
}

/** Mounts a route outside the contract. */
export function mountRawRoute(app: Hono, route: RawRoute, options: MountOptions): void {
  const place = { log: options.log, route: `${route.method} ${route.path}` };
  // The router answers HEAD by what GET would: what is mounted for HEAD is called, and lets every GET pass.
  app.on(route.method === 'HEAD' ? 'GET' : route.method, route.path, async (c, next) => {
    if (c.req.raw.method !== route.method) return next();
    const response = await answer(c, route, options).catch((error: unknown) => problemResponse(error, place));
    for (const [name, value] of Object.entries(route.headers)) response.headers.set(name, value);
    return response;
  });
}
