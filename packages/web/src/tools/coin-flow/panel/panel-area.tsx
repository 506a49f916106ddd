import { IconX } from '@tabler/icons-react';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useFlow } from '../../../graph/use-flow.ts';
import type { FlowPanel } from '../search.ts';
import { findPart, useDocument, useWorkspace } from '../workspace.ts';
import { EdgePanel } from './edge-panel.tsx';
import { ManyPanel } from './many-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { OverviewPanel } from './overview-panel.tsx';

const MethodsPanel = lazy(() => import('./methods-panel.tsx').then((part) => ({ default: part.MethodsPanel })));
const AuditPanel = lazy(() => import('./audit-panel.tsx').then((part) => ({ default: part.AuditPanel })));
const VersionsPanel = lazy(() => import('./versions-panel.tsx').then((part) => ({ default: part.VersionsPanel })));
const PathsPanel = lazy(() => import('./paths-panel.tsx').then((part) => ({ default: part.PathsPanel })));
const EndsPanel = lazy(() => import('./ends-section.tsx').then((part) => ({ default: part.EndsPanel })));
const FiltersPanel = lazy(() => import('./filters-panel.tsx').then((part) => ({ default: part.FiltersPanel })));
const AddPanel = lazy(() => import('./add-panel.tsx').then((part) => ({ default: part.AddPanel })));
const LogPanel = lazy(() => import('./log-panel.tsx').then((part) => ({ default: part.LogPanel })));
const GapsPanel = lazy(() => import('./gaps-panel.tsx').then((part) => ({ default: part.GapsPanel })));
const SettingsPanel = lazy(() => import('./settings-panel.tsx').then((part) => ({ default: part.SettingsPanel })));

const PANELS: Readonly<
  Record<FlowPanel, { readonly title: string; readonly isWide?: true; readonly Part: React.ComponentType }>
> = {
  methods: { title: 'Methods compared', isWide: true, Part: MethodsPanel },
  audit: { title: 'Audit', isWide: true, Part: AuditPanel },
  versions: { title: 'Versions and branches', Part: VersionsPanel },
  paths: { title: 'Search for paths', Part: PathsPanel },
  ends: { title: 'Where the money ends', Part: EndsPanel },
  filters: { title: 'Filters and hypotheses', Part: FiltersPanel },
  add: { title: 'Add to the canvas', Part: AddPanel },
  gaps: { title: 'What is missing', Part: GapsPanel },
  log: { title: 'Trace log', Part: LogPanel },
  settings: { title: 'How it was traced', Part: SettingsPanel },
};

type Height = 'low' | 'half' | 'full';
const NEXT_HEIGHT: Readonly<Record<Height, Height>> = { low: 'half', half: 'full', full: 'low' };

interface FrameProps {
  readonly title: string;
  readonly isWide: boolean;
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Next to the canvas; on a phone a sheet from the bottom with three heights. */
function Frame({ title, isWide, onClose, children }: FrameProps) {
  const [height, setHeight] = useState<Height>('half');
  useEffect(() => {
    if (!onClose) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside className={`cf-panel ${height}${isWide ? ' wide' : ''}${onClose ? '' : ' idle'}`} aria-label={title}>
      <button
        type="button"
        className="cf-grip"
        aria-label={`Panel height: ${height}. Change`}
        onClick={() => setHeight(NEXT_HEIGHT[height])}
      />
      {onClose && (
        <div className="cf-panelhead">
          <h2 className="tm-h">{title}</h2>
          <button type="button" className="tm-icbtn sm" aria-label="Close the panel" onClick={onClose}>
            <IconX size={16} stroke={1.5} />
          </button>
        </div>
      )}
      <Suspense fallback={<p className="tm-t3">Loading</p>}>{children}</Suspense>
    </aside>
  );
}

function SelectedPanel({ selection }: { readonly selection: ReadonlySet<string> }) {
  const { mode } = useWorkspace();
  const document = useDocument();
  const visible = useMemo(() => visibleGraph(document, mode), [document, mode]);
  const [first] = selection;
  if (first === undefined) return <OverviewPanel visible={visible} />;
  if (selection.size > 1) return <ManyPanel ids={[...selection]} visible={visible} />;
  const { node, edge, members } = findPart(document, visible, first);
  if (node) return <NodePanel key={first} node={node} members={members} visible={visible} />;
  if (edge) return <EdgePanel key={first} edge={edge} />;
  return <p className="tm-t2">What was selected is not on this canvas any more.</p>;
}

const TITLES: Readonly<Record<string, string>> = {
  a: 'Address',
  t: 'Transaction',
  p: 'Peel chain',
  g: 'Gap',
  u: 'Unspendable output',
  s: 'Source',
};

function titleOf(selection: ReadonlySet<string>): string {
  const [first] = selection;
  if (first === undefined) return 'This flow';
  if (selection.size > 1) return `${selection.size} selected`;
  const isNode = /^[atpgus]:/.test(first);
  return isNode ? (TITLES[first.charAt(0)] ?? 'Selected') : 'Payment';
}

/** Details of the selection, or the panel that was requested. */
export function PanelArea() {
  const { search, openPanel, store } = useWorkspace();
  const selection = useFlow(store, (state) => state.selection);
  const asked = search.panel ? PANELS[search.panel] : undefined;
  if (asked) {
    return (
      <Frame key={search.panel} title={asked.title} isWide={asked.isWide ?? false} onClose={() => openPanel(undefined)}>
        <asked.Part />
      </Frame>
    );
  }
  const close = selection.size > 0 ? () => store.select([]) : undefined;
  return (
    <Frame title={titleOf(selection)} isWide={false} onClose={close}>
      <SelectedPanel selection={selection} />
    </Frame>
  );
}
