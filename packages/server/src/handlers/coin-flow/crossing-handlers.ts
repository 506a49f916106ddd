import { findCrossing } from '@trailmark/analysis/tracing/crossings/find-crossing';
import type { ChainId } from '@trailmark/core/chain';
import type { CrossingAnswer } from '@trailmark/core/trace/crossing';
import type { Handlers } from '../../http/mount.ts';
import { createCrossingLedgers } from '../../tracing/crossing-ledgers.ts';
import { toTraceAsOf } from '../../tracing/open-trace.ts';
import type { TraceDesk } from '../../tracing/trace-desk.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';

type Items = Awaited<ReturnType<Handlers['findCrossings']>>['items'];

/** Looking for the other sides of bridges, for traces that did not follow them. */
export function createCrossingHandlers(desk: TraceDesk): Pick<Handlers, 'findCrossings'> {
  const { deps, gate } = desk;
  return {
    async findCrossings({ body: { chain, direction, leaves } }, scope) {
      // Throws `not-found` where the server holds nothing of the chain.
      const own = toTraceAsOf(deps, chain);
      const ledgers = createCrossingLedgers(deps);
      const items: CrossingAnswer[] = [];
      await gate.run(ownerOf(scope), async () => {
        for (const leaf of leaves) items.push(await findCrossing(ledgers, { chain, direction, leaf }, scope.read));
      });
      const others = new Set<ChainId>(
        items.flatMap(({ crossings }) => crossings.flatMap(({ from, to }) => [from.chain, to.chain])),
      );
      others.delete(chain);
      return { asOf: [own, ...[...others].map((other) => toTraceAsOf(deps, other))], items: items as unknown as Items };
    },
  };
}
