import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { type Position, toPosition } from '@trailmark/core/position';
import { toRuns, type WriteStep } from '../facts/chain-writer.ts';
import type { FactsClient } from '../facts/client.ts';
import type { FactsTable } from '../facts/tables.ts';
import { fullDisk } from '../full-disk.ts';
import { ACCOUNT_POSITION_TABLES, accountBlocksTable, addressCoverageTable } from './account-tables.ts';
import { tableFile } from './encode-batch.ts';

/** Positions and heights in one statement: the engine takes 256 KiB of text. */
const DELETE_BATCH = 5_000;
/** Between looks at whether deletes are done, and how long they may take. */
const LOOK_MS = 10;
const DELETE_MS = 600_000;
/** An engine without room waits without a word: after so long, and with less room than this, that is why. */
const ROOM_MS = 5_000;
const ROOM_BYTES = 32 * 2 ** 20;

export type OnWriteStep = ((step: WriteStep) => Promise<void>) | undefined;

/** The rows of one account chain: what is put in from files, and what is taken out by height or position. */
export class AccountRows {
  private readonly facts: FactsClient;
  private readonly database: string;
  private readonly onStep: OnWriteStep;

  constructor(facts: FactsClient, database: string, onStep: OnWriteStep) {
    this.facts = facts;
    this.database = database;
    this.onStep = onStep;
  }

  /** Everything but the block rows. */
  async insert(directory: string, isGentle: boolean): Promise<void> {
    const insert = async (table: FactsTable): Promise<void> => {
      await this.insertTable(directory, table);
      await this.onStep?.('rows');
    };
    if (isGentle) {
      for (const table of ACCOUNT_POSITION_TABLES) await insert(table);
      return;
    }
    // All must have ended before a failure of one is handled.
    const outcomes = await Promise.allSettled(ACCOUNT_POSITION_TABLES.map(insert));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  insertBlocks(directory: string): Promise<void> {
    return this.insertTable(directory, accountBlocksTable);
  }

  insertCoverage(directory: string): Promise<void> {
    return this.insertTable(directory, addressCoverageTable);
  }

  /** A table without rows in the batch has no file. */
  async insertTable(directory: string, table: FactsTable): Promise<void> {
    const path = tableFile(directory, table.name);
    if (existsSync(path)) await this.facts.insertFile(this.database, table, path);
  }

  /** Takes out every row of a run of heights, inclusive, the block rows first. */
  async deleteHeights(fromHeight: number, toHeight: number): Promise<void> {
    await this.delete(accountBlocksTable, `height >= ${fromHeight} AND height <= ${toHeight}`);
    const condition = `position >= ${toPosition(fromHeight, 0)} AND position < ${toPosition(toHeight + 1, 0)}`;
    for (const table of ACCOUNT_POSITION_TABLES) {
      await this.onStep?.('rows');
      await this.delete(table, condition);
    }
    await this.deleted();
  }

  async deleteRuns(heights: readonly number[]): Promise<void> {
    for (const [from, to] of toRuns(heights)) await this.deleteHeights(from, to);
  }

  async deleteBlockRows(heights: readonly number[]): Promise<void> {
    for (let from = 0; from < heights.length; from += DELETE_BATCH) {
      await this.delete(accountBlocksTable, `height IN (${heights.slice(from, from + DELETE_BATCH).join(', ')})`);
    }
    if (heights.length > 0) await this.deleted();
  }

  async deletePositions(positions: readonly Position[]): Promise<void> {
    for (let from = 0; from < positions.length; from += DELETE_BATCH) {
      const list = positions.slice(from, from + DELETE_BATCH).join(', ');
      for (const table of ACCOUNT_POSITION_TABLES) {
        await this.onStep?.('rows');
        await this.delete(table, `position IN (${list})`);
      }
    }
    if (positions.length > 0) await this.deleted();
  }

  /** The block rows of a batch are one insert: all of them are in, or none. */
  async hasBlocks(heights: readonly number[]): Promise<boolean> {
    const rows = await this.facts.query(
      `SELECT count() FROM ${this.database}.${accountBlocksTable.name} WHERE height IN {heights:Array(UInt32)}`,
      { parameters: { heights } },
    );
    return Number(rows[0]?.[0] ?? 0) >= heights.length;
  }

  /** Begins a delete: waiting in the engine would hold up every query until it is done. */
  private delete(table: FactsTable, condition: string): Promise<void> {
    const sql = `DELETE FROM ${this.database}.${table.name} WHERE ${condition} SETTINGS lightweight_deletes_sync = 0`;
    return this.facts.command(sql);
  }

  /** Resolves when all deletes begun are done. Throws `unavailable` where the engine cannot carry one out. */
  private async deleted(): Promise<void> {
    const sql = `SELECT count(), max(latest_fail_reason != '') FROM system.mutations
      WHERE database = {database:String} AND NOT is_done`;
    const started = performance.now();
    for (let waited = 0; waited < DELETE_MS; waited = performance.now() - started) {
      const [row] = await this.facts.query(sql, { parameters: { database: this.database } });
      if (Number(row?.[0]) === 0) return;
      if (waited > ROOM_MS) await this.refuseWithoutRoom();
      if (Number(row?.[1]) !== 0) break;
      // Rarely where it takes long.
      await sleep(Math.max(LOOK_MS, waited / 20));
    }
    throw new AppError('unavailable', 'The facts store could not take rows out; it is tried again by the next write.');
  }

  private async refuseWithoutRoom(): Promise<void> {
    const [row] = await this.facts.query('SELECT min(free_space) FROM system.disks');
    if (Number(row?.[0]) < ROOM_BYTES) throw fullDisk('the facts store');
  }
}
