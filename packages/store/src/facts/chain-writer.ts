import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { FetchedCoverage, VanishedTransaction } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import type { TableWriter } from '../account-facts/column-writer.ts';
import { tableFile, writeTable } from '../account-facts/encode-batch.ts';
import type { LookupFiles, RegionPlace } from '../lookup/lookup-files.ts';
import { BatchEncoder, type EncodedBatch } from './batch-encoder.ts';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { createTables } from './create-tables.ts';
import { type FetchedTransaction, fetchedRow } from './fetched-rows.ts';
import { loadBlocks } from './load-blocks.ts';
import {
  blocksTable,
  type FactsTable,
  LEDGER_TABLES,
  ledgerDatabase,
  orphansTable,
  POSITION_TABLES,
} from './tables.ts';

import { keepVanishedSql, vanishedRows } from './vanished-rows.ts';

/** What is about to change, on disk before the first row does: a crash in between is repaired at the next start. */
type Intent =
  | { readonly kind: 'insert'; readonly heights: readonly number[] }
  | { readonly kind: 'remove'; readonly fromHeight: number; readonly toHeight: number }
  | ReplaceIntent;
/** The files of the batch are in the chain's folder until it is done, so that it can be started again. */
type ReplaceIntent = {
  readonly kind: 'replace';
  readonly heights: readonly number[];
  readonly regions: readonly RegionPlace[];
};

/** Steps of a write: after the intent, after one table's rows, after the lookup slots, after the block rows, at the end. */
export type WriteStep = 'intent' | 'rows' | 'slots' | 'blocks' | 'done';

export interface ChainWriterDeps {
  readonly facts: FactsClient;
  readonly chain: OutputChainId;
  /** Local directory of this chain: intent file and lookup files. */
  readonly directory: string;
  readonly blocks: BlockIndex;
  readonly lookup: LookupFiles;
  /** Called between the steps of a write: tests stop there as a crash would. */
  readonly onStep?: ((step: WriteStep) => Promise<void>) | undefined;
}

/**
 * The one writer of a chain. A batch counts when its `blocks` rows are in, which is one atomic insert and the last one;
 * rows of a batch that never got that far are removed at the next start. So is a removal that was cut short.
 */
export class ChainWriter {
  private readonly deps: ChainWriterDeps;
  private readonly database: string;
  /** Inserts one table after the other, so that queries keep a core. */
  isGentle = false;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(deps: ChainWriterDeps) {
    this.deps = deps;
    this.database = ledgerDatabase(deps.chain, deps.facts.databasePrefix);
  }

  /** Creates missing tables and repairs what a crash left. Call once before reading. */
  async open(): Promise<void> {
    const { facts, directory } = this.deps;
    mkdirSync(directory, { recursive: true });
    await createTables(facts, this.database, LEDGER_TABLES);
    const intent = this.readIntent();
    if (intent) {
      await this.recover(intent);
      this.clearIntent();
    }
    await loadBlocks(facts, this.deps.chain, this.deps.blocks);
  }

  /** Inserts an encoded batch. Batches are committed in the order of the calls. */
  commit(batch: EncodedBatch): Promise<void> {
    // A batch that failed is read and encoded again, so its files go either way.
    return this.serially(() => this.insert(batch)).finally(() => rm(batch.directory, { recursive: true, force: true }));
  }

  /**
   * Writes blocks whether their heights are indexed or not, in place of what is stored there. Started again after a crash until it is
   * done: the batch is on disk before the first row goes.
   */
  replace(blocks: readonly ResolvedBlock[]): Promise<void> {
    if (blocks.length === 0) return Promise.resolve();
    return this.serially(async () => {
      const intent = await this.stageReplacement(blocks);
      await this.writeIntent(intent);
      await this.deps.onStep?.('intent');
      const mayHold = intent.heights.some((height) => this.deps.blocks.storedHash(height) !== undefined);
      await this.carryOut(intent, mayHold);
      this.clearIntent();
      await this.deps.onStep?.('done');
    });
  }

  /** Keeps what was fetched of an owner. */
  putFetched(owner: Owner, coverage: FetchedCoverage, transactions: readonly FetchedTransaction[]): Promise<void> {
    return this.insertBeside(fetchedRow(ownerId(owner), coverage, transactions));
  }

  /** Keeps transactions that were unconfirmed and are gone. */
  putVanished(transactions: readonly VanishedTransaction[]): Promise<void> {
    return transactions.length === 0 ? Promise.resolve() : this.insertBeside(vanishedRows(transactions));
  }

  /** Rows of a table that no block counts on. */
  private insertBeside(rows: TableWriter): Promise<void> {
    return this.serially(async () => {
      const directory = join(this.deps.directory, 'beside');
      await mkdir(directory, { recursive: true });
      try {
        writeTable(directory, rows);
        await this.deps.facts.insertFile(this.database, rows.table, tableFile(directory, rows.table.name));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    });
  }

  private get replacementDirectory(): string {
    return join(this.deps.directory, 'replacement');
  }

  /** Encodes the batch into files of the chain's folder, and sees that they are on disk. */
  private async stageReplacement(blocks: readonly ResolvedBlock[]): Promise<ReplaceIntent> {
    const { lookup } = this.deps;
    const directory = this.replacementDirectory;
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const encoder = new BatchEncoder();
    encoder.begin(lookup.end);
    for (const block of [...blocks].sort((a, b) => a.height - b.height)) encoder.add(block);
    const { heights, regions } = encoder.finish(directory, (at, pieces) => lookup.append(at, pieces));
    await lookup.sync();
    for (const name of await readdir(directory)) await syncPath(join(directory, name));
    await syncPath(directory);
    return { kind: 'replace', heights, regions };
  }

  /** Removes what is stored at the heights and puts the staged batch there; may be started again at any point. */
  private async carryOut({ heights, regions }: ReplaceIntent, mayHold: boolean): Promise<void> {
    const { facts, lookup, blocks, chain } = this.deps;
    const directory = this.replacementDirectory;
    if (mayHold) {
      // The index first: reads end at what it holds.
      for (const height of heights) blocks.remove(height);
      await this.deleteHeights(heights);
    }
    await this.insertRows({ directory });
    await lookup.publish(regions);
    await this.deps.onStep?.('slots');
    await facts.insertFile(this.database, blocksTable, join(directory, `${blocksTable.name}.native`));
    await this.deps.onStep?.('blocks');
    await loadBlocks(facts, chain, blocks, heights);
    // Rows may have been counted meanwhile.
    blocks.version++;
    await rm(directory, { recursive: true, force: true });
  }

  private async deleteHeights(heights: readonly number[]): Promise<void> {
    const { facts } = this.deps;
    const list = heights.join(', ');
    await facts.command(`DELETE FROM ${this.database}.${blocksTable.name} WHERE height IN (${list})`);
    const from = toPosition(Math.min(...heights), 0);
    const to = toPosition(Math.max(...heights) + 1, 0);
    for (const table of POSITION_TABLES) {
      await this.deps.onStep?.('rows');
      await facts.command(
        `DELETE FROM ${this.database}.${table.name} WHERE position >= ${from} AND position < ${to} AND intDiv(position, 1048576) IN (${list})`,
      );
    }
  }

  /** Removes every block at or above a height; their headers and txids stay in `orphans`. */
  invalidate(fromHeight: number): Promise<void> {
    return this.removeHeights(fromHeight, 0xffff_fff0, true);
  }

  /** Removes a run of heights, inclusive, without keeping them: bundled windows give way to a node's own blocks. */
  discard(fromHeight: number, toHeight: number): Promise<void> {
    return this.removeHeights(fromHeight, toHeight, false);
  }

  private removeHeights(fromHeight: number, toHeight: number, keepOrphans: boolean): Promise<void> {
    return this.serially(async () => {
      if (keepOrphans) await this.keepOrphans(fromHeight, toHeight);
      await this.writeIntent({ kind: 'remove', fromHeight, toHeight });
      await this.deps.onStep?.('intent');
      // The index first: reads end below what it holds, so none sees half of what is being removed.
      this.forget(fromHeight, toHeight);
      await this.deleteRows(fromHeight, toHeight);
      this.clearIntent();
      await this.deps.onStep?.('done');
    });
  }

  private forget(fromHeight: number, toHeight: number): void {
    for (const height of this.deps.blocks.heights().filter((h) => h >= fromHeight && h <= toHeight)) {
      this.deps.blocks.remove(height);
    }
  }

  private async insert(batch: EncodedBatch): Promise<void> {
    const { facts, lookup, blocks, chain } = this.deps;
    if (batch.heights.length === 0) return;
    const taken = batch.heights.find((height) => blocks.storedHash(height) !== undefined);
    if (taken !== undefined) {
      throw new AppError(
        'conflict',
        `Height ${taken} of ${chain} is already held; it must be removed before it is written again.`,
      );
    }
    await this.writeIntent({ kind: 'insert', heights: batch.heights });
    const step = this.deps.onStep;
    await step?.('intent');
    await this.insertRows(batch);
    await lookup.publish(batch.regions);
    await step?.('slots');
    await facts.insertFile(this.database, blocksTable, join(batch.directory, `${blocksTable.name}.native`));
    await step?.('blocks');
    // The index first: while the intent exists, a failure here is repaired by the next write.
    await loadBlocks(facts, chain, blocks, { from: Math.min(...batch.heights), to: Math.max(...batch.heights) });
    this.clearIntent();
    await step?.('done');
  }

  private async insertRows(batch: Pick<EncodedBatch, 'directory'>): Promise<void> {
    const { facts } = this.deps;
    const insert = async (table: FactsTable): Promise<void> => {
      await facts.insertFile(this.database, table, join(batch.directory, `${table.name}.native`));
      await this.deps.onStep?.('rows');
    };
    if (this.isGentle) {
      for (const table of POSITION_TABLES) await insert(table);
      return;
    }
    // All must have ended before a failure of one is handled.
    const outcomes = await Promise.allSettled(POSITION_TABLES.map(insert));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async deleteRows(fromHeight: number, toHeight: number): Promise<void> {
    const { facts } = this.deps;
    const from = toPosition(fromHeight, 0);
    const to = toPosition(toHeight + 1, 0);
    await facts.command(`DELETE FROM ${this.database}.blocks WHERE height >= ${fromHeight} AND height <= ${toHeight}`);
    for (const table of POSITION_TABLES) {
      await this.deps.onStep?.('rows');
      await facts.command(`DELETE FROM ${this.database}.${table.name} WHERE position >= ${from} AND position < ${to}`);
    }
  }

  private async keepOrphans(fromHeight: number, toHeight: number): Promise<void> {
    const from = toPosition(fromHeight, 0);
    const to = toPosition(toHeight + 1, 0);
    await this.deps.facts.command(
      `INSERT INTO ${this.database}.${orphansTable.name} (height, hash, header, seen, txids)
       SELECT b.height, b.hash, b.header, toUnixTimestamp(now()), t.txids FROM ${this.database}.blocks AS b
       INNER JOIN (SELECT toUInt32(intDiv(position, 1048576)) AS height, groupArray(txid) AS txids
         FROM (SELECT position, txid FROM ${this.database}.transactions WHERE position >= ${from} AND position < ${to} ORDER BY position)
         GROUP BY height) AS t ON b.height = t.height
       WHERE b.height >= ${fromHeight} AND b.height <= ${toHeight}`,
    );
    await this.deps.facts.command(keepVanishedSql(this.database, from, to));
  }

  /** Returns whether the intent was a batch that is complete after all. */
  private async recover(intent: Intent): Promise<boolean> {
    if (intent.kind === 'replace') {
      // Its folder goes last: without it, the batch is in.
      if (existsSync(this.replacementDirectory)) await this.carryOut(intent, true);
      return false;
    }
    const stands = intent.kind === 'insert' && (await this.stands(intent.heights));
    if (!stands) {
      const runs = intent.kind === 'insert' ? toRuns(intent.heights) : [[intent.fromHeight, intent.toHeight] as const];
      for (const [from, to] of runs) await this.deleteRows(from, to);
    }
    return stands;
  }

  /** The block rows of a batch are one insert: all of them are in, or none. */
  private async stands(heights: readonly number[]): Promise<boolean> {
    const rows = await this.deps.facts.query(
      `SELECT count() FROM ${this.database}.blocks WHERE height IN {heights:Array(UInt32)}`,
      { parameters: { heights } },
    );
    return Number(rows[0]?.[0] ?? 0) >= heights.length;
  }

  /** A write of this process that failed half-way, perhaps because the store could not be reached, is repaired first. */
  private async settleIntent(): Promise<void> {
    const intent = this.readIntent();
    if (!intent) return;
    const { facts, chain, blocks } = this.deps;
    const stands = await this.recover(intent);
    if (intent.kind === 'replace') return this.clearIntent();
    const heights = intent.kind === 'insert' ? intent.heights : [intent.fromHeight, intent.toHeight];
    const [from, to] = [Math.min(...heights), Math.max(...heights)];
    this.forget(from, to);
    await loadBlocks(facts, chain, blocks, { from, to });
    // Rows that are gone again may have been counted meanwhile.
    blocks.version++;
    this.clearIntent();
    if (stands) {
      throw new AppError('unavailable', 'The store had taken a batch that seemed to fail; reading goes on behind it.');
    }
  }

  private get intentPath(): string {
    return join(this.deps.directory, 'intent.json');
  }

  private readIntent(): Intent | undefined {
    if (!existsSync(this.intentPath)) return undefined;
    return JSON.parse(readFileSync(this.intentPath, 'utf8')) as Intent;
  }

  private async writeIntent(intent: Intent): Promise<void> {
    const temporary = `${this.intentPath}.new`;
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(JSON.stringify(intent));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.intentPath);
  }

  private clearIntent(): void {
    rmSync(this.intentPath, { force: true });
  }

  private serially<T>(work: () => Promise<T>): Promise<T> {
    const next = this.busy.then(async () => {
      try {
        await this.settleIntent();
        return await work();
      } finally {
        this.deps.blocks.changes.settle(this.deps.blocks.version);
      }
    });
    this.busy = next.catch(() => undefined);
    return next;
  }
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Consecutive runs of ascending heights. */
export function toRuns(heights: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const height of [...heights].sort((a, b) => a - b)) {
    const run = runs[runs.length - 1];
    if (run && run[1] + 1 === height) run[1] = height;
    else runs.push([height, height]);
  }
  return runs;
}
