import { AppLink } from '../../../components/app-link.tsx';
import { type ThreatSearch, threatUrl } from '../search.ts';
import type { LabelAppeal } from './appeal-queries.ts';
import { appealsUrl } from './appeal-queries.ts';
import { APPEAL_STATES, describeAppeal } from './appeal-words.ts';

/** The address bar with one more label left out. */
export function withoutLabelUrl(search: ThreatSearch, label: string): string {
  const left = new Set([...(search.withoutLabels?.split(',') ?? []), label]);
  return threatUrl({ ...search, withoutLabels: [...left].join(',') });
}

export interface LabelAppealLineProps {
  readonly appeal: LabelAppeal;
  readonly search: ThreatSearch;
}

/** State of an appeal next to the label it is about, and the verdict without that label. */
export function LabelAppealLine({ appeal, search }: LabelAppealLineProps) {
  return (
    <p className={`th-appeal tm-sm ${appeal.state}`}>
      <b>{APPEAL_STATES[appeal.state]}.</b> <span className="tm-t2">{describeAppeal(appeal)}</span>{' '}
      <bdi>{appeal.decided?.note ?? appeal.statement}</bdi>{' '}
      {appeal.state !== 'rejected' && (
        <AppLink href={withoutLabelUrl(search, appeal.label)}>Screen without this label</AppLink>
      )}{' '}
      <AppLink href={appealsUrl()}>Appeals</AppLink>
    </p>
  );
}
