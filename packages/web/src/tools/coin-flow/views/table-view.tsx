import type { VisibleEdge, VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { Missing } from '../../../components/missing.tsx';
import { Time, ZoneSwitch } from '../../../components/time.tsx';
import { shorten } from '../../../format/identifier.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import type { FlowStore } from '../../../graph/flow-store.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { formatFiat } from '../fiat-words.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { nameNode } from '../panel/node-words.ts';
import { inOrder } from './table-order.ts';

export interface ViewProps {
  readonly store: FlowStore;
  readonly visible: VisibleGraph;
}

function useColumns({ store, visible }: ViewProps): readonly DataColumn<VisibleEdge>[] {
  const document = useFlow(store, (state) => state.document);
  return useMemo(() => {
    const drawn = new Map(visible.nodes.map(({ node }) => [node.id, node]));
    const name = (id: string) => {
      const node = drawn.get(id) ?? document.nodes[id];
      return node ? nameNode(document, node) : shorten(id);
    };
    const end = (side: 'from' | 'to') => (row: VisibleEdge) => (
      <button type="button" className="tm-linkbtn cf-cell" onClick={() => store.select([row.edge[side]])}>
        {name(row.edge[side])}
      </button>
    );
    return [
      {
        id: 'time',
        header: <ZoneSwitch />,
        narrow: 'top-left',
        cell: ({ edge }) => <Time seconds={edge.firstTime} reason="Several payments, or the source carried no time." />,
      },
      { id: 'from', header: 'From', narrow: 'bottom-left', cell: end('from') },
      { id: 'to', header: 'To', narrow: 'bottom-right', cell: end('to') },
      {
        id: 'amount',
        header: 'Amount',
        align: 'right',
        narrow: 'top-right',
        cell: ({ edge }) => (
          <>
            <FlowAmount document={document} asset={edge.asset} units={edge.amount} />
            {edge.count > 1 && <span className="tm-t3 tm-xs"> in {formatCount(edge.count)}</span>}
          </>
        ),
      },
      {
        id: 'traced',
        header: 'Traced',
        align: 'right',
        cell: ({ edge }) => <FlowAmount document={document} asset={edge.asset} units={edge.tainted} />,
      },
      {
        id: 'fiat',
        header: 'Worth then',
        align: 'right',
        isMinor: true,
        cell: ({ edge }) => {
          const words = formatFiat(edge);
          return words === null ? (
            <Missing reason="No price is loaded for the day of a payment.">no price</Missing>
          ) : (
            <span className="tm-fiat">{words}</span>
          );
        },
      },
      {
        id: 'basis',
        header: 'Known by',
        isMinor: true,
        cell: ({ edge, isDimmed, mark }) => (
          <>
            <EvidenceMark kind={edge.basis} /> {edge.rule ?? ''}
            {mark?.label && ` ${mark.label}`}
            {isDimmed && <span className="tm-t3"> dropped</span>}
          </>
        ),
      },
    ];
  }, [document, visible, store]);
}

/** The twin of the canvas: every payment drawn, in the order of the chain, with the same selection. */
export function TableView({ store, visible }: ViewProps) {
  const columns = useColumns({ store, visible });
  const selection = useFlow(store, (state) => state.selection);
  const rows = useMemo(() => inOrder(visible), [visible]);
  if (rows.length === 0) {
    const { edges } = visible.notDrawn;
    return (
      <div className="cf-tableview">
        <Empty>
          {edges > 0
            ? `All ${formatPlural(edges, 'payment')} of this flow are left out by filters.`
            : 'No payment is on this canvas yet. Add an address and expand it, or start a trace.'}
        </Empty>
      </div>
    );
  }
  return (
    <div className="cf-tableview">
      <DataTable
        caption="Payments drawn, in the order of the chain"
        columns={columns}
        rows={rows}
        rowId={({ edge }) => edge.id}
        selectedIds={selection}
        opensOnClick
        onOpen={({ edge }) => store.select([edge.id])}
        onSelect={({ edge }) => store.select([edge.id], 'toggle')}
      />
    </div>
  );
}
