/**
 * What previews of reports obtained, by everything that decides it: the next preview obtains none of it again. The oldest goes first where
 * there is too much.
 */
export class KeptResults<T> {
  readonly #kept = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  find(key: readonly unknown[]): T | undefined {
    return this.#kept.get(JSON.stringify(key));
  }

  keep(key: readonly unknown[], result: T): T {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= this.#most && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(JSON.stringify(key), result);
    return result;
  }
}
