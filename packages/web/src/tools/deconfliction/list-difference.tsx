import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ListChange, WatchedListRow } from '@trailmark/api/contract/list';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { Hash } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { differenceQuery } from './queries.ts';
import { type DeconflictionSearch, deconflictionUrl } from './search.ts';

const WORDS: Readonly<Record<ListChange['change'], string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};

const COLUMNS: readonly DataColumn<ListChange>[] = [
  { id: 'change', header: 'Change', cell: ({ change }) => WORDS[change], narrow: 'top-left' },
  {
    id: 'entity',
    header: 'Entity',
    cell: ({ entry, before }) => (
      <span>
        <QuotedText text={entry.entity} />
        {before && before.entity !== entry.entity && <span className="tm-t2"> was {before.entity}</span>}
      </span>
    ),
    narrow: 'top-right',
  },
  {
    id: 'address',
    header: 'Address',
    cell: ({ entry }) => <Hash value={entry.address} kind="address" />,
    narrow: 'bottom-left',
  },
  { id: 'programme', header: 'Programme', cell: ({ entry }) => entry.programme ?? '', isMinor: true },
  { id: 'listed', header: 'Entry listed on', cell: ({ entry }) => entry.listedOn ?? 'not stated', isMinor: true },
];

interface ListDifferenceProps {
  readonly search: DeconflictionSearch;
  readonly list: WatchedListRow | undefined;
}

/** What differs between any two copies of a list. */
export function ListDifference({ search, list }: ListDifferenceProps) {
  const router = useRouter();
  const { from = '', to = '' } = search;
  const { data, error, refetch } = useQuery({
    ...differenceQuery(list?.pack ?? '', from, to),
    enabled: list !== undefined && from !== '' && to !== '',
  });
  if (!list) return null;
  const options = list.copies.map(
    ({ version, asOf, isActive }) => [version, `${asOf}${isActive ? ', in force' : ''}`] as const,
  );
  const go = (change: object) => void router.navigate({ href: deconflictionUrl({ ...search, ...change }) });
  return (
    <section className="tm-stack">
      <h2 className="tm-h">{list.name}: what changed</h2>
      <div className="dc-ask">
        <FormSelect
          label="From the copy of"
          name="from"
          options={options}
          value={from}
          onText={(text) => go({ from: text })}
        />
        <FormSelect label="To the copy of" name="to" options={options} value={to} onText={(text) => go({ to: text })} />
      </div>
      {error && <ErrorPanel error={error} what="The difference" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the difference">
          <RowBars rows={4} columns={['120px', '240px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && <Empty>Nothing differs between these two copies.</Empty>}
      {data && data.items.length > 0 && (
        <>
          <p>
            {data.counts.added} added, {data.counts.removed} removed, {data.counts.changed} changed.
          </p>
          <DataTable
            caption="Changes of the list"
            columns={COLUMNS}
            rows={data.items}
            rowId={({ change, entry }) => `${change} ${entry.network} ${entry.address}`}
          />
        </>
      )}
    </section>
  );
}
