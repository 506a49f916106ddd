import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReportDeclaration, WordingRun } from '@trailmark/api/contract/report-declarations';
import type { ReportWording } from '@trailmark/core/report/report-document';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session.ts';
import { declarationsQuery } from './queries.ts';
import { JURISDICTIONS } from './report-words.ts';

const RUNS = {
  same: (text: string) => text,
  gone: (text: string) => (
    <del>
      <span className="tm-sr"> taken out: </span>
      {text}
    </del>
  ),
  new: (text: string) => (
    <ins>
      <span className="tm-sr"> added: </span>
      {text}
    </ins>
  ),
} as const;

function Difference({ lines }: { readonly lines: readonly (readonly WordingRun[])[] }) {
  return (
    <div className="er-wording-lines">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are read and never moved
        <p key={i} dir="auto">
          {line.map(({ kind, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <span key={at}>
              {text.startsWith(' ') && ' '}
              {RUNS[kind](text.trimStart())}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

function Versions({ versions }: Pick<ReportDeclaration, 'versions'>) {
  if (versions.length === 0) return <p className="tm-t3">Your agency uses the wording that the software comes with.</p>;
  return (
    <ol className="er-wordings" aria-label="Versions">
      {versions.map(({ number, isOwn, savedAt, savedBy, note, difference }, i) => (
        <li key={number}>
          <details>
            <summary>
              Version {number}
              {i === 0 ? ', in force' : ''}, saved <Time seconds={savedAt} /> by <bdi>{savedBy}</bdi>
            </summary>
            <p className="tm-t3">
              <bdi>{note}</bdi>
            </p>
            {isOwn ? <Difference lines={difference} /> : <p>Back to the wording that the software comes with.</p>}
          </details>
        </li>
      ))}
    </ol>
  );
}

const toText = ({ paragraphs }: ReportWording) => paragraphs.join('\n\n');
const toParagraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

function WordingForm({ of, names }: { readonly of: ReportDeclaration; readonly names: readonly string[] }) {
  const client = useQueryClient();
  const [title, setTitle] = useState(of.inForce.title);
  const [text, setText] = useState(toText(of.inForce));
  const [note, setNote] = useState('');
  const save = useMutation({
    mutationFn: (wording: { title: string; paragraphs: string[] } | null) =>
      api.call('saveReportDeclaration', {
        params: { jurisdiction: of.jurisdiction },
        body: { version: of.version, wording, note: note.trim() },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: declarationsQuery().queryKey }),
  });
  const isSame = title === of.inForce.title && text === toText(of.inForce);
  const isReady = note.trim().length >= 3 && !save.isPending;
  return (
    <form
      className="er-wording"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ title: title.trim(), paragraphs: toParagraphs(text) });
      }}
    >
      <FormField label="Heading" name="heading" value={title} maxLength={200} onText={setTitle} />
      <FormArea
        label="Paragraphs, with an empty line between two"
        name="paragraphs"
        rows={10}
        value={text}
        help={`In braces stands what the report fills in: ${names.map((name) => `{${name}}`).join(', ')}.`}
        onText={setText}
      />
      <FormField
        label="Why it changes, and who approved it"
        name="note"
        value={note}
        maxLength={1000}
        onText={setNote}
      />
      <div className="er-row">
        <button
          type="submit"
          className="tm-btn pri"
          disabled={!isReady || isSame || title.trim() === '' || text.trim() === ''}
        >
          Save as version {of.version + 1}
        </button>
        {of.isOwn && (
          <button type="button" className="tm-btn" disabled={!isReady} onClick={() => save.mutate(null)}>
            Return to the wording of the software
          </button>
        )}
      </div>
      {save.error && <FormFailure error={save.error} what="The wording" />}
    </form>
  );
}

function Reading({ wording: { title, paragraphs } }: { readonly wording: ReportWording }) {
  return (
    <>
      <p>
        <b>{title}</b>
      </p>
      {paragraphs.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
    </>
  );
}

function Declarations() {
  const { isAdmin } = useSession();
  const [jurisdiction, choose] = useState<string>('none');
  const { data, error, refetch } = useQuery(declarationsQuery());
  if (error && !data) return <ErrorPanel error={error} what="The declarations" onRetry={() => void refetch()} />;
  const shown = data?.items.find((item) => item.jurisdiction === jurisdiction);
  if (!data || !shown)
    return (
      <Skeleton what="declarations">
        <RowBars rows={3} columns={['60%']} />
      </Skeleton>
    );
  return (
    <>
      <FormSelect
        label="Declaration"
        name="declaration"
        value={jurisdiction}
        options={JURISDICTIONS}
        help="Reports that are frozen keep the wording they were made with."
        onText={choose}
      />
      {isAdmin ? (
        <WordingForm
          key={`${jurisdiction} ${shown.version}`}
          of={shown}
          names={data.placeholders.map(({ name }) => name)}
        />
      ) : (
        <Reading wording={shown.inForce} />
      )}
      <Versions versions={shown.versions} />
    </>
  );
}

/** How the declarations of reports are worded here; administrators of the agency change it. Requested when it is opened. */
export function DeclarationsSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="er-declarations" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="tm-h">Wording of declarations</summary>
      {isOpen && (
        <div className="er-wording">
          <Declarations />
        </div>
      )}
    </details>
  );
}
