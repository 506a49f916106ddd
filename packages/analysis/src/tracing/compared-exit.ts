import type { ExitHead } from './collect-exits.ts';

/** A method as people read it. */
export interface ComparedMethod {
  /** `fifo/1`. */
  readonly id: string;
  readonly name: string;
}

/** A service, or a place where money ends, with what each method sends there. */
export interface ComparedExit extends ExitHead {
  /** In the order of the methods. */
  readonly amounts: readonly bigint[];
  readonly least: bigint;
  readonly most: bigint;
  /** 1 the largest, within the asset; equal amounts share the better rank. 0: a sum of small exits, which is not ranked. */
  readonly ranks: readonly number[];
  /** Under the other order of moves, where the traces rest on one that no source states. */
  readonly otherAmounts?: readonly bigint[] | undefined;
}
