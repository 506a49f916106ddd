import type { TransactionRecord } from '@trailmark/core/ledger';
import type { Position } from '@trailmark/core/position';
import type { TraceChange } from '@trailmark/core/trace/trace';
import type { TransactionValues } from './apportioning.ts';
import type { KnownAddresses } from './known-addresses.ts';

/** A transaction as a trace keeps it: rows by number in lists of their own, with numbers in place of owners. */
export interface HeldTransaction {
  readonly position: Position;
  readonly txid: string;
  readonly isCoinbase: boolean;
  readonly values: TransactionValues;
  /** Transactions whose outputs the inputs spend; undefined where the index does not hold them. */
  readonly sources: readonly (Position | undefined)[];
  readonly vouts: readonly number[];
  /** Owners of inputs and outputs, by their number among the known addresses. */
  readonly from: readonly (number | undefined)[];
  readonly to: readonly (number | undefined)[];
  /** What the rules say of its change. */
  readonly change: Omit<TraceChange, 'by'>;
}

/** Makes a record small. Owners of the side the trace goes to are places it may come to. */
export function holdTransaction(
  { position, txid, isCoinbase, inputs, outputs, fee }: TransactionRecord,
  change: HeldTransaction['change'],
  { entryOf, placeOf }: Pick<KnownAddresses, 'entryOf' | 'placeOf'>,
  isForward: boolean,
): HeldTransaction {
  const [inputOwner, outputOwner] = isForward ? [entryOf, placeOf] : [placeOf, entryOf];
  return {
    position,
    txid,
    isCoinbase,
    values: { inputs: inputs.map(({ value }) => value), outputs: outputs.map(({ value }) => value), fee },
    sources: inputs.map(({ source }) => source),
    vouts: inputs.map(({ vout }) => vout),
    from: inputs.map(({ owner }) => inputOwner(owner)),
    to: outputs.map(({ owner }) => outputOwner(owner)),
    change,
  };
}
