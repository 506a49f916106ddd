import { GrowingUint32 } from './growing-column.ts';

/** Two trees that became one: the surviving root and the other, with their sizes before. */
export interface Union {
  readonly root: number;
  readonly child: number;
  readonly rootSize: number;
  readonly childSize: number;
}

/** Set in the first word of a root, next to the size of its set. */
const ROOT = 0x8000_0000;
/** Set in the first word of a child whose union may be taken back, next to its parent. */
const OPEN = 0x4000_0000;
const JOURNAL_WORDS = 4;

/**
 * Disjoint sets over owner numbers (below 2^30), 8 bytes each. The root of a set is its smallest number, so the partition
 * and its names depend on the unions only, never on their order or on batches. Paths are halved (Tarjan and van Leeuwen
 * 1984), but never across a union that may be taken back: taking those back, newest first, leaves everything as it was.
 * Members form a ring: swapping two pointers joins two rings, and swapping them again parts them.
 */
export class Forest {
  /** Per number its parent, or ROOT and the size of its set; then the next of its ring. One cache line serves both. */
  private nodes: Uint32Array;
  /** Root, child and their sizes of each union that may be taken back, oldest first, from `journalStart` on. */
  private readonly journal = new GrowingUint32();
  private journalStart = 0;
  private settled = 0;
  count = 0;
  private lastRoot = 0;
  private lastChild = 0;
  private lastRootSize = 0;
  private lastChildSize = 0;

  /** Begins with sets of one, numbered from 0, and room for some more. */
  constructor(count = 0, capacity = 1024) {
    this.nodes = new Uint32Array(Math.max(capacity, count) * 2);
    for (let number = 0; number < count; number++) {
      this.nodes[number * 2] = ROOT + 1;
      this.nodes[number * 2 + 1] = number;
    }
    this.count = count;
  }

  /** Adds a set of one. */
  add(): number {
    const number = this.count++;
    if (number * 2 === this.nodes.length) {
      const wider = new Uint32Array(this.nodes.length * 2);
      wider.set(this.nodes);
      this.nodes = wider;
    }
    this.nodes[number * 2] = ROOT + 1;
    this.nodes[number * 2 + 1] = number;
    return number;
  }

  find(number: number): number {
    const { nodes } = this;
    let at = number;
    let up = nodes[at * 2] ?? ROOT;
    while (up < ROOT) {
      if (up >= OPEN) {
        at = up - OPEN;
        up = nodes[at * 2] ?? ROOT;
        continue;
      }
      const above = nodes[up * 2] ?? ROOT;
      if (above >= ROOT) return up;
      if (above >= OPEN) {
        at = above - OPEN;
      } else {
        nodes[at * 2] = above;
        at = above;
      }
      up = nodes[at * 2] ?? ROOT;
    }
    return at;
  }

  sizeOf(root: number): number {
    return (this.nodes[root * 2] ?? ROOT) - ROOT;
  }

  /** Joins two sets and says which in `last`; false where they are one already. `isFinal` unions are never taken back. */
  union(a: number, b: number, isFinal: boolean): boolean {
    const x = this.find(a);
    const y = this.find(b);
    if (x === y) return false;
    const { nodes } = this;
    // Plain fields: a record a union would cost as much as the union.
    this.lastRoot = Math.min(x, y);
    this.lastChild = Math.max(x, y);
    this.lastRootSize = (nodes[this.lastRoot * 2] ?? ROOT) - ROOT;
    this.lastChildSize = (nodes[this.lastChild * 2] ?? ROOT) - ROOT;
    nodes[this.lastRoot * 2] = ROOT + this.lastRootSize + this.lastChildSize;
    this.swapRings(this.lastRoot, this.lastChild);
    const isClosed = isFinal && this.journal.length === this.journalStart;
    nodes[this.lastChild * 2] = isClosed ? this.lastRoot : this.lastRoot + OPEN;
    if (!isClosed) this.note();
    return true;
  }

  /** The last union made. */
  get last(): Union {
    return {
      root: this.lastRoot,
      child: this.lastChild,
      rootSize: this.lastRootSize,
      childSize: this.lastChildSize,
    };
  }

  /** Members of the smaller set of the last union. */
  get lastSmaller(): number {
    return Math.min(this.lastRootSize, this.lastChildSize);
  }

  /** How many unions were journalled so far, for `undoTo` and `settleTo`. */
  get mark(): number {
    return this.settled + (this.journal.length - this.journalStart) / JOURNAL_WORDS;
  }

  /** Takes back every union made since the mark, which is above everything settled. */
  undoTo(mark: number): void {
    while (this.mark > mark && this.journal.length > this.journalStart) {
      const at = this.journal.length - JOURNAL_WORDS;
      const [root, child] = [this.journal.at(at), this.journal.at(at + 1)];
      this.nodes[root * 2] = ROOT + this.journal.at(at + 2);
      this.nodes[child * 2] = ROOT + this.journal.at(at + 3);
      this.swapRings(root, child);
      this.journal.truncate(at);
    }
  }

  /** Makes unions before the mark final, so that paths may be halved across them. */
  settleTo(mark: number): void {
    const end = Math.min(this.journalStart + (mark - this.settled) * JOURNAL_WORDS, this.journal.length);
    for (let at = this.journalStart; at < end; at += JOURNAL_WORDS) {
      const child = this.journal.at(at + 1) * 2;
      this.nodes[child] = (this.nodes[child] ?? OPEN) - OPEN;
      this.settled++;
    }
    this.journalStart = Math.max(this.journalStart, end);
    if (this.journalStart * 2 > this.journal.length) this.trimJournal();
  }

  /** Takes back the newest sets, which must be sets of one. */
  truncate(count: number): void {
    this.count = count;
  }

  /** Members of the set of a number, ascending. */
  members(number: number): Uint32Array {
    const members = new Uint32Array(this.sizeOf(this.find(number)));
    let at = number;
    for (let i = 0; i < members.length; i++) {
      members[i] = at;
      at = this.nodes[at * 2 + 1] ?? 0;
    }
    return members.sort();
  }

  /** The root of every number: the partition as a column. */
  roots(): Uint32Array {
    const roots = new Uint32Array(this.count);
    for (let number = 0; number < roots.length; number++) {
      const up = this.nodes[number * 2] ?? ROOT;
      // A parent is smaller than its child, so its root is known already.
      roots[number] = up >= ROOT ? number : (roots[up >= OPEN ? up - OPEN : up] ?? 0);
    }
    return roots;
  }

  private note(): void {
    this.journal.push(this.lastRoot);
    this.journal.push(this.lastChild);
    this.journal.push(this.lastRootSize);
    this.journal.push(this.lastChildSize);
  }

  private trimJournal(): void {
    this.journal.data.copyWithin(0, this.journalStart, this.journal.length);
    this.journal.truncate(this.journal.length - this.journalStart);
    this.journalStart = 0;
  }

  private swapRings(a: number, b: number): void {
    const { nodes } = this;
    const kept = nodes[a * 2 + 1] ?? 0;
    nodes[a * 2 + 1] = nodes[b * 2 + 1] ?? 0;
    nodes[b * 2 + 1] = kept;
  }
}
