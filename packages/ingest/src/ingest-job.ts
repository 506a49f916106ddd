import { Worker } from 'node:worker_threads';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ChainStore } from '@trailmark/store/open-store';
import type { IngestProgress } from './ingest-engine.ts';
import type { LedgerPort } from './ledger-port.ts';
import type { SourceSpec } from './source-spec.ts';
import { createStorePort } from './store-port.ts';
import type { FromWorker, IngestWorkerData, PortCall, ToWorker, WireError } from './worker-protocol.ts';

export interface IngestJobOptions {
  readonly store: ChainStore;
  readonly lookupDirectory: string;
  readonly spec: SourceSpec;
  readonly follow: boolean;
  readonly pollMs?: number | undefined;
  readonly toHeight?: number | undefined;
  /** Memory for unspent outputs, MiB. */
  readonly cacheMib?: number | undefined;
  /** Requests are answered meanwhile: they come first. */
  readonly isGentle?: boolean | undefined;
  readonly onChange?: (status: IngestStatus) => void;
  readonly onMempool?: (txids: readonly string[], raw: ReadonlyMap<string, Uint8Array>) => void;
}

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
}

export interface IngestJob {
  readonly status: IngestStatus;
  /** Settles when the job ended; rejects with what stopped it. */
  readonly finished: Promise<void>;
  /** The node announced a block. */
  notify(): void;
  /** Ends after the batch in hand is committed. */
  stop(): Promise<void>;
}

const SLOT_BYTES = 72;
const DEFAULT_CACHE_MIB = 144;

function tableSlots(cacheMib: number): number {
  const slots = (cacheMib * 2 ** 20) / SLOT_BYTES;
  return 2 ** Math.min(25, Math.max(12, Math.floor(Math.log2(slots))));
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

/** Starts reading a chain in a thread of its own. The caller sees to it that a chain has one job at a time. */
export function startIngestJob(options: IngestJobOptions): IngestJob {
  const data: IngestWorkerData = {
    chain: options.store.chain,
    spec: options.spec,
    follow: options.follow,
    pollMs: options.pollMs ?? 5_000,
    toHeight: options.toHeight,
    tableSlots: tableSlots(options.cacheMib ?? DEFAULT_CACHE_MIB),
    isGentle: options.isGentle ?? false,
    directories: { staging: options.store.stagingDirectory, lookup: options.lookupDirectory },
  };
  const worker = new Worker(new URL('./ingest-worker.ts', import.meta.url), { workerData: data });
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  const job = new JobState(options, worker, end);
  worker.on('message', (message: FromWorker) => job.receive(message));
  worker.on('error', (error) => job.fail({ kind: 'internal', message: error.message }));
  worker.on('exit', () => job.exited());
  return {
    get status() {
      return job.status;
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
  private readonly options: IngestJobOptions;
  private readonly worker: Worker;
  private readonly end: PromiseWithResolvers<void>;
  private readonly port: LedgerPort;
  private readonly meter = new Meter();
  private failure: WireError | undefined;
  private pending = 0;
  private hasExited = false;

  constructor(options: IngestJobOptions, worker: Worker, end: PromiseWithResolvers<void>) {
    this.options = options;
    this.worker = worker;
    this.end = end;
    this.port = createStorePort(options.store);
    this.status = {
      chain: options.store.chain,
      source: options.spec.kind === 'rpc' ? 'node' : 'block files',
      state: 'running',
      blocks: 0,
      transactions: 0,
      bytes: 0,
      transactionsPerSecond: 0,
      height: null,
      targetHeight: null,
      secondsLeft: null,
      message: null,
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
      const method = this.port[message.method] as (...args: readonly unknown[]) => Promise<unknown>;
      const value = await method(...message.args);
      this.reply({ type: 'reply', id: message.id, value });
    } catch (error) {
      const wire: WireError = AppError.is(error)
        ? { kind: error.kind, message: error.message }
        : { kind: 'internal', message: String(error) };
      this.reply({ type: 'reply', id: message.id, error: wire });
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
