import type { ReactNode } from 'react';
import { formatCount } from '../format/number.ts';

export interface TableFootProps {
  readonly shown: number;
  /** Undefined where the server does not count: it is then known once the last page is here. */
  readonly total?: number | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly pageSize: number;
  readonly onMore: () => void;
  /** The as-of line. */
  readonly children?: ReactNode;
}

/** As-of left, "Rows 1 to 25 of 94" and "Load 25 more" right. */
export function TableFoot({ shown, total: counted, hasMore, isLoading, pageSize, onMore, children }: TableFootProps) {
  const total = counted ?? (hasMore ? undefined : shown);
  const of = total === undefined ? ', more follow' : ` of ${formatCount(total)}`;
  const next = total === undefined ? pageSize : Math.min(pageSize, Math.max(1, total - shown));
  return (
    <div className="tm-foot">
      <span className="tm-grow">{children}</span>
      <span className="tm-nw" role="status">
        {shown === 0 ? 'No rows' : `${shown === 1 ? 'Row 1' : `Rows 1 to ${formatCount(shown)}`}${of}`}
      </span>
      {hasMore && (
        <button type="button" className="tm-btn sm" onClick={onMore} disabled={isLoading}>
          {isLoading ? 'Loading' : `Load ${formatCount(next)} more`}
        </button>
      )}
    </div>
  );
}
