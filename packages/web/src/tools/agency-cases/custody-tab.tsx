import './case-people.css';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { contract } from '@trailmark/api/contract';
import type { CaseCustodyAct } from '@trailmark/api/contract/case-custody';
import { routeUrl } from '@trailmark/api/route-call';
import { CUSTODY_ACTS } from '@trailmark/core/custody';
import { CUSTODY_PAGE, caseCustodyActsQuery, caseEvidenceQuery } from '../../case-evidence.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ANY_OPTION, type FilterOptions, FilterPick } from '../../components/form/filter-pick.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { CustodyCheck } from './custody-check.tsx';
import { shortHash, Way } from './custody-ledger.tsx';
import { type CustodySearch, readCustodySearch } from './custody-search.ts';
import { ACT_NAMES } from './custody-words.ts';
import { DailyRoot } from './daily-root.tsx';

const ACTS: FilterOptions = [ANY_OPTION, ...CUSTODY_ACTS.map((act) => [act, ACT_NAMES[act]] as const)];

function toColumns(caseId: string): readonly DataColumn<CaseCustodyAct>[] {
  return [
    {
      id: 'at',
      header: <ZoneSwitch label="Time" />,
      narrow: 'top-left',
      cell: ({ at, doneAt }) => (
        <>
          <Time seconds={Math.floor((doneAt ?? at) / 1_000)} />
          {doneAt !== null && (
            <span className="cp-why">entered {formatTime(Math.floor(at / 1_000)).slice(0, 16)} UTC</span>
          )}
        </>
      ),
    },
    {
      id: 'item',
      header: 'File',
      narrow: 'bottom-left',
      cell: ({ number, name, seq }) => (
        <span>
          <AppLink href={caseUrl(caseId, 'evidence', number)}>
            <b className="tm-m">{number}</b>
          </AppLink>
          <span className="tm-t3">, entry {seq}</span>
          <bdi className="tm-mono cp-why cs-name" title={name}>
            {name}
          </bdi>
        </span>
      ),
    },
    { id: 'act', header: 'Act', narrow: 'top-right', cell: ({ act }) => ACT_NAMES[act] },
    {
      id: 'who',
      header: 'Who',
      narrow: 'bottom-right',
      cell: ({ who, role }) => (
        <span>
          <bdi>{who}</bdi> <span className="tm-t3">{role}</span>
        </span>
      ),
    },
    {
      id: 'why',
      header: 'Why and result',
      cell: ({ why, result, authority, from, to }) => (
        <span className="cs-what">
          <bdi>{why}</bdi>
          {result && <bdi className="tm-t3 tm-sm">{result}</bdi>}
          <Way from={from} to={to} />
          {authority && (
            <span className="tm-t3 tm-sm">
              under <bdi>{authority}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'hash',
      header: 'Entry hash',
      isMinor: true,
      cell: ({ hash }) => (
        <span className="tm-mono tm-nw" title={hash}>
          {shortHash(hash)}
        </span>
      ),
    },
  ];
}

interface FiltersProps {
  readonly caseId: string;
  readonly search: CustodySearch;
  readonly people: readonly string[];
  readonly onSearch: (search: CustodySearch) => void;
}

function Filters({ caseId, search, people, onSearch }: FiltersProps) {
  const files = useQuery(caseEvidenceQuery(caseId));
  const stored = (files.data ?? []).filter(({ custodyCount }) => custodyCount > 0);
  const items: FilterOptions = [
    ANY_OPTION,
    ...stored.map(({ id, number, name }) => [id, `${number} ${name}`] as const),
  ];
  const names: FilterOptions = [ANY_OPTION, ...people.map((name) => [name, name] as const)];
  return (
    <div className="cs-filters">
      <FilterPick label="File" value={search.item} options={items} onPick={(item) => onSearch({ ...search, item })} />
      <FilterPick label="Person" value={search.who} options={names} onPick={(who) => onSearch({ ...search, who })} />
      <FilterPick
        label="Act"
        value={search.act}
        options={ACTS}
        onPick={(act) => onSearch({ ...search, act: act as CustodySearch['act'] })}
      />
    </div>
  );
}

/** Every act of custody over every file of the case, in one table: who had what, when and why. */
export function CustodyTab({ overview: { head, rights }, search: given }: CaseTabProps) {
  const router = useRouter();
  const search = readCustodySearch(given);
  const query = useInfiniteQuery(caseCustodyActsQuery(head.id, search));
  const { data, error, refetch } = query;
  const [first] = data?.pages ?? [];
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  const show = (next: CustodySearch) =>
    void router.navigate({ href: caseUrl(head.id, 'custody', undefined, next), replace: true, resetScroll: false });
  if (error && !data) return <ErrorPanel error={error} what="The custody of the case" onRetry={() => void refetch()} />;
  if (!first) {
    return (
      <Skeleton what="the custody of the case">
        <RowBars rows={8} columns={['140px', '20%', '90px', '140px', '30%']} />
      </Skeleton>
    );
  }
  if (rows.length === 0 && !isNarrowed) {
    return (
      <Empty>
        No file of evidence has a ledger of custody yet. It begins with the first file, and every act on it is an entry.
      </Empty>
    );
  }
  return (
    <div className="tm-stack">
      <div className="tm-row tm-between tm-wrap">
        <Filters caseId={head.id} search={search} people={first.people} onSearch={show} />
        {rights.includes('export') && (
          <a className="tm-btn" href={routeUrl(contract.exportCaseLedgers, { params: { case: head.id } })} download>
            <IconDownload size={16} stroke={1.5} aria-hidden="true" /> Export all ledgers
          </a>
        )}
      </div>
      <CustodyCheck caseId={head.id} />
      <DailyRoot root={first.root} isStamping={first.isStamping} />
      {rows.length === 0 ? (
        <Empty
          action={
            <button type="button" className="tm-btn sm" onClick={() => show({})}>
              Clear filters
            </button>
          }
        >
          No act of custody fits these filters.
        </Empty>
      ) : (
        <section>
          <h2 className="tm-h">{formatPlural(first.total, 'act')}</h2>
          <DataTable
            caption="Acts of custody"
            columns={toColumns(head.id)}
            rows={rows}
            rowId={({ item, seq }) => `${item}/${seq}`}
            opensOnClick
            onOpen={({ number }) => void router.navigate({ href: caseUrl(head.id, 'evidence', number) })}
          />
          <PagedFoot query={query} shown={rows.length} total={first.total} pageSize={CUSTODY_PAGE} asOf={undefined} />
        </section>
      )}
    </div>
  );
}
