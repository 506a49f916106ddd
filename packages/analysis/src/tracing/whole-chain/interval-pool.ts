/** Runs of traced units, start and length, in one growing list. Runs that touch are one. */
export class IntervalPool {
  starts = new Float64Array(1024);
  lengths = new Float64Array(1024);
  size = 0;

  /** Adds a run. `open` is the first run of the list that is being written: runs before it belong to another. */
  add(start: number, length: number, open: number): void {
    const last = this.size - 1;
    if (last >= open && (this.starts[last] ?? 0) + (this.lengths[last] ?? 0) === start) {
      this.lengths[last] = (this.lengths[last] ?? 0) + length;
      return;
    }
    if (this.size === this.starts.length) this.#grow();
    this.starts[this.size] = start;
    this.lengths[this.size++] = length;
  }

  #grow(): void {
    const [starts, lengths] = [this.starts, this.lengths];
    this.starts = new Float64Array(starts.length * 2);
    this.lengths = new Float64Array(starts.length * 2);
    this.starts.set(starts);
    this.lengths.set(lengths);
  }
}
