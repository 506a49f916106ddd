import type { OutputLedger, OutputPlace, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceBatching } from '../trace-session.ts';
import type { PathEnding } from './path-search.ts';
import { END, ORIGIN, type Payment, PaymentGraph } from './payment-graph.ts';
import { readBatches } from './read-batches.ts';
import type { SearchFrame } from './search-frame.ts';

/** A transaction that was read. */
export interface WalkNode {
  readonly position: Position;
  readonly txid: string;
  readonly time: number;
  /** Everything it paid, fee included where it is known. */
  readonly total: bigint;
}

/** An output on the way, or (without `vout`) what an owner put into a transaction or a search begins with. */
export interface WalkPayment extends Payment {
  /** Transaction that creates the output. */
  readonly position: Position;
  readonly vout: number | undefined;
  readonly address: string;
  readonly party: KnownParty | null;
  /** Sorts payments so that those that can follow come later. */
  readonly order: Position;
}

/** An output that has to be read to continue: its spender, or the transaction that made it. */
interface Trail {
  readonly position: Position;
  readonly vout: number;
  readonly owner: Owner;
  readonly address: string;
  readonly amount: bigint;
  /** Transaction from which the search comes. */
  readonly via: Position;
  /** Where the search continues; undefined until it is read. */
  readonly next: Position | undefined;
  /** Goes to somebody who funds the transaction too: change, and no arrival. */
  readonly isChange: boolean;
}

export interface OutputWalkOptions {
  readonly reader: OutputLedger;
  readonly knowledge: OutputTraceKnowledge;
  readonly batching: TraceBatching;
  readonly frame: SearchFrame;
  readonly origin: Owner;
}

/** Follows outputs level by level, forward to their spenders or back to the transactions that made them. */
export class OutputWalk {
  readonly nodes = new Map<Position, WalkNode>();
  readonly payments: WalkPayment[] = [];
  readonly #options: OutputWalkOptions;
  readonly #frame: SearchFrame;
  readonly #isForward: boolean;
  readonly #origin: string;
  readonly #numbers = new Map<Position, number>();
  readonly #addresses = new Map<string, string>();
  readonly #read = new Set<Position>();
  readonly #groups = new Set<string>();

  constructor(options: OutputWalkOptions) {
    this.#options = options;
    this.#frame = options.frame;
    this.#isForward = options.frame.question.direction === 'forward';
    this.#origin = ownerId(options.origin);
  }

  async run(): Promise<PathEnding> {
    const { maxHops } = this.#frame.question;
    let [positions, ending] = await this.#start();
    for (let hop = 1; positions.length > 0; hop++) {
      const trails = this.#sift(await this.#level(positions, hop === 1));
      this.#frame.tell({ rounds: hop, open: trails.length, ended: this.#groups.size });
      if (this.#hasEnough()) return 'enough';
      if (hop === maxHops) {
        this.#frame.stop('hops', trails.length);
        return ending;
      }
      const next = await this.#follow(trails);
      positions = this.#admit(next);
      if (positions.length < next.size) ending = 'budget';
    }
    return ending;
  }

  /** Payments so that each comes after those it can follow, as a graph. */
  graph(): PaymentGraph {
    const sign = this.#isForward ? 1 : -1;
    const rank = ({ tail }: WalkPayment): number => (tail === ORIGIN ? 0 : 1);
    this.payments.sort(
      (a, b) =>
        rank(a) - rank(b) ||
        sign * (a.order - b.order) ||
        sign * (a.position - b.position) ||
        (a.vout ?? -1) - (b.vout ?? -1),
    );
    return new PaymentGraph(this.payments, this.#frame.question.maxHops + 1);
  }

  /** Transactions in which the subject pays others, or is paid by them, without the change it gives itself. */
  async #start(): Promise<[Position[], PathEnding]> {
    const { fromTime, toTime, budget } = this.#frame.question;
    const direction = this.#isForward ? 'out' : 'in';
    const order = this.#isForward ? 'oldest' : 'newest';
    const filter = { direction, fromTime, toTime, order } as const;
    const page = { limit: budget + 1 };
    const entries = await this.#options.reader.history(this.#options.origin, filter, page, this.#frame.read);
    const positions = entries.map(({ position }) => position);
    if (positions.length <= budget) return [this.#admit(new Map(positions.map((at) => [at, 0n]))), 'everything'];
    this.#frame.stop('budget', 1);
    return [this.#admit(new Map(positions.slice(0, budget).map((at) => [at, 0n]))), 'budget'];
  }

  #hasEnough(): boolean {
    const { mode, limit } = this.#frame.question;
    return mode === 'shortest' && this.#groups.size >= limit;
  }

  /** What may still be read, the largest amounts first; each transaction once. */
  #admit(wanted: ReadonlyMap<Position, bigint>): Position[] {
    const left = this.#frame.question.budget - this.#frame.transactions;
    const positions = [...wanted.keys()];
    if (positions.length > left) {
      const amount = (position: Position): bigint => wanted.get(position) ?? 0n;
      positions.sort((a, b) => (amount(a) === amount(b) ? a - b : amount(a) > amount(b) ? -1 : 1));
      this.#frame.stop('budget', positions.length - left);
      positions.length = Math.max(0, left);
    }
    for (const position of positions) this.#read.add(position);
    this.#frame.transactions += positions.length;
    return positions.sort((a, b) => a - b);
  }

  #number(position: Position): number {
    const known = this.#numbers.get(position);
    if (known !== undefined) return known;
    this.#numbers.set(position, this.#numbers.size + 1);
    return this.#numbers.size;
  }

  #addressOf(owner: Owner, id: string): string {
    let address = this.#addresses.get(id);
    if (address === undefined) {
      address = this.#options.knowledge.formatOwner(owner);
      this.#addresses.set(id, address);
    }
    return address;
  }

  /** Reads a level's transactions; returns the outputs that lead on from them. */
  async #level(positions: readonly Position[], isFirst: boolean): Promise<Trail[]> {
    const { reader, batching } = this.#options;
    const ask = (batch: readonly Position[]) => reader.records(batch, this.#frame.read);
    const records = (await readBatches(positions, batching, ask)).flat();
    const trails: Trail[] = [];
    for (const record of records) {
      if (!record) this.#frame.stop('unknown');
      else if (this.#keep(record)) {
        if (isFirst) this.#begin(record);
        trails.push(...(this.#isForward ? this.#outputs(record) : this.#inputs(record)));
      }
    }
    return trails;
  }

  #keep(record: TransactionRecord): boolean {
    const { position, txid, fee, outputs } = record;
    if (this.#options.knowledge.coinJoinOf(record)) {
      this.#frame.stop('coinjoin');
      return false;
    }
    const time = this.#timeOf(position);
    const total = outputs.reduce((sum, { value }) => sum + value, fee ?? 0n);
    this.nodes.set(position, { position, txid, time, total });
    return true;
  }

  #timeOf(position: Position): number {
    return this.#options.reader.block(positionHeight(position))?.time ?? 0;
  }

  /** How a search enters its first transactions: with what the subject put in, or with each output it got. */
  #begin(record: TransactionRecord): void {
    const { position } = record;
    const head = this.#number(position);
    const base = { tail: ORIGIN, head, group: '', position, order: position, party: null };
    const address = this.#addressOf(this.#options.origin, this.#origin);
    if (this.#isForward) {
      const amount = paidIn(record, this.#origin);
      if (amount > 0n) this.payments.push({ ...base, amount, vout: undefined, address });
      return;
    }
    for (const [vout, { owner, value }] of record.outputs.entries()) {
      if (value > 0n && owner && ownerId(owner) === this.#origin) {
        this.payments.push({ ...base, amount: value, vout, address });
      }
    }
  }

  #outputs(record: TransactionRecord): Trail[] {
    const funders = new Set(record.inputs.map(({ owner }) => owner && ownerId(owner)));
    return record.outputs.flatMap(({ owner, value }, vout) => {
      const id = owner && ownerId(owner);
      if (!owner || !id || id === this.#origin || value === 0n) return [];
      const address = this.#addressOf(owner, id);
      const { position } = record;
      const isChange = funders.has(id);
      return [{ position, vout, owner, address, amount: value, via: position, next: undefined, isChange }];
    });
  }

  #inputs(record: TransactionRecord): Trail[] {
    return record.inputs.flatMap(({ owner, value, source, vout }) => {
      const id = owner && ownerId(owner);
      if (id === this.#origin || value === 0n) return [];
      if (!owner || !id || value === undefined || source === undefined) {
        if (!record.isCoinbase) this.#frame.stop('unknown');
        return [];
      }
      const address = this.#addressOf(owner, id);
      const { position: via } = record;
      return [{ position: source, vout, owner, address, amount: value, via, next: source, isChange: false }];
    });
  }

  /** Notes the ends that are reached; returns the outputs to continue from. */
  #sift(trails: readonly Trail[]): Trail[] {
    this.#frame.meet(trails.map(({ address }) => address));
    const payers = new Map<string, Trail[]>();
    const open: Trail[] = [];
    for (const trail of trails) {
      const standing = this.#frame.standing(trail.address);
      if (standing.kind === 'open') open.push(trail);
      else if (standing.kind === 'stop') this.#frame.stop('party');
      else if (!this.#isForward) {
        const key = `${trail.via}:${trail.address}`;
        payers.set(key, [...(payers.get(key) ?? []), trail]);
      } else if (!trail.isChange) this.#end(trail, trail.amount, standing.group, standing.party);
    }
    for (const [first, ...others] of payers.values()) {
      if (!first) continue;
      const standing = this.#frame.standing(first.address);
      const amount = others.reduce((sum, trail) => sum + trail.amount, first.amount);
      if (standing.kind === 'end') this.#end(first, amount, standing.group, standing.party);
    }
    return open;
  }

  #end(trail: Trail, amount: bigint, party: string | undefined, known: KnownParty | null): void {
    const { via, vout, address } = trail;
    // Without a name to go by, every payment that arrives is a way of its own.
    const group = party ?? (this.#isForward ? `${via}:${vout}` : String(via));
    this.#groups.add(group);
    const position = via;
    const output = this.#isForward ? vout : undefined;
    const tail = this.#number(via);
    this.payments.push({ tail, head: END, amount, group, position, vout: output, address, party: known, order: via });
  }

  /** Finds where outputs lead; returns transactions not read before, with the largest amount that leads there. */
  async #follow(trails: readonly Trail[]): Promise<Map<Position, bigint>> {
    const strong = this.#strongEnough(trails);
    const led = this.#isForward ? await this.#spenders(strong) : strong;
    const wanted = new Map<Position, bigint>();
    for (const { position, vout, address, amount, via, next } of led) {
      if (next === undefined) continue;
      if (!this.#frame.isInWindow(this.#timeOf(next))) {
        this.#frame.stop('window');
        continue;
      }
      const [tail, head] = [this.#number(via), this.#number(next)];
      this.payments.push({ tail, head, amount, group: '', position, vout, address, party: null, order: via });
      if (!this.#read.has(next) && (wanted.get(next) ?? -1n) < amount) wanted.set(next, amount);
    }
    return wanted;
  }

  /** A way is no larger than its smallest payment: smaller ones than all that are wanted cannot lead to a better way. */
  #strongEnough(trails: readonly Trail[]): readonly Trail[] {
    const { mode, limit } = this.#frame.question;
    if (mode !== 'strongest' || this.#groups.size < limit) return trails;
    const least = this.graph().threshold(limit) ?? 0n;
    const strong = trails.filter(({ amount }) => amount >= least);
    this.#frame.stop('weaker', trails.length - strong.length);
    return strong;
  }

  async #spenders(trails: readonly Trail[]): Promise<Trail[]> {
    const { reader, batching } = this.#options;
    const ask = (batch: readonly OutputPlace[]) => reader.spenders(batch, this.#frame.read);
    const found = await readBatches(trails, batching, ask);
    return trails.map((trail, i) => {
      const spender = found[Math.floor(i / batching.batch)]?.get(`${trail.position}:${trail.vout}`);
      if (!spender) this.#frame.stop('unspent');
      return { ...trail, next: spender?.position };
    });
  }
}

function paidIn(record: TransactionRecord, id: string): bigint {
  return record.inputs.reduce(
    (sum, { owner, value }) => (owner && ownerId(owner) === id ? sum + (value ?? 0n) : sum),
    0n,
  );
}
