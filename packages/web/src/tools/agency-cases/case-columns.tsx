import { IconEyeOff, IconLock } from '@tabler/icons-react';
import type { CaseHead } from '@trailmark/api/contract/case';
import { AppLink } from '../../components/app-link.tsx';
import type { DataColumn } from '../../components/data-table.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import { describeDue, formatCaseDay, formatShare, PRIORITY_WORDS, STATUS_WORDS } from './case-words.ts';
import { readColumns } from './column-ids.ts';
import { type CasesSearch, casesUrl } from './search.ts';

type Sort = NonNullable<CasesSearch['sort']>;

const LOCKS = {
  open: null,
  'need-to-know': <IconLock size={14} stroke={1.5} role="img" aria-label="need-to-know" />,
  sealed: <IconEyeOff size={14} stroke={1.5} role="img" aria-label="sealed" />,
} as const;

function Due({ row: { nextDue }, today }: { readonly row: CaseHead; readonly today: string }) {
  if (!nextDue) return <span className="tm-none">nothing due</span>;
  const { text, isLate } = describeDue(nextDue.on, today);
  return (
    <span className="tm-nw">
      {formatCaseDay(nextDue.on, today)}{' '}
      <bdi className={isLate ? 'cs-late' : 'tm-t3'}>
        {nextDue.what}
        {(isLate || text === 'today') && `, ${isLate ? 'late' : text}`}
      </bdi>
    </span>
  );
}

function Usd({ micro }: { readonly micro: bigint | null }) {
  if (micro === null) return <Missing reason="No amount is entered, or there is no price of its day." />;
  return micro === 0n ? '0' : formatFiat(micro);
}

function Traced({ row: { money } }: { readonly row: CaseHead }) {
  const { lossUsd, tracedUsd } = money;
  // Of what has no price in dollars no share is known; the case itself shows it by asset.
  if (lossUsd === null) return <Missing reason="No loss is entered, or there is no price of its day." />;
  if (lossUsd === 0n || tracedUsd === null) return <span className="tm-none">not started</span>;
  return formatShare(tracedUsd, lossUsd);
}

const TAGS: DataColumn<CaseHead> = {
  id: 'tags',
  header: 'Tags',
  isMinor: true,
  cell: ({ tags }) => (tags.length > 0 ? <bdi>{tags.join(', ')}</bdi> : <span className="tm-none">none</span>),
};

/** Every column of the list; the header of a column that can be sorted by is a link, so that the order is in the address bar. */
function listColumns(search: CasesSearch, today: string): readonly DataColumn<CaseHead>[] {
  const sortBy = (sort: Sort, label: string) => (
    <AppLink
      className="cs-sort"
      href={casesUrl({ ...search, offset: undefined, sort: sort === 'due' ? undefined : sort })}
      aria-current={(search.sort ?? 'due') === sort ? 'true' : undefined}
    >
      {label}
    </AppLink>
  );
  return [
    {
      id: 'case',
      header: sortBy('title', 'Case'),
      narrow: 'top-left',
      width: '19%',
      cell: ({ id, number, title, policy }) => (
        <span className="cs-case">
          <span className="tm-t3">{number}</span>{' '}
          <AppLink href={caseUrl(id)}>
            <bdi>{title}</bdi>
          </AppLink>{' '}
          {LOCKS[policy]}
        </span>
      ),
    },
    { id: 'type', header: 'Type', narrow: 'bottom-left', cell: ({ typeName }) => typeName },
    { id: 'status', header: 'Status', cell: ({ status }) => STATUS_WORDS[status] },
    { id: 'priority', header: 'Priority', isMinor: true, cell: ({ priority }) => PRIORITY_WORDS[priority] },
    {
      id: 'lead',
      header: 'Lead',
      isMinor: true,
      cell: ({ lead }) =>
        lead ? <bdi className="cs-lead">{lead.name}</bdi> : <span className="tm-none">no lead</span>,
    },
    { id: 'unit', header: 'Unit', isMinor: true, cell: ({ unit }) => <bdi>{unit}</bdi> },
    TAGS,
    {
      id: 'reference',
      header: 'File number',
      isMinor: true,
      cell: ({ reference }) => (reference ? <bdi>{reference}</bdi> : <span className="tm-none">none</span>),
    },
    {
      id: 'due',
      header: sortBy('due', 'Next due'),
      narrow: 'bottom-right',
      cell: (row) => <Due row={row} today={today} />,
    },
    {
      id: 'deadline',
      header: 'Deadline',
      isMinor: true,
      cell: ({ deadline }) =>
        deadline ? formatCaseDay(deadline, today) : <span className="tm-none">no deadline</span>,
    },
    {
      id: 'loss',
      header: sortBy('loss', 'Loss, USD then'),
      align: 'right',
      narrow: 'top-right',
      cell: ({ money }) => <Usd micro={money.lossUsd} />,
    },
    { id: 'traced', header: 'Traced, %', align: 'right', isMinor: true, cell: (row) => <Traced row={row} /> },
    {
      id: 'secured',
      header: 'Secured, USD',
      align: 'right',
      isMinor: true,
      cell: ({ money }) => <Usd micro={money.securedUsd} />,
    },
    {
      id: 'opened',
      header: 'Opened, UTC',
      align: 'right',
      isMinor: true,
      cell: ({ openedAt }) => formatCaseDay(formatTime(openedAt).slice(0, 10), today),
    },
    {
      id: 'changed',
      header: sortBy('changed', 'Changed, UTC'),
      align: 'right',
      isMinor: true,
      cell: ({ changedAt }) => {
        const text = formatTime(changedAt);
        return (
          <time dateTime={new Date(changedAt * 1000).toISOString()} title={`${text} UTC`} className="tm-nw">
            {text.startsWith(today) ? text.slice(11, 16) : formatCaseDay(text.slice(0, 10), today)}
          </time>
        );
      },
    },
  ];
}

/** The columns that are chosen; the case itself is always there. */
export function createCaseColumns(search: CasesSearch, today: string): readonly DataColumn<CaseHead>[] {
  const shown: readonly string[] = readColumns(search.columns);
  return listColumns(search, today).filter(({ id }) => id === 'case' || shown.includes(id));
}
