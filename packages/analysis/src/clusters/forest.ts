import { GrowingUint32 } from './growing-column.ts';

/** Two trees that became one: the surviving root and the other, with their sizes before. */
export interface Union {
  readonly root: number;
  readonly child: number;
  readonly rootSize: number;
  readonly childSize: number;
}

/**
 * Disjoint sets over owner numbers. The root of a set is its smallest number, so the partition and its names depend on
 * the unions only, never on their order or on batches. Unions above the final height stay in an overlay and a journal and
 * can be taken back, newest first; settled ones are in `parent`, where paths are halved (Tarjan and van Leeuwen 1984).
 * Members form a ring through `next`: swapping two pointers joins two rings, and swapping them again parts them.
 */
export class Forest {
  private readonly parents = new GrowingUint32();
  private readonly next = new GrowingUint32();
  private readonly sizes = new GrowingUint32();
  private readonly overlay = new Map<number, number>();
  private readonly journal: Union[] = [];
  private settled = 0;

  get count(): number {
    return this.parents.length;
  }

  /** Adds a set of one. */
  add(): number {
    const number = this.parents.push(this.parents.length);
    this.next.push(number);
    this.sizes.push(1);
    return number;
  }

  find(number: number): number {
    const parent = this.parents.data;
    let at = number;
    for (;;) {
      const up = parent[at] ?? 0;
      if (up === at) break;
      const above = parent[up] ?? 0;
      parent[at] = above;
      at = above;
    }
    if (this.overlay.size === 0) return at;
    for (;;) {
      const up = this.overlay.get(at);
      if (up === undefined) return at;
      at = up;
    }
  }

  sizeOf(root: number): number {
    return this.sizes.at(root);
  }

  /** Joins two sets; undefined where they are one already. `isFinal` unions are never taken back. */
  union(a: number, b: number, isFinal: boolean): Union | undefined {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return undefined;
    const union = this.describe(Math.min(x, y), Math.max(x, y));
    this.link(union);
    if (isFinal && this.overlay.size === 0) this.parents.data[union.child] = union.root;
    else {
      this.overlay.set(union.child, union.root);
      this.journal.push(union);
    }
    return union;
  }

  /** Joins two sets for good without a word about it: for loading many edges. */
  join(a: number, b: number): void {
    const parent = this.parents.data;
    let x = a;
    let y = b;
    // Rem's algorithm with splicing: both walks go up together and meet early where the two are already one.
    while (parent[x] !== parent[y]) {
      if ((parent[x] ?? 0) < (parent[y] ?? 0)) [x, y] = [y, x];
      const up = parent[x] ?? 0;
      if (up === x) {
        const root = this.find(y);
        this.link(this.describe(root, x));
        parent[x] = parent[y] ?? 0;
        return;
      }
      parent[x] = parent[y] ?? 0;
      x = up;
    }
  }

  /** How many unions can be taken back, for `undoTo` and `settleTo`. */
  get mark(): number {
    return this.settled + this.journal.length;
  }

  /** Takes back every union made since the mark. Throws nothing: the caller has checked that none of them is settled. */
  undoTo(mark: number): void {
    while (this.mark > mark && this.journal.length > 0) {
      const union = this.journal.pop() as Union;
      this.overlay.delete(union.child);
      this.sizes.data[union.root] = union.rootSize;
      this.swapRings(union.root, union.child);
    }
  }

  /** Makes unions before the mark final. Oldest first, so that a root is settled before it becomes a child itself. */
  settleTo(mark: number): void {
    const count = Math.min(mark - this.settled, this.journal.length);
    if (count <= 0) return;
    for (const union of this.journal.splice(0, count)) {
      this.overlay.delete(union.child);
      this.parents.data[union.child] = union.root;
    }
    this.settled += count;
  }

  /** Takes back the newest sets, which must be sets of one. */
  truncate(count: number): void {
    this.parents.truncate(count);
    this.next.truncate(count);
    this.sizes.truncate(count);
  }

  /** Members of the set a number stands in, ascending. */
  members(number: number): Uint32Array {
    const members = new Uint32Array(this.sizeOf(this.find(number)));
    let at = number;
    for (let i = 0; i < members.length; i++) {
      members[i] = at;
      at = this.next.at(at);
    }
    return members.sort();
  }

  private describe(root: number, child: number): Union {
    return { root, child, rootSize: this.sizeOf(root), childSize: this.sizeOf(child) };
  }

  private link({ root, child, rootSize, childSize }: Union): void {
    this.sizes.data[root] = rootSize + childSize;
    this.swapRings(root, child);
  }

  private swapRings(a: number, b: number): void {
    const next = this.next.data;
    const kept = next[a] ?? 0;
    next[a] = next[b] ?? 0;
    next[b] = kept;
  }
}
