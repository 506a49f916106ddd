import { decodeHeader } from '@trailmark/chains/utxo/block';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import type { BlockRecord, TransactionRecord } from '@trailmark/core/ledger';
import type { LedgerReader } from '@trailmark/core/ledger-reader';

export interface VerifyReport {
  readonly blocks: number;
  readonly transactions: number;
  readonly withoutRaw: number;
}

/**
 * Recomputes a chain from what the index holds: header hashes and links, Merkle roots, txids from raw bytes, and that the
 * look-up records say the same as the raw transactions. Throws `inconsistent` naming the first difference.
 */
export async function verifyChain(reader: LedgerReader): Promise<VerifyReport> {
  let [blocks, transactions, withoutRaw] = [0, 0, 0];
  for (const range of reader.heightRanges()) {
    for (let height = range.fromHeight; height <= range.toHeight; height++) {
      const block = reader.block(height);
      if (!block) throw new AppError('inconsistent', `Height ${height} is counted as held but has no block.`);
      const counts = await verifyBlock(reader, block);
      blocks++;
      transactions += counts.transactions;
      withoutRaw += counts.withoutRaw;
    }
  }
  return { blocks, transactions, withoutRaw };
}

function refuse(block: BlockRecord, what: string): never {
  throw new AppError('inconsistent', `Block ${block.height} (${block.hash}) does not verify: ${what}`);
}

async function verifyBlock(
  reader: LedgerReader,
  block: BlockRecord,
): Promise<{ transactions: number; withoutRaw: number }> {
  const txids = await reader.blockTxids(block.height);
  if (txids.length !== block.transactionCount)
    refuse(block, `it should hold ${block.transactionCount} transactions, not ${txids.length}.`);
  if (block.header) verifyHeader(reader, block, block.header, txids);
  const positions = await reader.blockPositions(block.height);
  const [records, raw] = await Promise.all([reader.records(positions), reader.rawTransactions(positions)]);
  positions.forEach((position, i) => {
    const record = records[i];
    if (!record || record.txid !== txids[i]) refuse(block, `the look-up record of transaction ${i} is of another one.`);
    const bytes = raw.get(position);
    if (bytes) verifyTransaction(block, record, bytes);
  });
  return { transactions: txids.length, withoutRaw: txids.length - raw.size };
}

function verifyHeader(reader: LedgerReader, block: BlockRecord, bytes: Uint8Array, txids: readonly string[]): void {
  const header = decodeHeader(bytes);
  if (header.hash !== block.hash) refuse(block, `its header hashes to ${header.hash}.`);
  const below = reader.block(block.height - 1);
  if (below && !below.heightEstimated && below.hash !== header.prevHash)
    refuse(block, 'it does not follow the block below it.');
  if (block.isWhole && merkleRoot(txids) !== header.merkleRoot)
    refuse(block, 'its transactions do not hash to its Merkle root.');
}

function verifyTransaction(block: BlockRecord, record: TransactionRecord, bytes: Uint8Array): void {
  const decoded = decodeTransaction(bytes, { mweb: true });
  if (decoded.txid !== record.txid) refuse(block, `the raw bytes of ${record.txid} hash to ${decoded.txid}.`);
  const isSame = decoded.outputs.every((output, i) => record.outputs[i]?.value === output.value);
  if (!isSame || decoded.outputs.length !== record.outputs.length)
    refuse(block, `the outputs of ${record.txid} differ from its raw bytes.`);
}
