import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@trailmark/core/errors';
import type { MiddlewareHandler } from 'hono';
import { type FailureLog, problemResponse } from './problem.ts';

const WINDOW_MS = 3_000;
const LONGEST_DELAY_MS = 250;
/** Requests that may run at once, and how few are never turned away: what one browser asks for at a time. */
const MOST_RUNNING = 200;
const ALWAYS_RUNNING = 8;

/** Starts to watch how late the event loop runs. Answers the 99th percentile of the last whole window, milliseconds. */
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

/**
 * Turns requests away with 503 while the server is behind: while the event loop runs late and more is asked than one
 * browser does, or when too many requests run already. A late loop alone, as under an ingest, turns nobody away.
 */
export function shedLoad(delay: () => number, log: FailureLog): MiddlewareHandler {
  let running = 0;
  return async (_, next) => {
    const isBehind = delay() > LONGEST_DELAY_MS && running >= ALWAYS_RUNNING;
    if (isBehind || running >= MOST_RUNNING) {
      const context = { reason: 'overloaded' };
      const error = new AppError('unavailable', 'The server has more to do than it can. Try again in a moment.', {
        context,
      });
      return problemResponse(error, { log, route: '/api/*' });
    }
    running++;
    try {
      await next();
    } finally {
      running--;
    }
    return undefined;
  };
}
