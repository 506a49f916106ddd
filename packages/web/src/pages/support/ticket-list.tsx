import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { TicketRow } from '@trailmark/api/contract/support';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { formatPlural } from '../../format/number.ts';
import { ticketsQuery } from './queries.ts';
import { type SupportSearch, supportUrl, ticketUrl } from './search.ts';
import { nameTool, STATUS_WORDS } from './support-words.ts';

const SUBJECT: DataColumn<TicketRow> = {
  id: 'subject',
  header: 'Subject',
  narrow: 'top-left',
  cell: ({ id, subject }) => <AppLink href={ticketUrl(id)}>{subject}</AppLink>,
};
const REST: readonly DataColumn<TicketRow>[] = [
  { id: 'status', header: 'Status', narrow: 'bottom-left', cell: ({ status }) => STATUS_WORDS[status] },
  {
    id: 'severity',
    header: 'Urgency',
    narrow: 'top-right',
    cell: ({ severity }) => (severity === 'blocking' ? <b className="tm-m">blocking</b> : severity),
  },
  {
    id: 'tool',
    header: 'Tool',
    isMinor: true,
    cell: ({ tool }) => nameTool(tool) ?? <span className="tm-t3">none</span>,
  },
  { id: 'messages', header: 'Messages', align: 'right', isMinor: true, cell: ({ messageCount }) => messageCount },
  { id: 'changed', header: 'Changed', narrow: 'bottom-right', cell: ({ changedAt }) => <UtcTime iso={changedAt} /> },
];
const OWN = [SUBJECT, ...REST];
const ALL: readonly DataColumn<TicketRow>[] = [
  SUBJECT,
  {
    id: 'author',
    header: 'From',
    cell: ({ author, agency }) => (
      <>
        {author} <span className="tm-t3 tm-sm">{agency}</span>
      </>
    ),
  },
  ...REST,
];

const FILTERS = [undefined, 'open', 'waiting', 'solved'] as const;

export interface TicketListProps {
  readonly scope: 'own' | 'all';
  readonly status: SupportSearch['status'];
}

/** Tickets, last changed first. */
export function TicketList({ scope, status }: TicketListProps) {
  const router = useRouter();
  const { data, error, refetch, isPlaceholderData } = useQuery(ticketsQuery(scope, status));
  const rows = data?.items ?? [];
  return (
    <>
      <nav className="up-filter" aria-label="Status">
        {FILTERS.map((id) => (
          <AppLink
            key={id ?? 'any'}
            className={`tm-chip${id === status ? ' on' : ''}`}
            aria-current={id === status ? 'true' : undefined}
            href={supportUrl({ tab: scope === 'own' ? undefined : scope, status: id })}
          >
            {id === undefined ? 'Every status' : STATUS_WORDS[id]}
          </AppLink>
        ))}
      </nav>
      {error && <ErrorPanel error={error} what="The list of tickets" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="tickets">
          <RowBars rows={5} columns={['280px', '160px', '80px', '160px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <Empty
          action={
            scope === 'own' && (
              <AppLink className="tm-btn sm" href={supportUrl({ tab: 'new' })}>
                New ticket
              </AppLink>
            )
          }
        >
          {status === undefined
            ? 'No ticket yet. Tickets and their answers appear here.'
            : 'No ticket has this status.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <div>
          <DataTable
            caption="Tickets"
            columns={scope === 'own' ? OWN : ALL}
            rows={rows}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
            onOpen={({ id }) => void router.navigate({ href: ticketUrl(id) })}
          />
          <p className="tm-foot">
            {rows.length === data?.total
              ? formatPlural(rows.length, 'ticket')
              : `The ${rows.length} tickets changed last, of ${data?.total}. Choose a status to see others.`}
          </p>
        </div>
      )}
    </>
  );
}
