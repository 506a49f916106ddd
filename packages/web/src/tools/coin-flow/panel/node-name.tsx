import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { ContestedMark } from '../../../components/label-claim-text.tsx';
import { listStatementWords, useStatements } from '../flow-statements.ts';
import { nameNode } from './node-words.ts';

export interface NodeNameProps {
  readonly document: Pick<FlowDocument, 'marks'>;
  readonly node: FlowNode;
}

/** What a node is called, and what the agency states of it; identifiers are set so that each digit can be read. */
export function NodeName({ document, node }: NodeNameProps) {
  const { claim, ofAgency } = useStatements().byNode.get(node.id) ?? {};
  const label = document.marks[node.id]?.label;
  const isIdentifier = !label && !node.party && (node.kind === 'address' || node.kind === 'transaction');
  return (
    <span className="who">
      <span className={isIdentifier ? 'tm-id' : undefined} title={isIdentifier ? node.text : undefined}>
        {nameNode(document, node)}
      </span>
      {/* The examiner's own name for it is not what was contested. */}
      {!label && <ContestedMark appeal={claim?.appeal} />}
      {ofAgency && <span className="tm-t3 tm-sm"> {listStatementWords({ claim: null, ofAgency })}</span>}
    </span>
  );
}
