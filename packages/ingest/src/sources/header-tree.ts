import { hash } from 'node:crypto';

/** Where a block lies. */
export interface BlockPlace {
  readonly file: number;
  readonly position: number;
  readonly size: number;
}

const UNCONNECTED = -1;

/** Expected hashes behind a block of these compact target bits: 2^256 / (target + 1); 0 for an impossible target. */
export function workFromBits(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  if ((bits & 0x800000) !== 0 || mantissa === 0n) return 0n;
  const target = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  return target === 0n ? 0n : (1n << 256n) / (target + 1n);
}

/** Internal-order double SHA-256 of an 80 byte header, as a 32 character byte string: half the memory of hex. */
export function headerKey(header: Uint8Array): string {
  return hash('sha256', hash('sha256', header, 'buffer'), 'buffer').toString('latin1');
}

/** Display-order hex of a key, and back. */
export function keyToHash(key: string): string {
  return Buffer.from(key, 'latin1').reverse().toString('hex');
}
export function hashToKey(display: string): string {
  return Buffer.from(display, 'hex').reverse().toString('latin1');
}

/**
 * Headers in any order, forks included; knows the branch with most work from one root. Of two with equal work the one
 * seen first wins, as it does in a node. Columns instead of objects: a million headers must fit.
 */
export class HeaderTree {
  readonly #byKey = new Map<string, number>();
  readonly #waiting = new Map<string, number[]>();
  readonly #keys: string[] = [];
  readonly #parents: string[] = [];
  readonly #bits: number[] = [];
  readonly #places: BlockPlace[] = [];
  readonly #heights: number[] = [];
  readonly #work: bigint[] = [];
  #workCache = { bits: -1, work: 0n };
  #main: number[] = [];
  #rootHeight = 0;
  #tip = UNCONNECTED;
  #connected = 0;

  /** Headers held, whether on a branch or not. */
  get count(): number {
    return this.#keys.length;
  }
  /** Headers that descend from the root. */
  get connectedCount(): number {
    return this.#connected;
  }
  get hasRoot(): boolean {
    return this.#tip !== UNCONNECTED;
  }
  /** Lowest height; 0 with a genesis. */
  get firstHeight(): number {
    return this.#rootHeight;
  }
  /** Height of the best branch's last block; below `firstHeight` without a root. */
  get tipHeight(): number {
    return this.#rootHeight + this.#main.length - 1;
  }

  /** Takes an 80 byte header; a block seen before keeps its first place. */
  add(header: Buffer, place: BlockPlace): void {
    const key = headerKey(header);
    if (this.#byKey.has(key)) return;
    const index = this.#keys.length;
    const parent = header.toString('latin1', 4, 36);
    this.#byKey.set(key, index);
    this.#keys.push(key);
    this.#parents.push(parent);
    this.#bits.push(header.readUInt32LE(72));
    this.#places.push(place);
    this.#heights.push(UNCONNECTED);
    this.#work.push(0n);
    const parentIndex = this.#byKey.get(parent);
    if (parentIndex !== undefined && this.#heights[parentIndex] !== UNCONNECTED) this.#connect(index, parentIndex);
    else this.#wait(parent, index);
  }

  /** Makes a block the root at a height; false when it is not held. */
  setRoot(key: string, height: number): boolean {
    const index = this.#byKey.get(key);
    if (index === undefined) return false;
    this.#rootHeight = height;
    this.#connect(index, undefined);
    return true;
  }

  /** The parentless block with most work behind it: where a run of files that starts mid-chain begins. */
  findHeaviestRoot(): string | undefined {
    let best: { key: string; work: bigint } | undefined;
    for (const [parent, children] of this.#waiting) {
      if (this.#byKey.has(parent)) continue;
      for (const child of children) {
        const work = this.#heaviestFrom(child);
        if (!best || work > best.work) best = { key: this.#keys[child] as string, work };
      }
    }
    return best?.key;
  }

  /** Display-order hash of the best branch at a height. */
  hashAt(height: number): string | undefined {
    const index = this.#main[height - this.#rootHeight];
    return index === undefined ? undefined : keyToHash(this.#keys[index] as string);
  }

  placeAt(height: number): BlockPlace | undefined {
    const index = this.#main[height - this.#rootHeight];
    return index === undefined ? undefined : this.#places[index];
  }

  #wait(parent: string, index: number): void {
    const list = this.#waiting.get(parent);
    if (list) list.push(index);
    else this.#waiting.set(parent, [index]);
  }

  #workOf(index: number): bigint {
    const bits = this.#bits[index] as number;
    if (bits !== this.#workCache.bits) this.#workCache = { bits, work: workFromBits(bits) };
    return this.#workCache.work;
  }

  #connect(first: number, firstParent: number | undefined): void {
    const stack: [number, number | undefined][] = [[first, firstParent]];
    let best = this.#tip;
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const [index, parent] = entry;
      this.#heights[index] = parent === undefined ? this.#rootHeight : (this.#heights[parent] as number) + 1;
      this.#work[index] = this.#workOf(index) + (parent === undefined ? 0n : (this.#work[parent] as bigint));
      this.#connected++;
      if (best === UNCONNECTED || this.#isBetter(index, best)) best = index;
      const key = this.#keys[index] as string;
      for (const child of this.#waiting.get(key) ?? []) stack.push([child, index]);
      this.#waiting.delete(key);
    }
    if (best !== this.#tip) this.#switchTo(best);
  }

  /** More work, or equal work and seen earlier than a block of the same batch of newly connected ones. */
  #isBetter(index: number, than: number): boolean {
    const [work, other] = [this.#work[index] as bigint, this.#work[than] as bigint];
    return work > other || (work === other && than !== this.#tip && index < than);
  }

  #switchTo(tip: number): void {
    const branch: number[] = [];
    let fork = 0;
    for (
      let index: number | undefined = tip;
      index !== undefined;
      index = this.#byKey.get(this.#parents[index] as string)
    ) {
      fork = (this.#heights[index] as number) - this.#rootHeight;
      if (fork < 0 || this.#main[fork] === index) break;
      branch.push(index);
    }
    this.#tip = tip;
    // Upwards from the fork: an array filled from its end would turn into a hash table.
    this.#main.length = (this.#heights[tip] as number) - this.#rootHeight + 1 - branch.length;
    for (const index of branch.reverse()) this.#main.push(index);
  }

  #heaviestFrom(root: number): bigint {
    let best = 0n;
    const stack: [number, bigint][] = [[root, 0n]];
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const work = entry[1] + this.#workOf(entry[0]);
      if (work > best) best = work;
      for (const child of this.#waiting.get(this.#keys[entry[0]] as string) ?? []) stack.push([child, work]);
    }
    return best;
  }
}
