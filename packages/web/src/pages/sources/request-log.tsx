import { useInfiniteQuery } from '@tanstack/react-query';
import type { SourceStatus } from '@trailmark/api/contract/source';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatBytes } from '../../format/number.ts';
import { PAGE_SIZE, sourceRequestsQuery } from '../../parts/sources/source-queries.ts';
import { sourcesUrl } from '../../parts/sources/source-url.ts';
import { caseUrl } from '../../url.ts';

type OutboundRequest = Answer<'listSourceRequests'>['items'][number];

const none = <span className="tm-t3">–</span>;

function Outcome({ status, fault }: Pick<OutboundRequest, 'status' | 'fault'>) {
  if (fault !== null) return <QuotedText text={fault} />;
  return status === null ? <span className="tm-t3">no answer yet</span> : String(status);
}

const COLUMNS: readonly DataColumn<OutboundRequest>[] = [
  {
    id: 'asked',
    header: <ZoneSwitch label="Asked" />,
    narrow: 'top-left',
    cell: ({ askedAt }) => <Time seconds={askedAt} />,
  },
  {
    id: 'source',
    header: 'Source',
    narrow: 'top-right',
    cell: ({ source }) => <span className="so-nowrap">{source}</span>,
  },
  { id: 'person', header: 'For', isMinor: true, cell: ({ person }) => (person === null ? none : <bdi>{person}</bdi>) },
  {
    id: 'case',
    header: 'Case',
    isMinor: true,
    cell: ({ case: of }) => (of === null ? none : <AppLink href={caseUrl(of.id)}>{of.number}</AppLink>),
  },
  {
    id: 'revealed',
    header: 'Revealed',
    narrow: 'bottom-left',
    cell: ({ revealed }) =>
      revealed === '' ? (
        <span className="tm-t3" title="A question about the chain alone, such as its newest block">
          nothing of a case
        </span>
      ) : (
        <span className="so-url">{revealed}</span>
      ),
  },
  {
    id: 'url',
    header: 'Sent, without the key',
    isMinor: true,
    cell: ({ url }) => <span className="so-url">{url}</span>,
  },
  { id: 'outcome', header: 'Answer', narrow: 'bottom-right', cell: (row) => <Outcome {...row} /> },
  {
    id: 'bytes',
    header: 'Size',
    align: 'right',
    isMinor: true,
    cell: ({ bytes }) => (bytes === null ? none : <span className="so-nowrap">{formatBytes(bytes)}</span>),
  },
];

/** Every request that left the building, newest first. */
export function RequestLog({ source }: { readonly source: SourceStatus | undefined }) {
  const query = useInfiniteQuery(sourceRequestsQuery(source?.id));
  const { data, error, isPlaceholderData, refetch } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="tm-stack" aria-labelledby="so-log">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h" id="so-log">
          {source ? `Requests to ${source.name}` : 'Requests that left the building'}
        </h2>
        {source && <AppLink href={sourcesUrl()}>Requests to every source</AppLink>}
      </div>
      {error && !data && <ErrorPanel error={error} what="The log of requests" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="requests">
          <RowBars rows={4} columns={['160px', '120px', '200px', '260px', '80px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && <Empty>Nothing was requested yet, so nothing left this server.</Empty>}
      {rows.length > 0 && (
        <div>
          <DataTable
            caption="Requests to sources"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
          />
          <PagedFoot query={query} shown={rows.length} pageSize={PAGE_SIZE} asOf={undefined} />
        </div>
      )}
    </section>
  );
}
