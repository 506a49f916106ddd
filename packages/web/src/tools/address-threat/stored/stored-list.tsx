import './stored.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import { useMemo } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { ColumnSort } from '../../../components/column-header.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { ANY_OPTION, type FilterOptions, FilterPick } from '../../../components/form/filter-pick.tsx';
import { FindField } from '../../../components/form/find-field.tsx';
import { Hash } from '../../../components/hash.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { TableFoot } from '../../../components/table-foot.tsx';
import { Time, ZoneSwitch } from '../../../components/time.tsx';
import { type IdSet, useIdSet } from '../../../components/use-id-set.ts';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatPlural } from '../../../format/number.ts';
import { batchUrl } from '../batch/batch-search.ts';
import { storedUrl, threatUrl } from '../search.ts';
import { LEVEL_WORDS } from '../threat-words.ts';
import {
  STORED_AT_ONCE,
  type StoredRow,
  type StoredSearch,
  storedListQuery,
  storedListUrl,
  storedSearch,
} from './stored-queries.ts';
import { chainText, describeHeight, StoredVerdict, toSeconds } from './stored-rows.tsx';

const LEVELS: FilterOptions = [
  ANY_OPTION,
  ...THREAT_LEVELS.toReversed().map((level) => [level, LEVEL_WORDS[level]] as const),
];

function sortBy(search: StoredSearch, sort: NonNullable<StoredSearch['sort']>): ColumnSort {
  const isSorted = (search.sort ?? 'screened') === sort;
  const now = search.order ?? 'descending';
  const other = now === 'ascending' ? 'descending' : 'ascending';
  return {
    direction: isSorted ? now : null,
    href: storedListUrl({ ...search, sort, order: isSorted ? other : 'descending' }),
  };
}

function createColumns(search: StoredSearch, chosen: IdSet): readonly DataColumn<StoredRow>[] {
  return [
    {
      id: 'choose',
      header: <span className="tm-sr">Choose</span>,
      width: '30px',
      cell: ({ id, subject }) => (
        <input
          type="checkbox"
          aria-label={`Choose ${subject.slice(0, 12)}`}
          checked={chosen.has(id)}
          onChange={() => chosen.toggle(id)}
        />
      ),
    },
    {
      id: 'subject',
      header: 'Subject',
      narrow: 'top-left',
      sort: sortBy(search, 'subject'),
      cell: ({ id, subject, kind }) => <Hash value={subject} kind={kind} href={storedUrl(id)} />,
    },
    {
      id: 'name',
      header: 'Name or batch',
      cell: ({ name, batch, batchName }) => {
        if (name !== null) return <bdi className="ts-name">{name}</bdi>;
        if (batch === null) return <span className="tm-none">no name</span>;
        return (
          <AppLink className="ts-name" href={batchUrl(batch)}>
            <bdi>{batchName}</bdi>
          </AppLink>
        );
      },
    },
    {
      id: 'chain',
      header: 'Chain',
      isMinor: true,
      sort: sortBy(search, 'chain'),
      cell: ({ chain }) => chainText(chain),
    },
    {
      id: 'level',
      header: 'Level, score',
      narrow: 'top-right',
      sort: sortBy(search, 'score'),
      cell: (row) => <StoredVerdict row={row} />,
    },
    {
      id: 'reason',
      header: 'Reason that counts most',
      isMinor: true,
      cell: ({ reason }) => (
        <bdi className="ts-reason" title={reason ?? ''}>
          {reason}
        </bdi>
      ),
    },
    {
      id: 'as-of',
      header: 'As of',
      narrow: 'bottom-right',
      cell: (row) => <span className="tm-nw">{describeHeight(row)}</span>,
    },
    {
      id: 'screened',
      header: <ZoneSwitch label="Screened" />,
      narrow: 'bottom-left',
      sort: sortBy(search, 'screened'),
      cell: ({ screenedAt }) => <Time seconds={toSeconds(screenedAt)} />,
    },
  ];
}

function Filters({ search }: { readonly search: StoredSearch }) {
  const router = useRouter();
  const go = (patch: Partial<StoredSearch>) =>
    void router.navigate({ href: storedListUrl({ ...search, ...patch }), resetScroll: false });
  return (
    <div className="ts-tools">
      <FindField
        key={search.text}
        label="Subject, name, reason or label"
        words={search.text}
        onFind={(text) => go({ text })}
      />
      <FilterPick
        label="Level"
        value={search.level}
        options={LEVELS}
        onPick={(level) => go({ level: level as StoredSearch['level'] })}
      />
      {(search.text !== undefined || search.level !== undefined || search.chain !== undefined) && (
        <AppLink className="tm-sm" href={storedListUrl()}>
          Clear filters
        </AppLink>
      )}
    </div>
  );
}

/** Two chosen screenings of one subject lead to what is different between them. */
function Compare({ rows, onClear }: { readonly rows: readonly StoredRow[]; readonly onClear: () => void }) {
  if (rows.length === 0) return null;
  const [first, second] = rows.toSorted((a, b) => toSeconds(a.screenedAt) - toSeconds(b.screenedAt));
  const isPair = rows.length === 2 && first?.chain === second?.chain && first?.subject === second?.subject;
  return (
    <div className="as-selection">
      <b role="status">{formatPlural(rows.length, 'screening')} chosen</b>
      {isPair && first && second ? (
        <AppLink className="tm-btn sm" href={storedUrl(second.id, first.id)}>
          Compare
        </AppLink>
      ) : (
        <span className="tm-t2">Choose two screenings of one subject to compare them.</span>
      )}
      <span className="tm-grow" />
      <button type="button" className="tm-linkbtn tm-sm" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}

function Rows({ search }: { readonly search: StoredSearch }) {
  const query = useInfiniteQuery(storedListQuery(search));
  const chosen = useIdSet();
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(search, chosen), [search, chosen]);
  const router = useRouter();
  const { data, error, refetch } = query;
  if (error && !data) return <ErrorPanel error={error} what="The list of screenings" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="screenings">
        <RowBars rows={10} columns={['160px', '160px', '80px', '120px', '260px', '120px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0) {
    const isFiltered = search.text !== undefined || search.level !== undefined || search.chain !== undefined;
    return isFiltered ? (
      <Empty>No screening matches these filters.</Empty>
    ) : (
      <Empty action={<AppLink href={threatUrl()}>Screen an address</AppLink>}>Each screening appears here.</Empty>
    );
  }
  return (
    <>
      <Compare rows={rows.filter(({ id }) => chosen.has(id))} onClear={chosen.clear} />
      <DataTable
        caption="Stored screenings"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => void router.navigate({ href: storedUrl(id) })}
        onSelect={({ id }) => chosen.toggle(id)}
        selectedIds={chosen.ids}
        isUpdating={query.isPlaceholderData}
      />
      {error && <ErrorPanel error={error} what="The next screenings" onRetry={() => void query.fetchNextPage()} />}
      <TableFoot
        shown={rows.length}
        total={data.pages.at(-1)?.matching}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        pageSize={STORED_AT_ONCE}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}

/** Own stored screenings. */
export function StoredList() {
  const search = storedSearch.parse(useSearch({ strict: false }));
  useDocumentTitle('Screenings · Address threat analysis');
  return (
    <>
      <Crumbs items={[{ label: 'Address threat analysis', href: threatUrl() }, { label: 'Screenings' }]} />
      <h1 className="tm-title">Screenings</h1>
      <p className="tm-t2">Made by you: nobody else sees them. A case gets a copy when you add one.</p>
      <Filters key={search.text} search={search} />
      <Rows search={search} />
    </>
  );
}
