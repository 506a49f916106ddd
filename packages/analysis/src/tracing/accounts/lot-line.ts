/** A run of units of one lot; `offset` is where in the lot it begins. */
export interface Lot<Tag> {
  readonly amount: bigint;
  readonly tag: Tag;
  readonly offset: bigint;
}

/** Units in the order in which they came, taken from either end. */
export class LotLine<Tag> {
  private lots: Lot<Tag>[] = [];
  private first = 0;

  push(amount: bigint, tag: Tag): void {
    if (amount > 0n) this.lots.push({ amount, tag, offset: 0n });
  }

  /** The oldest units in their order; fewer where there are not so many. */
  takeFront(amount: bigint): Lot<Tag>[] {
    const taken: Lot<Tag>[] = [];
    let open = amount;
    for (let lot = this.lots[this.first]; lot && open > 0n; lot = this.lots[this.first]) {
      if (lot.amount <= open) {
        taken.push(lot);
        open -= lot.amount;
        this.first++;
        continue;
      }
      taken.push({ ...lot, amount: open });
      this.lots[this.first] = { ...lot, amount: lot.amount - open, offset: lot.offset + open };
      open = 0n;
    }
    this.tidy();
    return taken;
  }

  /** The newest units, in the order in which they came. */
  takeBack(amount: bigint): Lot<Tag>[] {
    const taken: Lot<Tag>[] = [];
    let open = amount;
    for (let lot = this.last(); lot && open > 0n; lot = this.last()) {
      this.lots.pop();
      if (lot.amount <= open) {
        taken.push(lot);
        open -= lot.amount;
        continue;
      }
      taken.push({ ...lot, amount: open, offset: lot.offset + lot.amount - open });
      this.lots.push({ ...lot, amount: lot.amount - open });
      open = 0n;
    }
    return taken.reverse();
  }

  /** Gives every lot another tag. */
  retag(tag: Tag): void {
    this.lots = this.lots.slice(this.first).map((lot) => ({ ...lot, tag }));
    this.first = 0;
  }

  private last(): Lot<Tag> | undefined {
    return this.lots.length > this.first ? this.lots[this.lots.length - 1] : undefined;
  }

  /** Lots that are used up are dropped now and then, so that a long history does not keep them all. */
  private tidy(): void {
    if (this.first < 1_000 || this.first * 2 < this.lots.length) return;
    this.lots = this.lots.slice(this.first);
    this.first = 0;
  }
}
