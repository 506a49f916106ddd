import { IconAffiliate, IconCalculator, IconChevronDown, IconDownload, IconPencil } from '@tabler/icons-react';
import type { FlowVersion } from '@trailmark/api/contract/flow';
import { type FormEvent, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { MenuButton, type MenuEntry } from '../../components/menu-button.tsx';
import { showToast } from '../../components/toast.ts';
import { formatTime } from '../../format/time.ts';
import { coinFlowUrl } from '../../url.ts';
import type { FlowSaver, SaveState } from './flow-saver.ts';
import { callFlow } from './queries.ts';
import { useDocument, useWorkspace } from './workspace.ts';

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((part) => ({ default: part.ExportDialog })));

const LISTED_BRANCHES = 12;

function describeSave(state: SaveState): string {
  if (state.kind === 'saving') return 'Saving';
  if (state.kind === 'waiting') return 'Not saved yet';
  if (state.kind === 'failed') return 'Not saved';
  return `Saved ${formatTime(state.at)} UTC`;
}

function SavedTime({ saver }: { readonly saver: FlowSaver }) {
  const state = useSyncExternalStore(saver.subscribe, saver.getState);
  return (
    <span className="tm-t3 tm-sm cf-saved" title={state.kind === 'saved' ? `By ${state.by}` : undefined}>
      {describeSave(state)}
    </span>
  );
}

function TitleForm({ title, onDone }: { readonly title: string; readonly onDone: () => void }) {
  const { flow, store } = useWorkspace();
  const [text, setText] = useState(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = text.trim();
    if (next === '' || next === title) return onDone();
    store.act('Rename', (draft) => {
      draft.title = next;
    });
    callFlow('renameFlow', { params: { flow }, body: { title: next } }).catch(() =>
      showToast('error', 'The new title is on the canvas, but the list of flows keeps the old one.'),
    );
    onDone();
  };
  return (
    <form className="cf-title" onSubmit={submit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person opened the field
        autoFocus
        className="tm-field"
        aria-label="Title"
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
    </form>
  );
}

function Title() {
  const { saver } = useWorkspace();
  const { title } = useDocument();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <TitleForm title={title} onDone={() => setEditing(false)} />;
  return (
    <>
      <h1 title={title}>{title}</h1>
      {saver && (
        <button type="button" className="tm-icbtn sm" aria-label="Rename" onClick={() => setEditing(true)}>
          <IconPencil size={14} stroke={1.5} />
        </button>
      )}
    </>
  );
}

function VersionMenu({ version }: { readonly version: FlowVersion | undefined }) {
  const { saver, openPanel, go, search } = useWorkspace();
  const head = saver?.head;
  const name = version
    ? `Version ${version.number}${version.name ? `: ${version.name}` : ''}`
    : head && head.branch !== 'main'
      ? `Draft, ${head.branch}`
      : 'Draft';
  const others =
    head?.branches.filter((branch) => branch !== (search.branch ?? 'main')).slice(0, LISTED_BRANCHES) ?? [];
  const entries: readonly MenuEntry[] = [
    { name: 'Versions and branches', onClick: () => openPanel('versions') },
    ...(version ? [{ name: 'Back to the draft', onClick: () => go({ version: undefined }) }] : []),
    ...others.map((branch) => ({
      name: `Branch ${branch}`,
      onClick: () => go({ branch, version: undefined, node: undefined }),
    })),
    { name: 'Trace log', onClick: () => openPanel('log') },
  ];
  const label = (
    <>
      <span>{name}</span> <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
    </>
  );
  return (
    <MenuButton
      button={{ className: 'tm-chip cf-version', children: label }}
      entries={entries}
      position="bottom-start"
    />
  );
}

/** Title, version, when it was saved, and what is done with the whole flow. */
export function FlowHead({ version }: { readonly version: FlowVersion | undefined }) {
  const { saver, openPanel, search } = useWorkspace();
  const [isExporting, setExporting] = useState(false);
  const toggle = (panel: 'methods' | 'audit') => openPanel(search.panel === panel ? undefined : panel);
  return (
    <div className="cf-head">
      <nav aria-label="Place" className="cf-place">
        <AppLink href={coinFlowUrl()}>Coin flow</AppLink>
        <span aria-hidden="true">/</span>
      </nav>
      <Title />
      <VersionMenu version={version} />
      {saver ? <SavedTime saver={saver} /> : <span className="tm-t3 tm-sm cf-saved">As it was, not to be changed</span>}
      <span className="tm-grow" />
      <button
        type="button"
        className="tm-btn"
        aria-pressed={search.panel === 'methods'}
        onClick={() => toggle('methods')}
      >
        <IconAffiliate size={16} stroke={1.5} aria-hidden="true" />
        <span>Compare methods</span>
      </button>
      <button type="button" className="tm-btn" aria-pressed={search.panel === 'audit'} onClick={() => toggle('audit')}>
        <IconCalculator size={16} stroke={1.5} aria-hidden="true" />
        <span>Audit</span>
      </button>
      <button type="button" className="tm-btn pri" onClick={() => setExporting(true)}>
        <IconDownload size={16} stroke={1.5} aria-hidden="true" />
        <span>Export</span>
      </button>
      <Suspense fallback={null}>{isExporting && <ExportDialog onClose={() => setExporting(false)} />}</Suspense>
    </div>
  );
}
