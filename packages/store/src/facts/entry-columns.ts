import {
  INPUT_P2PK,
  INPUT_SOURCE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_UNSPENDABLE,
} from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type { NativeColumn } from './native-block.ts';
import { OwnerGroups } from './owner-groups.ts';
import {
  ENTRY_FIRST,
  ENTRY_INPUT,
  ENTRY_P2PK,
  ENTRY_UNFUNDED,
  ENTRY_UNSPENDABLE,
  entriesTable,
  OUTPUT_SLOT,
} from './tables.ts';

const TWO_32 = 0x1_0000_0000;
const OWNER_WORDS = OWNER_ROW_BYTES >> 2;

/** The columns of `entries` as 32-bit words: wider integers are little-endian runs of them. */
class EntryRows {
  capacity: number;
  prefix: Uint32Array;
  rest: Uint32Array;
  position: Uint32Array;
  slot: Uint32Array;
  flags: Uint8Array;
  value: Uint32Array;
  received: Uint32Array;
  sent: Uint32Array;
  ref: Uint32Array;
  refVout: Uint32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.prefix = new Uint32Array(capacity * 2);
    this.rest = new Uint32Array(capacity * 4);
    this.position = new Uint32Array(capacity * 2);
    this.slot = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.value = new Uint32Array(capacity * 2);
    this.received = new Uint32Array(capacity * 2);
    this.sent = new Uint32Array(capacity * 2);
    this.ref = new Uint32Array(capacity * 2);
    this.refVout = new Uint32Array(capacity);
  }

  /** In the order of the table's columns. */
  columns(): (Uint32Array | Uint8Array)[] {
    const { prefix, rest, position, slot, flags, value, received, sent, ref, refVout } = this;
    return [prefix, rest, position, slot, flags, value, received, sent, ref, refVout];
  }

  grown(capacity: number): EntryRows {
    const next = new EntryRows(capacity);
    const to = next.columns();
    this.columns().forEach((column, index) => {
      to[index]?.set(column);
    });
    return next;
  }
}

/** What a block's columns look like to the row writer: words instead of bytes where words are compared or copied. */
interface BlockWords {
  readonly block: ResolvedBlock;
  readonly inOwners: Uint32Array;
  readonly outOwners: Uint32Array;
  readonly inValues: Uint32Array;
  readonly outValues: Uint32Array;
}

function words(values: Uint8Array | BigUint64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.byteLength >> 2);
}

/** Builds the `entries` columns of a batch, transaction by transaction. Nothing is allocated per row. */
export class EntryColumns {
  rows = 0;
  private data = new EntryRows(1 << 16);
  private readonly groups = new OwnerGroups();

  addBlock(block: ResolvedBlock, positions: (transaction: number) => number): void {
    const view: BlockWords = {
      block,
      inOwners: words(block.inOwner),
      outOwners: words(block.outOwner),
      inValues: words(block.inValue),
      outValues: words(block.outValue),
    };
    this.reserve(block.inFlags.length + block.outType.length);
    for (let tx = 0; tx < block.txCount; tx++) {
      this.gatherInputs(view, tx);
      this.gatherOutputs(view, tx);
      const position = positions(tx);
      this.writeInputs(view, tx, position);
      this.writeOutputs(view, tx, position);
    }
  }

  finish(): NativeColumn[] {
    const arrays = this.data.columns();
    return entriesTable.columns.map((column, index) => {
      const values = arrays[index] as Uint32Array | Uint8Array;
      const bytes = (values.byteLength / this.data.capacity) * this.rows;
      return { ...column, parts: [new Uint8Array(values.buffer, values.byteOffset, bytes)] };
    });
  }

  clear(): void {
    this.rows = 0;
  }

  private reserve(count: number): void {
    const least = this.rows + count;
    if (least > this.data.capacity) this.data = this.data.grown(Math.max(least, this.data.capacity * 2));
  }

  private gatherInputs(view: BlockWords, tx: number): void {
    const { block, inOwners, outOwners, inValues } = view;
    const first = block.txFirstInput[tx] ?? 0;
    const count = (block.txFirstInput[tx + 1] ?? 0) - first;
    const { groups } = this;
    groups.begin(count + (block.txFirstOutput[tx + 1] ?? 0) - (block.txFirstOutput[tx] ?? 0));
    for (let i = 0; i < count; i++) {
      const group = groups.add(i, inOwners, outOwners, 0, first + i);
      if (group < 0) continue;
      groups.sentLow[group] = (groups.sentLow[group] ?? 0) + (inValues[(first + i) * 2] ?? 0);
      groups.sentHigh[group] = (groups.sentHigh[group] ?? 0) + (inValues[(first + i) * 2 + 1] ?? 0);
    }
  }

  private gatherOutputs(view: BlockWords, tx: number): void {
    const { block, inOwners, outOwners, outValues } = view;
    const inputs = (block.txFirstInput[tx + 1] ?? 0) - (block.txFirstInput[tx] ?? 0);
    const first = block.txFirstOutput[tx] ?? 0;
    const count = (block.txFirstOutput[tx + 1] ?? 0) - first;
    const { groups } = this;
    for (let i = 0; i < count; i++) {
      const group = groups.add(inputs + i, inOwners, outOwners, 1, first + i);
      if (group < 0) continue;
      groups.receivedLow[group] = (groups.receivedLow[group] ?? 0) + (outValues[(first + i) * 2] ?? 0);
      groups.receivedHigh[group] = (groups.receivedHigh[group] ?? 0) + (outValues[(first + i) * 2 + 1] ?? 0);
    }
  }

  private writeInputs({ block, inOwners, inValues }: BlockWords, tx: number, position: number): void {
    const first = block.txFirstInput[tx] ?? 0;
    const count = (block.txFirstInput[tx + 1] ?? 0) - first;
    const { ref, refVout } = this.data;
    for (let i = 0; i < count; i++) {
      const group = this.groups.slotGroup[i] ?? -1;
      if (group < 0) continue;
      const at = first + i;
      const row = this.rows++;
      this.writeOwner(row, inOwners, at * OWNER_WORDS);
      this.writeRow(row, i, group, position, inValues, at);
      const known = block.inFlags[at] ?? 0;
      this.setFlags(
        row,
        group,
        i,
        ENTRY_INPUT | (known & INPUT_P2PK ? ENTRY_P2PK : 0) | (known & INPUT_SOURCE ? 0 : ENTRY_UNFUNDED),
      );
      this.data.slot[row] = i;
      const source = known & INPUT_SOURCE ? (block.inPosition[at] ?? 0) : 0;
      ref[row * 2] = source >>> 0;
      ref[row * 2 + 1] = (source / TWO_32) >>> 0;
      refVout[row] = block.inVout[at] ?? 0;
    }
  }

  private writeOutputs({ block, outOwners, outValues }: BlockWords, tx: number, position: number): void {
    const inputs = (block.txFirstInput[tx + 1] ?? 0) - (block.txFirstInput[tx] ?? 0);
    const first = block.txFirstOutput[tx] ?? 0;
    const count = (block.txFirstOutput[tx + 1] ?? 0) - first;
    const unspendable = (block.txFlags[tx] ?? 0) & TX_UNSPENDABLE ? ENTRY_UNSPENDABLE : 0;
    const { ref, refVout } = this.data;
    for (let i = 0; i < count; i++) {
      const group = this.groups.slotGroup[inputs + i] ?? -1;
      if (group < 0) continue;
      const at = first + i;
      const row = this.rows++;
      this.writeOwner(row, outOwners, at * OWNER_WORDS);
      this.writeRow(row, inputs + i, group, position, outValues, at);
      this.setFlags(row, group, inputs + i, unspendable | (block.outType[at] === SCRIPT_CODE.p2pk ? ENTRY_P2PK : 0));
      this.data.slot[row] = OUTPUT_SLOT + i;
      ref[row * 2] = ref[row * 2 + 1] = refVout[row] = 0;
    }
  }

  /**
   * Key columns, see core/owner: payload bytes 0 to 7 as a big-endian integer; the form byte and payload bytes 8 to 22 as
   * another. Owner rows are read as little-endian words, so their bytes are swapped.
   */
  private writeOwner(row: number, owners: Uint32Array, from: number): void {
    const { prefix, rest } = this.data;
    prefix[row * 2] = swap(owners[from + 3] ?? 0);
    prefix[row * 2 + 1] = swap(owners[from + 2] ?? 0);
    const a = swap(owners[from + 4] ?? 0);
    const b = swap(owners[from + 5] ?? 0);
    const c = swap(owners[from + 6] ?? 0);
    const d = swap(owners[from + 7] ?? 0);
    rest[row * 4] = (c << 24) | (d >>> 8);
    rest[row * 4 + 1] = (b << 24) | (c >>> 8);
    rest[row * 4 + 2] = (a << 24) | (b >>> 8);
    rest[row * 4 + 3] = ((owners[from] ?? 0) << 24) | (a >>> 8);
  }

  /** Position and value, and the sums of the group where this is its first slot. */
  private writeRow(row: number, slot: number, group: number, position: number, values: Uint32Array, at: number): void {
    const { data, groups } = this;
    data.position[row * 2] = position >>> 0;
    data.position[row * 2 + 1] = (position / TWO_32) >>> 0;
    data.value[row * 2] = values[at * 2] ?? 0;
    data.value[row * 2 + 1] = values[at * 2 + 1] ?? 0;
    const isFirst = groups.firstSlot[group] === slot;
    writeSum(
      data.received,
      row,
      isFirst ? (groups.receivedLow[group] ?? 0) : 0,
      isFirst ? (groups.receivedHigh[group] ?? 0) : 0,
    );
    writeSum(data.sent, row, isFirst ? (groups.sentLow[group] ?? 0) : 0, isFirst ? (groups.sentHigh[group] ?? 0) : 0);
  }

  private setFlags(row: number, group: number, slot: number, flags: number): void {
    this.data.flags[row] = this.groups.firstSlot[group] === slot ? flags | ENTRY_FIRST : flags;
  }
}

function swap(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/** A sum kept as separate sums of low and high words: the carry of the low one goes up. */
function writeSum(target: Uint32Array, row: number, low: number, high: number): void {
  target[row * 2] = low >>> 0;
  target[row * 2 + 1] = (high + Math.floor(low / TWO_32)) >>> 0;
}
