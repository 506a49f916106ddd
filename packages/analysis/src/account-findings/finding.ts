import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { Label } from '@trailmark/core/label';

/** A heuristic's word about an address: an inference, with what it rests on. */
export interface AccountFinding {
  /** Rule and version: `deposit-address/1`. */
  readonly rule: string;
  readonly title: string;
  readonly sentence: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Address the finding points to, such as the wallet a deposit address forwards to. */
  readonly subject: AccountKey | undefined;
  /** Hashes of transactions, 64 hex digits. */
  readonly evidence: readonly string[];
  readonly figures: Readonly<Record<string, string>>;
}

export type AccountLabel = Pick<Label, 'label' | 'category' | 'actor' | 'role' | 'confidence' | 'source'>;

export interface FindingsInput {
  readonly reader: AccountLedger;
  readonly chain: AccountChainId;
  readonly address: AccountKey;
  /** What labels in force state about an address of this chain. */
  labelsOf(address: AccountKey): readonly AccountLabel[];
  readonly signal?: AbortSignal | undefined;
}
