import { hash } from 'node:crypto';
import { work } from '@trailmark/chains/utxo/block';
import { grow, HashIndex } from './hash-index.ts';

/** Where a block is. */
export interface BlockPlace {
  readonly file: number;
  readonly position: number;
  readonly size: number;
}

/** A block that is missing, and those above it that cannot be used without it. */
export interface Hole {
  /** Display order. */
  readonly missingHash: string;
  readonly blocks: number;
  /** Of the first block above it. */
  readonly first: BlockPlace;
}

const NONE = -1;

/** Double SHA-256 of an 80 byte header, internal order: the block's id on every chain we read, whatever its proof of work. */
export function hashHeader(header: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', header, 'buffer'), 'buffer');
}

/** Internal order to display text, and back; neither changes its argument. */
export function toDisplayHash(internal: Buffer): string {
  return Buffer.from(internal).reverse().toString('hex');
}
export function fromDisplayHash(display: string): Buffer {
  return Buffer.from(display, 'hex').reverse();
}

/** One row a header, by its number in the hash index: about 90 bytes each in all, so that millions fit. */
class HeaderColumns {
  parent = new Int32Array(1024);
  /** NONE until the header is known to descend from the root. */
  height = new Int32Array(1024);
  bits = new Uint32Array(1024);
  file = new Uint32Array(1024);
  position = new Float64Array(1024);
  size = new Uint32Array(1024);
  /** Work of the chain up to here, above and below 2^64. */
  workHigh = new BigUint64Array(1024);
  workLow = new BigUint64Array(1024);

  /** Makes room for a row. */
  reserve(row: number): void {
    if (row < this.parent.length) return;
    const length = this.parent.length * 2;
    this.parent = grow(this.parent, length);
    this.height = grow(this.height, length);
    this.bits = grow(this.bits, length);
    this.file = grow(this.file, length);
    this.position = grow(this.position, length);
    this.size = grow(this.size, length);
    this.workHigh = grow(this.workHigh, length);
    this.workLow = grow(this.workLow, length);
  }
}

/**
 * Headers in any order, forks included; knows the branch with most work from one root. Of two with equal work the one
 * seen first wins, as it does in a node.
 */
export class HeaderTree {
  readonly #hashes = new HashIndex();
  readonly #columns = new HeaderColumns();
  /** Rows whose parent is not connected, by its hash as a byte string. */
  readonly #waiting = new Map<string, number[]>();
  #workCache = { bits: NONE, work: 0n };
  #main: number[] = [];
  #rootHeight = 0;
  #tip = NONE;
  #connected = 0;

  /** Headers in the tree, whether on a branch or not. */
  get count(): number {
    return this.#hashes.count;
  }
  /** Headers that descend from the root. */
  get connectedCount(): number {
    return this.#connected;
  }
  get hasRoot(): boolean {
    return this.#tip !== NONE;
  }
  /** Lowest height; 0 with a genesis. */
  get firstHeight(): number {
    return this.#rootHeight;
  }
  /** Height of the best branch's last block; below `firstHeight` without a root. */
  get tipHeight(): number {
    return this.#rootHeight + this.#main.length - 1;
  }

  /** Takes an 80 byte header. Returns false for a block seen before, which keeps its first place. */
  add(header: Buffer, place: BlockPlace, hash = hashHeader(header)): boolean {
    const row = this.#hashes.add(hash);
    if (row === undefined) return false;
    const columns = this.#columns;
    columns.reserve(row);
    columns.parent[row] = NONE;
    columns.height[row] = NONE;
    columns.bits[row] = header.readUInt32LE(72);
    columns.file[row] = place.file;
    columns.position[row] = place.position;
    columns.size[row] = place.size;
    const parentHash = header.subarray(4, 36);
    const parent = this.#hashes.find(parentHash);
    if (parent !== undefined && columns.height[parent] !== NONE) this.#connect(row, parent);
    else this.#wait(parentHash.toString('latin1'), row);
    return true;
  }

  /** Where the bytes of a header (hash in internal order) are. */
  placeOf(hash: Buffer): BlockPlace | undefined {
    const row = this.#hashes.find(hash);
    return row === undefined ? undefined : this.#placeOfRow(row);
  }

  /** Gives a header that was added another place, as where the first copy of its block is damaged. */
  move(hash: Buffer, place: BlockPlace): void {
    const row = this.#hashes.find(hash);
    if (row === undefined) return;
    const columns = this.#columns;
    columns.file[row] = place.file;
    columns.position[row] = place.position;
    columns.size[row] = place.size;
  }

  /** Makes a block (display-order hash) the root at a height; false when it is not in the tree. */
  setRoot(hash: string, height: number): boolean {
    const row = this.#hashes.find(fromDisplayHash(hash));
    if (row === undefined) return false;
    this.#rootHeight = height;
    this.#connect(row, NONE);
    return true;
  }

  /** Display-order hash of the parentless block with most work behind it: where files that start mid-chain begin. */
  findHeaviestRoot(): string | undefined {
    let best: { row: number; work: bigint } | undefined;
    for (const [parent, rows] of this.#waiting) {
      if (this.#hashes.find(Buffer.from(parent, 'latin1')) !== undefined) continue;
      for (const row of rows) {
        const heaviest = this.#heaviestFrom(row);
        if (!best || heaviest > best.work) best = { row, work: heaviest };
      }
    }
    return best && toDisplayHash(this.#hashes.at(best.row));
  }

  /** Display-order hash of the best branch at a height. */
  hashAt(height: number): string | undefined {
    const row = this.#main[height - this.#rootHeight];
    return row === undefined ? undefined : toDisplayHash(this.#hashes.at(row));
  }

  placeAt(height: number): BlockPlace | undefined {
    const row = this.#main[height - this.#rootHeight];
    return row === undefined ? undefined : this.#placeOfRow(row);
  }

  /** Blocks that do not descend from the root, by the block missing below each group of them. */
  holes(): readonly Hole[] {
    const holes: Hole[] = [];
    for (const [parent, rows] of this.#waiting) {
      const missing = Buffer.from(parent, 'latin1');
      const first = rows[0] as number;
      // The root's own parent is no hole.
      if (this.#hashes.find(missing) !== undefined || this.#columns.height[first] !== NONE) continue;
      const blocks = rows.reduce((sum, row) => sum + this.#countFrom(row), 0);
      holes.push({ missingHash: toDisplayHash(missing), blocks, first: this.#placeOfRow(first) });
    }
    return holes;
  }

  #placeOfRow(row: number): BlockPlace {
    const { file, position, size } = this.#columns;
    return { file: file[row] as number, position: position[row] as number, size: size[row] as number };
  }

  #countFrom(root: number): number {
    let count = 0;
    const stack = [root];
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      count++;
      stack.push(...this.#childrenOf(row));
    }
    return count;
  }

  #wait(parent: string, row: number): void {
    const rows = this.#waiting.get(parent);
    if (rows) rows.push(row);
    else this.#waiting.set(parent, [row]);
  }

  #childrenOf(row: number): readonly number[] {
    return this.#waiting.get(this.#hashes.at(row).toString('latin1')) ?? [];
  }

  #workOf(row: number): bigint {
    const bits = this.#columns.bits[row] as number;
    if (bits !== this.#workCache.bits) this.#workCache = { bits, work: work(bits) };
    return this.#workCache.work;
  }

  #chainWork(row: number): bigint {
    if (row === NONE) return 0n;
    return ((this.#columns.workHigh[row] as bigint) << 64n) | (this.#columns.workLow[row] as bigint);
  }

  /** Gives a row and all that wait for it their heights and work, then looks for a better tip among them. */
  #connect(first: number, firstParent: number): void {
    const { parent, height, workHigh, workLow } = this.#columns;
    const stack = [first];
    parent[first] = firstParent;
    let best = this.#tip;
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      const from = parent[row] as number;
      const chainWork = this.#workOf(row) + this.#chainWork(from);
      height[row] = from === NONE ? this.#rootHeight : (height[from] as number) + 1;
      workHigh[row] = chainWork >> 64n;
      workLow[row] = chainWork & 0xffffffffffffffffn;
      this.#connected++;
      if (this.#isBetter(row, best)) best = row;
      for (const child of this.#childrenOf(row)) {
        parent[child] = row;
        stack.push(child);
      }
      if (this.#waiting.size > 0) this.#waiting.delete(this.#hashes.at(row).toString('latin1'));
    }
    if (best !== this.#tip) this.#switchTo(best);
  }

  /** More work, or equal work and seen earlier than a block connected by the same call. */
  #isBetter(row: number, than: number): boolean {
    if (than === NONE) return true;
    const [own, other] = [this.#chainWork(row), this.#chainWork(than)];
    return own > other || (own === other && than !== this.#tip && row < than);
  }

  #switchTo(tip: number): void {
    const { parent, height } = this.#columns;
    const branch: number[] = [];
    for (let row = tip; row !== NONE; row = parent[row] as number) {
      if (this.#main[(height[row] as number) - this.#rootHeight] === row) break;
      branch.push(row);
    }
    this.#tip = tip;
    // Upwards from the fork: an array filled from its end would turn into a hash table.
    this.#main.length = (height[tip] as number) - this.#rootHeight + 1 - branch.length;
    for (const row of branch.reverse()) this.#main.push(row);
  }

  #heaviestFrom(root: number): bigint {
    let best = 0n;
    const stack: [number, bigint][] = [[root, 0n]];
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const chainWork = entry[1] + this.#workOf(entry[0]);
      if (chainWork > best) best = chainWork;
      for (const child of this.#childrenOf(entry[0])) stack.push([child, chainWork]);
    }
    return best;
  }
}
