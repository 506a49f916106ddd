import '../../components/tool-page.css';
import './enhanced-report.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { EnhancedReport, ReportCheckRow, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import { useRef, useState } from 'react';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { caseUrl, reportsUrl } from '../../url.ts';
import { ChangesView } from './changes-view.tsx';
import { ClaimsView } from './claims-view.tsx';
import { previewQuery, type ReportParams, reportQuery } from './queries.ts';
import { ReportPage, showSection } from './report-page.tsx';
import { StepForm } from './report-steps.tsx';
import { STEP_WORDS, STEPS, type Step } from './report-words.ts';
import { type DraftState, useDraft } from './use-draft.ts';

type View = 'page' | 'outline' | 'claims' | 'changes';
const VIEWS: readonly (readonly [View, string])[] = [
  ['page', 'Page'],
  ['outline', 'Outline'],
  ['claims', 'Claims'],
  ['changes', 'Changes'],
];

const CHECK_WORDS = { passed: 'In order', stops: 'Has to be mended', note: 'Note' } as const;

function Checks({
  checks,
  onStep,
}: {
  readonly checks: readonly ReportCheckRow[];
  readonly onStep: (step: Step) => void;
}) {
  return (
    <section className="er-checks" aria-label="Before it can be signed">
      <h2 className="tm-h">Before it can be signed</h2>
      <ul>
        {checks.map(({ state, sentence, step }) => (
          <li key={sentence} data-state={state}>
            <span className="tm-sr">{CHECK_WORDS[state]}: </span>
            {sentence}{' '}
            {step && state !== 'passed' && (
              <button type="button" className="er-link" onClick={() => onStep(step as Step)}>
                {STEP_WORDS[step as Step]}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflict({ theirs, keepMine, takeTheirs }: Pick<DraftState, 'theirs' | 'keepMine' | 'takeTheirs'>) {
  if (!theirs) return null;
  return (
    <div className="tm-note warn" role="alert">
      <p>
        <b>{theirs.changedBy} saved another draft.</b> Yours is here and not saved.
      </p>
      <div className="er-row">
        <button type="button" className="tm-btn pri" onClick={keepMine}>
          Save mine over it
        </button>
        <button type="button" className="tm-btn" onClick={takeTheirs}>
          Take theirs
        </button>
      </div>
    </div>
  );
}

interface PreviewProps {
  readonly params: ReportParams;
  readonly report: EnhancedReport;
  readonly preview: ReportPreview | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

function Preview({ params, report, preview, error, isBusy, onRetry }: PreviewProps) {
  const [view, setView] = useState<View>('page');
  const pane = useRef<HTMLDivElement>(null);
  const open = (id: string) => {
    setView('page');
    requestAnimationFrame(() => showSection(pane.current, id));
  };
  return (
    <section className="er-preview" aria-label="Preview">
      <div className="er-bar">
        {VIEWS.map(([id, word]) => (
          <button key={id} type="button" className="tm-btn" aria-pressed={view === id} onClick={() => setView(id)}>
            {word}
            {id === 'claims' && preview ? ` ${preview.claims.length}` : ''}
          </button>
        ))}
        <span className="tm-t3 tm-sm" role="status">
          {isBusy ? 'Calculating…' : 'Preview follows the saved form.'}
        </span>
      </div>
      {error && !preview && <ErrorPanel error={error} what="The preview" onRetry={onRetry} />}
      {!preview && !error && (
        <Skeleton what="preview">
          <RowBars rows={8} columns={['90%']} />
        </Skeleton>
      )}
      {preview && (
        <div className="er-pane" ref={pane}>
          <div hidden={view !== 'page'}>
            <ReportPage document={preview.document} />
          </div>
          {view === 'outline' && (
            <ol className="er-outline">
              {preview.document.sections.map(({ id, number, title }) => (
                <li key={id}>
                  <button type="button" className="er-link" onClick={() => open(id)}>
                    {number} {title}
                  </button>
                </li>
              ))}
            </ol>
          )}
          {view === 'claims' && <ClaimsView claims={preview.claims} />}
          {view === 'changes' && <ChangesView params={params} versions={report.list} />}
        </div>
      )}
    </section>
  );
}

function Editor({ params, report }: { readonly params: ReportParams; readonly report: EnhancedReport }) {
  useDocumentTitle(report.title);
  const state = useDraft(params, report);
  const [step, setStep] = useState<Step>('material');
  const { data, error, isFetching, refetch } = useQuery({
    ...previewQuery(params, report.version),
    placeholderData: keepPreviousData,
  });
  const at = STEPS.indexOf(step);
  const [before, next] = [STEPS[at - 1], STEPS[at + 1]];
  const mayWrite = report.rights.includes('write');
  return (
    <div className="er-page">
      <div className="er-form">
        <Crumbs
          items={[
            { label: `${report.caseNumber} ${report.caseTitle}`, href: caseUrl(report.case) },
            { label: 'Enhanced report', href: reportsUrl() },
          ]}
        />
        <div className="er-head">
          <h1 className="tm-title">Report, version {report.versions + 1}</h1>
          <span className="tm-t3 tm-sm" role="status">
            {mayWrite ? (state.isSaved ? 'Saved' : 'Saving…') : 'Read only'}
          </span>
        </div>
        {state.error && <ErrorPanel error={state.error} what="The draft" onRetry={() => state.change({})} />}
        <Conflict theirs={state.theirs} keepMine={state.keepMine} takeTheirs={state.takeTheirs} />
        <div className="er-steps">
          <nav aria-label="Steps">
            {STEPS.map((id, i) => (
              <button
                key={id}
                type="button"
                aria-current={id === step ? 'step' : undefined}
                onClick={() => setStep(id)}
              >
                <i>{i + 1}</i> {STEP_WORDS[id]}
              </button>
            ))}
          </nav>
          <fieldset className="er-fields" disabled={!mayWrite && step !== 'review'}>
            <legend className="tm-h">
              {at + 1} {STEP_WORDS[step]}
            </legend>
            <StepForm
              step={step}
              params={params}
              report={report}
              preview={data}
              draft={state.draft}
              change={state.change}
              isSaved={state.isSaved}
            />
            <div className="er-foot">
              {before && (
                <button type="button" className="tm-btn" onClick={() => setStep(before)}>
                  Back
                </button>
              )}
              {next && (
                <button type="button" className="tm-btn pri" onClick={() => setStep(next)}>
                  {STEP_WORDS[next]}
                </button>
              )}
            </div>
          </fieldset>
        </div>
        {data && <Checks checks={data.checks} onStep={setStep} />}
      </div>
      <Preview
        params={params}
        report={report}
        preview={data}
        error={error}
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

/** A report: its form in steps, what has to be fixed before it is signed, and the report itself next to it. */
export function ReportScreen() {
  const params = useParams({ strict: false }) as { readonly case?: string; readonly report?: string };
  const place: ReportParams = { case: params.case ?? '', report: params.report ?? '' };
  const { data, error, refetch } = useQuery(reportQuery(place));
  if (error && !data)
    return (
      <div className="tm-page">
        <ErrorPanel error={error} what="The report" onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className="tm-page">
        <Skeleton what="report">
          <RowBars rows={6} columns={['60%']} />
        </Skeleton>
      </div>
    );
  return <Editor key={place.report} params={place} report={data} />;
}
