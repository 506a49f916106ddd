import { followCrossings } from '@trailmark/analysis/tracing/crossings/follow-crossings';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Crossing, CrossingAnswer } from '@trailmark/core/trace/crossing';
import type { Trace } from '@trailmark/core/trace/trace';
import { createCrossingLedgers, getTracingEngine } from './engines/get-tracing-engine.ts';
import { type TraceAsOf, type TraceDeps, toTraceAsOf } from './trace-as-of.ts';

/** A trace on another chain that a bridge led to. */
export interface RunLeg {
  /** 0: the first trace; otherwise the leg of that number. */
  readonly parent: number;
  readonly crossing: Crossing;
  readonly trace: Trace;
  readonly asOf: TraceAsOf;
}

/** Where a trace continues over bridges, and what was found at each of them. */
export interface FollowedRun {
  readonly legs: readonly RunLeg[];
  readonly crossings: readonly CrossingAnswer[];
}

/** Continues over bridges where the request asks for it; undefined where it does not. */
export async function followRun(deps: TraceDeps, first: Trace, read: ReadOptions): Promise<FollowedRun | undefined> {
  if (first.request.stops.followBridges !== true) return undefined;
  const asOf = new Map<Trace, TraceAsOf>();
  const world = {
    ledgers: createCrossingLedgers(deps),
    async run(request: Trace['request']): Promise<Trace> {
      const state = toTraceAsOf(deps, request.chain);
      const session = await getTracingEngine(deps, request.chain).openTrace(request, read);
      const trace = await session.run(request.budget, read);
      asOf.set(trace, state);
      return trace;
    },
  };
  const { legs, answers } = await followCrossings(world, first, read);
  const stated = legs.map((leg) => ({
    ...leg,
    asOf: asOf.get(leg.trace) ?? toTraceAsOf(deps, leg.trace.request.chain),
  }));
  return { legs: stated, crossings: answers };
}
