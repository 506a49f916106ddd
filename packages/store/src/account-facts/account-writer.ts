import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AccountBlock,
  type AddressCoverage,
  BLOCK_HOLDS_ALL,
  BLOCK_TIME_ESTIMATED,
} from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { createTables } from '../facts/create-tables.ts';
import { AccountRows, type OnWriteStep } from './account-rows.ts';
import type { AccountWriter, EncodedAccountBatch, EncodedBlockHead } from './account-store.ts';
import { ACCOUNT_TABLES, tokensTable } from './account-tables.ts';
import { encodeAccountBatch, writeTable } from './encode-batch.ts';
import { fillItems } from './fill-items.ts';
import { loadAccountBlocks } from './load-account-blocks.ts';
import { type MergePlan, planMerge } from './merge/plan-merge.ts';
import type { AccountScope } from './reads/account-scope.ts';
import { coverageRow, tokenRows } from './register-rows.ts';
import { TableRows } from './table-rows.ts';
import { type AccountIntent, IntentFile } from './write-intent.ts';

/** Above every height a chain can have. */
const LAST_HEIGHT = 0xffff_fff0;

export interface AccountWriterDeps {
  readonly scope: Omit<AccountScope, 'settled'>;
  /** Local directory of this chain: the intent, and the files of an exchange. */
  readonly directory: string;
  readonly stagingDirectory: string;
  /** Called between the steps of a write: tests stop there as a crash would. */
  readonly onStep?: OnWriteStep;
}

type ExchangeIntent = Extract<AccountIntent, { kind: 'exchange' }>;

/** The one writer of an account chain, over ClickHouse SQL. A block counts when its row is in, which is written last. */
export class FactsAccountWriter implements AccountWriter {
  isGentle = false;
  private readonly deps: AccountWriterDeps;
  private readonly rows: AccountRows;
  private readonly intent: IntentFile;
  private readonly redoDirectory: string;
  private busy: Promise<unknown> = Promise.resolve();
  /** Open while rows at or below the tip are exchanged. */
  private exchange: Promise<void> | undefined;
  private tokenVersion = 0;

  constructor(deps: AccountWriterDeps) {
    this.deps = deps;
    this.rows = new AccountRows(deps.scope.facts, deps.scope.database, deps.onStep);
    this.intent = new IntentFile(deps.directory);
    this.redoDirectory = join(deps.directory, 'account-exchange');
  }

  /** Creates missing tables and repairs what a crash left. Call once before reading. */
  async open(): Promise<void> {
    const { facts, database, blocks } = this.deps.scope;
    mkdirSync(this.deps.directory, { recursive: true });
    await fillItems(facts, database);
    await createTables(facts, database, ACCOUNT_TABLES);
    const intent = this.intent.read();
    if (intent) await this.recover(intent);
    const versions = await facts.query(`SELECT max(version) FROM ${database}.${tokensTable.name}`);
    this.tokenVersion = Number(versions[0]?.[0] ?? 0);
    await loadAccountBlocks(facts, database, blocks);
  }

  /** Resolves when no rows that reads may see are being exchanged. */
  settled(): Promise<void> {
    return this.exchange ?? Promise.resolve();
  }

  async commit(blocks: readonly AccountBlock[]): Promise<void> {
    if (blocks.length === 0) return;
    await this.commitEncoded(await encodeAccountBatch(blocks, this.deps.stagingDirectory));
  }

  commitEncoded(batch: EncodedAccountBatch): Promise<void> {
    // A batch that failed is read and encoded again, so its files go either way.
    return this.serially(() => this.take(batch)).finally(() => rm(batch.directory, { recursive: true, force: true }));
  }

  merge(blocks: readonly AccountBlock[], coverage?: AddressCoverage): Promise<{ transactions: number; moves: number }> {
    return this.serially(async () => {
      // Reads of the plan must not wait for an exchange that only this call could end.
      const plan = await planMerge({ ...this.deps.scope, settled: () => Promise.resolve() }, blocks);
      if (plan.blocks.length > 0 || coverage) await this.writePlan(plan, coverage);
      return { transactions: plan.transactions, moves: plan.moves };
    });
  }

  invalidate(fromHeight: number, toHeight: number = LAST_HEIGHT): Promise<void> {
    return this.serially(async () => {
      if (toHeight < fromHeight) return;
      await this.intent.write({ kind: 'remove', fromHeight, toHeight });
      await this.deps.onStep?.('intent');
      const work = async (): Promise<void> => {
        // The index first: reads end below what it holds, so none sees half of what is being removed.
        this.forget(fromHeight, toHeight);
        await this.rows.deleteHeights(fromHeight, toHeight);
        this.intent.clear();
      };
      // What is on top is out of sight at once; holes below it are not, and deletes take seconds.
      await (toHeight >= this.deps.scope.blocks.tipHeight ? work() : this.behindGate(work));
      await this.deps.onStep?.('done');
    });
  }

  putTokens(tokens: readonly TokenMetadata[]): Promise<void> {
    if (tokens.length === 0) return Promise.resolve();
    return this.serially(async () => {
      const directory = mkdtempSync(join(this.deps.stagingDirectory, 'tokens-'));
      try {
        writeTable(directory, tokenRows(tokens, ++this.tokenVersion));
        await this.rows.insertTable(directory, tokensTable);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    });
  }

  private async take(batch: EncodedAccountBatch): Promise<void> {
    const heights = batch.blocks.map(({ height }) => height);
    const held = batch.blocks.filter(({ height }) => this.deps.scope.blocks.isIndexed(height));
    if (held.length === 0) return this.insert(batch, heights);
    const isChanged = held.filter((head) => this.givesWay(head)).length > 0;
    if (!isChanged && held.length === heights.length) return;
    await this.keepFiles(batch.directory);
    await this.startExchange({ kind: 'exchange', heights, rewritten: [], cleared: [], written: [] });
  }

  /** Whether the stored block is replaced; false where it is the same. Throws `conflict` where it may not be. */
  private givesWay(head: EncodedBlockHead): boolean {
    const held = this.deps.scope.blocks.get(head.height);
    if (!held) return true;
    const isWhole = (head.holds & BLOCK_HOLDS_ALL) !== 0;
    const isIndexedWhole = (held.holds & BLOCK_HOLDS_ALL) !== 0;
    const isSame = held.hash !== '' && held.hash === head.hash;
    if (isIndexedWhole && isSame && (head.holds & ~held.holds & ~BLOCK_TIME_ESTIMATED) === 0) return false;
    const contradicts = isIndexedWhole && held.hash !== '' && head.hash !== '' && !isSame;
    if (isWhole && !contradicts) return true;
    const { chain } = this.deps.scope;
    throw new AppError(
      'conflict',
      isWhole
        ? `Block ${head.height} of ${chain} is already held with another hash; it must be removed before it is written again.`
        : `Block ${head.height} of ${chain} is already held; a part of it must be merged, not committed.`,
    );
  }

  private async insert(batch: EncodedAccountBatch, heights: readonly number[]): Promise<void> {
    const { scope, onStep } = this.deps;
    const first = heights[0];
    if (first === undefined) return;
    await this.intent.write({ kind: 'insert', heights });
    await onStep?.('intent');
    const work = async (): Promise<void> => {
      await this.rows.insert(batch.directory, this.isGentle);
      await this.rows.insertBlocks(batch.directory);
      await onStep?.('blocks');
      // The index first: while the intent exists, a failure here is repaired by the next write.
      await this.reload(heights);
      this.intent.clear();
    };
    // Reads end above the tip by themselves; below it they wait.
    await (first > scope.blocks.tipHeight ? work() : this.behindGate(work));
    await onStep?.('done');
  }

  private async writePlan(plan: MergePlan, coverage: AddressCoverage | undefined): Promise<void> {
    const rows = new TableRows();
    for (const { block, transactionCount } of plan.blocks) rows.addBlock(block, transactionCount);
    rmSync(this.redoDirectory, { recursive: true, force: true });
    mkdirSync(this.redoDirectory, { recursive: true });
    for (const writer of rows.tables()) writeTable(this.redoDirectory, writer, true);
    if (coverage) writeTable(this.redoDirectory, coverageRow(coverage), true);
    await this.syncRedo();
    const rewritten = plan.blocks.map(({ block }) => block.height);
    const { cleared, written } = plan;
    await this.startExchange({ kind: 'exchange', heights: [], rewritten, cleared, written });
  }

  /** The files of a batch are staged where a crash may lose them; those of an exchange must outlive it. */
  private async keepFiles(directory: string): Promise<void> {
    rmSync(this.redoDirectory, { recursive: true, force: true });
    mkdirSync(this.redoDirectory, { recursive: true });
    for (const name of await readdir(directory)) {
      const path = join(this.redoDirectory, name);
      await copyFile(join(directory, name), path);
      const file = await open(path);
      await file.sync();
      await file.close();
    }
    await this.syncRedo();
  }

  private async syncRedo(): Promise<void> {
    const folder = await open(this.redoDirectory);
    await folder.sync();
    await folder.close();
  }

  private async startExchange(intent: ExchangeIntent): Promise<void> {
    await this.intent.write(intent);
    await this.deps.onStep?.('intent');
    await this.behindGate(() => this.carryOut(intent));
    await this.deps.onStep?.('done');
  }

  /** What it puts in is within what it removes first, or at places that were free. */
  private async carryOut({ heights, rewritten, cleared }: ExchangeIntent): Promise<void> {
    const { blocks } = this.deps.scope;
    await this.rows.deleteBlockRows(rewritten);
    await this.rows.deleteRuns(heights);
    await this.rows.deletePositions(cleared);
    await this.rows.insert(this.redoDirectory, true);
    await this.rows.insertCoverage(this.redoDirectory);
    await this.rows.insertBlocks(this.redoDirectory);
    await this.deps.onStep?.('blocks');
    await this.reload([...heights, ...rewritten]);
    blocks.version++;
    this.intent.clear();
    rmSync(this.redoDirectory, { recursive: true, force: true });
  }

  private async recover(intent: AccountIntent): Promise<void> {
    if (intent.kind === 'exchange') {
      // A first attempt may have put some of them in already.
      await this.rows.deletePositions(intent.written);
      await this.carryOut(intent);
      return;
    }
    if (intent.kind === 'remove') await this.rows.deleteHeights(intent.fromHeight, intent.toHeight);
    else if (!(await this.rows.hasBlocks(intent.heights))) await this.rows.deleteRuns(intent.heights);
    this.intent.clear();
  }

  /** A write of this process that failed half-way, perhaps because the store could not be reached, is repaired first. */
  private async settleIntent(): Promise<void> {
    const intent = this.intent.read();
    if (!intent) return;
    await this.behindGate(async () => {
      await this.recover(intent);
      if (intent.kind === 'remove') this.forget(intent.fromHeight, intent.toHeight);
      else if (intent.kind === 'insert') await this.reload(intent.heights);
      // Rows that are gone again may have been counted meanwhile.
      this.deps.scope.blocks.version++;
    });
  }

  private async reload(heights: readonly number[]): Promise<void> {
    const { facts, database, blocks } = this.deps.scope;
    for (const height of [...heights].reverse()) blocks.remove(height);
    await loadAccountBlocks(facts, database, blocks, heights);
  }

  private forget(fromHeight: number, toHeight: number): void {
    const { blocks } = this.deps.scope;
    for (const height of [...blocks.heightsBetween(fromHeight, toHeight)].reverse()) blocks.remove(height);
  }

  private async behindGate(work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.exchange = promise;
    try {
      await work();
    } finally {
      this.exchange = undefined;
      resolve();
    }
  }

  private serially<T>(work: () => Promise<T>): Promise<T> {
    const next = this.busy.then(async () => {
      const { blocks } = this.deps.scope;
      try {
        await this.settleIntent();
        return await work();
      } finally {
        blocks.changes.settle(blocks.version);
      }
    });
    this.busy = next.catch(() => undefined);
    return next;
  }
}
