import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { z } from 'zod';

/** What a change heuristic may know of a transaction: nothing that came after it. */
export interface ChangeContext {
  /**
   * Whether the owner of an output was never seen before this transaction and gets one output in it. Undefined where the
   * index has gaps below this height, so that nobody can know.
   */
  isFirstUse(vout: number): boolean | undefined;
  /** The owner of the output is already in the conservative cluster of the inputs. */
  isOfInputs(vout: number): boolean;
}

/**
 * A rule that names the outputs which may be change. Only transactions are passed in that are no coinbase, were found to
 * be no CoinJoin, whose input owners and values are all known, and that have two spendable outputs or more.
 */
export interface ChangeHeuristic<Params extends z.ZodObject = z.ZodObject> {
  /** Also the name of its page, docs/methods/change-<id>.md. */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** 0 to 100, as published or chosen; measured rates are in docs/accuracy.md. */
  readonly confidence: number;
  /**
   * `link`: a link may be based on it once others agree. `support`: its agreement counts for a link, never alone.
   * `label`: says which output is change, joins nobody and supports no link; its disagreement still prevents one.
   */
  readonly effect: 'link' | 'support' | 'label';
  /** Every parameter with its default. */
  readonly params: Params;
  /** The outputs (by number, ascending) that fit; undefined where the rule says nothing about this transaction. */
  candidates(
    record: TransactionRecord,
    params: z.output<Params>,
    context: ChangeContext,
  ): readonly number[] | undefined;
}

/** Identity with types. */
export function defineChangeHeuristic<Params extends z.ZodObject>(
  heuristic: ChangeHeuristic<Params>,
): ChangeHeuristic<Params> {
  return heuristic;
}
