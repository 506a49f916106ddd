import { AppError } from '@trailmark/core/errors';
import type { EvmChain } from '../account/chain-definition.ts';
import type { RpcBlock, RpcReceipt } from './rpc-answer.ts';

/**
 * Recomputes the header's hash, the root of its transactions and, where given, of its receipts. False where the chain or
 * the block has a form this cannot recompute; throws `inconsistent` where one differs from what is stated.
 */
export function verifyEvmBlock(chain: EvmChain, block: RpcBlock, receipts?: readonly RpcReceipt[]): boolean {
  if (!chain.hasEthereumHashes) return false;
  throw new AppError(
    'internal',
    `Block ${String(block.number)} with ${receipts?.length} receipts cannot be verified yet.`,
  );
}
