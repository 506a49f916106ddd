import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Context, MiddlewareHandler } from 'hono';
import type { Capacity, Place } from './capacity.ts';
import { type FailureLog, problemResponse } from './problem.ts';
import { readSource } from './request-source.ts';
import { networkOf } from './source-network.ts';

const WINDOW_MS = 3_000;

/** Starts to watch how late the event loop runs. Returns the 99th percentile of the last whole window, milliseconds. */
export function watchDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let delay = 0;
  const read = (): void => {
    delay = histogram.percentile(99) / 1e6;
    histogram.reset();
  };
  setInterval(read, WINDOW_MS).unref();
  return () => delay;
}

/** What answers a request outside the middleware: it takes no room. */
const NO_PLACE: Place = { belongsTo: () => undefined, whileSending: (read) => read(), leave: () => undefined };

const places = new WeakMap<Request, Place>();

/** The place a request has. */
export function placeOf(c: Context): Place {
  return places.get(c.req.raw) ?? NO_PLACE;
}

/** Whether a request says that it belongs to a session, true or not. */
function claimsSession(c: Context): boolean {
  return c.req.header('authorization') !== undefined || /(?:^|[; ])(?:__Host-)?sid=/.test(c.req.header('cookie') ?? '');
}

/**
 * Gives each request a place and turns it away while there is none: with 503 while the server is behind, and with 429 when its
 * own source has too many. A late loop alone, as under an ingest, turns nobody away.
 */
export function shedLoad(capacity: Capacity, log: FailureLog): MiddlewareHandler {
  return async (c, next) => {
    let place: Place;
    try {
      place = capacity.enter(networkOf(readSource(c).address), claimsSession(c));
    } catch (error) {
      return problemResponse(error, { log, route: '/api/*' });
    }
    places.set(c.req.raw, place);
    try {
      await next();
    } finally {
      place.leave();
    }
    return undefined;
  };
}
