import type { FlowEdge, FlowGraph, FlowNode } from '@trailmark/core/flow/flow-graph';

interface PathStep {
  readonly ref: string;
  readonly txid: string;
  readonly from: string | null;
}

export interface PathGrounds {
  /** Nodes and payments of the drawing that the path runs along. */
  readonly ids: readonly string[];
  /** The weakest thing any of its hops is known by. */
  readonly basis: FlowEdge['basis'];
  /** What that is, in words. */
  readonly words: string;
}

interface Ground {
  readonly basis: FlowEdge['basis'];
  readonly words: string;
}

const BASES = ['fact', 'inference', 'claim'] as const;
const FACTS = 'Every hop is a payment on the ledger; which money it carried is for a method to say.';

/** Payments of the drawing that a hop is: the one it names, and within a transaction the payer's share of it. */
function listEdges({ ref, from }: PathStep, { nodes, edges }: FlowGraph, bar: FlowNode | undefined) {
  const payer = nodes.find(({ kind, text }) => kind === 'address' && text === from);
  return edges.filter(({ refs, ...edge }) => refs.includes(ref) || (bar?.id === edge.to && payer?.id === edge.from));
}

function groundsOf(edges: readonly FlowEdge[], bar: FlowNode | undefined): readonly Ground[] {
  const concluded = edges.filter(({ basis }) => basis !== 'fact');
  const mix = bar?.coinJoin;
  return [
    ...concluded.map(({ basis, rule }) => ({ basis, words: rule ?? `an ${basis}` })),
    ...(mix
      ? [{ basis: 'inference' as const, words: `a CoinJoin (${mix.kind}), where the trail is one of several` }]
      : []),
  ];
}

/** What a path that was found rests on: facts alone, or the hops that are only concluded or claimed. */
export function findPathGrounds(steps: readonly PathStep[], graph: FlowGraph): PathGrounds {
  const hops = steps.map((step) => {
    const bar = graph.nodes.find(({ kind, text }) => kind === 'transaction' && text === step.txid);
    const edges = listEdges(step, graph, bar);
    return { edges, grounds: groundsOf(edges, bar) };
  });
  const ids = hops.flatMap(({ edges }) => edges.flatMap(({ id, from, to }) => [id, from, to]));
  const grounds = hops.flatMap((hop, i) =>
    hop.grounds.map(({ basis, words }) => ({ basis, words: `hop ${i + 1} on ${words}` })),
  );
  const weakest = grounds.reduce((most, { basis }) => Math.max(most, BASES.indexOf(basis)), 0);
  return {
    ids: [...new Set(ids)],
    basis: BASES[weakest] ?? 'fact',
    words: grounds.length === 0 ? FACTS : `Rests in ${[...new Set(grounds.map(({ words }) => words))].join(', ')}.`,
  };
}
