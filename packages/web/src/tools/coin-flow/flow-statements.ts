import type { ChainId } from '@trailmark/core/chain';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { capClaimText } from '../../format/claim-text.ts';
import type { FlowStore } from '../../graph/flow-store.ts';
import { useFlow } from '../../graph/use-flow.ts';
import { callFlow, type FlowAnswer } from './queries.ts';

/** What the agency states of one address: of the claim that names it, and by labels of its own. */
export type FlowStatement = Pick<FlowAnswer<'describeFlowParties'>['items'][number], 'claim' | 'ofAgency'>;

/**
 * What the agency states of the addresses on a canvas today, by the id of their node. It is next to the document and no part of
 * it: documents are saved, hashed and handed on.
 */
export interface FlowStatements {
  readonly byNode: ReadonlyMap<string, FlowStatement>;
  /** They could not be loaded: that nothing is stated here then says nothing. */
  readonly hasFailed: boolean;
}

const NONE: FlowStatements = { byNode: new Map(), hasFailed: false };
const Statements = createContext(NONE);
export const FlowStatementsContext = Statements;

export function useStatements(): FlowStatements {
  return useContext(Statements);
}

/** What is read in one call. */
const BATCH = 1_000;

function listBatches(nodes: readonly FlowNode[]): readonly (readonly FlowNode[])[] {
  return [...Map.groupBy(nodes, ({ chain }) => chain).values()].flatMap((ofChain) =>
    Array.from({ length: Math.ceil(ofChain.length / BATCH) }, (_, at) => ofChain.slice(at * BATCH, (at + 1) * BATCH)),
  );
}

async function readBatch(nodes: readonly FlowNode[]): Promise<readonly (readonly [string, FlowStatement])[]> {
  const chain = nodes[0]?.chain as ChainId;
  const { items } = await callFlow('describeFlowParties', {
    body: { chain, addresses: nodes.map(({ text }) => text) },
  });
  return items.flatMap(({ claim, ofAgency }, at) =>
    claim?.appeal || ofAgency ? [[nodes[at]?.id ?? '', { claim, ofAgency }] as const] : [],
  );
}

/** Reads what the agency states of the addresses of a canvas, of each once while the flow is open. */
export function useReadStatements(store: FlowStore): FlowStatements {
  const nodes = useFlow(store, ({ document }) => document.nodes);
  const [found, setFound] = useState(NONE);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    // A script without an address cannot carry a label.
    const fresh = Object.values(nodes).filter(
      ({ id, kind, text }) => kind === 'address' && !text.startsWith('script:') && !asked.current.has(id),
    );
    for (const { id } of fresh) asked.current.add(id);
    for (const batch of listBatches(fresh)) {
      readBatch(batch).then(
        (more) => {
          if (more.length > 0) setFound((held) => ({ ...held, byNode: new Map([...held.byNode, ...more]) }));
        },
        () => setFound((held) => ({ ...held, hasFailed: true })),
      );
    }
  }, [nodes]);
  return found;
}

const NAME_CHARS = 28;

/** The same in the few words that fit below a node, in the order of their weight. */
export function listStatementWords({ claim, ofAgency = [] }: FlowStatement): readonly string[] {
  const { state } = claim?.appeal ?? {};
  const [first] = ofAgency;
  return [
    ...(state === 'open' ? ['contested'] : []),
    ...(state === 'accepted' ? ['found wrong'] : []),
    ...(first ? [`your agency: “${capClaimText(first.text, NAME_CHARS)}”`] : []),
  ];
}
