import { IconAlertTriangle } from '@tabler/icons-react';
import type { Coverage } from '@trailmark/api/wire';
import type { ReactNode } from 'react';

export interface CoverageBannerProps {
  readonly coverage: Coverage;
  /** At most one action: where the ledger of coverage is. */
  readonly action?: ReactNode;
}

/** What the history covers and what that hides. Nothing is shown when every height to the tip is held whole. */
export function CoverageBanner({ coverage, action }: CoverageBannerProps) {
  if (coverage.complete && coverage.gaps.length === 0) return null;
  const messages = coverage.gaps.map((gap) => gap.message).filter((message) => !coverage.summary.includes(message));
  return (
    <div className="tm-banner" role="status">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      <div className="tm-grow">
        <b>{coverage.summary}</b> {messages.slice(0, 2).join(' ')}
        {messages.length > 2 && (
          <details className="tm-more">
            <summary>{messages.length - 2} more</summary>
            {messages.slice(2).join(' ')}
          </details>
        )}
      </div>
      {action}
    </div>
  );
}
