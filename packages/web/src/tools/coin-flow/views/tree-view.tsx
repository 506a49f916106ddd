import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { formatDay } from '@trailmark/core/flow/days';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { listAssets, sumBegan, toTracedFlow } from '@trailmark/drawing/flow/traced-flow';
import { type KeyboardEvent, memo, useEffect, useMemo, useState } from 'react';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { formatPlural } from '../../../format/number.ts';
import { describeStop, explainStop } from '../../../graph/canvas/stop-badge.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { formatFlowAmount, formatShare } from '../asset-words.ts';
import { findLastSums } from '../flow-foot.tsx';
import type { ViewProps } from './table-view.tsx';
import { openRows, type TreeRow, toTree } from './tree-rows.ts';
import { useFixedWindow } from './use-fixed-window.ts';
import { NothingDrawn, shortName, ViewFrame } from './view-parts.tsx';

const HEAD = 30;
const INDENT = 12;
const MOST_INDENT = 14;

/** What traces began with, by asset: as the log says, else as it is drawn. */
function useBegan({ store, visible }: ViewProps): ReadonlyMap<string, bigint> {
  const log = useFlow(store, (state) => state.document.log);
  return useMemo(() => {
    const sums = findLastSums(log)?.sums ?? [];
    const said = new Map(sums.map(({ asset, began }) => [asset, BigInt(began)]));
    for (const { asset, traced } of listAssets(visible))
      if (traced > 0 && !said.has(asset)) said.set(asset, sumBegan(toTracedFlow(visible, asset)));
    return said;
  }, [log, visible]);
}

interface LineProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly document: FlowDocument;
  readonly began: ReadonlyMap<string, bigint>;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}

function amountWords({ row, document }: LineProps): string {
  const [first, ...more] = row.amounts;
  if (!first) return row.node.isSeed ? 'Seed' : '';
  const text = formatFlowAmount(document, first.asset, first.amount);
  return more.length > 0 ? `${text}, ${formatPlural(more.length, 'more asset')}` : text;
}

function stopWords({ stops }: TreeRow): string {
  const [first] = stops;
  if (!first) return '';
  return `${describeStop(first.reason).words}${stops.length > 1 ? `, ${stops.length - 1} more` : ''}`;
}

const KIND: Readonly<Record<string, string>> = { transaction: 'Transaction ', 'peel-chain': '' };

function shareWords({ row, began }: LineProps): string {
  const [first] = row.amounts;
  if (!first) return '';
  const whole = first.isTraced ? began.get(first.asset) : undefined;
  return (whole === undefined ? null : formatShare(first.amount, whole)) ?? '–';
}

function Who({ row, document, isOpen }: LineProps) {
  const { node, level, children } = row;
  const isNamed = node.party !== null || document.marks[node.id]?.label !== undefined || node.kind === 'peel-chain';
  const Twist = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <span className="who" style={{ paddingLeft: Math.min(level - 1, MOST_INDENT) * INDENT }}>
      <span className="twist" {...(children > 0 && { 'data-twist': true })}>
        {children > 0 && <Twist size={14} stroke={1.5} aria-hidden="true" />}
      </span>
      <span className={isNamed ? 'name' : 'name mono'}>
        {KIND[node.kind] ?? ''}
        {shortName(document, node)}
      </span>
      {node.isSeed && <span className="tm-t3 seed">seed</span>}
    </span>
  );
}

const Line = memo(function Line(props: LineProps) {
  const { row, index, isOpen, isSelected, isActive } = props;
  const { node, level, amounts, refersTo, children } = row;
  const look = `cf-line${isSelected ? ' on' : ''}${isActive ? ' active' : ''}${row.isDimmed ? ' dim' : ''}`;
  return (
    // biome-ignore-start lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
    // biome-ignore-start lint/a11y/useSemanticElements: only the rows near the window are painted, each at its place.
    <div
      role="row"
      id={`cf-tree-${index}`}
      data-key={row.key}
      className={look}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      {...(children > 0 && { 'aria-expanded': isOpen })}
    >
      <span role="gridcell" className="cell">
        <Who {...props} />
      </span>
      <span role="gridcell" className="hop">
        {node.hop ?? '–'}
      </span>
      <span role="gridcell" className="much">
        {amountWords(props)}
        {amounts[0]?.isTraced === false && <span className="tm-t3"> not traced</span>}
      </span>
      <span role="gridcell" className="share">
        {shareWords(props)}
      </span>
      <span role="gridcell" className="stop" title={row.stops.map(({ reason }) => explainStop(reason)).join('. ')}>
        {refersTo === null ? stopWords(row) : <span className="again">Met before: see its line</span>}
      </span>
      <span role="gridcell" className="when tm-t3">
        {row.firstTime === null ? '–' : formatDay(row.firstTime, row.firstTime)}
      </span>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above.
    // biome-ignore-end lint/a11y/useFocusableInteractive: see above.
  );
});

function useTreeState(visible: ViewProps['visible']) {
  const tree = useMemo(() => toTree(visible), [visible]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => openRows(tree.rows, closed), [tree, closed]);
  const places = useMemo(() => new Map(shown.map(({ key }, i) => [key, i])), [shown]);
  const set = (key: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(key);
      else next.add(key);
      return next;
    });
  return { tree, closed, shown, places, set, setClosed };
}

type TreeState = ReturnType<typeof useTreeState>;

/** Line a key leads to, or undefined where it opens or closes one instead. */
function stepTo({ shown, places, closed, set }: TreeState, at: number, key: string, page: number): number | undefined {
  const row = shown[at];
  if (!row) return 0;
  const isOpen = row.children > 0 && !closed.has(row.key);
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return shown.length - 1;
    case 'ArrowRight':
      if (row.refersTo !== null) return places.get(row.refersTo);
      if (isOpen) return at + 1;
      if (row.children > 0) set(row.key, true);
      return undefined;
    case 'ArrowLeft':
      if (isOpen) set(row.key, false);
      else if (row.parent !== null) return places.get(row.parent);
      return undefined;
    default:
      return undefined;
  }
}

const MOVES = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp']);
const PAGE = 12;

const HEADINGS = [
  ['hop', 'Hop'],
  ['much', 'Amount'],
  ['share', 'Share'],
  ['stop', 'Ends'],
  ['when', 'First (UTC)'],
] as const;

function Heading({ isForward }: { readonly isForward: boolean }) {
  return (
    // biome-ignore-start lint/a11y/useFocusableInteractive: headings are not interactive.
    // biome-ignore-start lint/a11y/useSemanticElements: a row of the treegrid.
    <div role="row" className="cf-line head">
      <span role="columnheader" className="who">
        {isForward ? 'Where it went' : 'Where it came from'}
      </span>
      {HEADINGS.map(([id, words]) => (
        <span key={id} role="columnheader" className={id}>
          {words}
        </span>
      ))}
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above.
    // biome-ignore-end lint/a11y/useFocusableInteractive: see above.
  );
}

/** The line that has the focus, and what keys and clicks do with it. */
function useLines(store: ViewProps['store'], state: TreeState, rowHeight: number) {
  const selection = useFlow(store, ({ selection: held }) => held);
  const { closed, shown, places, set } = state;
  const [activeKey, setActive] = useState<string | undefined>(undefined);
  const { ref, onScroll, first, last, scrollTo } = useFixedWindow(shown.length, rowHeight);
  const active = places.get(activeKey ?? '') ?? 0;
  const [only] = selection;
  useEffect(() => {
    const at = only === undefined ? undefined : places.get(only);
    if (at === undefined || only === undefined) return;
    setActive(only);
    scrollTo(at, HEAD);
  }, [only, places, scrollTo]);
  const go = (at: number) => {
    const to = Math.max(0, Math.min(shown.length - 1, at));
    setActive(shown[to]?.key);
    scrollTo(to, HEAD);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = shown[active];
    if (row && (event.key === 'Enter' || event.key === ' '))
      store.select([row.node.id], event.shiftKey ? 'toggle' : 'set');
    else if (MOVES.has(event.key)) {
      const to = stepTo(state, active, event.key, PAGE);
      if (to !== undefined) go(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: React.MouseEvent) => {
    const target = event.target as Element;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    const row = shown[places.get(key ?? '') ?? -1];
    if (!row) return;
    setActive(row.key);
    if (target.closest('[data-twist]')) return set(row.key, closed.has(row.key));
    const home = row.refersTo === null ? undefined : places.get(row.refersTo);
    if (home !== undefined && target.closest('.again')) return go(home);
    store.select([row.node.id], event.shiftKey ? 'toggle' : 'set');
  };
  return { ref, first, last, active, on: { onScroll, onKeyDown, onClick } };
}

function Outline({ store, visible, state }: ViewProps & { readonly state: TreeState }) {
  const document = useFlow(store, ({ document: held }) => held);
  const selection = useFlow(store, ({ selection: held }) => held);
  const began = useBegan({ store, visible });
  const isNarrow = useMediaQuery('(max-width: 760px)');
  const rowHeight = isNarrow ? 52 : 30;
  const { tree, closed, shown } = state;
  const numbers = useMemo(() => new Map(tree.rows.map(({ key }, i) => [key, i])), [tree]);
  const { ref, first, last, active, on } = useLines(store, state, rowHeight);
  const current = shown[active];
  return (
    <div
      ref={ref}
      role="treegrid"
      aria-label="Outline of the flow"
      aria-rowcount={shown.length + 1}
      aria-multiselectable="true"
      tabIndex={0}
      className="cf-otherbody cf-tree"
      aria-activedescendant={current ? `cf-tree-${numbers.get(current.key)}` : undefined}
      {...on}
    >
      <Heading isForward={tree.isForward} />
      <div role="presentation" style={{ height: first * rowHeight }} />
      {shown.slice(first, last).map((row, i) => (
        <Line
          key={row.key}
          row={row}
          index={numbers.get(row.key) ?? 0}
          document={document}
          began={began}
          isOpen={!closed.has(row.key)}
          isSelected={selection.has(row.node.id) || row.edges.some((id) => selection.has(id))}
          isActive={first + i === active}
        />
      ))}
      <div role="presentation" style={{ height: Math.max(0, shown.length - last) * rowHeight }} />
    </div>
  );
}

/** The flow as an outline from its seeds: each place once, its branches below it, the strongest first. */
export function TreeView({ store, visible }: ViewProps) {
  const state = useTreeState(visible);
  const { tree, closed, setClosed } = state;
  if (tree.rows.length === 0) return <NothingDrawn visible={visible} />;
  const closeAll = () => setClosed(new Set(tree.rows.flatMap(({ key, children }) => (children > 0 ? [key] : []))));
  const again = tree.rows.filter(({ refersTo }) => refersTo !== null).length;
  return (
    <ViewFrame
      title={`${tree.isForward ? 'Outline of where it went' : 'Outline of where it came from'}, ${formatPlural(tree.rows.length - again, 'place')}`}
      tools={
        <button
          type="button"
          className="tm-btn sm quiet"
          onClick={closed.size > 0 ? () => setClosed(new Set()) : closeAll}
        >
          {closed.size > 0 ? 'Open all' : 'Close all'}
        </button>
      }
      notes={[
        again > 0 && `${formatPlural(again, 'way')} to a place met before: followed once, where it was met first.`,
        tree.unconnected > 0 && `${formatPlural(tree.unconnected, 'place')} at the end that no seed leads to.`,
      ]}
    >
      <Outline store={store} visible={visible} state={state} />
    </ViewFrame>
  );
}
