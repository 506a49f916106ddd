import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { nameNode } from './node-words.ts';

export interface NodeNameProps {
  readonly document: Pick<FlowDocument, 'marks'>;
  readonly node: FlowNode;
}

/** What a node is called; identifiers are set so that each digit can be read. */
export function NodeName({ document, node }: NodeNameProps) {
  const isNamed = document.marks[node.id]?.label || node.party;
  const isIdentifier = !isNamed && (node.kind === 'address' || node.kind === 'transaction');
  return (
    <span className={isIdentifier ? 'who tm-id' : 'who'} title={isIdentifier ? node.text : undefined}>
      {nameNode(document, node)}
    </span>
  );
}
