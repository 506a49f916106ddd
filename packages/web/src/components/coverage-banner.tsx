import { IconAlertTriangle } from '@tabler/icons-react';
import type { Coverage } from '@trailmark/api/wire';
import type { ReactNode } from 'react';
import { summariseGaps } from '../format/gap-summary.ts';
import { GapRow } from './gap-row.tsx';

export interface CoverageBannerProps {
  readonly coverage: Coverage;
  /** At most one action: where the ledger of coverage is. */
  readonly action?: ReactNode;
}

/** What the history covers and what that hides. Nothing is shown when every height to the tip is held whole. */
export function CoverageBanner({ coverage, action }: CoverageBannerProps) {
  const { complete, summary, gaps } = coverage;
  if (complete && gaps.length === 0) return null;
  return (
    <div className="tm-banner" role="status">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      <div className="tm-grow">
        <b>{summary}</b> {summariseGaps(gaps)}
        {gaps.length > 1 && (
          <details>
            <summary>All {gaps.length} gaps</summary>
            {gaps.map((gap, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: gaps have a fixed order
              <GapRow key={i} gap={gap} />
            ))}
          </details>
        )}
      </div>
      {action}
    </div>
  );
}
