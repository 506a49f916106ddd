import type { AccountBlock } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';

/** Account facts that come with this software. Two sets of one chain may hold parts of the same block. */
export interface AccountSet {
  readonly id: string;
  readonly chain: AccountChainId;
  readonly title: string;
  /** What it shows, for people. */
  readonly description: string;
  /** Where the facts are from, as coverage names it: "bundled: Nomad bridge, August 2022". */
  readonly source: string;
  /** What it does not hold or cannot know, one sentence each. */
  readonly limitations: readonly string[];
  /** SPDX identifiers. */
  readonly licence: string;
  /** Ascending heights, each block once. Throws `internal` when a file is damaged or missing. */
  blocks(): AsyncIterable<AccountBlock[]>;
}

/** A set as listed in the catalogue. */
export function defineAccountSet(set: AccountSet): AccountSet {
  return set;
}
