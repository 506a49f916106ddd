import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';

export interface ColumnSort {
  /** How the column is sorted now; null: it is not the sorted one. */
  readonly direction: 'ascending' | 'descending' | null;
  /**
   * The page sorted by this column, or the other way round: built by url.ts, done by the server. Absent where the
   * server sorts one way only and this column is the sorted one.
   */
  readonly href?: string;
}

export interface ColumnHeaderProps {
  readonly column: {
    readonly header: ReactNode;
    readonly align?: 'right';
    readonly sort?: ColumnSort;
    readonly width?: string;
    readonly isMinor?: boolean;
  };
}

/** A header cell, aligned as its column; the sorted one is bold with an arrow. */
export function ColumnHeader({ column: { header, align, sort, width, isMinor } }: ColumnHeaderProps) {
  const classes = [align === 'right' && 'tm-r', sort?.direction && 'sorted', isMinor && 'minor']
    .filter(Boolean)
    .join(' ');
  const Arrow = sort?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      style={width ? { width } : undefined}
      className={classes || undefined}
      aria-sort={sort?.direction ?? undefined}
    >
      {header}
      {sort?.href === undefined ? (
        sort && (
          <span className="tm-sort">
            <Arrow size={14} stroke={1.5} aria-hidden="true" />
          </span>
        )
      ) : (
        <AppLink
          className="tm-sort"
          href={sort.href}
          aria-label={sort.direction === 'descending' ? 'Sort ascending' : 'Sort descending'}
        >
          <Arrow size={14} stroke={1.5} className={sort.direction ? undefined : 'idle'} />
        </AppLink>
      )}
    </th>
  );
}
