/** What is taken in one column, from top to bottom. */
export class FreeRows {
  readonly #taken: { top: number; bottom: number }[] = [];

  take(y: number, height: number): void {
    const row = { top: y - height / 2, bottom: y + height / 2 };
    const after = this.#taken.findIndex(({ top }) => top > row.top);
    this.#taken.splice(after < 0 ? this.#taken.length : after, 0, row);
  }

  /** The free place nearest to the wish; of two equally near the lower one. */
  find(wish: number, height: number): number {
    const below = this.#below(wish, height);
    const above = this.#above(wish, height);
    return below - wish <= wish - above ? below : above;
  }

  #below(wish: number, height: number): number {
    let y = wish;
    for (const { top, bottom } of this.#taken) {
      if (top < y + height / 2 && bottom > y - height / 2) y = bottom + height / 2;
    }
    return y;
  }

  #above(wish: number, height: number): number {
    let y = wish;
    for (const { top, bottom } of [...this.#taken].sort((a, b) => b.bottom - a.bottom)) {
      if (top < y + height / 2 && bottom > y - height / 2) y = top - height / 2;
    }
    return y;
  }
}
