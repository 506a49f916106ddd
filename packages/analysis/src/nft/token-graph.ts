import type { ByToken, CollectionTable } from './collection-table.ts';
import type { CycleGraph } from './cycles.ts';

/** Who passed one token to whom, as a graph of the few wallets that had it. Opened for one token after another; its arrays are used again. */
export class TokenGraph implements CycleGraph {
  readonly #table: CollectionTable;
  readonly #byToken: ByToken;
  readonly #counted: Uint8Array;
  /** Local number of each wallet, valid where the stamp is that of the round. */
  readonly #local: Uint32Array;
  readonly #stamp: Uint32Array;
  readonly #sent: Uint32Array;
  #round = 0;
  nodeCount = 0;
  starts = new Uint32Array(1);
  targets = new Uint32Array(0);
  /** Transfers of each edge in order of time, in the order of `targets`. */
  #occurrences: number[][] = [];

  /** `counted`: by code of kind, whether a transfer is a step. */
  constructor(table: CollectionTable, byToken: ByToken, counted: Uint8Array) {
    this.#table = table;
    this.#byToken = byToken;
    this.#counted = counted;
    this.#local = new Uint32Array(table.wallets.length);
    this.#stamp = new Uint32Array(table.wallets.length);
    this.#sent = new Uint32Array(table.wallets.length);
  }

  /** Builds the graph of a token. False where the token never came back to a wallet that had sent it: then there is no cycle. */
  open(token: number): boolean {
    this.#round++;
    if (!this.#comesBack(token)) return false;
    this.#build(token);
    return this.nodeCount > 2;
  }

  /** Transfers from one local wallet to another, in order of time. */
  transfers(from: number, to: number): readonly number[] {
    for (let i = this.starts[from] as number; i < (this.starts[from + 1] as number); i++)
      if (this.targets[i] === to) return this.#occurrences[i] as number[];
    return [];
  }

  #isStep(row: number): boolean {
    const { from, to, kind } = this.#table.events;
    const [giver, receiver] = [from[row] as number, to[row] as number];
    if (this.#counted[kind[row] as number] !== 1 || giver === receiver) return false;
    return this.#isTrader(giver) && this.#isTrader(receiver);
  }

  #isTrader(wallet: number): boolean {
    return wallet !== 0 && this.#table.isVenue[wallet] !== 1;
  }

  #comesBack(token: number): boolean {
    const { starts, rows } = this.#byToken;
    const { from, to } = this.#table.events;
    for (let i = starts[token] as number; i < (starts[token + 1] as number); i++) {
      const row = rows[i] as number;
      if (!this.#isStep(row)) continue;
      this.#sent[from[row] as number] = this.#round;
      if (this.#sent[to[row] as number] === this.#round) return true;
    }
    return false;
  }

  #place(wallet: number): number {
    if (this.#stamp[wallet] !== this.#round) {
      this.#stamp[wallet] = this.#round;
      this.#local[wallet] = this.nodeCount++;
    }
    return this.#local[wallet] as number;
  }

  #build(token: number): void {
    const { starts, rows } = this.#byToken;
    const { from, to } = this.#table.events;
    this.nodeCount = 0;
    const edges = new Map<number, number[]>();
    const width = 2 ** 26;
    for (let i = starts[token] as number; i < (starts[token + 1] as number); i++) {
      const row = rows[i] as number;
      if (!this.#isStep(row)) continue;
      const key = this.#place(from[row] as number) * width + this.#place(to[row] as number);
      const list = edges.get(key);
      if (list) list.push(row);
      else edges.set(key, [row]);
    }
    const keys = [...edges.keys()].sort((a, b) => a - b);
    this.starts = new Uint32Array(this.nodeCount + 1);
    this.targets = Uint32Array.from(keys, (key) => key % width);
    for (const key of keys) (this.starts[Math.floor(key / width) + 1] as number)++;
    for (let n = 0; n < this.nodeCount; n++) (this.starts[n + 1] as number) += this.starts[n] as number;
    this.#occurrences = keys.map((key) => edges.get(key) as number[]);
  }
}
