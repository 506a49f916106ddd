import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Caller } from '../casework/caller.ts';

/** What a handler gets in addition to its input. */
export interface RequestScope {
  /** Hand this to every store call: it ends when the client leaves or the time is over. */
  readonly read: ReadOptions & { readonly signal: AbortSignal };
  /** Gives the work this long from now on, milliseconds: for what has waited for its turn until now. */
  readonly limitTo?: ((ms: number) => void) | undefined;
  /** Who asks; admitted by the route's policy already. */
  readonly caller: Caller;
  /** Headers for the answer: cookies. They are sent with failures too. */
  readonly reply: Headers;
  /** The Range header, for files of which parts may be requested. */
  readonly range?: string | undefined;
}

/** What the time limit alone gives, for surfaces without handlers of the contract. */
export type TimedScope = Pick<RequestScope, 'read' | 'limitTo'>;

function deadlineError(deadlineMs: number): AppError {
  const seconds = Math.round(deadlineMs / 100) / 10;
  return new AppError(
    'unavailable',
    `This took longer than ${seconds} seconds and was stopped. Ask for a smaller part of it.`,
  );
}

function clientLeft(): AppError {
  return new AppError('unavailable', 'The client left before the answer was ready.', {
    context: { reason: 'client-left' },
  });
}

/**
 * Runs work under the time limit of a request. The signal given to it aborts when the client disconnects or the time
 * is over; the answer fails with `unavailable` at once even where the work does not listen.
 */
export async function runScoped<T>(
  client: AbortSignal,
  deadlineMs: number,
  work: (scope: TimedScope) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (error: AppError): void => {
    controller.abort(error);
    reject(error);
  };
  const onLeave = (): void => stop(clientLeft());
  const startClock = (ms: number) => setTimeout(() => stop(deadlineError(ms)), ms);
  let timer = startClock(deadlineMs);
  const limitTo = (ms: number): void => {
    clearTimeout(timer);
    if (!controller.signal.aborted) timer = startClock(ms);
  };
  if (client.aborted) onLeave();
  client.addEventListener('abort', onLeave, { once: true });
  try {
    return await Promise.race([work({ read: { signal: controller.signal }, limitTo }), stopped]);
  } catch (error) {
    // What a store or a body throws for a client that left is not a failure of theirs.
    throw client.aborted ? clientLeft() : error;
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', onLeave);
    stopped.catch(() => {});
  }
}
