import { Worker } from 'node:worker_threads';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SourceReport } from './source.ts';
import { toWireError } from './wire-error.ts';
import type {
  FilterStatus,
  FromWorker,
  IngestProgress,
  PortCall,
  ToWorker,
  WireError,
  WorkerSettings,
} from './worker-protocol.ts';

export interface IngestStatus {
  readonly chain: ChainId;
  readonly source: string;
  readonly state: 'running' | 'following' | 'stopped' | 'failed';
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly transactionsPerSecond: number;
  readonly height: number | null;
  readonly targetHeight: number | null;
  readonly secondsLeft: number | null;
  readonly message: string | null;
  /** Null for a chain that is not followed by block filters. */
  readonly filters: FilterStatus | null;
}

export interface IngestJob {
  readonly status: IngestStatus;
  /** What the source left out, once the job has ended; undefined where the source keeps no account of it. */
  readonly report: SourceReport | undefined;
  /** Settles when the job ended; rejects with what stopped it. */
  readonly finished: Promise<void>;
  /** The node announced a block. */
  notify(): void;
  /** Ends after the batch in hand is committed. */
  stop(): Promise<void>;
}

export interface WorkerJobOptions {
  readonly chain: ChainId;
  /** Module of the thread. */
  readonly module: URL;
  readonly data: WorkerSettings;
  /** What the source is called until it has reported its name. */
  readonly sourceWord: string;
  /** What the thread may call, by name. */
  readonly port: object;
  readonly onChange?: ((status: IngestStatus) => void) | undefined;
  readonly onMempool?: ((txids: readonly string[], raw: ReadonlyMap<string, Uint8Array>) => void) | undefined;
}

/** Rates and the estimated end of a job, from what it reported. */
class Meter {
  private readonly started = performance.now();

  read(progress: IngestProgress): Pick<IngestStatus, 'transactionsPerSecond' | 'secondsLeft'> {
    const seconds = (performance.now() - this.started) / 1000;
    const { height, targetHeight, blocks } = progress;
    const left = height === undefined || targetHeight === undefined ? null : targetHeight - height;
    return {
      transactionsPerSecond: Math.round(progress.transactions / Math.max(0.001, seconds)),
      secondsLeft: left === null || blocks === 0 ? null : Math.round((left * seconds) / blocks),
    };
  }
}

/** Starts a thread that reads a chain, and answers its calls of the port. */
export function startWorkerJob(options: WorkerJobOptions): IngestJob {
  const worker = new Worker(options.module, { workerData: options.data });
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  const job = new JobState(options, worker, end);
  worker.on('message', (message: FromWorker) => job.receive(message));
  worker.on('error', (error) => job.fail(toWireError(error)));
  worker.on('exit', () => job.exited());
  return {
    get status() {
      return job.status;
    },
    get report() {
      return job.report;
    },
    finished: end.promise,
    notify: () => worker.postMessage({ type: 'notify' } satisfies ToWorker),
    async stop() {
      worker.postMessage({ type: 'stop' } satisfies ToWorker);
      await end.promise.catch(() => undefined);
    },
  };
}

class JobState {
  status: IngestStatus;
  report: SourceReport | undefined;
  private readonly options: WorkerJobOptions;
  private readonly worker: Worker;
  private readonly end: PromiseWithResolvers<void>;
  private readonly meter = new Meter();
  private failure: WireError | undefined;
  private pending = 0;
  private hasExited = false;

  constructor(options: WorkerJobOptions, worker: Worker, end: PromiseWithResolvers<void>) {
    this.options = options;
    this.worker = worker;
    this.end = end;
    this.status = {
      chain: options.chain,
      source: options.sourceWord,
      state: 'running',
      blocks: 0,
      transactions: 0,
      bytes: 0,
      transactionsPerSecond: 0,
      height: null,
      targetHeight: null,
      secondsLeft: null,
      message: null,
      filters: null,
    };
  }

  receive(message: FromWorker): void {
    switch (message.type) {
      case 'call':
        void this.answer(message);
        break;
      case 'progress':
        this.change({
          ...toCounts(message.progress),
          ...this.meter.read(message.progress),
          state: 'running',
          message: null,
        });
        break;
      case 'source':
        this.change({ source: message.description });
        break;
      case 'following':
        this.change({
          state: 'following',
          height: message.height,
          targetHeight: message.height,
          secondsLeft: null,
          message: null,
        });
        break;
      case 'trouble':
        this.change({ message: `${message.error.message} Trying again in ${Math.round(message.retryInMs / 1000)} s.` });
        break;
      case 'filters':
        this.change({ filters: message.filters });
        break;
      case 'note':
        this.change({ message: message.message });
        break;
      case 'report':
        this.report = message.report;
        break;
      case 'mempool':
        this.options.onMempool?.(message.txids, message.raw);
        break;
      case 'done':
        if (message.error) this.fail(message.error);
        break;
    }
  }

  fail(error: WireError): void {
    this.failure = error;
    this.change({ state: 'failed', message: error.message });
  }

  exited(): void {
    this.hasExited = true;
    this.settle();
  }

  private async answer(message: PortCall): Promise<void> {
    this.pending++;
    try {
      const methods = this.options.port as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
      const value = await methods[message.method]?.(...message.args);
      this.reply({ type: 'reply', id: message.id, value });
    } catch (error) {
      this.reply({ type: 'reply', id: message.id, error: toWireError(error) });
    } finally {
      this.pending--;
      this.settle();
    }
  }

  private reply(message: ToWorker): void {
    if (!this.hasExited) this.worker.postMessage(message);
  }

  /** The job is over when the thread is gone and the store has finished what it was given. */
  private settle(): void {
    if (!this.hasExited || this.pending > 0) return;
    if (this.failure) {
      this.end.reject(new AppError(this.failure.kind, this.failure.message));
    } else {
      this.change({ state: 'stopped', secondsLeft: null });
      this.end.resolve();
    }
  }

  private change(changes: Partial<IngestStatus>): void {
    this.status = { ...this.status, ...changes };
    this.options.onChange?.(this.status);
  }
}

function toCounts(progress: IngestProgress): Partial<IngestStatus> {
  return {
    blocks: progress.blocks,
    transactions: progress.transactions,
    bytes: progress.bytes,
    height: progress.height ?? null,
    targetHeight: progress.targetHeight ?? null,
  };
}
