import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { useState } from 'react';
import { Missing } from '../../../components/missing.tsx';
import { formatPlural } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { useDocument, useWorkspace } from '../workspace.ts';
import { NodeName } from './node-name.tsx';

const SHOWN = 6;

export interface PaymentsListProps {
  readonly title: string;
  readonly edges: readonly FlowEdge[];
  /** The other end of each payment. */
  readonly other: 'from' | 'to';
}

/** Payments on one side of a node; each leads to itself on the canvas. */
export function PaymentsList({ title, edges, other }: PaymentsListProps) {
  const { store } = useWorkspace();
  const document = useDocument();
  const [isAll, setAll] = useState(false);
  if (edges.length === 0) return null;
  return (
    <section>
      <div className="tm-row tm-between">
        <h3>{title}</h3>
        {edges.length > SHOWN && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => setAll(!isAll)}>
            {isAll ? 'Fewer' : `All ${edges.length}`}
          </button>
        )}
      </div>
      <ul className="cf-payments">
        {(isAll ? edges : edges.slice(0, SHOWN)).map((edge) => {
          const node = document.nodes[edge[other]];
          return (
            <li key={edge.id}>
              <button type="button" className="tm-linkbtn" onClick={() => store.select([edge.id])}>
                <span className="when">
                  {edge.firstTime === null ? (
                    <Missing reason="The source carried no time for this.">no time</Missing>
                  ) : (
                    formatTime(edge.firstTime).slice(0, 16)
                  )}
                </span>
                {node ? <NodeName document={document} node={node} /> : <span className="who">not on the canvas</span>}
              </button>
              <span className="much">
                <FlowAmount document={document} asset={edge.asset} units={edge.tainted ?? edge.amount} />
                {edge.count > 1 && (
                  <span className="tm-t3 tm-xs cf-count">in {formatPlural(edge.count, 'payment')}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
