import { useQuery } from '@tanstack/react-query';
import type { CaseNote } from '@trailmark/api/contract/case-note';
import { useState } from 'react';
import { caseNoteVersionQuery, caseNoteVersionsQuery } from '../../case-work.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Prose } from '../../components/prose.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';

interface VersionTextProps {
  readonly caseId: string;
  readonly note: string;
  readonly version: number;
}

function VersionText({ caseId, note, version }: VersionTextProps) {
  const { data, error, refetch } = useQuery(caseNoteVersionQuery(caseId, note, version));
  if (error && !data) return <ErrorPanel error={error} what="The version" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the version">
        <RowBars rows={4} columns={['90%']} />
      </Skeleton>
    );
  }
  return (
    <article className="cw-preview" aria-label={`Version ${version}`}>
      <h3 className="tm-h">
        <bdi>{data.title}</bdi>
      </h3>
      <Prose text={data.text} />
    </article>
  );
}

export interface NoteVersionsProps {
  readonly caseId: string;
  readonly note: CaseNote;
  readonly onClose: () => void;
}

/** Every save of a note: who, when, and its text. */
export function NoteVersions({ caseId, note, onClose }: NoteVersionsProps) {
  const { data, error, refetch } = useQuery(caseNoteVersionsQuery(caseId, note.id));
  const [shown, setShown] = useState(note.version);
  if (error && !data) return <ErrorPanel error={error} what="The list of versions" onRetry={() => void refetch()} />;
  return (
    <div className="tm-stack">
      <div className="cs-hd">
        <h2 className="tm-h">
          Versions of <span className="tm-m">{note.number}</span>
        </h2>
        <div className="tm-row">
          <button type="button" className="tm-btn" onClick={onClose}>
            Back to the note
          </button>
        </div>
      </div>
      <ul className="cw-versions">
        {data?.items.map(({ number, savedAt, savedBy, size }) => (
          <li key={number}>
            <button type="button" aria-pressed={number === shown} onClick={() => setShown(number)}>
              <b className="tm-m">{number}</b> <bdi>{savedBy}</bdi>
              <span className="tm-t3">
                <Time seconds={savedAt} />, {formatCount(size)} characters
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.next && <p className="tm-t3">Earlier versions than {data.next} are kept, and not listed here.</p>}
      <VersionText caseId={caseId} note={note.id} version={shown} />
    </div>
  );
}
