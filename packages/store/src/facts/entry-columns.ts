import {
  INPUT_P2PK,
  INPUT_SOURCE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_UNSPENDABLE,
} from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { ByteWriter, type NativeColumn } from './native-block.ts';
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

const WIDTHS = [8, 16, 8, 4, 1, 8, 8, 8, 8, 4] as const;
const TWO_32 = 0x1_0000_0000;

/** What a block's columns look like to the row writer: words instead of bytes where words are compared or copied. */
interface BlockWords {
  readonly block: ResolvedBlock;
  readonly inWords: Uint32Array;
  readonly outWords: Uint32Array;
  readonly inValueWords: Uint32Array;
  readonly outValueWords: Uint32Array;
}

function words(values: Uint8Array | BigUint64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.byteLength >> 2);
}

/** Builds the `entries` columns of a batch, transaction by transaction. */
export class EntryColumns {
  rows = 0;
  private readonly writers = WIDTHS.map((width) => new ByteWriter(width << 16));
  private readonly groups = new OwnerGroups();

  addBlock(block: ResolvedBlock, positions: (transaction: number) => number): void {
    const view: BlockWords = {
      block,
      inWords: words(block.inOwner),
      outWords: words(block.outOwner),
      inValueWords: words(block.inValue),
      outValueWords: words(block.outValue),
    };
    for (let tx = 0; tx < block.txCount; tx++) this.addTransaction(view, tx, positions(tx));
  }

  finish(): NativeColumn[] {
    return entriesTable.columns.map((column, index) => ({
      name: column.name,
      type: column.type,
      parts: [(this.writers[index] as ByteWriter).view()],
    }));
  }

  clear(): void {
    this.rows = 0;
    for (const writer of this.writers) writer.clear();
  }

  private addTransaction(view: BlockWords, tx: number, position: number): void {
    const { block, inWords, outWords } = view;
    const firstIn = block.txFirstInput[tx] ?? 0;
    const firstOut = block.txFirstOutput[tx] ?? 0;
    const inputs = (block.txFirstInput[tx + 1] ?? 0) - firstIn;
    const outputs = (block.txFirstOutput[tx + 1] ?? 0) - firstOut;
    const groups = this.groups;
    groups.begin(inputs + outputs);
    let owned = 0;
    for (let i = 0; i < inputs; i++) {
      const group = groups.add(i, inWords, outWords, 0, firstIn + i);
      if (group < 0) continue;
      owned++;
      const at = (firstIn + i) * 2;
      groups.sentLow[group] = (groups.sentLow[group] ?? 0) + (view.inValueWords[at] ?? 0);
      groups.sentHigh[group] = (groups.sentHigh[group] ?? 0) + (view.inValueWords[at + 1] ?? 0);
    }
    for (let i = 0; i < outputs; i++) {
      const group = groups.add(inputs + i, inWords, outWords, 1, firstOut + i);
      if (group < 0) continue;
      owned++;
      const at = (firstOut + i) * 2;
      groups.receivedLow[group] = (groups.receivedLow[group] ?? 0) + (view.outValueWords[at] ?? 0);
      groups.receivedHigh[group] = (groups.receivedHigh[group] ?? 0) + (view.outValueWords[at + 1] ?? 0);
    }
    this.writeRows(view, tx, position, { firstIn, firstOut, inputs, outputs, owned });
  }

  private writeRows(
    view: BlockWords,
    tx: number,
    position: number,
    span: { firstIn: number; firstOut: number; inputs: number; outputs: number; owned: number },
  ): void {
    const starts = this.writers.map((writer, index) => writer.reserve((WIDTHS[index] ?? 0) * span.owned));
    const { block } = view;
    const unspendable = (block.txFlags[tx] ?? 0) & TX_UNSPENDABLE ? ENTRY_UNSPENDABLE : 0;
    let row = 0;
    for (let i = 0; i < span.inputs; i++) {
      const group = this.groups.slotGroup[i] ?? -1;
      if (group < 0) continue;
      const at = span.firstIn + i;
      const known = block.inFlags[at] ?? 0;
      const flags = ENTRY_INPUT | (known & INPUT_P2PK ? ENTRY_P2PK : 0) | (known & INPUT_SOURCE ? 0 : ENTRY_UNFUNDED);
      const place = { starts, row: row++, position, slot: i, group, slotIndex: i };
      this.writeOwner(place, view.inWords, at);
      this.writeRest(place, flags, view.inValueWords, at, block.inPosition[at] ?? 0, block.inVout[at] ?? 0);
    }
    for (let i = 0; i < span.outputs; i++) {
      const group = this.groups.slotGroup[span.inputs + i] ?? -1;
      if (group < 0) continue;
      const at = span.firstOut + i;
      const flags = unspendable | (block.outType[at] === SCRIPT_CODE.p2pk ? ENTRY_P2PK : 0);
      const place = { starts, row: row++, position, slot: OUTPUT_SLOT + i, group, slotIndex: span.inputs + i };
      this.writeOwner(place, view.outWords, at);
      this.writeRest(place, flags, view.outValueWords, at, 0, 0);
    }
    this.rows += row;
  }

  /** Key columns: big-endian payload bytes as little-endian integers, see core/owner. */
  private writeOwner(place: { starts: number[]; row: number }, source: Uint32Array, owner: number): void {
    const from = (owner * OWNER_ROW_BYTES) >> 2;
    const word = (index: number): number => swap(source[from + index] ?? 0);
    const prefix = (this.writers[0] as ByteWriter).buffer;
    const rest = (this.writers[1] as ByteWriter).buffer;
    const p = (place.starts[0] ?? 0) + place.row * 8;
    prefix.writeUInt32LE(word(3), p);
    prefix.writeUInt32LE(word(2), p + 4);
    const r = (place.starts[1] ?? 0) + place.row * 16;
    // Payload bytes 8..22 fill the low fifteen bytes, the form the highest one.
    const a = word(4);
    const b = word(5);
    const c = word(6);
    const d = word(7);
    rest.writeUInt32LE(((c << 24) | (d >>> 8)) >>> 0, r);
    rest.writeUInt32LE(((b << 24) | (c >>> 8)) >>> 0, r + 4);
    rest.writeUInt32LE(((a << 24) | (b >>> 8)) >>> 0, r + 8);
    rest.writeUInt32LE((((source[from] ?? 0) << 24) | (a >>> 8)) >>> 0, r + 12);
  }

  private writeRest(
    place: { starts: number[]; row: number; position: number; slot: number; group: number; slotIndex: number },
    flags: number,
    values: Uint32Array,
    at: number,
    source: number,
    vout: number,
  ): void {
    const { starts, row, group } = place;
    const isFirst = this.groups.firstSlot[group] === place.slotIndex;
    const buffer = (index: number): Buffer => (this.writers[index] as ByteWriter).buffer;
    const start = (index: number): number => (starts[index] ?? 0) + row * (WIDTHS[index] ?? 0);
    writePair(buffer(2), start(2), place.position >>> 0, (place.position / TWO_32) >>> 0);
    buffer(3).writeUInt32LE(place.slot, start(3));
    buffer(4)[start(4)] = flags | (isFirst ? ENTRY_FIRST : 0);
    writePair(buffer(5), start(5), values[at * 2] ?? 0, values[at * 2 + 1] ?? 0);
    const groups = this.groups;
    writeSum(
      buffer(6),
      start(6),
      isFirst ? (groups.receivedLow[group] ?? 0) : 0,
      isFirst ? (groups.receivedHigh[group] ?? 0) : 0,
    );
    writeSum(
      buffer(7),
      start(7),
      isFirst ? (groups.sentLow[group] ?? 0) : 0,
      isFirst ? (groups.sentHigh[group] ?? 0) : 0,
    );
    writePair(buffer(8), start(8), source < 0 ? 0 : source >>> 0, source < 0 ? 0 : (source / TWO_32) >>> 0);
    buffer(9).writeUInt32LE(vout, start(9));
  }
}

function swap(word: number): number {
  return (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
}

function writePair(target: Buffer, at: number, low: number, high: number): void {
  target.writeUInt32LE(low, at);
  target.writeUInt32LE(high, at + 4);
}

/** A sum kept as separate sums of low and high words: the carry of the low one goes up. */
function writeSum(target: Buffer, at: number, low: number, high: number): void {
  const carry = Math.floor(low / TWO_32);
  writePair(target, at, low >>> 0, (high + carry) >>> 0);
}
