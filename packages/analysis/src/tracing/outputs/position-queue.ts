/** Numbers to be worked off from the smallest on, each at most once at a time: a binary heap. */
export class PositionQueue {
  readonly #heap: number[] = [];
  readonly #held = new Set<number>();

  get size(): number {
    return this.#heap.length;
  }

  add(value: number): void {
    if (this.#held.has(value)) return;
    this.#held.add(value);
    const heap = this.#heap;
    let at = heap.length;
    heap.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= value) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = value;
  }

  /** The smallest, taken out. */
  take(): number | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    this.#held.delete(first);
    if (heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(value: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= value) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = value;
  }
}
