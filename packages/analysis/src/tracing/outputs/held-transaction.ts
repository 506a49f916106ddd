import type { TransactionRecord } from '@trailmark/core/ledger';
import type { Owner } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { TraceChange } from '@trailmark/core/trace/trace';
import type { TransactionValues } from './apportioning.ts';

const NO_OWNERS: HeldTransaction['owners'] = [];

/** A transaction as a trace keeps it: rows by number in lists of their own, with addresses in place of scripts. */
export interface HeldTransaction {
  readonly position: Position;
  readonly txid: string;
  readonly isCoinbase: boolean;
  readonly values: TransactionValues;
  /** Transactions whose outputs the inputs spend; undefined where the index does not hold them. */
  readonly sources: readonly (Position | undefined)[];
  readonly vouts: readonly number[];
  readonly from: readonly (string | null)[];
  readonly to: readonly (string | null)[];
  /** Of the outputs: spends are asked for by owner. Empty where nothing is looked up, backward. */
  readonly owners: readonly (Owner | undefined)[];
  /** What the rules say of its change. */
  readonly change: Omit<TraceChange, 'by'>;
}

/** What is known of a record beside its rows. */
export interface HeldBeside {
  readonly addressOf: (owner: Owner) => string;
  /** The same for places the trace may come to. */
  readonly placeOf: (owner: Owner) => string;
  readonly change: HeldTransaction['change'];
  readonly isForward: boolean;
}

interface OwnedRow {
  readonly owner: Owner | undefined;
}

function listAddresses(rows: readonly OwnedRow[], addressOf: (owner: Owner) => string): (string | null)[] {
  return rows.map(({ owner }) => (owner ? addressOf(owner) : null));
}

export function holdTransaction(
  record: TransactionRecord,
  { addressOf, placeOf, change, isForward }: HeldBeside,
): HeldTransaction {
  const { position, txid, isCoinbase, inputs, outputs, fee } = record;
  return {
    position,
    txid,
    isCoinbase,
    values: { inputs: inputs.map(({ value }) => value), outputs: outputs.map(({ value }) => value), fee },
    sources: inputs.map(({ source }) => source),
    vouts: inputs.map(({ vout }) => vout),
    from: listAddresses(inputs, isForward ? addressOf : placeOf),
    to: listAddresses(outputs, isForward ? placeOf : addressOf),
    owners: isForward ? outputs.map(({ owner }) => owner) : NO_OWNERS,
    change,
  };
}
