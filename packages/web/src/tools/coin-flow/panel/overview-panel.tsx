import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo } from 'react';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { findTraceWay, WAY_WORDS } from '../trace-way.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { EndsSection, FindEndsButton, findEndsEntry } from './ends-section.tsx';
import { NodeName } from './node-name.tsx';
import { describeStop } from './node-words.ts';

const SHOWN = 40;

interface End {
  readonly node: FlowNode;
  readonly asset: string;
  readonly amount: bigint;
  readonly reason: string;
}

function listEnds(nodes: readonly FlowNode[]): readonly End[] {
  return nodes
    .flatMap((node) => node.stops.map(({ asset, amount, reason }) => ({ node, asset, amount: BigInt(amount), reason })))
    .toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
}

/** Where trails of this flow end, largest first, while nothing is selected. */
export function OverviewPanel({ visible }: { readonly visible: VisibleGraph }) {
  const { store, canvas } = useWorkspace();
  const document = useDocument();
  const words = WAY_WORDS[useMemo(() => findTraceWay(document.log), [document.log])];
  const entry = findEndsEntry(document.log);
  const ends = listEnds(Object.values(document.nodes));
  const { hidden, nodes, edges } = visible.notDrawn;
  const open = (id: string) => {
    store.select([id]);
    canvas.current?.reveal([id]);
  };
  return (
    <>
      {entry ? <EndsSection entry={entry} /> : <FindEndsButton />}
      <h2 className="tm-h cf-overview">{entry ? 'Drawn, by the method in use' : words.ends}</h2>
      {ends.length === 0 && <p className="tm-t2">{words.noEnds}</p>}
      <ul className="cf-payments">
        {ends.slice(0, SHOWN).map(({ node, asset, amount, reason }) => (
          <li key={`${node.id}/${asset}/${reason}`}>
            <button type="button" className="tm-linkbtn" onClick={() => open(node.id)}>
              <NodeName document={document} node={node} />
              <span className="when">
                {node.party && node.kind === 'address' && <span className="tm-mono">{shorten(node.text)}. </span>}
                {describeStop(reason)}
              </span>
            </button>
            <span className="much">
              <FlowAmount document={document} asset={asset} units={amount} />
            </span>
          </li>
        ))}
      </ul>
      {ends.length > SHOWN && (
        <p className="tm-t3 tm-sm">
          and {formatPlural(ends.length - SHOWN, 'smaller end')}: the table view lists every payment.
        </p>
      )}
      {(hidden > 0 || nodes > 0 || edges > 0) && (
        <p className="tm-t2 tm-sm">
          Not drawn: {formatPlural(nodes, 'node')} and {formatPlural(edges, 'payment')}, by filters
          {hidden > 0 && ` and ${hidden} hidden by hand`}.
        </p>
      )}
      <p className="tm-t3 tm-sm">
        Select a node to read it. <kbd>e</kbd> expands, <kbd>t</kbd> shows the table, <kbd>?</kbd> lists all keys.
      </p>
    </>
  );
}
