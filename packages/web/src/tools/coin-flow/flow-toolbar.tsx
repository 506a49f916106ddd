import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChartSankey,
  IconDots,
  IconFilter,
  IconGrid4x4,
  IconHierarchy,
  IconMaximize,
  IconPlus,
  IconRoute2,
  IconShare3,
  IconTable,
  IconTimeline,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FlowMode, FlowView } from '@trailmark/core/flow/flow-document';
import { useMemo } from 'react';
import { MenuButton } from '../../components/menu-button.tsx';
import type { FlowStore } from '../../graph/flow-store.ts';
import { useFlow } from '../../graph/use-flow.ts';
import { useHotkeys } from '../../shell/hotkeys.ts';
import { formatFlowAmount } from './asset-words.ts';
import { listTraces } from './flow-acts.ts';
import { useMethodNames } from './method-words.ts';
import { type FlowPanel, shownView } from './search.ts';
import { countStops, describeStops } from './stop-draft.ts';
import { useDocument, useWorkspace } from './workspace.ts';

const VIEWS: Readonly<Record<FlowView, { readonly name: string; readonly Icon: TablerIcon }>> = {
  graph: { name: 'Graph', Icon: IconShare3 },
  sankey: { name: 'Sankey', Icon: IconChartSankey },
  timeline: { name: 'Time', Icon: IconTimeline },
  tree: { name: 'Tree', Icon: IconHierarchy },
  table: { name: 'Table', Icon: IconTable },
  matrix: { name: 'Matrix', Icon: IconGrid4x4 },
};
const MODES: readonly { readonly id: FlowMode; readonly name: string }[] = [
  { id: 'transactions', name: 'Transactions' },
  { id: 'relations', name: 'Relations' },
  { id: 'entities', name: 'Entities' },
];

function ModeSwitch() {
  const { mode, store, go } = useWorkspace();
  const choose = (next: FlowMode) => {
    go({ mode: next, node: undefined });
    void store.placeMissing(next);
  };
  return (
    <fieldset className="tm-seg cf-seg">
      <legend className="tm-sr">What is drawn</legend>
      {MODES.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={mode === id} onClick={() => choose(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** On a narrow screen the switch scrolls: the view that is shown has to be in sight. */
function showInRow(button: HTMLButtonElement | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function ViewSwitch({ views }: { readonly views: readonly string[] }) {
  const { search, go } = useWorkspace();
  const current = shownView(search);
  return (
    <fieldset className="tm-seg cf-seg">
      <legend className="tm-sr">View</legend>
      {(Object.keys(VIEWS) as FlowView[])
        .filter((id) => views.includes(id))
        .map((id) => {
          const { name, Icon } = VIEWS[id];
          return (
            <button
              key={id}
              ref={current === id ? showInRow : undefined}
              type="button"
              aria-pressed={current === id}
              onClick={() => go({ view: id })}
            >
              <Icon size={14} stroke={1.5} aria-hidden="true" />
              <span>{name}</span>
            </button>
          );
        })}
    </fieldset>
  );
}

/** The settings of the last trace, in chips that open its settings. */
function TraceChips() {
  const { openPanel } = useWorkspace();
  const document = useDocument();
  const last = useMemo(() => listTraces(document.log)[0], [document.log]);
  const nameMethod = useMethodNames();
  if (!last) return null;
  const { method, stops, chain } = last.request;
  const open = () => openPanel('settings');
  return (
    <span className="cf-chips">
      <button type="button" className="tm-chip" title={nameMethod(method, 'whole')} onClick={open}>
        Method <b>{nameMethod(method)}</b>
      </button>
      <button type="button" className="tm-chip" onClick={open}>
        Hops <b>{stops.maxHops}</b>
      </button>
      {stops.minAmount > 0n && (
        <button type="button" className="tm-chip" onClick={open}>
          At least <b>{formatFlowAmount(document, last.entry.sums?.[0]?.asset ?? chain, stops.minAmount)}</b>
        </button>
      )}
      <button type="button" className="tm-chip" title={describeStops(stops, chain)} onClick={open}>
        Stops <b>{countStops(stops, chain)} rules</b>
      </button>
    </span>
  );
}

const selectUndo = ({ history }: FlowStore['state']) => history.entries[history.cursor - 1]?.label;
const selectRedo = ({ history }: FlowStore['state']) => history.entries[history.cursor]?.label;

function UndoButtons() {
  const { store, saver } = useWorkspace();
  const undo = useFlow(store, selectUndo);
  const redo = useFlow(store, selectRedo);
  if (!saver) return null;
  return (
    <>
      <button
        type="button"
        className="tm-icbtn"
        aria-label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
        title={undo === undefined ? 'Nothing to undo' : `Undo: ${undo} (Ctrl Z)`}
        disabled={undo === undefined}
        onClick={() => store.undo()}
      >
        <IconArrowBackUp size={18} stroke={1.5} />
      </button>
      <button
        type="button"
        className="tm-icbtn"
        aria-label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
        title={redo === undefined ? 'Nothing to redo' : `Redo: ${redo} (Ctrl Shift Z)`}
        disabled={redo === undefined}
        onClick={() => store.redo()}
      >
        <IconArrowForwardUp size={18} stroke={1.5} />
      </button>
    </>
  );
}

function ArrangeMenu() {
  const { store, mode, canvas } = useWorkspace();
  const count = useFlow(store, ({ selection }) => selection.size);
  const hidden = useFlow(store, ({ document }) => document.hidden.length);
  const arrange = (how: 'align-x' | 'align-y' | 'spread') => () => store.arrange(how, store.selection, mode);
  const showHidden = () =>
    store.act('Show what was hidden', (draft) => {
      draft.hidden = [];
    });
  return (
    <MenuButton
      button={{
        className: 'tm-icbtn',
        'aria-label': 'Arrange',
        children: <IconDots size={18} stroke={1.5} />,
      }}
      entries={[
        {
          name: 'Lay out again, pinned nodes stay',
          onClick: () => void store.relayout().then(() => canvas.current?.fit()),
        },
        { name: 'Align selected in a column', isDisabled: count < 2, onClick: arrange('align-x') },
        { name: 'Align selected in a row', isDisabled: count < 2, onClick: arrange('align-y') },
        { name: 'Spread selected evenly', isDisabled: count < 3, onClick: arrange('spread') },
        { name: 'Select all nodes', onClick: () => store.select(Object.keys(store.document.nodes)) },
        { name: 'Show what was hidden', isDisabled: hidden === 0, onClick: showHidden },
      ]}
      position="bottom-end"
    />
  );
}

const ACTIONS: readonly { readonly panel: FlowPanel; readonly name: string; readonly Icon: TablerIcon }[] = [
  { panel: 'add', name: 'Add', Icon: IconPlus },
  { panel: 'paths', name: 'Paths', Icon: IconRoute2 },
  { panel: 'filters', name: 'Filters', Icon: IconFilter },
];

function isFiltered({ document }: FlowStore['state']): boolean {
  const { minAmount, fromTime, toTime, tracedOnly, laterThan } = document.filters;
  const isSet = Object.keys(minAmount).length > 0 || Object.keys(laterThan).length > 0;
  return isSet || fromTime !== null || toTime !== null || tracedOnly || document.hidden.length > 0;
}

/** Keys of the page, whichever view is shown. */
function useFlowKeys() {
  const { store, saver, search, go, openPanel } = useWorkspace();
  const keys = useMemo(
    () => ({
      ']': () => openPanel(search.panel ? undefined : 'filters'),
      t: () => go({ view: shownView(search) === 'table' ? 'graph' : 'table' }),
      ...(saver && { 'ctrl+z': () => store.undo(), 'ctrl+y': () => store.redo() }),
    }),
    [store, saver, search, go, openPanel],
  );
  useHotkeys(keys);
}

/** What is drawn and how, its settings, and what can be brought onto the canvas. */
export function FlowToolbar({ views }: { readonly views: readonly string[] }) {
  const { search, openPanel, saver, store, canvas } = useWorkspace();
  const hasFilter = useFlow(store, isFiltered);
  useFlowKeys();
  return (
    <div className="cf-tools" role="toolbar" aria-label="Canvas">
      <ModeSwitch />
      <ViewSwitch views={views} />
      <TraceChips />
      <span className="tm-grow" />
      {ACTIONS.filter(({ panel }) => panel === 'filters' || saver).map(({ panel, name, Icon }) => (
        <button
          key={panel}
          type="button"
          className={`tm-btn sm quiet${panel === 'filters' && hasFilter ? ' cf-on' : ''}`}
          aria-pressed={search.panel === panel}
          onClick={() => openPanel(search.panel === panel ? undefined : panel)}
        >
          <Icon size={16} stroke={1.5} aria-hidden="true" />
          <span>{panel === 'filters' && hasFilter ? 'Filtered' : name}</span>
        </button>
      ))}
      <UndoButtons />
      {shownView(search) === 'graph' && (
        <button
          type="button"
          className="tm-icbtn"
          aria-label="Fit"
          title="Fit (0)"
          onClick={() => canvas.current?.fit()}
        >
          <IconMaximize size={18} stroke={1.5} />
        </button>
      )}
      {saver && <ArrangeMenu />}
    </div>
  );
}
