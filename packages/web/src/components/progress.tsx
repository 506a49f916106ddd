import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../format/number.ts';

export interface ProgressProps {
  readonly done: number;
  /** Undefined while not known: the bar is hatched and only the count is shown. */
  readonly total: number | undefined;
  /** "transactions", "blocks". */
  readonly unit: string;
  readonly secondsLeft?: number | null;
  /** What is already usable. */
  readonly children?: ReactNode;
  readonly onCancel?: () => void;
}

/** Work longer than 2 s: bar, count with unit, what is usable, and a Cancel that stops the work. */
export function Progress({ done, total, unit, secondsLeft, children, onCancel }: ProgressProps) {
  const count =
    total === undefined ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`;
  const left = secondsLeft === undefined || secondsLeft === null ? '' : `, about ${formatDuration(secondsLeft)}`;
  return (
    <div className="tm-progress">
      <div className="tm-row tm-between">
        <span role="status">
          {count}
          {left}
        </span>
        {onCancel && (
          <button type="button" className="tm-btn sm" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <progress {...(total === undefined ? {} : { value: done, max: total })} aria-label={`${unit} done`} />
      {children}
    </div>
  );
}
