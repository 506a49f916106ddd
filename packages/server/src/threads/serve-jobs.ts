import { debuglog } from 'node:util';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { AppError, describeFailure, type ErrorKind } from '@trailmark/core/errors';

const debug = debuglog('trailmark');

/** What a thread answers. */
export type ThreadReply =
  | { readonly value: unknown }
  | {
      readonly error: {
        readonly kind: ErrorKind;
        readonly message: string;
        readonly context: Readonly<Record<string, unknown>>;
      };
    };

export type Jobs = Readonly<Record<string, (given: never) => Promise<unknown>>>;

function toReply(error: unknown): ThreadReply {
  if (AppError.is(error)) {
    const { kind, message, context } = error;
    return { error: { kind, message, context } };
  }
  debug('%o', error);
  return { error: { kind: 'internal', message: describeFailure(error), context: {} } };
}

/** Large buffers of a result, which move instead of being copied. */
function listBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = [value, ...Object.values(value)].flatMap((part) => (part instanceof Uint8Array ? [part] : []));
  const whole = parts.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  return [...new Set(whole.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])))];
}

async function answer(port: MessagePort, jobs: Jobs, job: string, given: unknown): Promise<void> {
  try {
    const value = await jobs[job]?.(given as never);
    port.postMessage({ value } satisfies ThreadReply, listBuffers(value));
  } catch (error) {
    port.postMessage(toReply(error));
  }
}

/** Makes this thread run what it receives, by the names of the jobs. */
export function serveJobs(jobs: Jobs): void {
  const port = parentPort;
  port?.on('message', ({ job, given }: { readonly job: string; readonly given: unknown }) => {
    void answer(port, jobs, job, given);
  });
}
