import type { ServiceMark } from '@trailmark/analysis/attribution/subject';
import type { OutputLedger, OutputPlace, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';

export const MOST_TRANSACTIONS = 5_000;
export const MOST_MS = 2_000;
/** Records, spenders or totals requested in one query. */
const BATCH = 1_000;

export type StopKind = 'coinjoin' | 'hot-address' | 'limit' | 'time' | 'unspent' | 'unknown-source';

/** One payment on the way. */
export interface Step {
  readonly position: Position;
  readonly txid: string;
  readonly from: Owner;
  readonly to: Owner;
  readonly vout: number;
  readonly amount: bigint;
}

/** Steps from the subject on, newest first: paths that begin alike share their beginning. */
export interface Path {
  readonly step: Step;
  readonly before: Path | undefined;
  readonly hops: number;
  /** Smallest amount on the way. */
  readonly amount: bigint;
}

export interface ServiceReached {
  readonly mark: ServiceMark;
  readonly owner: Owner;
  readonly path: Path;
}

/** What a walk may ask, and where it has to stop. */
export interface WalkOptions {
  readonly reader: OutputLedger;
  readonly serviceOf: (owner: Owner) => ServiceMark | undefined;
  readonly isCoinJoin: (position: Position) => boolean;
  readonly hotTransactionCount: number;
  readonly maxHops: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  readonly read: ReadOptions;
}

export interface WalkResult {
  readonly reached: readonly ServiceReached[];
  readonly addressesVisited: number;
  readonly transactionsVisited: number;
  readonly stops: ReadonlyMap<StopKind, number>;
}

/** An end of the walk: a payment whose other side has not been looked at. `next` is the transaction there. */
export interface Lead {
  readonly next: Position;
  /** Upstream: the output of `next` that was spent. */
  readonly vout: number | undefined;
  readonly owner: Owner;
  readonly path: Path | undefined;
}

/** A path with one more payment; `cap` bounds what can have gone that way in addition to the payment itself. */
export function extend(before: Path | undefined, step: Step, cap: bigint): Path {
  const amounts = [step.amount, cap, ...(before ? [before.amount] : [])];
  return { step, before, hops: (before?.hops ?? 0) + 1, amount: amounts.reduce((a, b) => (b < a ? b : a)) };
}

/** The larger amount first, then the earlier transaction, then the lower output: the same order every time. */
function byAmount(a: Path, b: Path): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.step.position - b.step.position || a.step.vout - b.step.vout;
}

/** A payment that a transaction leads on to, and upstream the output that paid for it. */
export interface Found {
  readonly path: Path;
  readonly owner: Owner;
  readonly source?: { readonly position: Position; readonly vout: number } | undefined;
}

type Ask = (outputs: readonly OutputPlace[]) => Promise<ReadonlyMap<string, Position>>;

/** What distinguishes downstream from upstream. */
export interface Direction {
  /** Payments that a transaction leads on to, and how many lead to somebody not known. */
  steps(record: TransactionRecord, lead: Lead): { readonly found: readonly Found[]; readonly unknown: number };
  /** The transactions behind payments, and how many payments end here. */
  leads(found: readonly Found[], ask: Ask): Promise<{ leads: readonly Lead[]; stop: StopKind; stopped: number }>;
}

/** Walks over spends by hops, in batches: every level of the walk is a handful of queries. */
export class Walk {
  readonly #options: WalkOptions;
  readonly #direction: Direction;
  readonly #subject: string;
  readonly #started: number;
  readonly #owners = new Set<string>();
  readonly #transactions = new Set<Position>();
  readonly #stops = new Map<StopKind, number>();
  readonly #reached = new Map<string, ServiceReached>();

  constructor(subject: Owner, direction: Direction, options: WalkOptions) {
    this.#options = options;
    this.#direction = direction;
    this.#subject = ownerId(subject);
    this.#started = options.now();
    this.#owners.add(this.#subject);
  }

  stop(kind: StopKind, count = 1): void {
    if (count > 0) this.#stops.set(kind, (this.#stops.get(kind) ?? 0) + count);
  }

  #isLate(): boolean {
    return this.#options.now() - this.#started > MOST_MS;
  }

  async #inBatches<T, R>(items: readonly T[], ask: (batch: readonly T[]) => Promise<R>): Promise<R[]> {
    const answers: R[] = [];
    for (let at = 0; at < items.length; at += BATCH) answers.push(await ask(items.slice(at, at + BATCH)));
    return answers;
  }

  /** Leads not yet walked, as many as the limit leaves; the rest is counted. */
  #admit(leads: readonly Lead[]): Lead[] {
    const left = new Set<Position>();
    const admitted: Lead[] = [];
    for (const lead of leads) {
      if (this.#transactions.has(lead.next)) continue;
      if (this.#transactions.size >= MOST_TRANSACTIONS) {
        left.add(lead.next);
        continue;
      }
      this.#transactions.add(lead.next);
      if (this.#options.isCoinJoin(lead.next)) this.stop('coinjoin');
      else admitted.push(lead);
    }
    this.stop('limit', left.size);
    return admitted;
  }

  #reach(owner: Owner, path: Path): boolean {
    const mark = this.#options.serviceOf(owner);
    if (!mark) return false;
    const key = ownerId(owner);
    const known = this.#reached.get(key);
    if (!known || (known.path.hops === path.hops && byAmount(path, known.path) < 0)) {
      this.#reached.set(key, { mark, owner, path });
    }
    return true;
  }

  /** Payments to walk on from: services are noted, hot addresses and those seen before end there. */
  async #sift(found: readonly Found[]): Promise<Found[]> {
    const open = found.filter(({ owner, path }) => {
      const id = ownerId(owner);
      if (id === this.#subject) return false;
      this.#owners.add(id);
      return !this.#reach(owner, path);
    });
    const distinct = [...new Map(open.map(({ owner }) => [ownerId(owner), owner])).values()];
    const totals = await this.#inBatches(distinct, (batch) => this.#options.reader.totals(batch, this.#options.read));
    const hot = new Set(
      totals
        .flatMap((map) => [...map])
        .filter(([, { transactionCount }]) => transactionCount > this.#options.hotTransactionCount)
        .map(([id]) => id),
    );
    this.stop('hot-address', hot.size);
    return open.filter(({ owner }) => !hot.has(ownerId(owner)));
  }

  #spenders = async (outputs: readonly OutputPlace[]): Promise<ReadonlyMap<string, Position>> => {
    const { reader, read } = this.#options;
    const maps = await this.#inBatches(outputs, (batch) => reader.spenders(batch, read));
    return new Map(maps.flatMap((map) => [...map].map(([key, { position }]) => [key, position] as const)));
  };

  async #level(leads: readonly Lead[]): Promise<Found[]> {
    const { reader, read } = this.#options;
    const positions = leads.map(({ next }) => next);
    const records = (await this.#inBatches(positions, (batch) => reader.records(batch, read))).flat();
    return records.flatMap((record, i) => {
      const lead = leads[i];
      if (!record || !lead) return [];
      const { found, unknown } = this.#direction.steps(record, lead);
      this.stop('unknown-source', unknown);
      return found;
    });
  }

  /** From the transactions of the subject on, until services, dead ends or a limit. */
  async run(start: readonly Lead[]): Promise<WalkResult> {
    let leads = this.#admit(start);
    for (let hop = 1; leads.length > 0; hop++) {
      const open = await this.#sift(await this.#level(leads));
      if (open.length === 0) break;
      if (hop >= this.#options.maxHops) {
        this.stop('limit', open.length);
        break;
      }
      if (this.#isLate()) {
        this.stop('time', open.length);
        break;
      }
      const ordered = open.toSorted((a, b) => byAmount(a.path, b.path));
      const next = await this.#direction.leads(ordered, this.#spenders);
      this.stop(next.stop, next.stopped);
      leads = this.#admit(next.leads);
    }
    return {
      reached: [...this.#reached.values()],
      addressesVisited: this.#owners.size,
      transactionsVisited: this.#transactions.size,
      stops: this.#stops,
    };
  }
}
