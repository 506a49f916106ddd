import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { AppLink } from '../../components/app-link.tsx';
import { ContactCustodian } from '../../parts/cases/contact-custodian.tsx';
import { caseUrl } from '../../url.ts';

export interface OverlapNoticeProps {
  /** The case that something was added to. */
  readonly caseId: string;
  readonly overlaps: readonly CaseOverlap[];
}

/** What other cases say about what was just added, as far as their policies let them. */
export function OverlapNotice({ caseId, overlaps }: OverlapNoticeProps) {
  if (overlaps.length === 0) return null;
  return (
    <ul className="cs-notices" role="status">
      {overlaps.map((overlap) =>
        overlap.kind === 'case' ? (
          <li key={overlap.id}>
            <bdi>{overlap.what}</bdi> is also in{' '}
            <AppLink href={caseUrl(overlap.id)}>
              {overlap.number} <bdi>{overlap.title}</bdi>
            </AppLink>
            .
          </li>
        ) : (
          <li key="custodian">
            <ContactCustodian caseId={caseId} />
          </li>
        ),
      )}
    </ul>
  );
}
