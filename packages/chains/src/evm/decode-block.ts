import type { AccountBlock } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmBlockAnswers } from './rpc-answer.ts';

export interface EvmBlockInput extends EvmBlockAnswers {
  readonly chain: EvmChain;
  /** Who answered, for coverage; holds no secret. */
  readonly source: string;
  /** `verifyEvmBlock` has recomputed hash and roots of these answers, and they hold. */
  readonly isVerified?: boolean | undefined;
}

/** The block as facts. Throws `inconsistent`, naming height and field, where answers are malformed or contradict each other. */
export function decodeEvmBlock(input: EvmBlockInput): AccountBlock {
  throw new AppError('internal', `Blocks of ${input.chain.name} cannot be decoded yet.`);
}
