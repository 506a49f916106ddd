/** Two trees that became one: the surviving root and the other, with their sizes before. */
export interface Union {
  readonly root: number;
  readonly child: number;
  readonly rootSize: number;
  readonly childSize: number;
}

/** Set in the first word of a root, beside the size of its set. */
const ROOT = 0x8000_0000;

/**
 * Disjoint sets over owner numbers, 8 bytes each. The root of a set is its smallest number, so the partition and its
 * names depend on the unions only, never on their order or on batches. Unions that may be taken back stay in an overlay
 * and a journal; the others are written down, where paths are halved (Tarjan and van Leeuwen 1984). Members form a ring:
 * swapping two pointers joins two rings, and swapping them again parts them.
 */
export class Forest {
  /** Per number its parent, or ROOT and the size of its set; then the next of its ring. One cache line serves both. */
  private nodes: Uint32Array;
  private readonly overlay = new Map<number, number>();
  private readonly journal: Union[] = [];
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
    let at = this.findSettled(number);
    if (this.overlay.size === 0) return at;
    for (;;) {
      const up = this.overlay.get(at);
      if (up === undefined) return at;
      at = up;
    }
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
    if (isFinal && this.overlay.size === 0) nodes[this.lastChild * 2] = this.lastRoot;
    else {
      this.overlay.set(this.lastChild, this.lastRoot);
      this.journal.push(this.last);
    }
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
    return this.settled + this.journal.length;
  }

  /** Takes back every union made since the mark, which lies above everything settled. */
  undoTo(mark: number): void {
    while (this.mark > mark && this.journal.length > 0) {
      const union = this.journal.pop() as Union;
      this.overlay.delete(union.child);
      this.nodes[union.root * 2] = ROOT + union.rootSize;
      this.swapRings(union.root, union.child);
    }
  }

  /** Makes unions before the mark final. Oldest first, so that a root is settled before it becomes a child itself. */
  settleTo(mark: number): void {
    const count = Math.min(mark - this.settled, this.journal.length);
    if (count <= 0) return;
    for (const union of this.journal.splice(0, count)) {
      this.overlay.delete(union.child);
      this.nodes[union.child * 2] = union.root;
    }
    this.settled += count;
  }

  /** Takes back the newest sets, which must be sets of one. */
  truncate(count: number): void {
    this.count = count;
  }

  /** Members of the set a number stands in, ascending. */
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
      roots[number] = up < ROOT ? (roots[up] ?? 0) : this.overlay.size === 0 ? number : this.find(number);
    }
    return roots;
  }

  private findSettled(number: number): number {
    const { nodes } = this;
    let at = number;
    let up = nodes[at * 2] ?? ROOT;
    while (up < ROOT) {
      const above = nodes[up * 2] ?? ROOT;
      if (above >= ROOT) return up;
      nodes[at * 2] = above;
      at = above;
      up = nodes[at * 2] ?? ROOT;
    }
    return at;
  }

  private swapRings(a: number, b: number): void {
    const { nodes } = this;
    const kept = nodes[a * 2 + 1] ?? 0;
    nodes[a * 2 + 1] = nodes[b * 2 + 1] ?? 0;
    nodes[b * 2 + 1] = kept;
  }
}
