import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { toPosition } from '@trailmark/core/position';
import type { LookupFiles } from '../lookup/lookup-files.ts';
import type { EncodedBatch } from './batch-encoder.ts';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { loadBlocks } from './load-blocks.ts';
import { blocksTable, createTableSql, LEDGER_TABLES, ledgerDatabase, orphansTable, POSITION_TABLES } from './tables.ts';

/** What is about to change, on disk before the first row does: a crash in between is put right at the next start. */
type Intent =
  | { readonly kind: 'insert'; readonly heights: readonly number[]; readonly recordsStart: number }
  | { readonly kind: 'remove'; readonly fromHeight: number; readonly toHeight: number };

export interface ChainWriterDeps {
  readonly facts: FactsClient;
  readonly chain: ChainId;
  /** Local directory of this chain: intent file and look-up files. */
  readonly directory: string;
  readonly blocks: BlockIndex;
  readonly lookup: LookupFiles;
}

/**
 * The one writer of a chain. A batch counts when its `blocks` rows are in, which is one atomic insert and the last one;
 * rows of a batch that never got that far are removed at the next start. So is a removal that was cut short.
 */
export class ChainWriter {
  private readonly deps: ChainWriterDeps;
  private readonly database: string;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(deps: ChainWriterDeps) {
    this.deps = deps;
    this.database = ledgerDatabase(deps.chain);
  }

  /** Creates missing tables and puts right what a crash left. Call once before reading. */
  async open(): Promise<void> {
    const { facts, directory } = this.deps;
    mkdirSync(directory, { recursive: true });
    await facts.command(`CREATE DATABASE IF NOT EXISTS ${this.database}`);
    for (const table of LEDGER_TABLES) await facts.command(createTableSql(this.database, table));
    const intent = this.readIntent();
    if (intent) await this.recover(intent);
    await loadBlocks(facts, this.deps.chain, this.deps.blocks);
  }

  /** Inserts an encoded batch. Batches are committed in the order of the calls. */
  commit(batch: EncodedBatch): Promise<void> {
    return this.serially(() => this.insert(batch));
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
      this.writeIntent({ kind: 'remove', fromHeight, toHeight });
      await this.deleteRows(fromHeight, toHeight, true);
      for (const height of this.deps.blocks.heights().filter((h) => h >= fromHeight && h <= toHeight)) {
        this.deps.blocks.remove(height);
      }
      this.clearIntent();
    });
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
    this.writeIntent({ kind: 'insert', heights: batch.heights, recordsStart: batch.recordsStart });
    await Promise.all(
      POSITION_TABLES.map((table) =>
        facts.insertFile(this.database, table, join(batch.directory, `${table.name}.native`)),
      ),
    );
    lookup.publish(batch.regions);
    await facts.insertFile(this.database, blocksTable, join(batch.directory, `${blocksTable.name}.native`));
    this.clearIntent();
    rmSync(batch.directory, { recursive: true, force: true });
    await loadBlocks(facts, chain, blocks, { from: Math.min(...batch.heights), to: Math.max(...batch.heights) });
  }

  private async deleteRows(fromHeight: number, toHeight: number, withBlocks: boolean): Promise<void> {
    const { facts } = this.deps;
    const from = toPosition(fromHeight, 0);
    const to = toPosition(toHeight + 1, 0);
    if (withBlocks) {
      await facts.command(
        `DELETE FROM ${this.database}.blocks WHERE height >= ${fromHeight} AND height <= ${toHeight}`,
      );
    }
    for (const table of POSITION_TABLES) {
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
  }

  private async recover(intent: Intent): Promise<void> {
    if (intent.kind === 'remove') {
      await this.deleteRows(intent.fromHeight, intent.toHeight, true);
    } else {
      await this.recoverInsert(intent);
    }
    this.clearIntent();
  }

  /** Either the block rows are in and the batch stands, or none are and its other rows go. */
  private async recoverInsert(intent: Intent & { kind: 'insert' }): Promise<void> {
    const { facts, lookup } = this.deps;
    const first = Math.min(...intent.heights);
    const last = Math.max(...intent.heights);
    const rows = await facts.query(
      `SELECT count() FROM ${this.database}.blocks WHERE height >= {from:UInt32} AND height <= {to:UInt32}`,
      { parameters: { from: first, to: last } },
    );
    if (Number(rows[0]?.[0] ?? 0) >= intent.heights.length) return;
    for (const [from, to] of toRuns(intent.heights)) await this.deleteRows(from, to, true);
    lookup.truncate(intent.recordsStart);
  }

  private get intentPath(): string {
    return join(this.deps.directory, 'intent.json');
  }

  private readIntent(): Intent | undefined {
    if (!existsSync(this.intentPath)) return undefined;
    return JSON.parse(readFileSync(this.intentPath, 'utf8')) as Intent;
  }

  private writeIntent(intent: Intent): void {
    const temporary = `${this.intentPath}.new`;
    const fd = openSync(temporary, 'w');
    writeFileSync(fd, JSON.stringify(intent));
    fsyncSync(fd);
    closeSync(fd);
    renameSync(temporary, this.intentPath);
  }

  private clearIntent(): void {
    rmSync(this.intentPath, { force: true });
  }

  private serially<T>(work: () => Promise<T>): Promise<T> {
    const next = this.busy.then(work, work);
    this.busy = next.catch(() => undefined);
    return next;
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
