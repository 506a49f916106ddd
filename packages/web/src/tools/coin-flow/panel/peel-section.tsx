import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { useState } from 'react';
import { formatPlural } from '../../../format/number.ts';
import { formatFlowAmount } from '../asset-words.ts';
import { areOneTrace, listTraces, retrace } from '../flow-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { PeelTransactions } from './peel-transactions.tsx';

/** Draws the peel chains of the last trace as transactions, or each as one node again. */
export function PeelSwitch({ chain }: { readonly chain: string }) {
  const { store, saver, trace, canvas } = useWorkspace();
  const document = useDocument();
  const traces = listTraces(document.log).filter(({ request }) => request.chain === chain);
  const last = traces[0]?.request;
  if (!saver || !last) return null;
  const isDrawn = document.drawsPeels === true;
  const words = isDrawn ? 'Draw peel chains as one node each' : 'Draw its transactions';
  const turn = () => {
    store.act(words, (draft) => {
      draft.drawsPeels = !isDrawn;
    });
    void trace.run(last, async (answer) => {
      await retrace(store, words, answer, areOneTrace(listTraces(document.log)));
      // What was one place needs many: this is the one act that moves what is there.
      await store.relayout('Lay out again');
      canvas.current?.fit();
    });
  };
  return (
    <button type="button" className="tm-btn sm" disabled={trace.state.kind === 'running'} onClick={turn}>
      {words}
    </button>
  );
}

/** A run of transactions drawn as one: what was peeled off, what is left, and each of them. */
export function PeelSection({ node }: { readonly node: FlowNode }) {
  const document = useDocument();
  const [isOpen, setOpen] = useState(false);
  if (!node.peel) return null;
  const { txids, peeled, left } = node.peel;
  return (
    <section>
      <h3>Peel chain</h3>
      <p className="tm-t2">
        {formatPlural(txids.length, 'transaction')}: {formatFlowAmount(document, node.chain, peeled)} peeled off,{' '}
        {formatFlowAmount(document, node.chain, left)} left. The payments peeled off are listed below.
      </p>
      <PeelSwitch chain={node.chain} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="tm-sm">Its transactions, in order, and their change</summary>
        {isOpen && <PeelTransactions node={node} txids={txids} />}
      </details>
    </section>
  );
}
