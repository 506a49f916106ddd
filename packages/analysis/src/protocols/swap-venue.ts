import type { AccountKey, AccountLog } from '@trailmark/core/account-block';

/** A shape of exchange contract whose log shows that a swap happened. Amounts are never read from it: they are netted from moves. */
export interface SwapVenue {
  readonly id: string;
  /** As shown: a shape is shared by copies, so the name says shape and not operator. */
  readonly name: string;
  readonly topics: readonly string[];
  /** The pool, or undefined where the log does not have the event's form. */
  poolOf(log: AccountLog): AccountKey | undefined;
}

/** Identity with types. */
export function defineSwapVenue(venue: SwapVenue): SwapVenue {
  return venue;
}

/** The log's contract, where it has the given number of topics and words of data; data of any length counts from `words` up. */
export function contractOfShape(log: AccountLog, topics: number, words: number): AccountKey | undefined {
  return log.topics.length === topics && log.data.length >= words * 64 ? log.address : undefined;
}
