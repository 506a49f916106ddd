import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';

export interface ListPartProps<T> {
  readonly title: string;
  /** At the right of the title. */
  readonly action?: ReactNode;
  /** Undefined while it is requested. */
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: string;
  /** How many there are, where not all are listed. */
  readonly count?: number | undefined;
  /** Below the list. */
  readonly more?: ReactNode;
  readonly children: (item: T) => ReactNode;
}

/** One column of the home: a short list with its heading, in all its states. */
export function ListPart<T>(props: ListPartProps<T>) {
  const { title, action, items, error, onRetry, empty, count = items?.length ?? 0, more, children } = props;
  return (
    <section className="part">
      <h2>
        {title} {count > 0 && <small>{count}</small>}
        <span className="tm-grow" />
        {action}
      </h2>
      {error !== null && !items ? (
        <ErrorPanel error={error} what={title} onRetry={onRetry} />
      ) : items ? (
        items.length === 0 ? (
          <p className="tm-t3 none">{empty}</p>
        ) : (
          <>
            <ul>{items.map(children)}</ul>
            {more}
          </>
        )
      ) : (
        <Skeleton what={title.toLowerCase()}>
          <RowBars rows={4} columns={['70%']} />
        </Skeleton>
      )}
    </section>
  );
}
