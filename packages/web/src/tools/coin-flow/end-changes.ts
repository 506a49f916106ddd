import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';

/** Traced money that ended at a node before and after a trace was run again another way. */
export interface EndChange {
  readonly node: FlowNode;
  readonly asset: string;
  readonly before: bigint;
  readonly after: bigint;
}

type Ends = Map<string, { readonly node: FlowNode; readonly asset: string; readonly amount: bigint }>;

function listEnds(document: Pick<FlowDocument, 'nodes'>): Ends {
  const ends: Ends = new Map();
  for (const node of Object.values(document.nodes)) {
    for (const { asset, amount } of node.stops) {
      const key = `${node.id}/${asset}`;
      ends.set(key, { node, asset, amount: (ends.get(key)?.amount ?? 0n) + BigInt(amount) });
    }
  }
  return ends;
}

const sizeOf = ({ before, after }: EndChange): bigint => (after > before ? after - before : before - after);

/** Where trails end with another amount than before, the largest difference first. */
export function listEndChanges(
  before: Pick<FlowDocument, 'nodes'>,
  after: Pick<FlowDocument, 'nodes'>,
): readonly EndChange[] {
  const [old, fresh] = [listEnds(before), listEnds(after)];
  const changes = [...new Map([...old, ...fresh])].map(([key, { node, asset }]) => ({
    node,
    asset,
    before: old.get(key)?.amount ?? 0n,
    after: fresh.get(key)?.amount ?? 0n,
  }));
  return changes
    .filter((change) => change.before !== change.after)
    .toSorted((a, b) => (sizeOf(a) === sizeOf(b) ? (a.node.id < b.node.id ? -1 : 1) : sizeOf(a) > sizeOf(b) ? -1 : 1));
}
