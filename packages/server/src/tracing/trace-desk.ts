import { randomBytes } from 'node:crypto';
import type { RunOptions, TraceSession } from '@trailmark/analysis/tracing/trace-session';
import { AppError } from '@trailmark/core/errors';
import type { Trace } from '@trailmark/core/trace/trace';
import { MAX_BUDGET, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { openTrace, type TraceAsOf, type TraceDeps, toTraceAsOf } from './open-trace.ts';

/** Partial traces kept for whoever continues them. */
const KEPT = 20;
const KEPT_MS = 10 * 60_000;
/** Traces under way at once: each keeps a core busy. */
const AT_ONCE = 3;

interface KeptTrace {
  readonly owner: string;
  readonly key: string;
  readonly asOf: TraceAsOf;
  readonly session: TraceSession;
  /** Transactions its runs were allowed so far. */
  readonly spent: number;
  readonly until: number;
}

/** What one run gave. */
export interface TraceRun {
  readonly trace: Trace;
  readonly asOf: TraceAsOf;
  readonly resume: string | null;
}

export interface TraceOrder {
  readonly request: TraceRequest;
  readonly resume: string | undefined;
  /** Account of the caller: nobody continues another's trace. */
  readonly owner: string;
}

/** All of a request but its budget: what a continued trace must have in common with its beginning. */
function keyOf({ budget: _, ...rest }: TraceRequest): string {
  return JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Runs traces, a few at once, and keeps partial ones for a while so that they can be continued instead of begun anew. */
export class TraceDesk {
  readonly #deps: TraceDeps;
  readonly #now: () => number;
  readonly #kept = new Map<string, KeptTrace>();
  #running = 0;

  constructor(deps: TraceDeps, now: () => number) {
    this.#deps = deps;
    this.#now = now;
  }

  get deps(): TraceDeps {
    return this.#deps;
  }

  /** Takes a kept trace out: two runs of one would count twice. */
  #take(order: TraceOrder, key: string): KeptTrace | undefined {
    const kept = order.resume === undefined ? undefined : this.#kept.get(order.resume);
    if (!kept || order.resume === undefined || kept.owner !== order.owner || kept.key !== key) return undefined;
    const asOf = toTraceAsOf(this.#deps, order.request.chain);
    this.#kept.delete(order.resume);
    // Other blocks or labels would make one trace of two states of the world.
    const isSame = kept.asOf.hash === asOf.hash && kept.asOf.labels === asOf.labels && kept.asOf.rules === asOf.rules;
    return isSame && kept.until > this.#now() ? kept : undefined;
  }

  #keep(kept: Omit<KeptTrace, 'until'>): string {
    for (const [token, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(token);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= KEPT && !oldest.done) this.#kept.delete(oldest.value);
    const token = randomBytes(16).toString('hex');
    this.#kept.set(token, { ...kept, until: this.#now() + KEPT_MS });
    return token;
  }

  /** Runs a trace, or continues one. Rejects with `unavailable` when too many run, or when the signal aborts. */
  async run(order: TraceOrder, options: RunOptions): Promise<TraceRun> {
    if (this.#running >= AT_ONCE) {
      throw new AppError(
        'unavailable',
        `${AT_ONCE} traces are running on this server already. Try again when one has ended.`,
      );
    }
    this.#running++;
    try {
      return await this.#run(order, options);
    } finally {
      this.#running--;
    }
  }

  async #run(order: TraceOrder, options: RunOptions): Promise<TraceRun> {
    const { request, owner } = order;
    const key = keyOf(request);
    const kept = this.#take(order, key);
    const asOf = kept?.asOf ?? toTraceAsOf(this.#deps, request.chain);
    const session = kept?.session ?? (await openTrace(this.#deps, request));
    const spent = (kept?.spent ?? 0) + request.budget;
    const found = await session.run(request.budget, options);
    // Asked with the whole budget at once it is the same trace: that is what it says, and what its hash is over.
    const trace = { ...found, request: { ...request, budget: Math.min(spent, MAX_BUDGET) } };
    const resume = trace.state === 'partial' ? this.#keep({ owner, key, asOf, session, spent }) : null;
    return { trace, asOf, resume };
  }
}
