import { useQuery } from '@tanstack/react-query';
import type { ScreeningAnswer } from '@trailmark/api/contract/screening';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useRun } from '../../use-run.ts';
import { appealsQuery, type LabelAppeal, labelsUsed } from './appeals/appeal-queries.ts';
import { ContestedReasons } from './appeals/contested-reasons.tsx';
import { AsOfFoot } from './as-of-foot.tsx';
import { BehaviourSection } from './behaviour-section.tsx';
import { ExposureSection } from './exposure-section.tsx';
import { LabelsSection } from './labels-section.tsx';
import { sensitivityQuery } from './queries.ts';
import { versionQuery } from './rules/rules-queries.ts';
import { type Bands, ScoreSection } from './score-section.tsx';
import { type ThreatSearch, threatUrl } from './search.ts';
import { VerdictBar } from './verdict-bar.tsx';

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

const NO_APPEALS: { readonly items: readonly LabelAppeal[] } = { items: [] };

export interface ResultPartsProps {
  readonly answer: ScreeningAnswer;
  readonly request: ScreeningRequest;
  /** What the address bar says: another asset is shown there. */
  readonly search: ThreatSearch;
  /** The result of the same request, run again. */
  readonly asked: ThreatSearch;
}

/** Everything a screening says: verdict, labels, exposure, score, patterns, what was not read, what it is true of. */
export function ResultParts({ answer, request, search, asked }: ResultPartsProps) {
  const { screening, asOf, ruleSet, hash } = answer;
  const bands = useBands(ruleSet.hash);
  const { data: { items: appeals } = NO_APPEALS } = useQuery(appealsQuery(labelsUsed(screening)));
  const [isTested, setTested] = useState(false);
  const test = useRun(sensitivityQuery(request), isTested);
  return (
    <>
      <VerdictBar
        screening={screening}
        sensitivity={test.data}
        sensitivityHref={threatUrl({ ...asked, view: 'sensitivity' })}
        isTesting={test.isFetching}
        onTest={() => (isTested ? test.run() : setTested(true))}
        onCancel={test.cancel}
      />
      {test.error && <ErrorPanel error={test.error} what="The test" onRetry={test.run} />}
      <ContestedReasons screening={screening} appeals={appeals} search={asked} />
      <LabelsSection screening={screening} search={asked} appeals={appeals} />
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
