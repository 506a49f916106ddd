import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import type { TraceChange } from '@trailmark/core/trace/trace';
import type { MemoPayment } from '../../protocols/memo-payment.ts';
import type { TransactionValues } from './apportioning.ts';
import type { IndexedRows } from './indexed-rows.ts';
import type { KnownAddresses } from './known-addresses.ts';

/** What rules and memos state about a transaction. */
type Said = Pick<IndexedTransaction, 'change' | 'bridge'>;

/** A transaction as a trace keeps it: its inputs and outputs are rows among those of all others, with numbers in place of owners. */
export class IndexedTransaction {
  readonly position: Position;
  readonly txid: string;
  readonly isCoinbase: boolean;
  readonly fee: bigint | undefined;
  /** What the rules state about its change. */
  readonly change: Omit<TraceChange, 'by'>;
  /** What a memo in it states about one of its outputs. */
  readonly bridge: MemoPayment | undefined;
  readonly inputCount: number;
  readonly outputCount: number;
  readonly #rows: IndexedRows;
  readonly #firstInput: number;
  readonly #firstOutput: number;

  /** Takes the rows that come next. */
  constructor(record: TransactionRecord, { change, bridge }: Said, rows: IndexedRows) {
    this.position = record.position;
    this.txid = record.txid;
    this.isCoinbase = record.isCoinbase;
    this.fee = record.fee;
    this.change = change;
    this.bridge = bridge;
    this.inputCount = record.inputs.length;
    this.outputCount = record.outputs.length;
    this.#rows = rows;
    this.#firstInput = rows.inputs.count;
    this.#firstOutput = rows.outputs.count;
  }

  /** What it moves, put together again each time. */
  get values(): TransactionValues {
    const inputs: (bigint | undefined)[] = [];
    for (let slot = 0; slot < this.inputCount; slot++) inputs.push(this.inputValue(slot));
    const outputs: bigint[] = [];
    for (let vout = 0; vout < this.outputCount; vout++) outputs.push(this.outputValue(vout));
    return { inputs, outputs, fee: this.fee };
  }

  inputValue(slot: number): bigint | undefined {
    return this.#rows.inputs.valueAt(this.#firstInput + slot);
  }

  outputValue(vout: number): bigint {
    return this.#rows.outputs.valueAt(this.#firstOutput + vout);
  }

  /** Inputs whose value is not indexed. */
  countUnknown(): number {
    let count = 0;
    for (let slot = 0; slot < this.inputCount; slot++) if (this.inputValue(slot) === undefined) count++;
    return count;
  }

  /** Transaction whose output an input spends; undefined where it is not indexed. */
  sourceOf(slot: number): Position | undefined {
    return this.#rows.inputs.sourceAt(this.#firstInput + slot);
  }

  /** Number of the output an input spends. */
  voutOf(slot: number): number {
    return this.#rows.inputs.voutAt(this.#firstInput + slot);
  }

  /** Owner of an input, by its number among the known addresses. */
  inputOwner(slot: number): number | undefined {
    return this.#rows.inputs.ownerAt(this.#firstInput + slot);
  }

  /** Owner of an output; undefined where nobody can spend it. */
  outputOwner(vout: number): number | undefined {
    return this.#rows.outputs.ownerAt(this.#firstOutput + vout);
  }
}

/** Sides of a transaction whose owners are places a trace may come to. */
export type PlacedSide = 'inputs' | 'outputs';

interface Describing {
  readonly rows: IndexedRows;
  readonly addresses: KnownAddresses;
  readonly placed: PlacedSide;
  /** The owners of the other side are wanted too. */
  readonly isNamed: boolean;
}

/** Makes a record small. The owners of the placed side are queried. */
export function describeTransaction(
  record: TransactionRecord,
  said: Said,
  { rows, addresses, placed, isNamed }: Describing,
): IndexedTransaction {
  const held = new IndexedTransaction(record, said, rows);
  const other = isNamed ? addresses.entryOf : () => undefined;
  const [inputOf, outputOf] = placed === 'inputs' ? [addresses.placeOf, other] : [other, addresses.placeOf];
  for (const input of record.inputs) rows.inputs.add(input, inputOf(input.owner));
  for (const output of record.outputs) rows.outputs.add(output, outputOf(output.owner));
  return held;
}
