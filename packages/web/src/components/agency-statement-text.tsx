import type { AgencyStatement } from '@trailmark/api/contract/agency-statement';
import { formatConfidence } from '../format/label-words.ts';
import { formatDay } from '../format/time.ts';
import { scamReportUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';

export interface AgencyStatementTextProps {
  readonly statement: AgencyStatement;
}

/** What a reviewer of the agency states of an address, and the report of a scam that it was made of. */
export function AgencyStatementText({ statement }: AgencyStatementTextProps) {
  const { text, category, source, state, by, at, confidence, report, reference } = statement;
  return (
    <>
      <bdi className="tm-said">“{text}”</bdi>{' '}
      <span className="tm-t3">
        Label of your agency: {category}, <bdi>{source}</bdi>, by {by}, {formatDay(at)}, {formatConfidence(confidence)}.{' '}
        {state === 'waiting' && 'It waits for a second reviewer. '}No rule reads it.
      </span>{' '}
      <AppLink href={scamReportUrl(report)}>Report {reference}</AppLink>
    </>
  );
}
