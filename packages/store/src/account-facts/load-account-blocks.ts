import type { FactsClient } from '../facts/client.ts';
import type { AccountBlockIndex } from './account-block-index.ts';
import { NO_NUMBER } from './account-tables.ts';

/** Rows asked for at once: a chain of these may have hundreds of millions. */
const CHUNK = 50_000;
const READ_SECONDS = 120;

/** Reads rows of the `account_blocks` table into the index: all of them, or a run of heights. */
export async function loadAccountBlocks(
  facts: FactsClient,
  database: string,
  blocks: AccountBlockIndex,
  range: { readonly from: number; readonly to: number } = { from: 0, to: 0xffff_ffff },
): Promise<void> {
  for (let from = range.from; ; ) {
    const rows = await facts.query(
      `SELECT height, lower(hex(hash)), lower(hex(parent_hash)), time, lower(hex(producer)), holds, transactions, transaction_total, source
       FROM ${database}.account_blocks WHERE height >= {from:UInt32} AND height <= {to:UInt32} ORDER BY height LIMIT {limit:UInt32}`,
      { parameters: { from, to: range.to, limit: CHUNK }, seconds: READ_SECONDS },
    );
    for (const [height, hash, parentHash, time, producer, holds, transactions, total, source] of rows) {
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
      from = Number(height) + 1;
    }
    if (rows.length < CHUNK) return;
  }
}
