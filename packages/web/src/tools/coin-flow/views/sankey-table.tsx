import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { Stub, TracedFlow, TracedNode } from '@trailmark/drawing/flow/traced-flow';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { shorten } from '../../../format/identifier.ts';
import type { FlowStore } from '../../../graph/flow-store.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { nameNode } from '../panel/node-words.ts';
import { describeStub } from './stub-words.ts';

interface Row {
  readonly id: string;
  readonly select: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

export interface SankeyTableProps {
  readonly store: FlowStore;
  readonly flow: TracedFlow;
  readonly isRelations: boolean;
}

function stubRows(part: TracedNode, name: string, isRelations: boolean): Row[] {
  const row = (stub: Stub, side: 'before' | 'after', i: number): Row => {
    const words = describeStub(stub, isRelations);
    const [from, to] = side === 'before' ? [words, name] : [name, words];
    return { id: `${part.node.id} ${side} ${i}`, select: part.node.id, from, to, amount: stub.amount };
  };
  return [
    ...part.before.map((stub, i) => row(stub, 'before', i)),
    ...part.after.map((stub, i) => row(stub, 'after', i)),
  ];
}

function toRows(document: FlowDocument, flow: TracedFlow, isRelations: boolean): readonly Row[] {
  const nodes = new Map(flow.nodes.map(({ node }) => [node.id, nameNode(document, node)]));
  const name = (id: string) => nodes.get(id) ?? shorten(id);
  const bands = flow.links.map(({ edge, amount }) => ({
    id: edge.id,
    select: edge.id,
    from: name(edge.from),
    to: name(edge.to),
    amount,
  }));
  const stubs = flow.nodes.flatMap((part) => stubRows(part, name(part.node.id), isRelations));
  const begins = stubs.filter(({ from }) => from === 'Begins');
  return [...begins, ...bands, ...stubs.filter((row) => !begins.includes(row))];
}

/** Every band and every end of the drawing, exactly. */
export function SankeyTable({ store, flow, isRelations }: SankeyTableProps) {
  const document = useFlow(store, (state) => state.document);
  const selection = useFlow(store, (state) => state.selection);
  const rows = useMemo(() => toRows(document, flow, isRelations), [document, flow, isRelations]);
  const chosen = useMemo(
    () => new Set(rows.flatMap(({ id, select }) => (selection.has(select) ? [id] : []))),
    [rows, selection],
  );
  const columns = useMemo(
    (): readonly DataColumn<Row>[] => [
      { id: 'from', header: 'From', narrow: 'top-left', cell: ({ from }) => from },
      { id: 'to', header: 'To', narrow: 'bottom-left', cell: ({ to }) => to },
      {
        id: 'amount',
        header: 'Traced',
        align: 'right',
        narrow: 'top-right',
        cell: ({ amount }) => <FlowAmount document={document} asset={flow.asset} units={amount} />,
      },
    ],
    [document, flow.asset],
  );
  return (
    <div className="cf-otherbody cf-padded">
      <DataTable
        caption="Traced payments, and what begins and ends"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        selectedIds={chosen}
        opensOnClick
        onOpen={({ select }) => store.select([select])}
        onSelect={({ select }) => store.select([select], 'toggle')}
      />
    </div>
  );
}
