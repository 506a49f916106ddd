import { Worker } from 'node:worker_threads';
import { AppError } from '@trailmark/core/errors';
import type { ThreadReply } from './serve-jobs.ts';

/** Milliseconds after which a thread with nothing to do ends; the next piece of work starts another. */
const IDLE_MS = 60_000;
const HEAP_MB = 1_024;

export interface LaneOptions {
  /** Module of the thread; it calls `serveJobs`. */
  readonly module: URL;
  /** Pieces of work that wait or run, in all and of one account. */
  readonly most: number;
  readonly mostEach: number;
  /** What the refusal calls them: `exports`. */
  readonly what: string;
  /** MiB of memory of the thread: a document that was made to need more ends the thread and not the server. */
  readonly heapMb?: number;
}

export interface ThreadTask {
  readonly job: string;
  readonly given: unknown;
  /** Buffers that move to the thread instead of being copied. */
  readonly moved: readonly ArrayBuffer[];
  /** Account it is for; null where something already under way needs it: that waits for no turn and is never refused. */
  readonly owner: string | null;
  /** Ends the work at once, also while it runs; left out, it runs to its end. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends ThreadTask {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

function toFailure(cause: unknown, heapMb: number): AppError {
  const isMemory = (cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? new AppError(
        'invalid',
        `The document needs more than the ${heapMb} MiB of memory that one is given. Send a smaller one.`,
      )
    : new AppError('internal', 'A thread ended before its work was done.', { cause });
}

/** One thread that does one piece of work after another, so that none of it holds up the answers of others. */
export class ThreadLane {
  readonly #options: LaneOptions;
  readonly #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get #heapMb(): number {
    return this.#options.heapMb ?? HEAP_MB;
  }

  /** Runs one piece of work. Rejects with `unavailable` when too much waits, with what the work throws, or with the signal's reason. */
  run(task: ThreadTask): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#checkRoom(task);
    task.signal?.throwIfAborted();
    const waiting: Waiting = { ...task, resolve, reject, onAbort: () => this.#abandon(waiting) };
    task.signal?.addEventListener('abort', waiting.onAbort, { once: true });
    if (task.owner === null) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    this.#next();
    return promise;
  }

  #checkRoom({ owner }: ThreadTask): void {
    if (owner === null) return;
    const { most, mostEach, what } = this.#options;
    const all = this.#current ? [this.#current, ...this.#queue] : this.#queue;
    const own = all.filter((waiting) => waiting.owner === owner).length;
    if (own < mostEach && all.length < most) return;
    const whose = own < mostEach ? `${most} ${what}` : `${mostEach} ${what} of yours`;
    throw new AppError('unavailable', `${whose} are under way already. Try again in a moment.`, {
      context: { reason: 'overloaded' },
    });
  }

  #abandon(waiting: Waiting): void {
    const place = this.#queue.indexOf(waiting);
    if (place >= 0) this.#queue.splice(place, 1);
    else if (this.#current === waiting) this.#drop();
    waiting.reject(waiting.signal?.reason);
    this.#next();
  }

  /** Ends the thread with what it is doing. */
  #drop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#current = undefined;
    void worker?.terminate();
  }

  #next(): void {
    clearTimeout(this.#idle);
    if (this.#current) return;
    const task = this.#queue.shift();
    if (!task) {
      // A thread with nothing to do keeps no program from ending; one that works does.
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.#drop(), IDLE_MS).unref();
      return;
    }
    this.#current = task;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ job: task.job, given: task.given }, [...task.moved]);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.module, { resourceLimits: { maxOldGenerationSizeMb: this.#heapMb } });
    worker.on('message', (reply: ThreadReply) => {
      if (this.#worker === worker) this.#settle((task) => settleWith(task, reply));
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, new Error(`exit code ${code}`)));
    return worker;
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#settle((task) => task.reject(toFailure(cause, this.#heapMb)));
  }

  #settle(say: (task: Waiting) => void): void {
    const task = this.#current;
    this.#current = undefined;
    if (task) {
      task.signal?.removeEventListener('abort', task.onAbort);
      say(task);
    }
    this.#next();
  }
}

function settleWith({ resolve, reject }: Waiting, reply: ThreadReply): void {
  if ('value' in reply) {
    resolve(reply.value);
    return;
  }
  const { kind, message, context } = reply.error;
  reject(new AppError(kind, message, { context }));
}
