import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseNote } from '@trailmark/api/contract/case-note';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { caseNoteQuery } from '../../case-work.ts';
import { CASES_KEY } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Prose } from '../../components/prose.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { ContactCustodian } from '../../parts/cases/contact-custodian.tsx';
import { addressUrl, transactionUrl } from '../../url.ts';
import { Comments, type CommentsProps } from './comments.tsx';
import { NoteConflict, type NoteSide } from './note-conflict.tsx';
import { NoteEditor, readConflict, type SavedNote } from './note-editor.tsx';
import { NoteVersions } from './note-versions.tsx';

interface OpenConflict {
  readonly version: number;
  readonly title: string;
  readonly present: NoteSide;
  readonly kept: NoteSide & { readonly id: string };
}

function presentOf({ title, text, changedAt, changedBy }: CaseNote): NoteSide {
  return { title, text, savedAt: changedAt, savedBy: changedBy };
}

/** What in the text the server knows as an address or a transaction, and where each is shown. */
function useLinks({ links }: CaseNote): ReadonlyMap<string, string> {
  return useMemo(
    () =>
      new Map(
        links.map(({ text, kind, chain, id }) => [
          text,
          kind === 'address' ? addressUrl(chain, id) : transactionUrl(chain, id),
        ]),
      ),
    [links],
  );
}

interface FindingsProps {
  readonly caseId: string;
  readonly saved: SavedNote;
}

function Findings({ caseId, saved: { refused, overlaps } }: FindingsProps) {
  if (refused.length === 0 && overlaps.length === 0) return null;
  return (
    <ul className="cw-findings" aria-label="What the save found">
      {overlaps.map((overlap) => (
        <li key={overlap.kind === 'case' ? overlap.id : overlap.kind}>
          {overlap.kind === 'case' ? (
            <>
              The case {overlap.number}, <bdi>{overlap.title}</bdi>, also names <bdi>{overlap.what}</bdi>.
            </>
          ) : (
            <ContactCustodian caseId={caseId} />
          )}
        </li>
      ))}
      {refused.slice(0, 10).map(({ text, reason }) => (
        <li key={text}>
          <bdi className="tm-m">{text}</bdi> is not linked: {reason}
        </li>
      ))}
    </ul>
  );
}

interface NoteViewProps {
  readonly caseId: string;
  readonly note: CaseNote;
  readonly mayWrite: boolean;
  readonly saved: SavedNote | undefined;
  readonly onEdit: () => void;
  readonly onVersions: () => void;
  readonly onCompare: (kept: CaseNote['keptTexts'][number]) => void;
}

function NoteView({ caseId, note, mayWrite, saved, onEdit, onVersions, onCompare }: NoteViewProps) {
  const links = useLinks(note);
  return (
    <article className="tm-stack">
      <div className="cs-hd">
        <h2 className="tm-h">
          <span className="tm-m tm-t3">{note.number}</span> <bdi>{note.title}</bdi>
        </h2>
        <div className="tm-row">
          <button type="button" className="tm-btn" onClick={onVersions}>
            Versions <span className="tm-t3">{note.version}</span>
          </button>
          {mayWrite && (
            <button type="button" className="tm-btn pri" onClick={onEdit}>
              Edit
            </button>
          )}
        </div>
      </div>
      <p className="tm-t3 tm-sm">
        Version {note.version}, <bdi>{note.changedBy}</bdi>, <Time seconds={note.changedAt} />
      </p>
      {note.keptTexts.map((kept) => (
        <p key={kept.id} className="tm-note">
          A text{' '}
          {kept.isOwn ? (
            'of yours'
          ) : (
            <>
              of <bdi>{kept.savedBy}</bdi>
            </>
          )}{' '}
          is kept next to this note.{' '}
          <button type="button" className="tm-linkbtn" onClick={() => onCompare(kept)}>
            Compare
          </button>
        </p>
      ))}
      {saved && <Findings caseId={caseId} saved={saved} />}
      {note.text.trim() === '' ? (
        <p className="tm-t3">Nothing is written yet.</p>
      ) : (
        <Prose text={note.text} links={links} />
      )}
    </article>
  );
}

interface Settling {
  readonly setConflict: (conflict: OpenConflict) => void;
  /** With what was saved, or without where the note stays as it is. */
  readonly onDone: (saved?: SavedNote) => void;
}

/** What is done about two texts: one is saved as the next version, or the kept one is dismissed. */
function useSettling(caseId: string, note: string, { setConflict, onDone }: Settling) {
  const client = useQueryClient();
  const params = { case: caseId, note };
  const onSettled = () => client.invalidateQueries({ queryKey: CASES_KEY });
  const save = useMutation({
    mutationFn: ({ text, open: { version, title, kept } }: { readonly text: string; readonly open: OpenConflict }) =>
      api.call('saveCaseNote', { params, body: { version, title, text, settles: kept.id } }),
    onSuccess: (answer) => onDone(answer),
    onError: (failure) => {
      const again = readConflict(failure);
      if (again) setConflict({ ...again, version: again.present.version, title: again.kept.title });
    },
    onSettled,
  });
  const leave = useMutation({
    mutationFn: (kept: string) => api.call('settleCaseNote', { params: { ...params, kept }, body: {} }),
    onSuccess: () => onDone(),
    onSettled,
  });
  return { save, leave };
}

interface OpenConflictProps extends ReturnType<typeof useSettling> {
  readonly conflict: OpenConflict;
  readonly mayWrite: boolean;
}

function OpenConflictView({ conflict, save, leave, mayWrite }: OpenConflictProps) {
  const failure = leave.error ?? (readConflict(save.error) ? null : save.error);
  return (
    <>
      {failure && <ErrorPanel error={failure} what="The choice" />}
      <NoteConflict
        key={conflict.kept.id}
        present={conflict.present}
        kept={conflict.kept}
        mayWrite={mayWrite}
        isBusy={save.isPending || leave.isPending}
        onSave={(text) => save.mutate({ text, open: conflict })}
        onLeave={() => leave.mutate(conflict.kept.id)}
      />
    </>
  );
}

export interface NotePanelProps {
  readonly caseId: string;
  readonly rights: CommentsProps['rights'];
  readonly note: string;
  readonly account: string;
}

/** One note: how it reads, its editor, its versions, and the choice between two texts. */
export function NotePanel({ caseId, note: id, account, rights }: NotePanelProps) {
  const mayWrite = rights.includes('write');
  const { data, error, refetch } = useQuery(caseNoteQuery(caseId, id));
  const [mode, setMode] = useState<'view' | 'edit' | 'versions'>('view');
  const [conflict, setConflict] = useState<OpenConflict | undefined>();
  const [saved, setSaved] = useState<SavedNote | undefined>();
  const { save, leave } = useSettling(caseId, id, {
    setConflict,
    onDone: (answer) => {
      if (answer) setSaved(answer);
      setConflict(undefined);
      setMode('view');
    },
  });
  if (error && !data) return <ErrorPanel error={error} what="The note" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the note">
        <div className="tm-stack">
          <Bar width="40%" height={20} />
          <Bar width="90%" />
          <Bar width="80%" />
        </div>
      </Skeleton>
    );
  }
  if (conflict) return <OpenConflictView conflict={conflict} save={save} leave={leave} mayWrite={mayWrite} />;
  if (mode === 'edit') {
    return (
      <NoteEditor
        caseId={caseId}
        account={account}
        note={data}
        onSaved={(answer) => {
          setSaved(answer);
          setMode('view');
        }}
        onConflict={(both) => setConflict({ ...both, version: both.present.version, title: both.kept.title })}
        onClose={() => setMode('view')}
      />
    );
  }
  if (mode === 'versions') return <NoteVersions caseId={caseId} note={data} onClose={() => setMode('view')} />;
  return (
    <div className="tm-stack">
      <NoteView
        caseId={caseId}
        note={data}
        mayWrite={mayWrite}
        saved={saved}
        onEdit={() => setMode('edit')}
        onVersions={() => setMode('versions')}
        onCompare={(kept) => setConflict({ version: data.version, title: data.title, present: presentOf(data), kept })}
      />
      <Comments caseId={caseId} rights={rights} subject={{ about: 'note', number: data.number }} />
    </div>
  );
}
