import { useRouter } from '@tanstack/react-router';
import type { FlowVersion } from '@trailmark/api/contract/flow';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import type { FlowCanvasHandle } from '../../graph/canvas-props.ts';
import { FlowStore } from '../../graph/flow-store.ts';
import { useFlow } from '../../graph/use-flow.ts';
import { coinFlowUrl } from '../../url.ts';
import { FlowFoot } from './flow-foot.tsx';
import { FlowHead } from './flow-head.tsx';
import { type Draft, FlowSaver, type SaveAnswer } from './flow-saver.ts';
import { FlowStatementsContext, useReadStatements } from './flow-statements.ts';
import { FlowToolbar } from './flow-toolbar.tsx';
import { PanelArea } from './panel/panel-area.tsx';
import { callFlow, type OpenedFlow } from './queries.ts';
import { SaveBanner } from './save-banner.tsx';
import { type FlowPanel, type FlowSearch, shownView } from './search.ts';
import { toWireDocument } from './trace-run.ts';
import { TraceStatus } from './trace-status.tsx';
import { dropUnsaved, keepUnsaved } from './unsaved-store.ts';
import { useTrace } from './use-trace.ts';
import { useDocument, useWorkspace, type Workspace, WorkspaceContext } from './workspace.ts';

let loadedCanvas: ComponentType | undefined;
const importCanvas = async () => {
  loadedCanvas = (await import('./views/canvas-view.tsx')).CanvasView;
  return { default: loadedCanvas };
};

/** Sends for the canvas while the flow itself is on its way: most flows open with it. */
export function preloadCanvas(): void {
  void importCanvas().catch(() => undefined);
}

const LazyCanvas = lazy(importCanvas);
const TableView = lazy(() => import('./views/table-view.tsx').then((part) => ({ default: part.TableView })));
const SankeyView = lazy(() => import('./views/sankey-view.tsx').then((part) => ({ default: part.SankeyView })));
const TimelineView = lazy(() => import('./views/timeline-view.tsx').then((part) => ({ default: part.TimelineView })));
const TreeView = lazy(() => import('./views/tree-view.tsx').then((part) => ({ default: part.TreeView })));
const MatrixView = lazy(() => import('./views/matrix-view.tsx').then((part) => ({ default: part.MatrixView })));
const TimeStrip = lazy(() => import('./views/time-strip.tsx').then((part) => ({ default: part.TimeStrip })));

export interface FlowWorkspaceProps {
  readonly flow: string;
  readonly opened: OpenedFlow;
  /** The document is newer than what the server holds. */
  readonly isAhead: boolean;
  readonly search: FlowSearch;
  /** A version as it was, which cannot be changed. */
  readonly version: FlowVersion | undefined;
  readonly notice: ReactNode;
  readonly onBranched: (answer: SaveAnswer, draft: Draft) => void;
}

function createSaver(props: FlowWorkspaceProps, onBranched: FlowWorkspaceProps['onBranched']): FlowSaver {
  const { flow, opened } = props;
  return new FlowSaver(opened.head, {
    save: (branch, revision, { document, history }) =>
      callFlow('saveFlow', {
        params: { flow },
        body: { branch, revision, document: toWireDocument(document), history },
      }),
    keep: (branch, revision, { document, history }) =>
      keepUnsaved({ flow, branch, revision, at: Date.now(), document, history }),
    drop: (branch) => dropUnsaved(flow, branch),
    onBranched,
  });
}

/** The store of the page and what saves it; a page that is closed keeps what it could not save. */
function useSavedStore(props: FlowWorkspaceProps) {
  const { opened, isAhead, version } = props;
  const latest = useRef(props.onBranched);
  useEffect(() => {
    latest.current = props.onBranched;
  });
  const [held] = useState(() => ({
    store: new FlowStore(opened.document, opened.history),
    saver: version ? undefined : createSaver(props, (answer, draft) => latest.current(answer, draft)),
  }));
  const { store, saver } = held;
  useEffect(() => {
    if (!saver) return undefined;
    let seen = isAhead ? undefined : store.document;
    let seenHistory = store.history;
    const note = () => {
      if (store.document === seen && store.history === seenHistory) return;
      seen = store.document;
      seenHistory = store.history;
      saver.note({ document: store.document, history: store.history });
    };
    note();
    const stop = store.subscribe(note);
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved) event.preventDefault();
    };
    const hide = () => void (document.visibilityState === 'hidden' && saver.flush());
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', hide);
    return () => {
      stop();
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', hide);
      void saver.leave();
    };
  }, [store, saver, isAhead]);
  return held;
}

const VIEW_WAIT = (
  <Skeleton what="the view">
    <div />
  </Skeleton>
);

function View() {
  const { search } = useWorkspace();
  const view = shownView(search);
  // A canvas that is there already must not wait for the one that is on its way: that would cost a fallback first.
  const [Canvas] = useState<ComponentType>(() => loadedCanvas ?? LazyCanvas);
  return (
    <Suspense fallback={VIEW_WAIT}>
      {view === 'graph' ? <Canvas /> : view === 'table' ? <TableViewHere /> : <OtherView view={view} />}
    </Suspense>
  );
}

function useVisible() {
  const { mode } = useWorkspace();
  const document = useDocument();
  return useMemo(() => visibleGraph(document, mode), [document, mode]);
}

function TableViewHere() {
  const { store } = useWorkspace();
  return <TableView store={store} visible={useVisible()} />;
}

function OtherView({ view }: { readonly view: string }) {
  const { store } = useWorkspace();
  const visible = useVisible();
  const Shown = OTHER_VIEWS[view];
  return Shown ? <Shown store={store} visible={visible} /> : <TableView store={store} visible={visible} />;
}

type ViewPart = React.ComponentType<{
  readonly store: FlowStore;
  readonly visible: ReturnType<typeof visibleGraph>;
}>;
/** Views in addition to graph and table, by their id; each is loaded when it is opened. */
const OTHER_VIEWS: Readonly<Record<string, ViewPart>> = {
  sankey: SankeyView,
  timeline: TimelineView,
  tree: TreeView,
  matrix: MatrixView,
};

/** Ids of the views that are there, in the order of the toolbar. */
export const SHOWN_VIEWS: readonly string[] = ['graph', ...Object.keys(OTHER_VIEWS), 'table'];

/** The selected part is in the address bar, so that a link leads back to it. */
function useSelectionInUrl({ store, search, go }: Pick<Workspace, 'store' | 'search' | 'go'>) {
  const wanted = useRef(search.node);
  useEffect(() => {
    if (wanted.current !== undefined) store.select([wanted.current]);
  }, [store]);
  const only = useFlow(store, ({ selection }) => (selection.size === 1 ? [...selection][0] : undefined));
  useEffect(() => {
    if (only === search.node) return;
    go({ node: only });
  }, [only, search.node, go]);
}

function Room({ notice, version }: Pick<FlowWorkspaceProps, 'notice' | 'version'>) {
  const workspace = useWorkspace();
  useSelectionInUrl(workspace);
  const { title } = useDocument();
  useDocumentTitle(title);
  const { trace } = workspace;
  return (
    <div className="cf-room">
      <FlowHead version={version} />
      <FlowToolbar views={SHOWN_VIEWS} />
      {notice}
      <SaveBanner />
      {trace.state.kind !== 'idle' && (
        <div className="cf-running">
          <TraceStatus {...trace} kept="The canvas is as it was." />
        </div>
      )}
      <div className="cf-main">
        <div className="cf-view">
          <View />
          {(workspace.search.view ?? 'graph') === 'graph' && (
            <Suspense fallback={null}>
              <TimeStrip store={workspace.store} />
            </Suspense>
          )}
        </div>
        <PanelArea />
      </div>
      <FlowFoot />
    </div>
  );
}

/** One opened flow with everything around its canvas. */
export function FlowWorkspace(props: FlowWorkspaceProps) {
  const { flow, search, version, notice } = props;
  const { store, saver } = useSavedStore(props);
  const router = useRouter();
  const trace = useTrace(store);
  const canvas = useRef<FlowCanvasHandle | null>(null);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const go = useCallback(
    (change: Partial<FlowSearch>) => {
      latest.current = { ...latest.current, ...change };
      // What is selected changes too often for the browser's back; what was opened is gone back from.
      const isStep = Object.keys(change).some((key) => key !== 'node' && key !== 'mode');
      void router.navigate({ href: coinFlowUrl(flow, latest.current), replace: !isStep, resetScroll: false });
    },
    [router, flow],
  );
  const openPanel = useCallback((panel: FlowPanel | undefined) => go({ panel }), [go]);
  const drawnMode = useFlow(store, ({ document }) => document.mode);
  const mode = search.mode ?? drawnMode;
  const workspace = useMemo<Workspace>(
    () => ({ flow, store, saver, mode, search, trace, go, openPanel, canvas }),
    [flow, store, saver, mode, search, trace, go, openPanel],
  );
  const statements = useReadStatements(store);
  return (
    <WorkspaceContext value={workspace}>
      <FlowStatementsContext value={statements}>
        <Room notice={notice} version={version} />
      </FlowStatementsContext>
    </WorkspaceContext>
  );
}
