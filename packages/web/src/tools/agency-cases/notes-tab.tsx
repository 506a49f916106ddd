import './case-work.css';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { caseNotesQuery } from '../../case-work.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useMe } from '../../session.ts';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NotePanel } from './note-panel.tsx';

/** Notes of the case: the list on the left, the open one on the right; its id is in the address. */
export function NotesTab({ overview: { head, rights }, part }: CaseTabProps) {
  const { data, error, refetch } = useQuery(caseNotesQuery(head.id));
  const navigate = useNavigate();
  const account = useMe()?.account?.id ?? '';
  const [isNew, setNew] = useState(false);
  const mayWrite = rights.includes('write');
  if (error && !data) return <ErrorPanel error={error} what="The list of notes" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="notes">
        <RowBars rows={5} columns={['30%', '60%']} />
      </Skeleton>
    );
  }
  const open = part ?? data.items[0]?.id;
  return (
    <div className="cw-notes">
      <nav className="tm-stack" aria-label="Notes">
        {mayWrite && (
          <button type="button" className="tm-btn pri" onClick={() => setNew(true)}>
            <IconPlus size={16} stroke={1.5} aria-hidden="true" /> New note
          </button>
        )}
        <ul className="cw-list">
          {data.items.map(({ id, number, title, changedAt, changedBy, kept }) => (
            <li key={id}>
              <AppLink
                href={caseUrl(head.id, 'notes', id)}
                aria-current={!isNew && id === open ? 'page' : undefined}
                onClick={() => setNew(false)}
              >
                <span className="tm-m tm-t3">{number}</span> <bdi>{title}</bdi>
                <span className="tm-t3 tm-sm">
                  <bdi>{changedBy}</bdi>, <Time seconds={changedAt} />
                  {kept > 0 && <b className="cs-late">, two texts</b>}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {isNew && (
          <NoteEditor
            caseId={head.id}
            account={account}
            note={undefined}
            onSaved={({ note }) => {
              setNew(false);
              void navigate({ href: caseUrl(head.id, 'notes', note.id) });
            }}
            onConflict={() => {}}
            onClose={() => setNew(false)}
          />
        )}
        {!isNew && open && <NotePanel key={open} caseId={head.id} note={open} account={account} rights={rights} />}
        {!isNew && !open && <Empty>No note is written in this case. Every save of one is kept as a version.</Empty>}
      </div>
    </div>
  );
}
