import './batch.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatCount } from '../../../format/number.ts';
import { RefusedLines } from '../found-subjects.tsx';
import { BatchChanges } from './batch-changes.tsx';
import { BatchFilters } from './batch-filters.tsx';
import { BatchGrid } from './batch-grid.tsx';
import { BatchHead } from './batch-head.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { type Batch, batchQuery, rowsKey } from './batch-queries.ts';
import { batchSearch } from './batch-search.ts';
import { countReasons } from './batch-words.ts';

/** What of the input is not among the rows yet, or never will be. */
function Rest({ batch: { batch, refused } }: { readonly batch: Batch }) {
  const waiting = batch.total - batch.screened;
  const reasons = countReasons(refused);
  const refusedText = reasons.map(({ reason, count }) => `${formatCount(count)} × ${reason}`).join(' ');
  if (waiting === 0 && batch.refusedCount === 0) return null;
  return (
    <p className="tb-rest">
      {waiting > 0 && `${formatCount(waiting)} waiting. `}
      {batch.refusedCount > 0 &&
        `${formatCount(batch.refusedCount)} ${batch.refusedCount === 1 ? 'line was' : 'lines were'} refused: ${refusedText} None was guessed.`}
    </p>
  );
}

function AsOf({ batch: { batch } }: { readonly batch: Batch }) {
  const { ruleSet } = batch;
  return (
    <p className="tm-xs tm-t3">
      Labels, prices and rules stay what they were when the batch began, for all its rows; each result states its height
      and versions. Rules <bdi>{ruleSet.name}</bdi>,{' '}
      <span className="tm-mono" title={`SHA-256 of the rule set: ${ruleSet.hash}`}>
        {ruleSet.hash.slice(0, 12)}
      </span>
      . Low and Unknown are not clearances.
    </p>
  );
}

/** A batch of screenings: how far it is, and its rows. It follows a job of the server, so that nothing is lost with the page. */
export function BatchScreen({ id }: { readonly id: string }) {
  const search = batchSearch.parse(useSearch({ strict: false }));
  const client = useQueryClient();
  const { data, error, refetch, dataUpdatedAt } = useQuery(batchQuery(id));
  const screened = data?.batch.screened;
  useDocumentTitle(data ? `${data.batch.name} · Address threat analysis` : 'Address threat analysis');
  useEffect(() => {
    if (screened !== undefined) void client.invalidateQueries({ queryKey: rowsKey(id) });
  }, [client, id, screened]);
  if (!data && error) return <ErrorPanel error={error} what="This batch" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the batch">
        <RowBars rows={12} columns={['160px', '90px', '40px', '60px', '60px', '60px', '60px', '280px']} />
      </Skeleton>
    );
  }
  return (
    <>
      <BatchHead batch={data.batch} search={search} />
      {error && <ErrorPanel error={error} what="The progress" onRetry={() => void refetch()} />}
      <BatchProgress batch={data} readAt={dataUpdatedAt} />
      {search.with !== undefined && <BatchChanges id={id} earlier={search.with} />}
      <BatchFilters batch={data} search={search} />
      <BatchGrid batch={data} search={search} />
      <Rest batch={data} />
      <AsOf batch={data} />
      <RefusedLines refused={data.refused} />
    </>
  );
}
