import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '@trailmark/core/errors';
import { shortenFlowAmount } from '@trailmark/core/flow/flow-asset';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useCallback, useMemo } from 'react';
import { showToast } from '../../../components/toast.ts';
import { FlowCanvas } from '../../../graph/flow-canvas.tsx';
import { formatFlowAmount } from '../asset-words.ts';
import { expandNode } from '../flow-acts.ts';
import { FlowLegend } from '../flow-legend.tsx';
import { listStatementWords, useStatements } from '../flow-statements.ts';
import { useDocument, useWorkspace } from '../workspace.ts';

const EXPAND_AT_ONCE = 25;

/** "11.2000": four places, more where the amount is small, cut and never rounded up. */
export function shortAmount(units: string, decimals: number): string {
  return shortenFlowAmount(units, { id: '', symbol: null, decimals, isVerified: true });
}

/** The canvas with what it asks of the tool. */
export function CanvasView() {
  const { store, saver, mode, go, canvas } = useWorkspace();
  const document = useDocument();
  const client = useQueryClient();
  const { assets } = document;
  const amountText = useCallback(
    (units: string, asset: string) => formatFlowAmount({ assets }, asset, units),
    [assets],
  );
  const expand = (id: string, direction: 'forward' | 'back') => {
    const node = store.document.nodes[id];
    if (!saver || !node) return;
    const way = direction === 'forward' ? 'forward' : 'backward';
    const key = ['flow-expanded', id, way];
    const offset = client.getQueryData<number>(key) ?? 0;
    expandNode(store, node, { direction: way, order: 'value', limit: EXPAND_AT_ONCE, offset }).then(
      ({ total }) => {
        client.setQueryData(key, offset + EXPAND_AT_ONCE);
        if (total === 0) showToast('done', 'No payment on this side is indexed.');
      },
      (error: unknown) => showToast('error', AppError.is(error) ? error.message : 'The expansion failed.'),
    );
  };
  const visible = useMemo(() => visibleGraph(document, mode), [document, mode]);
  const { byNode } = useStatements();
  const notes = useMemo(() => new Map([...byNode].map(([id, stated]) => [id, listStatementWords(stated)])), [byNode]);
  return (
    <div className="cf-canvas">
      <FlowCanvas
        store={store}
        mode={mode}
        amountText={amountText}
        notes={notes}
        onOpen={(id) => {
          go({ panel: undefined });
          store.select([id]);
        }}
        onExpand={expand}
        onAnnotate={(ids, what) => {
          go({ panel: undefined });
          store.select(ids);
          requestAnimationFrame(() => {
            const field = globalThis.document.querySelector<HTMLElement>(`#cf-mark-${what}`);
            field?.closest('details')?.setAttribute('open', '');
            field?.focus();
          });
        }}
        onTable={() => go({ view: 'table' })}
        handle={canvas}
      />
      <FlowLegend visible={visible} />
    </div>
  );
}
