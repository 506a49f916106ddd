import type { AccountBlockProof } from '@trailmark/chains/account/block-proof';
import type { AccountBlock, AccountKey } from '@trailmark/core/account-block';
import type { AssetKey, TokenMetadata } from '@trailmark/core/asset';
import type { SourceHead } from '../source.ts';

/**
 * Decoded blocks of an account chain in chain order. A source may lie, hang or answer garbage: it checks what one answer
 * can be checked against (ids requested and answered, roots, blooms), the engine checks parent links and forks.
 */
export interface AccountSource {
  /** For people and for coverage: "node http://127.0.0.1:8545". Holds no secret. */
  readonly description: string;
  /** Its blocks are parts: the token transfers, and of their transactions the ids alone. */
  readonly isPartial?: boolean | undefined;
  /** Best block. Throws `unavailable` (retried) or `inconsistent` (wrong chain: not retried). */
  head(signal?: AbortSignal): Promise<SourceHead>;
  /** Hash (64 hex digits) of the source's main-chain block at a height; undefined above its head. */
  hashAt(height: number, signal?: AbortSignal): Promise<string | undefined>;
  /** Main-chain blocks `from..to`, ascending and gapless, in batches as convenient. */
  blocks(request: { from: number; to: number; signal?: AbortSignal }): AsyncIterable<AccountBlock[]>;
  /** What token contracts state about themselves, where the source can be queried; those without a readable answer have undefined fields. */
  tokens?(contracts: readonly string[], signal?: AbortSignal): Promise<TokenMetadata[]>;
  /** Balances that the node states at a height, in the requested order; undefined where it cannot. */
  balances?(
    pairs: readonly { readonly address: AccountKey; readonly asset: AssetKey }[],
    height: number,
    signal?: AbortSignal,
  ): Promise<(bigint | undefined)[]>;
  /** What proves transactions of a block, where the chain's hashes allow it; throws `inconsistent` where an answer does not hold. */
  proofs?(height: number, txids: readonly string[], signal?: AbortSignal): Promise<AccountBlockProof | undefined>;
  /**
   * Headers of the main chain `from..to` as they are hashed, hexadecimal, ascending; undefined where one has a form that is not recomputed
   * here. Throws `unavailable` where the source does not have all.
   */
  headers?(from: number, to: number, signal?: AbortSignal): Promise<readonly string[] | undefined>;
  close(): Promise<void>;
}
