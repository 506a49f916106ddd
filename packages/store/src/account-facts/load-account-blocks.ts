import type { FactsClient } from '../facts/client.ts';
import type { AccountBlockIndex } from './account-block-index.ts';
import { NO_NUMBER } from './account-tables.ts';

/** Rows requested at once: a chain of these may have hundreds of millions. */
const CHUNK = 20_000;
const READ_SECONDS = 120;

const SELECT = `SELECT height, lower(hex(hash)), lower(hex(parent_hash)), time, lower(hex(producer)), holds, transactions,
  transaction_total, source`;

function add(blocks: AccountBlockIndex, row: readonly unknown[]): void {
  const [height, hash, parentHash, time, producer, holds, transactions, total, source] = row;
  blocks.set({
    height: Number(height),
    hash: String(hash),
    parentHash: String(parentHash),
    time: Number(time),
    producer: String(producer),
    holds: Number(holds),
    transactionCount: Number(transactions),
    transactionTotal: Number(total) === NO_NUMBER ? undefined : Number(total),
    source: String(source),
  });
}

/** Reads rows of the `account_blocks` table into the index: all of them, or those of some heights. */
export async function loadAccountBlocks(
  facts: FactsClient,
  database: string,
  blocks: AccountBlockIndex,
  heights?: readonly number[],
): Promise<void> {
  if (!heights) return loadAll(facts, database, blocks);
  for (let from = 0; from < heights.length; from += CHUNK) {
    const rows = await facts.query(
      `${SELECT} FROM ${database}.account_blocks WHERE height IN {heights:Array(UInt32)} ORDER BY height`,
      { parameters: { heights: heights.slice(from, from + CHUNK) }, seconds: READ_SECONDS },
    );
    for (const row of rows) add(blocks, row);
  }
}

async function loadAll(facts: FactsClient, database: string, blocks: AccountBlockIndex): Promise<void> {
  for (let from = 0; ; ) {
    const rows = await facts.query(
      `${SELECT} FROM ${database}.account_blocks WHERE height >= {from:UInt32} ORDER BY height LIMIT {limit:UInt32}`,
      { parameters: { from, limit: CHUNK }, seconds: READ_SECONDS },
    );
    for (const row of rows) add(blocks, row);
    if (rows.length < CHUNK) return;
    from = Number(rows[rows.length - 1]?.[0]) + 1;
  }
}
