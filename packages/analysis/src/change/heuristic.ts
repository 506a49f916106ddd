import type { TransactionRecord } from '@trailmark/core/ledger';

/** What a change heuristic may know of a transaction: nothing that came after it. */
export interface ChangeContext {
  /**
   * Whether the owner of an output was never seen before this transaction and gets one output in it. Undefined where the
   * index has gaps below this height, so that nobody can know.
   */
  isFirstUse(vout: number): boolean | undefined;
  /** The owner of the output already stands in the conservative cluster of the inputs. */
  isOfInputs(vout: number): boolean;
}

/**
 * A rule that names the outputs which may be change. Only transactions are passed in that are no coinbase, were found to
 * be no CoinJoin, whose input owners and values are all known, and that have two spendable outputs or more.
 */
export interface ChangeHeuristic {
  /** Also the name of its page, docs/methods/change-<id>.md. */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** 0 to 100, as published or chosen; what was measured stands in docs/accuracy.md. */
  readonly confidence: number;
  /** `label`: says which output is change but joins nobody. */
  readonly effect: 'link' | 'label';
  /** The outputs (by number) that fit; undefined where the rule says nothing about this transaction. */
  candidates(record: TransactionRecord, context: ChangeContext): readonly number[] | undefined;
}

/** Identity with types. */
export function defineChangeHeuristic(heuristic: ChangeHeuristic): ChangeHeuristic {
  return heuristic;
}
