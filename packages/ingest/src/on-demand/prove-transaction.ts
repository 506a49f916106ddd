import { checkProofOfWork, decodeHeader, HEADER_BYTES } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { hashPair, verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, displayHash, internalHash } from '@trailmark/core/hex';
import { POSITIONS_PER_BLOCK } from '@trailmark/core/position';
import { isRow, readCount, readHash } from './read-row.ts';

/** A transaction whose bytes hash to its id, and which a branch joins to the header of its block. */
export interface ProvenTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  readonly height: number;
  /** Index in the block, from the branch. */
  readonly index: number;
  /** Sibling hashes from the transaction up, display order. */
  readonly branch: readonly string[];
  /** 80 bytes. */
  readonly header: Uint8Array;
  readonly blockHash: string;
  /** Seconds, as the miner set it. */
  readonly time: number;
}

/** What a source reported about one transaction. */
export interface StatedTransaction {
  readonly txid: string;
  readonly height: number;
  /** Hex. */
  readonly raw: unknown;
  /** As Electrum's `blockchain.transaction.get_merkle` answers. */
  readonly branch: unknown;
  /** Hex; bytes behind the first 80 are a merge-mining proof, which is not read. */
  readonly header: unknown;
  /** Where the source names the block's hash too. */
  readonly blockHash?: string | undefined;
}

const INNER_NODE_BYTES = 64;

/** The last node of an odd level represents its missing neighbour too: only the left of the two is a place. */
function isTwin(txid: string, index: number, branch: readonly string[]): boolean {
  let node = txid;
  let at = index;
  for (const sibling of branch) {
    if (at % 2 === 1 && sibling === node) return true;
    const [left, right] = at % 2 === 1 ? [sibling, node] : [node, sibling];
    node = displayHash(hashPair(internalHash(left), internalHash(right)));
    at = Math.floor(at / 2);
  }
  return false;
}

function refuse(sentence: string): never {
  throw new AppError('inconsistent', sentence);
}

function readBytes(value: unknown, what: string): Uint8Array {
  if (typeof value !== 'string' || value === '' || value.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(value)) {
    refuse(`its ${what} is not hexadecimal text.`);
  }
  return decodeHex(value);
}

function readTransactionBytes(
  chain: UtxoChain,
  { txid, raw }: StatedTransaction,
): { bytes: Uint8Array; isCoinbase: boolean } {
  const bytes = readBytes(raw, 'raw form');
  try {
    const decoded = decodeTransaction(bytes, { mweb: chain.mweb });
    // Two hashes side by side are as long: such a transaction could be a node inside the tree.
    if (decoded.strippedSize === INNER_NODE_BYTES)
      refuse('it is 64 bytes long, so that a proof of inclusion says nothing of it.');
    if (decoded.txid === txid) return { bytes, isCoinbase: decoded.isCoinbase };
  } catch (cause) {
    if (!AppError.is(cause, 'invalid')) throw cause;
    refuse(`its raw bytes cannot be read: ${cause.message}`);
  }
  return refuse('its raw bytes do not hash to its id.');
}

/** The header of a block, as far as it can be checked alone. Throws `inconsistent`. */
export function checkHeader(
  chain: UtxoChain,
  given: unknown,
  { height, blockHash }: { readonly height: number; readonly blockHash?: string | undefined },
) {
  const bytes = readBytes(given, 'block header').subarray(0, HEADER_BYTES);
  if (bytes.length < HEADER_BYTES) refuse('the header of its block has fewer than 80 bytes.');
  const header = decodeHeader(bytes);
  if (blockHash !== undefined && header.hash !== blockHash) refuse('the header of its block is of another block.');
  const known = height === 0 ? chain.genesisHash : chain.checkpoints.find((point) => point.height === height)?.hash;
  if (known !== undefined && known !== header.hash) refuse(`the block at height ${height} is ${known}.`);
  if (chain.powAlgorithm === 'sha256d' && !checkProofOfWork(header, chain)) {
    refuse('the header of its block does not meet its proof-of-work target.');
  }
  return { ...header, bytes };
}

/**
 * Checks what a source reported about a transaction: the id from the raw bytes, the header's proof of work where that is double
 * SHA-256, and the branch from the id to the header's root, which also gives the index. That the header is of the main
 * chain, and at this height, stays the word of the source. Throws `inconsistent` with what does not hold.
 */
export function proveTransaction(chain: UtxoChain, told: StatedTransaction): ProvenTransaction {
  const { txid, height } = told;
  const { bytes: raw, isCoinbase } = readTransactionBytes(chain, told);
  const header = checkHeader(chain, told.header, told);
  if (!isRow(told.branch)) return refuse('its proof of inclusion is missing.');
  const index = readCount(told.branch, 'pos');
  if (readCount(told.branch, 'block_height') !== height) refuse('its proof of inclusion is of another height.');
  const { merkle } = told.branch;
  if (!Array.isArray(merkle) || merkle.length > 32) refuse('its proof of inclusion holds no list of hashes.');
  const branch = merkle.map((hash: unknown) => readHash({ hash }, 'hash'));
  if (index >= POSITIONS_PER_BLOCK) refuse('its index in the block is higher than a block has room for.');
  if (isCoinbase !== (index === 0)) refuse('the first transaction of a block is its coinbase, and no other.');
  if (!verifyMerkleBranch({ txid, index, branch, root: header.merkleRoot })) {
    refuse('its proof of inclusion does not lead to the root in the header of its block.');
  }
  if (isTwin(txid, index, branch)) refuse('its proof of inclusion is of a place that its block does not have.');
  return { txid, raw, height, index, branch, header: header.bytes, blockHash: header.hash, time: header.time };
}
