import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { AppLink } from '../../components/app-link.tsx';
import { caseUrl } from '../../url.ts';

/** What other cases say about what was just added, as far as their policies let them. */
export function OverlapNotice({ overlaps }: { readonly overlaps: readonly CaseOverlap[] }) {
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
          <li key="custodian">It also occurs in a case that you may not see. Contact the custodian of your agency.</li>
        ),
      )}
    </ul>
  );
}
