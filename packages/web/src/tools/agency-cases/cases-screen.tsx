import './agency-cases.css';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import {
  type CaseFilterQuery,
  caseEmergenciesQuery,
  caseFiguresQuery,
  caseListQuery,
  caseViewsQuery,
} from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { stringifySearch } from '../../search-params.ts';
import { caseUrl } from '../../url.ts';
import { createCaseColumns } from './case-columns.tsx';
import { CaseFigures } from './case-figures.tsx';
import { CaseFilters } from './case-filters.tsx';
import { EmergencyAccess } from './emergency-access.tsx';
import { EmergencyNotices } from './emergency-notices.tsx';
import { PurgedCases } from './files/purged-cases.tsx';
import { ImportButton } from './import-button.tsx';
import { KeysButton } from './keys/keys-button.tsx';
import { NewCaseDialog } from './new-case-dialog.tsx';
import { type CasesSearch, casesSearch, casesUrl } from './search.ts';

const PAGE = 50;
const OPEN = 'new,active,waiting,review';

/** Views that everybody has; the first is the one the list opens with. */
const VIEWS: readonly { readonly id: string; readonly label: string; readonly query: CaseFilterQuery }[] = [
  { id: 'open', label: 'Open', query: { status: OPEN } },
  { id: 'mine', label: 'Mine', query: { status: OPEN, own: 'yes' } },
  { id: 'due', label: 'Due in 7 days', query: { status: OPEN, dueWithin: 7 } },
  { id: 'waiting', label: 'Waiting', query: { status: 'waiting' } },
  { id: 'closed', label: 'Closed', query: { status: 'closed' } },
  { id: 'all', label: 'All', query: {} },
];

/** What narrows, orders and pages the list. */
type ListSearch = Omit<CasesSearch, 'purged'>;

/** The conditions of a view with those of the address bar on top of them. */
function toFilter({ view, sort: _, offset: __, columns: ___, ...own }: ListSearch): CaseFilterQuery {
  const base = VIEWS.find(({ id }) => id === (view ?? 'open'))?.query ?? {};
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return { ...base, ...given };
}

function ViewTabs({ search }: { readonly search: ListSearch }) {
  const { columns } = search;
  const { data } = useQuery(caseViewsQuery());
  const kept = (data?.items ?? []).map(({ id, name, query }) => ({ id, label: name, href: `${casesUrl()}${query}` }));
  const isKept = kept.find(({ href }) => href === casesUrl(search));
  const items = VIEWS.map(({ id, label }) => ({
    id,
    label,
    href: casesUrl({ view: id === 'open' ? undefined : id, columns }),
  }));
  return <Tabs label="Views" current={isKept?.id ?? search.view ?? 'open'} items={[...items, ...kept]} />;
}

function Foot({ data, search }: { readonly data: Answer<'listCases'>; readonly search: ListSearch }) {
  const { count, withoutLoss } = data.totals;
  const from = (search.offset ?? 0) + 1;
  const to = from + data.items.length - 1;
  const at = (offset: number) => casesUrl({ ...search, offset: offset > 0 ? offset : undefined });
  return (
    <div className="tm-foot cs-foot">
      <span className="cs-grow">
        {withoutLoss > 0 &&
          `${formatPlural(withoutLoss, 'case has', 'cases have')} no loss known in dollars and ${withoutLoss === 1 ? 'is' : 'are'} left out of the total. `}
        Secured is frozen, seized and returned. Limited to what you may see.
      </span>
      {from > 1 && <AppLink href={at(from - 1 - PAGE)}>Earlier</AppLink>}
      <span>
        Rows {formatCount(from)} to {formatCount(to)} of {formatCount(count)}
      </span>
      {to < count && <AppLink href={at(to)}>Later</AppLink>}
    </div>
  );
}

function describeOpen({ totals: { count, olderThanAYear } }: Answer<'listCases'>): string {
  const text = formatPlural(count, 'case');
  return olderThanAYear > 0 ? `${text}, ${formatCount(olderThanAYear)} older than a year` : text;
}

/** Emergency accesses that wait for a review, above the list; an error of it is no reason to show no list. */
function OpenReviews() {
  const { data, error, refetch } = useQuery(caseEmergenciesQuery());
  if (error && !data) {
    return <ErrorPanel error={error} what="The list of emergency accesses" onRetry={() => void refetch()} />;
  }
  return <EmergencyNotices items={data?.items ?? []} hasCase />;
}

/** The cases of the agency that the reader may see, with the figures of the same cases. */
export function CasesScreen() {
  const { purged, ...search } = casesSearch.parse(useSearch({ strict: false }));
  const router = useRouter();
  const [isOpening, setOpening] = useState(false);
  const filter = toFilter(search);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    caseListQuery({ ...filter, sort: search.sort ?? 'due', offset: search.offset ?? 0, limit: PAGE }),
  );
  const figures = useQuery(caseFiguresQuery(filter));
  useDocumentTitle('Agency cases');
  const isNarrowed = stringifySearch({ ...search, view: undefined, sort: undefined, columns: undefined }) !== '';
  return (
    <div className="tm-page tm-stack cs-page">
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Agency cases</h1>
        <div className="tm-row tm-wrap">
          {data && <span className="tm-t3 tm-sm">{describeOpen(data)}</span>}
          <EmergencyAccess />
          <KeysButton />
          <ImportButton />
          <button type="button" className="tm-btn pri" onClick={() => setOpening(true)}>
            <IconFolderPlus size={16} stroke={1.5} aria-hidden="true" /> New case
          </button>
        </div>
      </div>
      <OpenReviews />
      <ViewTabs search={search} />
      {figures.error && <ErrorPanel error={figures.error} what="The figures" onRetry={() => void figures.refetch()} />}
      {figures.data && (figures.data.assets.length > 0 || figures.data.workload.length > 0) && (
        <CaseFigures figures={figures.data} search={search} />
      )}
      <CaseFilters key={search.words ?? ''} search={search} />
      {error && !data && <ErrorPanel error={error} what="The list of cases" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="cases">
          <RowBars rows={8} columns={['240px', '120px', '80px', '140px', '160px', '120px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && (
        <Empty
          action={
            isNarrowed || search.view ? (
              <AppLink className="tm-btn sm" href={casesUrl({ view: 'all' })}>
                Show all cases
              </AppLink>
            ) : (
              <button type="button" className="tm-btn sm" onClick={() => setOpening(true)}>
                Open the first case
              </button>
            )
          }
        >
          {isNarrowed || search.view
            ? 'No case that you may see fits these filters.'
            : 'A case holds everything that an investigation makes: people, addresses, flows, evidence, tasks.'}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <div>
          <DataTable
            caption="Cases"
            columns={createCaseColumns(search, data.today)}
            rows={data.items}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
            opensOnClick
            onOpen={({ id }) => void router.navigate({ href: caseUrl(id) })}
          />
          <p className="cs-sums tm-sm">
            <b>{formatPlural(data.totals.count, 'case')}</b>, loss {formatFiat(data.totals.lossUsd)} USD then, secured{' '}
            {formatFiat(data.totals.securedUsd)} USD then
          </p>
          <Foot data={data} search={search} />
        </div>
      )}
      <p className="tm-sm">
        <AppLink href={casesUrl({ ...search, purged: 'yes' })}>Purged cases</AppLink>
      </p>
      <PurgedCases isOpen={purged === 'yes'} onClose={() => void router.navigate({ href: casesUrl(search) })} />
      <NewCaseDialog isOpen={isOpening} onClose={() => setOpening(false)} />
    </div>
  );
}
