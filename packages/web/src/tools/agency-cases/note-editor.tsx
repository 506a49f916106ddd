import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CaseNote, type CaseNoteConflict, caseNoteRoutes, MAX_NOTE } from '@trailmark/api/contract/case-note';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { Prose } from '../../components/prose.tsx';
import { formatCount } from '../../format/number.ts';
import { type DraftPlace, forgetDraft, keepDraft, type NoteDraft, readDraft } from './note-draft.ts';

export type SavedNote = Answer<'saveCaseNote'>;

export interface NoteEditorProps {
  readonly caseId: string;
  readonly account: string;
  /** Undefined for a new one. */
  readonly note: CaseNote | undefined;
  readonly onSaved: (saved: SavedNote) => void;
  readonly onConflict: (conflict: CaseNoteConflict) => void;
  readonly onClose: () => void;
}

/** Both texts of a save that somebody else's came before; undefined for any other failure. */
export function readConflict(error: unknown): CaseNoteConflict | undefined {
  if (!AppError.is(error, 'conflict') || error.context.reason !== 'changed-meanwhile') return undefined;
  return error.context.facts as CaseNoteConflict | undefined;
}

function send(caseId: string, note: CaseNote | undefined, { title, text, madeFrom }: NoteDraft): Promise<SavedNote> {
  if (!note) return api.call('addCaseNote', { params: { case: caseId }, body: { title, text } });
  const body = { version: madeFrom ?? note.version, title, text };
  return api.call('saveCaseNote', { params: { case: caseId, note: note.id }, body });
}

/** A note as Markdown next to how it reads. What is typed stays in this browser until the server has saved it. */
export function NoteEditor({ caseId, account, note, onSaved, onConflict, onClose }: NoteEditorProps) {
  const client = useQueryClient();
  const place: DraftPlace = { account, caseId, note: note?.id ?? 'new' };
  const [kept] = useState(() => readDraft(place));
  const begun = { title: note?.title ?? '', text: note?.text ?? '', madeFrom: note?.version ?? null };
  const [draft, setDraft] = useState<NoteDraft>(kept ?? begun);
  const [isKept, setKept] = useState(true);
  const change = (part: Partial<NoteDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setKept(keepDraft(place, next));
  };
  const save = useMutation({
    mutationFn: () => send(caseId, note, draft),
    onSuccess: (saved) => {
      forgetDraft(place);
      onSaved(saved);
    },
    onError: (error) => {
      const conflict = readConflict(error);
      if (!conflict) return;
      // The server keeps the text now, next to the note.
      forgetDraft(place);
      onConflict(conflict);
    },
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const title = caseNoteRoutes.addCaseNote.body.shape.title.safeParse(draft.title);
  return (
    <form
      className="tm-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.success && !save.isPending) save.mutate();
      }}
    >
      {kept && (
        <p className="tm-note">
          This text was typed here and not saved yet.{' '}
          <button
            type="button"
            className="tm-linkbtn"
            onClick={() => {
              forgetDraft(place);
              setDraft(begun);
            }}
          >
            Throw it away
          </button>
        </p>
      )}
      {!isKept && <p className="cs-late">This browser keeps nothing: save before you leave the page.</p>}
      <FormField
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={200}
        value={draft.title}
        error={save.isError && !title.success ? 'A title, at most 200 characters.' : undefined}
        onText={(text) => change({ title: text })}
      />
      <div className="cw-sides">
        <FormArea
          label="Text, Markdown"
          name="text"
          rows={18}
          isMono
          maxLength={MAX_NOTE}
          value={draft.text}
          help={`${formatCount(draft.text.length)} of ${formatCount(MAX_NOTE)} characters`}
          onText={(text) => change({ text })}
        />
        <section className="cw-preview" aria-label="How it reads">
          <Prose text={draft.text} />
        </section>
      </div>
      {save.error && !readConflict(save.error) && (
        <ErrorPanel error={save.error} what="The note">
          What you typed is kept in this browser.
        </ErrorPanel>
      )}
      <div className="tm-row">
        <button type="submit" className="tm-btn pri" disabled={save.isPending || !title.success}>
          {note ? 'Save a version' : 'Begin the note'}
        </button>
        <button type="button" className="tm-btn" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}
