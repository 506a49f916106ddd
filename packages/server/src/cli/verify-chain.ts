import { decodeHeader } from '@trailmark/chains/utxo/block';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import type { BlockRecord, HeightRange, OutputLedger, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import { formatPlural } from '../answers/format-count.ts';

export interface VerifyReport {
  readonly blocks: number;
  readonly transactions: number;
  readonly withoutRaw: number;
}

/** Blocks whose facts are requested together: so many, and no more once they have so many transactions. */
const BLOCKS_AT_ONCE = 256;
const TRANSACTIONS_AT_ONCE = 4_000;

/**
 * Recomputes a chain from the index: header hashes and links, Merkle roots, txids from raw bytes, and that the
 * lookup records match as the raw transactions. Throws `inconsistent` naming the first difference.
 */
export async function verifyChain(reader: OutputLedger): Promise<VerifyReport> {
  const report = { blocks: 0, transactions: 0, withoutRaw: 0 };
  for (const range of reader.heightRanges()) {
    for (const blocks of toBatches(listBlocks(reader, range))) {
      const counts = await verifyBlocks(reader, blocks);
      report.blocks += counts.blocks;
      report.transactions += counts.transactions;
      report.withoutRaw += counts.withoutRaw;
    }
  }
  return report;
}

/** The blocks of a run: all of its heights, except where heights are estimates and leave gaps. */
function listBlocks(reader: OutputLedger, range: HeightRange): BlockRecord[] {
  const blocks: BlockRecord[] = [];
  for (let height = range.fromHeight; height <= range.toHeight; height++) {
    const block = reader.block(height);
    if (block) blocks.push(block);
    else if (!range.heightEstimated)
      throw new AppError('inconsistent', `Height ${height} is counted as held but has no block.`);
  }
  if (blocks.length === range.blocks) return blocks;
  const { fromHeight, toHeight } = range;
  throw new AppError(
    'inconsistent',
    `Heights ${fromHeight} to ${toHeight} should hold ${formatPlural(range.blocks, 'block')}, not ${blocks.length}.`,
  );
}

function toBatches(blocks: readonly BlockRecord[]): BlockRecord[][] {
  const batches: BlockRecord[][] = [];
  let [batch, transactions]: [BlockRecord[], number] = [[], TRANSACTIONS_AT_ONCE];
  for (const block of blocks) {
    if (transactions >= TRANSACTIONS_AT_ONCE || batch.length === BLOCKS_AT_ONCE) {
      [batch, transactions] = [[], 0];
      batches.push(batch);
    }
    batch.push(block);
    transactions += block.transactionCount;
  }
  return batches;
}

function refuse(block: BlockRecord, what: string): never {
  throw new AppError('inconsistent', `Block ${block.height} (${block.hash}) does not verify: ${what}`);
}

/** Txids and raw bytes are read for all blocks together: a question to the store costs more than a small block's answer. */
async function verifyBlocks(reader: OutputLedger, blocks: readonly BlockRecord[]): Promise<VerifyReport> {
  const positions = await Promise.all(blocks.map((block) => reader.blockPositions(block.height)));
  const raw = await reader.rawTransactions(positions.flat());
  const txids = await reader.txidsOfBlocks(blocks.map(({ height }) => height));
  let [transactions, withoutRaw] = [0, 0];
  for (const [i, block] of blocks.entries()) {
    const own = positions[i] ?? [];
    await verifyBlock(reader, block, { positions: own, txids: txids.get(block.height) ?? [] }, raw);
    transactions += own.length;
    withoutRaw += own.filter((position) => !raw.has(position)).length;
  }
  return { blocks: blocks.length, transactions, withoutRaw };
}

async function verifyBlock(
  reader: OutputLedger,
  block: BlockRecord,
  { positions, txids }: { readonly positions: readonly Position[]; readonly txids: readonly string[] },
  raw: ReadonlyMap<Position, Uint8Array>,
): Promise<void> {
  if (txids.length !== block.transactionCount || positions.length !== txids.length)
    refuse(block, `it should hold ${formatPlural(block.transactionCount, 'transaction')}, not ${txids.length}.`);
  if (block.header) verifyHeader(reader, block, block.header, txids);
  const records = await reader.records(positions);
  positions.forEach((position, i) => {
    const record = records[i];
    if (!record || record.txid !== txids[i]) refuse(block, `the lookup record of transaction ${i} is of another one.`);
    const bytes = raw.get(position);
    if (bytes) verifyTransaction(block, record, bytes);
    else if (record.hasRaw) refuse(block, `the raw bytes of ${record.txid} are missing.`);
  });
}

function verifyHeader(reader: OutputLedger, block: BlockRecord, bytes: Uint8Array, txids: readonly string[]): void {
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
