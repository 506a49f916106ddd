import type { Handlers } from '../../http/mount.ts';
import { addToGraph, describeParties, expandGraph, linkGraph } from '../../tracing/graph/graph-acts.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';

type GraphHandlers = Pick<Handlers, 'addToFlow' | 'describeFlowParties' | 'expandFlow' | 'linkFlow'>;

/** Pieces of graphs that are brought onto a canvas by hand. */
export function createGraphHandlers(deps: TraceDeps): GraphHandlers {
  return {
    addToFlow: ({ body }, { read }) => addToGraph(deps, body, read),
    expandFlow: ({ body }, { read }) => expandGraph(deps, body, read),
    linkFlow: ({ body }, { read }) => linkGraph(deps, body, read),
    describeFlowParties: ({ body }, { read }) => describeParties(deps, body, read),
  };
}
