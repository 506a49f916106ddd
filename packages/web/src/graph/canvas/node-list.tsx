import type { SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { VisibleGraph, VisibleNode } from '@trailmark/drawing/flow/visible-graph';
import { type RefObject, useEffect, useMemo } from 'react';
import { formatCount } from '../../format/number.ts';
import type { FlowCanvasProps } from '../canvas-props.ts';
import { explainStop } from './stop-badge.ts';

/** Nodes kept in the page around the one in focus; the rest are counted. */
const AROUND = 20;

const KINDS: Readonly<Record<string, string>> = {
  disc: 'Address',
  subject: 'Address the trace begins at',
  cluster: 'Several addresses',
  service: 'Service',
  hexagon: 'Mixer or CoinJoin',
  arch: 'Bridge',
  sheet: 'Contract',
  bar: 'Transaction',
  capsule: 'Peel chain',
  gap: 'Gap',
  end: 'End',
};

/** "Service, “Northgate”, in 11.2 BTC, out not traced, Reached a service, which pools funds". */
export function announceNode(
  { words, shape }: SceneNode,
  { node, mark, notes = [] }: Pick<VisibleNode, 'node' | 'mark' | 'notes'>,
  amountText: FlowCanvasProps['amountText'],
): string {
  const sum = (side: 'taintedIn' | 'taintedOut') => {
    const known = node.amounts.flatMap((amount) => {
      const units = amount[side];
      return units === null ? [] : [amountText(units, amount.asset)];
    });
    return known.length === 0 ? 'not traced' : known.join(' and ');
  };
  const isUntraced = (side: 'taintedIn' | 'taintedOut') => node.amounts.every((amount) => amount[side] === null);
  const label = words.title === '' || shape === 'bar' ? `ending ${node.text.slice(-6)}` : words.title;
  const stops =
    node.stops.length === 0 ? ['continues'] : [...new Set(node.stops.map(({ reason }) => explainStop(reason)))];
  const parts = [
    KINDS[shape] ?? 'Node',
    label,
    // A beginning has one side only: that the other was not traced says nothing.
    ...(node.isSeed && isUntraced('taintedIn') ? [] : [`in ${sum('taintedIn')}`]),
    ...(node.isSeed && isUntraced('taintedOut') ? [] : [`out ${sum('taintedOut')}`]),
    ...stops,
    ...notes,
    ...(mark?.exhibit === undefined ? [] : [`exhibit E${mark.exhibit}`]),
    ...(mark?.note ? [`note: ${mark.note}`] : []),
  ];
  return parts.join(', ');
}

export interface NodeListProps {
  readonly id: string;
  readonly visible: VisibleGraph;
  readonly order: readonly SceneNode[];
  readonly current: string | undefined;
  readonly selection: ReadonlySet<string>;
  readonly amountText: FlowCanvasProps['amountText'];
  /** True while the focus is in the list, so that it moves along. */
  readonly hasFocus: RefObject<boolean>;
  readonly onFocus: (id: string) => void;
}

/** The canvas for those who hear it: its nodes in the order of the flow, of which one at a time holds the focus. */
export function NodeList({ id, visible, order, current, selection, amountText, hasFocus, onFocus }: NodeListProps) {
  const byId = useMemo(() => new Map(visible.nodes.map((each) => [each.node.id, each])), [visible]);
  const at = Math.max(
    0,
    order.findIndex((node) => node.id === current),
  );
  const from = Math.max(0, at - AROUND);
  const shown = order.slice(from, at + AROUND + 1);
  useEffect(() => {
    if (!hasFocus.current || current === undefined) return;
    document.getElementById(`${id}-${at}`)?.focus({ preventScroll: true });
  }, [id, at, current, hasFocus]);
  return (
    <div
      className="tm-flowlist"
      role="listbox"
      aria-multiselectable="true"
      aria-label={`${formatCount(order.length)} nodes in the order of the flow. Arrows walk along the payments.`}
    >
      {shown.map((node, i) => {
        const known = byId.get(node.id);
        const place = from + i;
        return (
          <div
            key={node.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={selection.has(node.id)}
            aria-setsize={order.length}
            aria-posinset={place + 1}
            tabIndex={place === at ? 0 : -1}
            onFocus={() => onFocus(node.id)}
          >
            {known ? announceNode(node, known, amountText) : node.words.title}
          </div>
        );
      })}
    </div>
  );
}
