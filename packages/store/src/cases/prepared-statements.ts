/** From this run on a connection keeps a statement parsed and planned, which takes longer than to run most of them. */
const OFTEN = 5;
/** Each takes memory in every connection. */
const MAX_PREPARED = 400;
/** Texts that are put together from parts are without end. */
const MAX_COUNTED = 4_000;

/** Names of the statements that are run often, under which PostgreSQL keeps them. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();

  /** Counts a run. Undefined for a statement that is sent as a whole. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_PREPARED) return name;
    const runs = (this.#runs.get(text) ?? 0) + 1;
    if (runs < OFTEN) {
      if (this.#runs.size >= MAX_COUNTED) this.#runs.clear();
      this.#runs.set(text, runs);
      return undefined;
    }
    this.#runs.delete(text);
    this.#names.set(text, `often_${this.#names.size}`);
    return this.#names.get(text);
  }
}
