import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { useRun } from '../../use-run.ts';
import { OptionsLine } from './options-line.tsx';
import { screeningQuery } from './queries.ts';
import { ResultHead } from './result-head.tsx';
import { ResultParts } from './result-parts.tsx';
import type { AskedScreening } from './screening-request.ts';
import { type ThreatSearch, threatUrl } from './search.ts';
import { ofSubjectQuery } from './stored/stored-queries.ts';
import { OtherScreenings } from './stored/stored-rows.tsx';

import { Cancelled, Waiting } from './waiting.tsx';

export interface SubjectScreenProps {
  readonly request: AskedScreening;
  readonly search: ThreatSearch;
}

/** Earlier screenings of the same subject, with what is different. */
function Earlier({ answer }: { readonly answer: Answer<'runScreening'> }) {
  const { chain, subject } = answer.screening.request;
  const { data } = useQuery({ ...ofSubjectQuery(chain, subject.text), enabled: answer.id !== null });
  if (!data || answer.id === null) return null;
  return <OtherScreenings rows={data.items} current={answer.id} />;
}

/** The verdict on one subject, and everything behind it. */
export function ResultScreen({ request, search }: SubjectScreenProps) {
  const router = useRouter();
  const { data, error, isFetching, isCancelled, cancel, run } = useRun(screeningQuery(request));
  useDocumentTitle(`${shorten(request.subject.text)} · Address threat analysis`);
  return (
    <>
      <ResultHead request={request} search={search} screening={data?.screening} isRunning={isFetching} onRun={run} />
      <OptionsLine
        search={search}
        onApply={(options) => void router.navigate({ href: threatUrl({ ...search, ...options }) })}
      />
      {error && !isFetching && <ErrorPanel error={error} what="This screening" onRetry={run} />}
      {isCancelled && <Cancelled what="The screening" onRun={run} />}
      {!data && isFetching && (
        <Waiting
          what="the screening"
          why="What it received is traced back and what it sent forward, asset by asset."
          onCancel={cancel}
        />
      )}
      {data && (
        <div className={isFetching ? 'th-result updating' : 'th-result'} aria-busy={isFetching}>
          <Earlier key={data.id} answer={data} />
          <ResultParts answer={data} request={request} search={search} asked={search} />
        </div>
      )}
    </>
  );
}
