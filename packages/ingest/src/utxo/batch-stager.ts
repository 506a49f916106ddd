import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import { BatchEncoder } from '@trailmark/store/facts/batch-encoder';
import { LookupFiles } from '@trailmark/store/lookup/lookup-files';
import type { LedgerPort } from './ledger-port.ts';

/** When a batch is full: enough for large parts in the store, little enough to keep memory flat. */
export interface BatchLimits {
  readonly transactions: number;
  readonly bytes: number;
  readonly blocks: number;
  /** How many transactions are resolved at once; a batch is looked at when a group is done. */
  readonly groupTransactions: number;
}

export const LIMITS: BatchLimits = {
  transactions: 76_000,
  bytes: 46 * 2 ** 20,
  blocks: 4_000,
  groupTransactions: 24_000,
};

/** While requests are answered: the engine makes a query wait for an insert, so no insert may take long. */
export const GENTLE_LIMITS: BatchLimits = {
  transactions: 10_000,
  bytes: 8 * 2 ** 20,
  blocks: 1_000,
  groupTransactions: 5_000,
};

/** What a batch added when it was committed. */
export interface CommittedBatch {
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  /** The highest. */
  readonly height: number;
}

/**
 * Gathers resolved blocks into batches on disk and commits them, one behind the other: while the store takes one batch,
 * the next is being encoded.
 */
export class BatchStager {
  private readonly encoder = new BatchEncoder();
  private readonly port: LedgerPort;
  private readonly stagingDirectory: string;
  private readonly lookup: LookupFiles;
  private readonly limits: BatchLimits;
  private readonly onCommit: ((batch: CommittedBatch) => void) | undefined;
  private recordsEnd: number;
  private sequence = 0;
  private inFlight: Promise<void> = Promise.resolve();

  constructor(
    port: LedgerPort,
    directories: { readonly staging: string; readonly lookup: string },
    limits: BatchLimits = LIMITS,
    onCommit?: (batch: CommittedBatch) => void,
  ) {
    this.port = port;
    this.onCommit = onCommit;
    this.limits = limits;
    this.stagingDirectory = directories.staging;
    this.lookup = new LookupFiles(directories.lookup);
    this.recordsEnd = this.lookup.end;
    this.encoder.begin(this.recordsEnd);
  }

  add(block: ResolvedBlock, fees: readonly bigint[]): void {
    this.encoder.add(block, fees);
  }

  get isFull(): boolean {
    const { transactionCount, byteCount, blockCount } = this.encoder;
    const { transactions, bytes, blocks } = this.limits;
    return transactionCount >= transactions || byteCount >= bytes || blockCount >= blocks;
  }

  get isEmpty(): boolean {
    return this.encoder.blockCount === 0;
  }

  /** Writes the batch out and starts its commit; waits only for the one before it. */
  async flush(): Promise<void> {
    if (this.isEmpty) return;
    const directory = join(this.stagingDirectory, String(this.sequence++));
    mkdirSync(directory, { recursive: true });
    const batch = this.encoder.finish(directory, (at, pieces) => this.lookup.append(at, pieces));
    this.recordsEnd = batch.recordsEnd;
    const { heights, transactions, bytes } = batch;
    const added: CommittedBatch = { blocks: heights.length, transactions, bytes, height: heights.at(-1) ?? 0 };
    await this.inFlight;
    this.inFlight = this.port.commit(batch).then(() => this.onCommit?.(added));
    // A failure surfaces at the next wait; until then it must not count as unhandled.
    this.inFlight.catch(() => undefined);
    this.encoder.begin(this.recordsEnd);
  }

  /** Resolves when everything handed over is committed. Throws the first failure of a commit. */
  async settle(): Promise<void> {
    await this.inFlight;
  }

  /** Drops what was gathered but not handed over. */
  abandon(): void {
    this.encoder.begin(this.recordsEnd);
  }

  /** After a failed commit: drops everything that is not committed, so that it can be read again. */
  async restart(): Promise<void> {
    await this.inFlight.catch(() => undefined);
    this.inFlight = Promise.resolve();
    this.abandon();
  }

  close(): void {
    this.lookup.close();
  }
}
