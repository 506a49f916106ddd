import { AppError } from '@trailmark/core/errors';
import { displayHash, internalHash } from '@trailmark/core/hex';
import { ByteReader, ByteWriter } from './byte-reader.ts';
import type { UtxoChain } from './chain-definition.ts';
import { hash256 } from './hash.ts';
import { readTransaction } from './transaction.ts';

export const HEADER_BYTES = 80;
const AUXPOW_VERSION_BIT = 0x100;

/** A block header; hashes in display order. */
export interface BlockHeader {
  /** Signed 32 bit. */
  readonly version: number;
  readonly prevHash: string;
  readonly merkleRoot: string;
  /** Seconds since 1970, as the miner set it. */
  readonly time: number;
  /** Target in compact form. */
  readonly bits: number;
  readonly nonce: number;
  readonly hash: string;
}

/** Reads the first 80 bytes; more may follow. Throws `invalid` if there are fewer. */
export function decodeHeader(bytes: Uint8Array): BlockHeader {
  const reader = new ByteReader(bytes);
  const version = reader.int32();
  const prevHash = displayHash(reader.take(32));
  const merkleRoot = displayHash(reader.take(32));
  const [time, bits, nonce] = [reader.uint32(), reader.uint32(), reader.uint32()];
  const hash = displayHash(hash256(bytes.subarray(0, HEADER_BYTES)));
  return { version, prevHash, merkleRoot, time, bits, nonce, hash };
}

/** The 80 bytes of a header. */
export function encodeHeader(header: Omit<BlockHeader, 'hash'>): Uint8Array {
  return new ByteWriter()
    .int32(header.version)
    .bytes(internalHash(header.prevHash))
    .bytes(internalHash(header.merkleRoot))
    .uint32(header.time)
    .uint32(header.bits)
    .uint32(header.nonce)
    .finish();
}

/** Merge-mining proof: parent coinbase and block hash, two Merkle branches with their index, parent header. */
function skipAuxPow(reader: ByteReader): void {
  readTransaction(reader);
  reader.skip(32);
  for (let branch = 0; branch < 2; branch++) {
    reader.skip(32 * reader.count(32));
    reader.skip(4);
  }
  reader.skip(HEADER_BYTES);
}

/**
 * Bytes before the transaction count of a block: 80, or more where a Dogecoin header says that a merge-mining proof
 * follows it. Throws `invalid` if they are not all there.
 */
export function headerLength(bytes: Uint8Array, chain: Pick<UtxoChain, 'auxPow'>): number {
  const reader = new ByteReader(bytes);
  const version = reader.int32();
  reader.skip(HEADER_BYTES - 4);
  if (chain.auxPow && version & AUXPOW_VERSION_BIT) skipAuxPow(reader);
  return reader.offset;
}

/** Target of a compact number, as Bitcoin Core's SetCompact reads it; undefined if negative or above 256 bits. */
export function compactToTarget(bits: number): bigint | undefined {
  const size = bits >>> 24;
  const mantissa = bits & 0x7fffff;
  const target = size <= 3 ? BigInt(mantissa >>> (8 * (3 - size))) : BigInt(mantissa) << BigInt(8 * (size - 3));
  if (target !== 0n && (bits & 0x800000) !== 0) return undefined;
  return target >= 1n << 256n ? undefined : target;
}

/** Hashes a block of these bits took on average: what chains are compared by. 0 for targets nobody may use. */
export function work(bits: number): bigint {
  const target = compactToTarget(bits);
  return target === undefined || target === 0n ? 0n : (1n << 256n) / (target + 1n);
}

/**
 * Whether a header's hash meets the target it states and that target is within the chain's limit. Throws `internal`
 * for chains whose work is not double SHA-256: their header hash proves nothing.
 */
export function checkProofOfWork(
  header: BlockHeader,
  chain: Pick<UtxoChain, 'name' | 'powAlgorithm' | 'powLimitBits'>,
): boolean {
  if (chain.powAlgorithm !== 'sha256d') {
    throw new AppError('internal', `The work of ${chain.name} headers is ${chain.powAlgorithm}, which is not checked.`);
  }
  const target = compactToTarget(header.bits);
  const limit = compactToTarget(chain.powLimitBits) ?? 0n;
  return target !== undefined && target > 0n && target <= limit && BigInt(`0x${header.hash}`) <= target;
}
