/** Gives out so many places: who comes when all are taken waits for one, in the order of coming. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Takes what comes next and works on so many side by side until nothing comes. The first failure ends it: what has begun is
 * waited for and nothing more is begun.
 */
export async function workSideBySide<Item>(
  items: AsyncIterator<Item, void>,
  places: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const takeAll = async (): Promise<void> => {
    while (failures.length === 0) {
      const next = await items.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  const takeOrFail = (): Promise<void> => takeAll().catch((error: unknown) => void failures.push(error));
  await Promise.all(Array.from({ length: places }, takeOrFail));
  if (failures.length > 0) throw failures[0];
}
