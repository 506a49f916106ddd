import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LookAlikeScope } from '../../../components/hash.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { TableFoot } from '../../../components/table-foot.tsx';
import { useIdSet } from '../../../components/use-id-set.ts';
import { formatCount } from '../../../format/number.ts';
import { nameMethod } from '../screening-request.ts';
import { storedUrl } from '../search.ts';
import { createColumns } from './batch-columns.tsx';
import { type Batch, type BatchRow, batchRowsQuery, ROWS_AT_ONCE } from './batch-queries.ts';
import type { BatchSearch } from './batch-search.ts';
import { pickCategories } from './batch-words.ts';
import { ChosenBar } from './chosen-bar.tsx';

const LEGEND = [
  [0, '0'],
  [1, 'to 10'],
  [2, '30'],
  [3, '60'],
  [4, '90'],
  [5, '100'],
] as const;

/** What the figures of the columns are. */
function Legend({ batch: { options }, isShares }: { readonly batch: Batch; readonly isShares: boolean }) {
  return (
    <>
      Larger of received and sent, %, {isShares ? 'direct and indirect' : 'of the category that counts most'},{' '}
      {nameMethod(options.method)}, {options.maxHops} hops.{' '}
      {isShares && (
        <span className="tb-legend">
          {LEGEND.map(([step, text]) => (
            <span key={step}>
              <i className={`q${step}`} aria-hidden="true" />
              {text}
            </span>
          ))}
          <span>
            <i className="hatch" aria-hidden="true" />
            no data
          </span>
        </span>
      )}
    </>
  );
}

function useRows(id: string, search: BatchSearch) {
  const query = useInfiniteQuery(batchRowsQuery(id, search));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { query, rows, matching: query.data?.pages.at(-1)?.matching ?? 0 };
}

export interface BatchGridProps {
  readonly batch: Batch;
  readonly search: BatchSearch;
}

/** The rows of a batch, sorted and filtered by the server. */
export function BatchGrid({ batch, search }: BatchGridProps) {
  const router = useRouter();
  const { id } = batch.batch;
  const { query, rows, matching } = useRows(id, search);
  const { ids, toggle, clear } = useIdSet();
  const categories = useMemo(() => pickCategories(batch.categories), [batch.categories]);
  const hasChains = batch.chains.length > 1;
  const columns = useMemo(
    () => createColumns({ id, search, categories, chosen: ids, onToggle: toggle, hasChains }),
    [id, search, categories, ids, toggle, hasChains],
  );
  const open = ({ id: row, state }: BatchRow) => {
    if (state !== null && state !== 'failed') void router.navigate({ href: storedUrl(row) });
  };
  const { data, error, refetch, isPlaceholderData } = query;
  if (error && !data) return <ErrorPanel error={error} what="The rows" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the rows">
        <RowBars rows={12} columns={['160px', '90px', '40px', '60px', '60px', '60px', '60px', '280px']} />
      </Skeleton>
    );
  }
  const chosen = rows.filter((row) => ids.has(row.id));
  return (
    <div className={search.columns === undefined ? 'tb-grid' : 'tb-grid reasons'}>
      <ChosenBar rows={chosen} options={batch.options} onClear={clear} />
      {rows.length === 0 ? (
        <Empty>No row matches these filters.</Empty>
      ) : (
        <LookAlikeScope values={rows.map(({ subject }) => subject)}>
          <div className="tb-scroll">
            <DataTable
              caption="Screened subjects"
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              onOpen={open}
              onSelect={({ id: row }) => toggle(row)}
              selectedIds={ids}
              isUpdating={isPlaceholderData}
            />
          </div>
        </LookAlikeScope>
      )}
      {error && <ErrorPanel error={error} what="The next rows" onRetry={() => void query.fetchNextPage()} />}
      <TableFoot
        shown={rows.length}
        total={matching}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        pageSize={ROWS_AT_ONCE}
        onMore={() => void query.fetchNextPage()}
      >
        <Legend batch={batch} isShares={search.columns === undefined} />
      </TableFoot>
      {categories.length < batch.categories.length && search.columns === undefined && (
        <p className="tm-xs tm-t3">
          The {categories.length} categories of most weight have a column.{' '}
          {formatCount(batch.categories.length - categories.length)} more are in the files and in the filter.
        </p>
      )}
    </div>
  );
}
