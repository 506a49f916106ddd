import { checkProofOfWork, decodeHeader, headerLength } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import type { BlockColumns, BlockKernel } from '@trailmark/chains/utxo/kernel';
import { AppError } from '@trailmark/core/errors';
import { displayHash } from '@trailmark/core/hex';
import type { SourceBlock } from '../source.ts';

export interface CheckedBlock {
  readonly columns: BlockColumns;
  readonly hash: string;
  readonly time: number;
}

export interface BlockExpectation {
  /** Display order hash of the block below; undefined when its link cannot be checked. */
  readonly parentHash: string | undefined;
}

function name(chain: UtxoChain, height: number, hash?: string): string {
  return `${chain.name} block ${height.toLocaleString('en')}${hash ? ` (${hash})` : ''}`;
}

/**
 * Parses a raw block and checks what its bytes alone can prove: parent link, proof of work where it is double SHA-256,
 * Merkle root over recomputed txids, genesis and checkpoints. The columns are views that the next call overwrites.
 * Throws `invalid` for bytes that are no block, `inconsistent` for a block that is not what it claims to be.
 */
export function checkBlock(
  kernel: BlockKernel,
  chain: UtxoChain,
  block: SourceBlock,
  expectation: BlockExpectation,
): CheckedBlock {
  const columns = parse(kernel, chain, block);
  const header = decodeHeader(block.raw);
  const refuse = (what: string): never => {
    throw new AppError('inconsistent', `${name(chain, block.height, header.hash)} is refused: ${what}`, {
      context: { height: block.height, hash: header.hash },
    });
  };
  if (displayHash(columns.headerHash) !== header.hash) refuse('its header hash does not recompute.');
  if (block.height === 0 && header.hash !== chain.genesisHash) {
    refuse(`the first block of ${chain.name} is ${chain.genesisHash}; these blocks are of another chain.`);
  }
  if (expectation.parentHash !== undefined && header.prevHash !== expectation.parentHash) {
    refuse(`its parent is ${header.prevHash}, but the block below it is ${expectation.parentHash}.`);
  }
  const checkpoint = chain.checkpoints.find((point) => point.height === block.height);
  if (checkpoint && checkpoint.hash !== header.hash) refuse(`the checkpoint at this height is ${checkpoint.hash}.`);
  if (chain.powAlgorithm === 'sha256d' && !checkProofOfWork(header, chain))
    refuse('its hash does not meet its proof-of-work target.');
  if (!columns.merkleMatches) refuse('its transactions do not hash to the Merkle root in its header.');
  if (columns.merkleMutated) refuse('its transaction list repeats a subtree (CVE-2012-2459).');
  if (columns.txCount === 0 || ((columns.txFlags[0] ?? 0) & 2) === 0)
    refuse('its first transaction is not a coinbase.');
  if (columns.txFlags.some((flags, tx) => tx > 0 && (flags & 2) !== 0)) refuse('it has more than one coinbase.');
  return { columns, hash: header.hash, time: header.time };
}

function parse(kernel: BlockKernel, chain: UtxoChain, block: SourceBlock): BlockColumns {
  try {
    return kernel.parse(block.raw, {
      headerLength: headerLength(block.raw, chain),
      allowExtension: chain.mweb,
      mweb: chain.mweb,
      p2sh32: chain.p2sh32,
    });
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw new AppError(error.kind, `${name(chain, block.height)} cannot be read: ${error.message}`, {
      context: { height: block.height },
      cause: error,
    });
  }
}
