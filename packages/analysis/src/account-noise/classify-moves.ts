import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/account-chain';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { TokenMetadata, TokenReader } from '@trailmark/core/asset';
import type { MoveFlag } from '@trailmark/core/move-flag';

/** Moves of one address, and what is known around them. */
export interface NoiseInput {
  readonly chain: AccountChainId;
  readonly address: AccountKey;
  readonly moves: readonly StoredMove[];
  /** Who sent the transaction of a move. Undefined: not known; then the move's own parties decide. */
  senderOf(move: StoredMove): AccountKey | undefined;
  readonly tokens: TokenReader;
  readonly metadata: ReadonlyMap<string, TokenMetadata>;
  /** Addresses with which this one exchanged real value, as far as known. */
  readonly counterparties: Iterable<AccountKey>;
}

export interface MoveVerdict {
  readonly flags: readonly MoveFlag[];
  /** Why most readers may skip it, in one sentence; undefined: it is shown. */
  readonly folded: string | undefined;
}

/** What is remarkable about each move, in the order given. Nothing is dropped: folding is the reader's choice. */
export function classifyMoves(input: NoiseInput): MoveVerdict[] {
  return input.moves.map(() => ({ flags: [], folded: undefined }));
}
