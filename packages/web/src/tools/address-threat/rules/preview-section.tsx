import { useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../../../api.ts';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { formatPlural } from '../../../format/number.ts';
import { formatDay } from '../../../format/time.ts';
import type { RulesDraft } from './rules-draft.ts';

type Preview = Answer<'previewThreatRules'>;
type Changed = Preview['changed'][number];

const LEVELS: Readonly<Record<Changed['before']['level'], string>> = {
  ...{ unknown: 'Unknown', low: 'Low', medium: 'Medium', high: 'High', severe: 'Severe' },
};

function Outcome({ level, state, score, sentence }: Changed['before']) {
  return (
    <>
      <b>{state === 'none' ? 'No rule fired' : LEVELS[level]}</b> {score !== null && score}
      <div className="tm-t3 tm-sm">
        <bdi>{sentence}</bdi>
      </div>
    </>
  );
}

const COLUMNS: readonly DataColumn<Changed>[] = [
  {
    id: 'subject',
    header: 'Subject',
    narrow: 'top-left',
    cell: ({ chain, subject, caseNumber }) => (
      <>
        <Hash value={subject} kind="subject" /> <span className="tm-t3">{chain}</span>
        <div className="tm-t3 tm-sm">{caseNumber === null ? 'Your own screening' : `Case ${caseNumber}`}</div>
      </>
    ),
  },
  { id: 'at', header: 'Screened', narrow: 'top-right', cell: ({ screenedAt }) => formatDay(screenedAt) },
  { id: 'before', header: 'Rules in force', narrow: 'bottom-left', cell: ({ before }) => <Outcome {...before} /> },
  { id: 'after', header: 'This draft', narrow: 'bottom-right', cell: ({ after }) => <Outcome {...after} /> },
];

function Result({ preview: { screenings, ofCases, changed, notes } }: { readonly preview: Preview }) {
  return (
    <>
      {screenings > 0 && (
        <p>
          {changed.length === 0
            ? `No verdict of ${formatPlural(screenings, 'past screening')} would change.`
            : `${formatPlural(changed.length, 'verdict')} of ${formatPlural(screenings, 'past screening')} would change.`}{' '}
          {ofCases === 0 ? 'No case has a screening yet.' : `${formatPlural(ofCases, 'screening')} of cases.`}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="tm-note tm-sm">
          {note}
        </p>
      ))}
      {changed.length > 0 && (
        <DataTable caption="Verdicts that would change" columns={COLUMNS} rows={changed} rowId={({ id }) => id} />
      )}
    </>
  );
}

/** Tries a draft on the reader's past screenings. */
export function PreviewSection({ draft, isReady }: { readonly draft: RulesDraft; readonly isReady: boolean }) {
  const preview = useMutation({
    mutationFn: (content: RulesDraft) => api.call('previewThreatRules', { body: { content: { ...content } } }),
  });
  const isOfThis = preview.variables === draft;
  return (
    <section className="tm-stack tr-part">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">Preview</h2>
        <button
          type="button"
          className="tm-btn sm"
          disabled={!isReady || preview.isPending}
          onClick={() => preview.mutate(draft)}
        >
          Try on past screenings
        </button>
      </div>
      {preview.error && isOfThis && (
        <ErrorPanel error={preview.error} what="The preview" onRetry={() => preview.mutate(draft)} />
      )}
      {preview.data && isOfThis && <Result preview={preview.data} />}
      {!isOfThis && (
        <p className="tm-t3 tm-sm">
          Judges the last 20 screenings pinned in cases you may see and your own last 20 again, by the rules in force
          and by this draft.
        </p>
      )}
    </section>
  );
}
