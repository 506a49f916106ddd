import { findEnds } from '@trailmark/analysis/tracing/ends/find-ends';
import type { RunOptions } from '@trailmark/analysis/tracing/trace-session';
import { AppError } from '@trailmark/core/errors';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceEnds } from '@trailmark/core/trace/trace-ends';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import { MAX_BUDGET, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { getTracingEngine } from './engines/get-tracing-engine.ts';
import type { Claimant } from './fair-turns.ts';
import { type FollowedRun, followRun } from './follow-run.ts';
import { type KeptTrace, KeptTraces } from './kept-traces.ts';
import { type TraceAsOf, type TraceDeps, toTraceAsOf } from './trace-as-of.ts';
import { type GateOptions, TRACES, TraceGate } from './trace-gate.ts';

/** What one run gave. */
export interface TraceRun {
  readonly trace: Trace;
  readonly asOf: TraceAsOf;
  readonly resume: string | null;
  /** Why a trace that was to be continued was started again; null where it was not. */
  readonly restarted: string | null;
  /** Where it continues over bridges, where the request asks for that. */
  readonly followed?: FollowedRun | undefined;
  /** Where every end was requested. */
  readonly ends?: TraceEnds | undefined;
}

export interface TraceOrder {
  readonly request: TraceRequest;
  readonly resume: string | undefined;
  /** The caller: nobody continues another's trace. */
  readonly owner: Claimant;
  /** Search for every end first, and range each over the methods. */
  readonly findsEnds?: boolean | undefined;
}

/** How a trace is run, and what it receives while it waits for its turn. */
export type TraceRunOptions = RunOptions & Omit<GateOptions, 'signal'>;

/** All of a request but its budget: what a continued trace must have in common with its beginning. */
function keyOf({ budget: _, asset, ...rest }: TraceRequest): string {
  return JSON.stringify([asset ?? null, rest], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

function describeMove({ height }: TraceAsOf): string {
  return `blocks have come or gone since it was begun as of height ${height ?? 0}`;
}

/** What has changed in the world since a trace was begun: two states of it would make a trace of neither. */
function describeChange(then: TraceAsOf, now: TraceAsOf): string | null {
  if (then.hash !== now.hash) return describeMove(then);
  if (then.labels !== now.labels) return 'labels have changed since it was begun';
  return then.rules === now.rules ? null : 'the clusters are other ones than when it was begun';
}

function formatRestarted(reason: string): string {
  return `The trace was restarted and not continued: ${reason}.`;
}

/** Runs traces, a few at once, and keeps partial ones for a while so that they can be continued instead of started again. */
export class TraceService {
  readonly #deps: TraceDeps;
  readonly #kept: KeptTraces;
  readonly gate: TraceGate;

  constructor(deps: TraceDeps, now: () => number) {
    this.#deps = deps;
    this.#kept = new KeptTraces(now);
    this.gate = new TraceGate(TRACES, now);
  }

  get deps(): TraceDeps {
    return this.#deps;
  }

  /** The kept trace an order continues, or why there is none. */
  #take({ request, resume, owner }: TraceOrder): KeptTrace | { readonly restarted: string | null } {
    if (resume === undefined) return { restarted: null };
    const kept = this.#kept.take(resume, owner.person, keyOf(request));
    if (!kept) return { restarted: formatRestarted('it is not kept here any more') };
    const now = toTraceAsOf(this.#deps, request.chain);
    const hasMoved = kept.tip !== this.#tip(request);
    const change = hasMoved ? describeMove(kept.asOf) : describeChange(kept.asOf, now);
    return change === null ? kept : { restarted: formatRestarted(change) };
  }

  /** The highest indexed block, whole or not. */
  #tip({ chain }: TraceRequest): string {
    const tip = this.#deps.ledgers.get(chain).reader.tip();
    return tip ? `${tip.height} ${tip.hash}` : '';
  }

  /** Runs a trace, or continues one, when its turn has come. Rejects with `unavailable` when too many wait, or when the signal aborts. */
  run(order: TraceOrder, options: TraceRunOptions): Promise<TraceRun> {
    const { onPlace, onStart, waitMs, ...run } = options;
    const work = async () => {
      const found = order.findsEnds === true ? this.#runEnds(order, run) : this.#run(order, run);
      return this.follow(await found, run);
    };
    return this.gate.run(order.owner, work, { signal: run.signal, onPlace, onStart, waitMs });
  }

  /** Continues over bridges, for work that went through the gate already. */
  async follow(run: TraceRun, { signal }: RunOptions): Promise<TraceRun> {
    const followed = await followRun(this.#deps, run.trace, signal ? { signal } : {});
    return followed ? { ...run, followed } : run;
  }

  /** Runs a trace from its beginning and keeps nothing of it, for work that went through the gate already. */
  async runWhole(request: TraceRequest, { signal, onProgress }: RunOptions): Promise<TraceRun> {
    const asOf = toTraceAsOf(this.#deps, request.chain);
    const session = await getTracingEngine(this.#deps, request.chain).openTrace(request, signal ? { signal } : {});
    return { trace: await session.run(request.budget, { signal, onProgress }), asOf, resume: null, restarted: null };
  }

  /** Searches for every end, then runs the methods: each of them one whole trace. */
  async #runEnds({ request }: TraceOrder, { signal, onProgress }: RunOptions): Promise<TraceRun> {
    const asOf = toTraceAsOf(this.#deps, request.chain);
    const { ends, trace } = await findEnds(request, async (one, stage) => {
      const told = onProgress && ((progress: TraceProgress): void => onProgress({ ...progress, ...stage }));
      return (await this.runWhole(one, { signal, onProgress: told })).trace;
    });
    return { trace, asOf, resume: null, restarted: null, ends };
  }

  async #begin({ request, owner }: TraceOrder, { signal }: RunOptions): Promise<KeptTrace> {
    const asOf = toTraceAsOf(this.#deps, request.chain);
    const session = await getTracingEngine(this.#deps, request.chain).openTrace(request, signal ? { signal } : {});
    return { owner: owner.person, key: keyOf(request), asOf, tip: this.#tip(request), session, spent: 0, size: 0 };
  }

  async #run(order: TraceOrder, options: RunOptions): Promise<TraceRun> {
    const { request } = order;
    const taken = this.#take(order);
    const begun = 'session' in taken ? taken : await this.#begin(order, options);
    const budget = Math.min(request.budget, MAX_BUDGET - begun.spent);
    const found = await this.#runSession({ ...order, request: { ...request, budget } }, begun, options);
    // A run that failed may have read more than was allowed since: only a budget of as much gives the same.
    const read = begun.hasFailed === true ? found.counts.transactionsRead : 0;
    const spent = Math.max(begun.spent + budget, read);
    // Requested with the whole budget at once it is the same trace: that is what it says, and what its hash is over.
    const trace = { ...found, request: { ...found.request, budget: spent } };
    const kept = {
      ...begun,
      statedKey: keyOf(trace.request),
      hasFailed: false,
      spent,
      size: trace.counts.transactionsRead,
    };
    // Beyond the largest budget no single request gives the same.
    const canGoOn = trace.state === 'partial' && spent < MAX_BUDGET;
    const resume = canGoOn ? this.#kept.keep(kept) : null;
    return { trace, asOf: begun.asOf, resume, restarted: 'restarted' in taken ? taken.restarted : null };
  }

  async #runSession({ request, resume }: TraceOrder, begun: KeptTrace, options: RunOptions): Promise<Trace> {
    try {
      return await begun.session.run(request.budget, options);
    } catch (error) {
      // It can continue after an interruption: what a client that left or a store out of reach cost is not to be read again.
      const canGoOn = resume !== undefined && begun.spent > 0 && AppError.is(error, 'unavailable');
      if (canGoOn) this.#kept.putBack(resume, { ...begun, hasFailed: true });
      throw error;
    }
  }
}
