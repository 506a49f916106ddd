import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { InterestHead } from '@trailmark/api/contract/interest';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import { InterestForm } from './interest-form.tsx';
import { InterestPanel } from './interest-panel.tsx';
import { interestsQuery } from './queries.ts';
import { type DeconflictionSearch, deconflictionUrl } from './search.ts';
import { ANSWER_WORDS, RADIUS_WORDS, SENSITIVITY_WORDS } from './words.ts';

const COLUMNS: readonly DataColumn<InterestHead>[] = [
  {
    id: 'interest',
    header: 'Interest',
    cell: ({ number, case: of }) => (
      <span>
        <b className="tm-nw">{number}</b>{' '}
        <AppLink className="tm-sm" href={caseUrl(of.id)}>
          {of.number} <bdi>{of.title}</bdi>
        </AppLink>
      </span>
    ),
    narrow: 'top-left',
  },
  {
    id: 'identifiers',
    header: 'Identifiers',
    cell: ({ identifierCount, radius }) => `${formatPlural(identifierCount, 'identifier')}, ${RADIUS_WORDS[radius]}`,
    narrow: 'bottom-left',
  },
  {
    id: 'sensitivity',
    header: 'Sensitivity',
    cell: ({ sensitivity }) => SENSITIVITY_WORDS[sensitivity],
    isMinor: true,
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: ({ answer, state, partners }) => (
      <span>
        <b>{ANSWER_WORDS[answer]}</b>
        {partners.of > 0 && (
          <span className="tm-t2 tm-sm">
            {' '}
            {partners.answered} of {formatPlural(partners.of, 'partner')} answered
          </span>
        )}
        {state === 'lapsed' && <span className="dc-warn"> Review overdue: it matches nothing</span>}
        {state === 'closed' && <span className="tm-t2"> closed</span>}
      </span>
    ),
    narrow: 'top-right',
  },
  {
    id: 'filed',
    header: 'Filed',
    cell: ({ filedAt }) => <span className="tm-nw">{formatTime(filedAt)}</span>,
    narrow: 'bottom-right',
  },
];

function describeWait(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? formatPlural(minutes, 'minute') : formatPlural(Math.round(minutes / 60), 'hour');
}

/** Interests of the reader’s cases, and how to file one; the open one with its thread. */
export function InterestsView({ search }: { readonly search: DeconflictionSearch }) {
  const router = useRouter();
  const { data, error, refetch } = useQuery(interestsQuery());
  const open = (interest: string) =>
    void router.navigate({ href: deconflictionUrl({ tab: 'deconfliction', interest }), resetScroll: false });
  return (
    <div className="dc-two">
      <InterestForm />
      <div className="dc-main">
        {error && <ErrorPanel error={error} what="The interests" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="the interests">
            <RowBars rows={4} columns={['160px', '200px']} />
          </Skeleton>
        )}
        {data?.items.length === 0 && (
          <Empty>
            No interest was filed in a case that you may see. File one to learn whether somebody else works on the same.
          </Empty>
        )}
        {data && data.items.length > 0 && (
          <>
            <DataTable
              caption="Interests"
              columns={COLUMNS}
              rows={data.items}
              rowId={({ id }) => id}
              selectedId={search.interest}
              onSelect={({ id }) => open(id)}
              onOpen={({ id }) => open(id)}
              opensOnClick
            />
            <p className="tm-sm tm-t2">
              {formatPlural(data.figures.filed, 'interest')} filed, {formatPlural(data.figures.conflicts, 'conflict')}
              {data.figures.medianContact !== null &&
                `, median time to contact ${describeWait(data.figures.medianContact)}`}
              . Compared with the other agencies of this installation, and with partners on other servers.
            </p>
          </>
        )}
        {search.interest && <InterestPanel key={search.interest} id={search.interest} />}
      </div>
    </div>
  );
}
