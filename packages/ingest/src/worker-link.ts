import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { AppError, assert } from '@trailmark/core/errors';
import { toWireError } from './wire-error.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-protocol.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 60_000;

/** What a thread that reads a chain does its work with. */
export interface WorkerLink {
  /** Aborts when the job is to end. */
  readonly stop: AbortSignal;
  send(message: FromWorker): void;
  /** Calls a method of the store's port, in the main thread. */
  call(method: string, ...args: readonly unknown[]): Promise<never>;
  /** Sleeps until the time is up, the node announces a block, or the job is stopped. */
  sleep(milliseconds: number): Promise<void>;
}

/** Waits, or returns early when the signal aborts. */
async function waitOrAbort(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * Lets threads that answer requests go first. On Linux a thread has a priority of its own, named by its thread id;
 * elsewhere nothing changes.
 */
function yieldPriority(): void {
  try {
    const threadId = Number(readFileSync('/proc/thread-self/stat', 'utf8').split(' ')[0]);
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or the right to change it, the priority stays.
  }
}

/**
 * Runs the work of a thread that reads a chain: parsing, hashing and encoding must not hold up the thread that answers
 * requests. The store stays in the main thread, one engine a process; this side reaches it through messages.
 */
export async function runWorker(settings: WorkerSettings, work: (link: WorkerLink) => Promise<void>): Promise<void> {
  assert(parentPort, 'An ingest worker runs as a worker thread.');
  const port = parentPort;
  const stop = new AbortController();
  let wake = new AbortController();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let nextCall = 0;
  const send = (message: FromWorker): void => port.postMessage(message);
  port.on('message', (message: ToWorker) => {
    if (message.type === 'stop') {
      stop.abort();
      wake.abort();
    } else if (message.type === 'notify') {
      wake.abort();
    } else {
      const pending = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) pending?.reject(new AppError(message.error.kind, message.error.message));
      else pending?.resolve(message.value);
    }
  });
  const link: WorkerLink = {
    stop: stop.signal,
    send,
    call(method, ...args) {
      const id = nextCall++;
      const pending = Promise.withResolvers<unknown>();
      waiting.set(id, pending);
      send({ type: 'call', id, method, args });
      return pending.promise as Promise<never>;
    },
    async sleep(milliseconds) {
      await waitOrAbort(milliseconds, AbortSignal.any([wake.signal, stop.signal]));
      if (wake.signal.aborted) wake = new AbortController();
    },
  };
  if (settings.isGentle) yieldPriority();
  try {
    await work(link);
    send({ type: 'done' });
  } catch (error) {
    send(stop.signal.aborted ? { type: 'done' } : { type: 'done', error: toWireError(error) });
  } finally {
    port.close();
  }
}

/** Looks for new blocks until the job is stopped. What is unavailable is tried again, ever more rarely; the rest is thrown. */
export async function followHead(link: WorkerLink, pollMs: number, look: () => Promise<void>): Promise<void> {
  let retryMs = RETRY_FIRST_MS;
  while (!link.stop.aborted) {
    try {
      await look();
      retryMs = RETRY_FIRST_MS;
      await link.sleep(pollMs);
    } catch (error) {
      if (link.stop.aborted) return;
      if (!AppError.is(error, 'unavailable')) throw error;
      link.send({ type: 'trouble', error: toWireError(error), retryInMs: retryMs });
      await link.sleep(retryMs);
      retryMs = Math.min(RETRY_MOST_MS, retryMs * 2);
    }
  }
}
