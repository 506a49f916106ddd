import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { toPosition } from '@trailmark/core/position';
import { useDocument, useWorkspace } from '../workspace.ts';
import { nameNode } from './node-words.ts';

/** Draws of a payer only a payment and what it paid later, or all of it again. */
export function LaterButton({ edge }: { readonly edge: FlowEdge }) {
  const { store, saver } = useWorkspace();
  const document = useDocument();
  const payer = document.nodes[edge.from];
  if (!saver || !payer || edge.firstHeight === null) return null;
  const after = toPosition(edge.firstHeight, 0);
  const isOn = document.filters.laterThan[payer.id] === after;
  const turn = () =>
    store.act(isOn ? 'Draw all payments again' : 'Draw later payments only', (draft) => {
      if (isOn) delete draft.filters.laterThan[payer.id];
      else draft.filters.laterThan[payer.id] = after;
    });
  return (
    <div className="cf-links">
      <button type="button" className="tm-btn sm" aria-pressed={isOn} onClick={turn}>
        {isOn ? 'Draw all payments' : 'Only this block and later'}, from {nameNode(document, payer)}
      </button>
    </div>
  );
}
