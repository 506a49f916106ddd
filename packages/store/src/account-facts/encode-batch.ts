import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountBlock } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { encodeNativeBlock } from '../facts/native-block.ts';
import { withRoom } from '../full-disk.ts';
import type { EncodedAccountBatch } from './account-store.ts';
import type { TableWriter } from './column-writer.ts';
import { TableRows } from './table-rows.ts';

/** Pieces the system takes in one write. */
const PIECES = 64;

function writeFully(fd: number, pieces: readonly Uint8Array[]): void {
  let rest = [...pieces];
  while (rest.length > 0) {
    let written = writevSync(fd, rest);
    while (rest.length > 0 && written >= (rest[0] as Uint8Array).length) {
      written -= (rest[0] as Uint8Array).length;
      rest = rest.slice(1);
    }
    if (written > 0) rest[0] = (rest[0] as Uint8Array).subarray(written);
  }
}

export function tableFile(directory: string, name: string): string {
  return join(directory, `${name}.native`);
}

/** Writes a table's rows as one Native block; a table without rows has no file. `isDurable` waits for the disk. */
export function writeTable(directory: string, writer: TableWriter, isDurable = false): void {
  if (writer.rows === 0) return;
  const fd = openSync(tableFile(directory, writer.table.name), 'w');
  try {
    const pieces = encodeNativeBlock(writer.rows, writer.finish()).filter((piece) => piece.length > 0);
    for (let from = 0; from < pieces.length; from += PIECES) writeFully(fd, pieces.slice(from, from + PIECES));
    if (isDurable) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function refuse(height: number, what: string): AppError {
  return new AppError('inconsistent', `Block ${height} cannot be stored: ${what}.`);
}

/** Throws `inconsistent` for a transaction whose hash is no hash. */
export function checkHashes({ height, transactions }: AccountBlock): void {
  for (const { hash, index } of transactions) {
    if (/^[0-9a-f]{64}$/.test(hash)) continue;
    throw refuse(height, `the hash of transaction ${index} is not 64 lower-case hexadecimal digits`);
  }
}

/** Heights ascend, and no two transactions of a block are at one place. */
function checkBlocks(blocks: readonly AccountBlock[]): void {
  let last = -1;
  for (const block of blocks) {
    if (block.height <= last) throw refuse(block.height, `it comes after block ${last}, and blocks must ascend`);
    last = block.height;
    checkHashes(block);
    const indexes = new Set<number>();
    for (const transaction of block.transactions) {
      if (indexes.has(transaction.index)) throw refuse(block.height, `it has two transactions ${transaction.index}`);
      indexes.add(transaction.index);
    }
  }
}

/** Kept between batches: columns that grow again each time cost more than what is written into them. */
let spare: TableRows | undefined;

/** Puts ascending blocks into files of a new directory below `directory`, ready for `AccountWriter.commitEncoded`. */
export async function encodeAccountBatch(
  blocks: readonly AccountBlock[],
  directory: string,
): Promise<EncodedAccountBatch> {
  checkBlocks(blocks);
  const rows = spare ?? new TableRows();
  spare = undefined;
  for (const block of blocks) rows.addBlock(block);
  const target = await withRoom(directory, async () => mkdtempSync(join(directory, 'batch-')));
  try {
    await withRoom(directory, async () => {
      for (const writer of rows.tables()) writeTable(target, writer);
    });
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  const { transactionCount: transactions, moveCount: moves } = rows;
  rows.clear();
  spare = rows;
  return {
    directory: target,
    blocks: blocks.map(({ height, hash, holds }) => ({ height, hash, holds })),
    transactions,
    moves,
  };
}
