import { checkProofOfWork, compactToTarget, decodeHeader, headerLength } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { createBlockKernel } from '@trailmark/chains/utxo/kernel';
import { AppError } from '@trailmark/core/errors';

/** What the bytes of a block in a file can prove alone, before the pipeline takes them. */
export interface FrameCheck {
  /** What is wrong with an 80 byte header of this hash (internal order), in words that follow "its"; undefined if nothing is. */
  headerFault(header: Buffer, hash: Buffer): string | undefined;
  /** What is wrong with a whole block; undefined where its transactions are those its header commits to. */
  bodyFault(raw: Uint8Array): string | undefined;
}

/**
 * The checks of one chain: proof of work where it is double SHA-256, and the Merkle root. A block that passes both is the
 * one its hash names, whatever the frame around it states.
 */
export function createFrameCheck(chain: UtxoChain): FrameCheck {
  const kernel = createBlockKernel();
  const hasKnownWork = chain.powAlgorithm === 'sha256d';
  return {
    headerFault: (header, hash) =>
      hasKnownWork && !mayMeetTarget(header, hash, chain.powLimitBits)
        ? 'its hash does not meet its proof-of-work target'
        : undefined,
    bodyFault(raw) {
      try {
        const { merkleMatches, merkleMutated } = kernel.parse(raw, {
          headerLength: headerLength(raw, chain),
          allowExtension: chain.mweb,
          mweb: chain.mweb,
          p2sh32: chain.p2sh32,
        });
        if (hasKnownWork && !checkProofOfWork(decodeHeader(raw), chain))
          return 'its hash does not meet its proof-of-work target';
        return merkleMatches && !merkleMutated ? undefined : 'its transactions do not match its header';
      } catch (error) {
        if (AppError.is(error)) return 'its transactions are incomplete or damaged';
        throw error;
      }
    },
  };
}

/**
 * False where a hash misses the target of its header, or the target is easier than the chain allows. Compares the four
 * leading bytes of both, which leaves one in billions to the pipeline: every header of a chain passes through here.
 */
function mayMeetTarget(header: Buffer, hash: Buffer, limitBits: number): boolean {
  const bits = header.readUInt32LE(72);
  const exponent = bits >>> 24;
  const mantissa = bits & 0xffffff;
  if (exponent < 3 || exponent > 32) return false;
  for (let at = 31; at >= exponent; at--) if (hash[at] !== 0) return false;
  if (hash.readUIntLE(exponent - 3, 3) > mantissa) return false;
  return bits === limitBits || (compactToTarget(bits) ?? 0n) <= (compactToTarget(limitBits) ?? 0n);
}
