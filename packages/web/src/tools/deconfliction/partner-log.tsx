import { useQuery } from '@tanstack/react-query';
import type { PartnerLogEntry, PartnerView } from '@trailmark/api/contract/partner';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { saveText } from '../../save-file.ts';
import { partnerLogQuery } from './queries.ts';

const KINDS: Readonly<Record<PartnerLogEntry['kind'], string>> = {
  query: 'Query',
  answer: 'Answer',
  notice: 'Notice',
  receipt: 'Receipt',
  refusal: 'Refusal',
};

const COLUMNS: readonly DataColumn<PartnerLogEntry>[] = [
  {
    id: 'frame',
    header: 'Frame',
    cell: ({ seq, direction, kind, way }) => `${seq} ${KINDS[kind]} ${direction}${way === 'file' ? ', as a file' : ''}`,
    narrow: 'top-left',
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'right',
    cell: ({ bytes }) => formatCount(bytes),
    narrow: 'top-right',
  },
  {
    id: 'digest',
    header: 'Digest',
    cell: ({ digest }) => (
      <span className="tm-mono" title={digest}>
        {digest.slice(0, 8)}…
      </span>
    ),
    narrow: 'bottom-left',
  },
  {
    id: 'at',
    header: 'Time',
    cell: ({ at }) => <span className="tm-nw">{formatTime(at)}</span>,
    narrow: 'bottom-right',
  },
];

/** Frames of a partner as a chain of digests, to be compared with theirs. */
export function PartnerLog({ partner }: { readonly partner: PartnerView }) {
  const { data, error, refetch } = useQuery(partnerLogQuery(partner.id));
  if (error) return <ErrorPanel error={error} what="The log" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the log">
        <RowBars rows={3} columns={['200px']} />
      </Skeleton>
    );
  }
  if (data.items.length === 0) return <Empty>Nothing was exchanged with this partner yet.</Empty>;
  return (
    <div className="tm-stack">
      <DataTable caption="Log of the partner" columns={COLUMNS} rows={data.items} rowId={({ head }) => head} />
      <p className="tm-sm tm-t2">
        Head of our log <span className="tm-mono">{partner.log.head.slice(0, 16)}</span>.{' '}
        {partner.theirLog ? (
          <>
            They stated {formatCount(partner.theirLog.count)} frames with head{' '}
            <span className="tm-mono">{partner.theirLog.head.slice(0, 16)}</span>.
          </>
        ) : (
          'They have stated none yet.'
        )}
      </p>
      <p>
        <button
          type="button"
          className="tm-btn sm"
          onClick={() => saveText(JSON.stringify(data, null, 2), 'trailmark-partner-log.json')}
        >
          Export transcript
        </button>
      </p>
    </div>
  );
}
