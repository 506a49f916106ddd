import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { LevelTag } from '../level-tag.tsx';
import { storedUrl } from '../search.ts';
import { type BatchRow, batchChangesQuery } from './batch-queries.ts';
import { ROW_STATE_WORDS } from './batch-words.ts';

interface Change {
  readonly earlier: BatchRow;
  readonly later: BatchRow;
}

function Verdict({ row: { level, state, score } }: { readonly row: BatchRow }) {
  if (level === null) return <span className="tm-t3">{ROW_STATE_WORDS[state ?? 'waiting']}</span>;
  return (
    <span className="tm-row tm-nw">
      <LevelTag level={level} /> {score ?? <span className="tm-none">no score</span>}
    </span>
  );
}

const COLUMNS: readonly DataColumn<Change>[] = [
  {
    id: 'subject',
    header: 'Subject',
    narrow: 'top-left',
    cell: ({ later }) => <Hash value={later.subject} kind={later.kind} href={storedUrl(later.id)} />,
  },
  { id: 'earlier', header: 'Was', narrow: 'bottom-left', cell: ({ earlier }) => <Verdict row={earlier} /> },
  { id: 'later', header: 'Is', narrow: 'bottom-right', cell: ({ later }) => <Verdict row={later} /> },
  {
    id: 'open',
    header: 'Why',
    narrow: 'top-right',
    cell: ({ earlier, later }) =>
      earlier.state === 'failed' || later.state === 'failed' ? null : (
        <AppLink href={storedUrl(later.id, earlier.id)}>
          Differences<span className="tm-sr"> of {later.subject}</span>
        </AppLink>
      ),
  },
];

/** Subjects whose verdict differs from that in an earlier batch. */
export function BatchChanges({ id, earlier }: { readonly id: string; readonly earlier: string }) {
  const { data, error, refetch } = useQuery(batchChangesQuery(id, earlier));
  return (
    <section className="tm-stack tb-changes" aria-label="Changes">
      <h2 className="tm-h">
        Changed since that batch {data && <small>{formatPlural(data.compared, 'subject')} in both</small>}
      </h2>
      {error && !data && <ErrorPanel error={error} what="The comparison" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the comparison">
          <RowBars rows={3} columns={['160px', '120px', '120px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && <p className="tm-t2">No verdict and no score changed.</p>}
      {data && data.items.length > 0 && (
        <DataTable
          caption="Subjects whose verdict changed"
          columns={COLUMNS}
          rows={data.items}
          rowId={({ later }) => later.id}
        />
      )}
      {data && data.onlyHere > 0 && (
        <p className="tm-sm tm-t3">{formatCount(data.onlyHere)} are in this batch only and are not compared.</p>
      )}
    </section>
  );
}
