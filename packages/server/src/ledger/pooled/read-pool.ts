import { setImmediate } from 'node:timers/promises';

/**
 * Values by key: at least the latest half of the most that are kept, at most that many. Whole halves are dropped, because a map
 * whose first entry goes each time passes over all that went before.
 */
export class Remembered<Id, Value> {
  #recent = new Map<Id, Value | undefined>();
  #before = new Map<Id, Value | undefined>();
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.max(1, Math.ceil(most / 2));
  }

  has(id: Id): boolean {
    return this.#recent.has(id) || this.#before.has(id);
  }

  get(id: Id): Value | undefined {
    return this.#recent.get(id) ?? this.#before.get(id);
  }

  keep(id: Id, value: Value | undefined): void {
    if (this.#recent.size >= this.#half) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(id, value);
  }

  clear(): void {
    this.#recent.clear();
    this.#before.clear();
  }
}

interface Round<Key, Value> {
  readonly keys: Map<string, Key>;
  readonly answer: Promise<ReadonlyMap<string, Value>>;
}

export interface PoolOptions<Key, Value> {
  readonly idOf: (key: Key) => string;
  /** Absent keys have no value, which is remembered too. */
  readonly load: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>;
  /** Values that are remembered. */
  readonly most: number;
  /** Of these, the ones worth remembering; left out: all. */
  readonly isKept?: (value: Value) => boolean;
}

/** Queries for many callers together: while one query is under way the next one collects, and nothing is queried twice. */
export class ReadPool<Key, Value> {
  readonly #options: PoolOptions<Key, Value>;
  readonly #known: Remembered<string, Value>;
  /** The round that asks, or will ask, for a key. */
  readonly #asked = new Map<string, Round<Key, Value>>();
  #next: Round<Key, Value> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #version = 0;

  constructor(options: PoolOptions<Key, Value>) {
    this.#options = options;
    this.#known = new Remembered(options.most);
  }

  /** Forgets everything, also what is under way: the data changed. */
  clear(): void {
    this.#version += 1;
    this.#known.clear();
    this.#asked.clear();
    this.#next = undefined;
  }

  async get(keys: readonly Key[]): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    const rounds = new Map<Round<Key, Value>, string[]>();
    for (const key of keys) {
      const id = this.#options.idOf(key);
      const value = this.#known.get(id);
      if (value !== undefined) found.set(id, value);
      else if (!this.#known.has(id)) {
        const round = this.#join(id, key);
        const ids = rounds.get(round);
        if (ids) ids.push(id);
        else rounds.set(round, [id]);
      }
    }
    for (const [{ answer }, ids] of rounds) {
      const values = await answer;
      for (const id of ids) {
        const value = values.get(id);
        if (value !== undefined) found.set(id, value);
      }
    }
    return found;
  }

  #join(id: string, key: Key): Round<Key, Value> {
    const asked = this.#asked.get(id);
    if (asked) return asked;
    this.#next ??= this.#open();
    this.#next.keys.set(id, key);
    this.#asked.set(id, this.#next);
    return this.#next;
  }

  #open(): Round<Key, Value> {
    const keys = new Map<string, Key>();
    const version = this.#version;
    // What others are about to ask for in this turn goes along.
    const answer = this.#last.then(() => setImmediate()).then(() => this.#ask(keys, version));
    this.#last = answer.catch(() => undefined);
    return { keys, answer };
  }

  #keep(id: string, value: Value | undefined): void {
    if (value === undefined || this.#options.isKept?.(value) !== false) this.#known.keep(id, value);
  }

  async #ask(keys: ReadonlyMap<string, Key>, version: number): Promise<ReadonlyMap<string, Value>> {
    if (this.#next?.keys === keys) this.#next = undefined;
    try {
      const values = await this.#options.load([...keys.values()]);
      if (version === this.#version) for (const id of keys.keys()) this.#keep(id, values.get(id));
      return values;
    } finally {
      if (version === this.#version) for (const id of keys.keys()) this.#asked.delete(id);
    }
  }
}
