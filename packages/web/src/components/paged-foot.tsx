import { type AnyAsOf, AsOfLine, type KnowledgeAsOf } from './as-of-line.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { TableFoot } from './table-foot.tsx';

export interface PagedFootProps {
  /** The paged query whose rows are above. */
  readonly query: {
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly shown: number;
  readonly total?: number | undefined;
  readonly pageSize: number;
  /** What failed when the next page did. */
  readonly what?: string;
  readonly asOf: AnyAsOf | undefined;
  /** Labels, prices and rules that had a share in what is above. */
  readonly knowledge?: KnowledgeAsOf | undefined;
}

/** The foot of a table read page by page; a page that failed to load is reported above it, and the rows stay. */
export function PagedFoot({ query, shown, total, pageSize, what = 'The next page', asOf, knowledge }: PagedFootProps) {
  const onMore = () => void query.fetchNextPage();
  return (
    <>
      {query.error !== null && <ErrorPanel error={query.error} what={what} onRetry={onMore} />}
      <TableFoot
        shown={shown}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        pageSize={pageSize}
        onMore={onMore}
      >
        {asOf && <AsOfLine asOf={asOf} {...knowledge} />}
      </TableFoot>
    </>
  );
}
