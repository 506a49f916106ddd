import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount } from '../../format/number.ts';
import { openFileHasher } from '../files/file-hasher.ts';
import { foundType, isMisnamed, statedType } from '../files/file-type.ts';
import type { DraftFile, ReportDraft } from './report-draft.ts';

const PIECE = 4 * 2 ** 20;
const HEAD = 512;
const MOST_FILES = 50;

/** SHA-256 and type of a file, read in pieces: nothing of it leaves the browser. */
async function readFile(file: File): Promise<DraftFile> {
  const hasher = openFileHasher();
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    for (let at = 0; at < file.size; at += PIECE) {
      await hasher.update(await file.slice(at, at + PIECE).arrayBuffer());
    }
    const sha256 = await hasher.digest();
    return { name: file.name, size: file.size, sha256, stated: statedType(file.name), found: foundType(head) };
  } finally {
    hasher.close();
  }
}

interface EvidenceListProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** Files of the reporter, hashed here. The hashes go with the report; the files stay until an officer asks for them. */
export function EvidenceList({ draft, onDraft }: EvidenceListProps) {
  const id = useId();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const read: DraftFile[] = [];
      for (const file of files) read.push(await readFile(file));
      return read;
    },
    onSuccess: (read) => {
      const known = new Map([...draft.files, ...read].map((file) => [`${file.sha256} ${file.name}`, file]));
      onDraft({ ...draft, files: [...known.values()].slice(0, MOST_FILES) });
    },
  });
  return (
    <section>
      <label htmlFor={id} className="tm-h">
        Evidence files
      </label>
      <p className="tm-hint">
        The SHA-256 of each file is calculated in this browser and recorded with your report. The files are not sent.
        Keep them unchanged: the hash proves later that they are the same.
      </p>
      <p>
        <input
          id={id}
          type="file"
          multiple
          disabled={isPending}
          onChange={({ currentTarget }) => {
            mutate([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        {isPending && <span role="status"> Calculating SHA-256…</span>}
      </p>
      {error && <ErrorPanel error={error} what="The file" />}
      {draft.files.length > 0 && (
        <ul className="sc-list">
          {draft.files.map((file) => (
            <li key={`${file.sha256} ${file.name}`}>
              <QuotedText text={file.name} />
              <span className="tm-mono tm-xs">{file.sha256}</span>
              <button
                type="button"
                className="tm-linkbtn tm-sm"
                onClick={() => onDraft({ ...draft, files: draft.files.filter((one) => one !== file) })}
              >
                Remove<span className="tm-sr"> {file.name}</span>
              </button>
              <span className="sc-say">
                {formatCount(file.size)} bytes.{' '}
                {isMisnamed(file.stated, file.found) && (
                  <span className="sc-bad">
                    Type does not match: the name says {file.stated}, the content is {file.found}. Marked, not opened.
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
