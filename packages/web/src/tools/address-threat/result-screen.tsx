import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ScreeningAnswer } from '@trailmark/api/contract/screening';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { useRun } from '../../use-run.ts';
import { AsOfFoot } from './as-of-foot.tsx';
import { BehaviourSection } from './behaviour-section.tsx';
import { ExposureSection } from './exposure-section.tsx';
import { LabelsSection } from './labels-section.tsx';
import { OptionsLine } from './options-line.tsx';
import { screeningQuery, sensitivityQuery } from './queries.ts';
import { ResultHead } from './result-head.tsx';
import { versionQuery } from './rules/rules-queries.ts';
import { type Bands, ScoreSection } from './score-section.tsx';
import type { AskedScreening } from './screening-request.ts';
import { type ThreatSearch, threatUrl } from './search.ts';
import { VerdictBar } from './verdict-bar.tsx';
import { Cancelled, Waiting } from './waiting.tsx';

export interface SubjectScreenProps {
  readonly request: AskedScreening;
  readonly search: ThreatSearch;
}

function Limits({ limits }: { readonly limits: readonly string[] }) {
  if (limits.length === 0) return null;
  return (
    <section className="tm-sect th-limits">
      <h2 className="tm-h">What was not read</h2>
      <ul>
        {limits.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** Bands of the rules that judged, as long as they are in force. */
function useBands(hash: string): Bands | undefined {
  const { data } = useQuery(versionQuery('in-force'));
  return data?.hash === hash ? data.ruleSet.bands : undefined;
}

function Loaded({ answer, request, search }: SubjectScreenProps & { readonly answer: ScreeningAnswer }) {
  const { screening, asOf, ruleSet, hash } = answer;
  const bands = useBands(ruleSet.hash);
  const [isTested, setTested] = useState(false);
  const test = useRun(sensitivityQuery(request), isTested);
  return (
    <>
      <VerdictBar
        screening={screening}
        sensitivity={test.data}
        sensitivityHref={threatUrl({ ...search, view: 'sensitivity' })}
        isTesting={test.isFetching}
        onTest={() => (isTested ? test.run() : setTested(true))}
        onCancel={test.cancel}
      />
      {test.error && <ErrorPanel error={test.error} what="The test" onRetry={test.run} />}
      <LabelsSection screening={screening} search={search} />
      <ExposureSection screening={screening} search={search} />
      <ScoreSection screening={screening} ruleSetName={ruleSet.name} bands={bands} />
      <BehaviourSection
        behaviours={screening.behaviours}
        request={screening.request}
        isRead={screening.exposure.some(({ sides }) => sides.length > 0)}
      />
      <Limits limits={screening.limits} />
      <AsOfFoot asOf={asOf} ruleSet={ruleSet} hash={hash} />
    </>
  );
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
          <Loaded answer={data} request={request} search={search} />
        </div>
      )}
    </>
  );
}
