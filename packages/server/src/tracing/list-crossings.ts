import { findCrossing } from '@trailmark/analysis/tracing/crossings/find-crossing';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { ChainId } from '@trailmark/core/chain';
import type { CrossingAnswer } from '@trailmark/core/trace/crossing';
import { createCrossingLedgers } from './engines/get-tracing-engine.ts';
import type { GatedCall } from './gated-call.ts';
import { toTraceAsOf } from './trace-as-of.ts';
import type { TraceService } from './trace-service.ts';

type Crossings = RouteOutput<Contract['findCrossings']>;

/** The other sides of bridges, for traces that did not follow them. Waits for a place in the gate. */
export async function listCrossings(
  { deps, gate }: TraceService,
  { chain, direction, leaves }: RouteInput<Contract['findCrossings']>['body'],
  { owner, read, turn }: GatedCall,
): Promise<Crossings> {
  // Throws `not-found` where the server has nothing of the chain.
  const own = toTraceAsOf(deps, chain);
  const ledgers = createCrossingLedgers(deps);
  const items: CrossingAnswer[] = [];
  const work = async (): Promise<void> => {
    for (const leaf of leaves) items.push(await findCrossing(ledgers, { chain, direction, leaf }, read));
  };
  await gate.run(owner, work, turn);
  const others = new Set<ChainId>(
    items.flatMap(({ crossings }) => crossings.flatMap(({ from, to }) => [from.chain, to.chain])),
  );
  others.delete(chain);
  return {
    asOf: [own, ...[...others].map((other) => toTraceAsOf(deps, other))],
    items: items as unknown as Crossings['items'],
  };
}
