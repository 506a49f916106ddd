import type { CoinJoinFinding, CoinJoinKind } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import type { z } from 'zod';

/** What a detector may know in addition to the transaction: earlier findings only, so that a verdict never depends on the future. */
export interface DetectionContext {
  /** What was found at an earlier position; undefined: nothing was, or the position is not indexed. */
  kindAt(position: Position): CoinJoinKind | undefined;
}

/** A rule that recognises one protocol by the shape of a transaction. Pure: the same record and context, the same finding. */
export interface CoinJoinDetector<Params extends z.ZodObject = z.ZodObject> {
  /** Also the name of its page, docs/methods/coinjoin-<id>.md. */
  readonly id: string;
  /** Counts up with every change that can change a finding. */
  readonly version: number;
  readonly name: string;
  readonly kind: CoinJoinKind;
  /** Assets whose chains the protocol runs on, as in the part of a chain id before the hyphen. */
  readonly assets: readonly string[];
  /** Cheap gate: transactions with fewer inputs are never passed in. */
  readonly minimumInputs: number;
  /** The other cheap gate: transactions with fewer outputs are never passed in. */
  readonly minimumOutputs: number;
  /** Confidence of an ordinary finding, 0 to 100, as published or chosen; a finding may differ and says so. */
  readonly confidence: number;
  /** Every parameter with its default. */
  readonly params: Params;
  detect(record: TransactionRecord, params: z.output<Params>, context: DetectionContext): CoinJoinFinding | undefined;
}

/** Identity with types. */
export function defineDetector<Params extends z.ZodObject>(
  detector: CoinJoinDetector<Params>,
): CoinJoinDetector<Params> {
  return detector;
}
