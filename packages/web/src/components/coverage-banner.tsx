import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type AnyCoverage, summariseCoverage } from '../format/gap-summary.ts';
import { GapRow } from './gap-row.tsx';

export interface CoverageBannerProps {
  readonly coverage: AnyCoverage;
  /** At most one action: where the ledger of coverage is. */
  readonly action?: ReactNode;
}

/** What the history covers and what that hides. Nothing is shown when every height to the tip is completely indexed. */
export function CoverageBanner({ coverage, action }: CoverageBannerProps) {
  const { complete, gaps } = coverage;
  if (complete && gaps.length === 0) return null;
  const { held, hidden } = summariseCoverage(coverage);
  return (
    <div className="tm-banner" role="status">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      <div className="tm-grow">
        <b>{held}</b> {hidden}
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
