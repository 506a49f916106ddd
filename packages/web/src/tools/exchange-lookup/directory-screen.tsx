import '../../components/tool-page.css';
import './exchange-lookup.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ActorRow } from '@trailmark/api/contract/label-pack';
import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { type FormEvent, useMemo } from 'react';
import { formatCountry } from '../../components/actor-card.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Missing } from '../../components/missing.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { entityUrl, lookupUrl } from '../../url.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { actorsQuery, PAGE } from './queries.ts';
import type { DirectorySearch } from './search.ts';

const route = getRouteApi('/dashboard/exchange-lookup/entity');

const STANDINGS = {
  verified: 'verified',
  'seen-official': 'seen on its own site',
  unverified: 'not verified',
} as const;

function describeContact({ contacts }: ActorRow): string {
  const best = (['verified', 'seen-official', 'unverified'] as const).find((standing) =>
    contacts.some((contact) => contact.standing === standing),
  );
  return best === undefined ? 'none known' : STANDINGS[best];
}

const COLUMNS: readonly DataColumn<ActorRow>[] = [
  {
    id: 'name',
    header: 'Organisation',
    narrow: 'top-left',
    cell: ({ id, label, legalName }) => (
      <>
        <AppLink href={entityUrl(id)}>{label}</AppLink>
        {legalName && <span className="tm-t3 tm-sm"> {legalName}</span>}
      </>
    ),
  },
  {
    id: 'kinds',
    header: 'Kinds',
    narrow: 'bottom-left',
    cell: ({ categories }) => (
      <span className="xl-kinds">
        {categories.slice(0, 2).map((category) => (
          <CategoryGlyph key={category} category={category} withName />
        ))}
        {categories.length > 2 && <span className="tm-t3">+{categories.length - 2}</span>}
      </span>
    ),
  },
  {
    id: 'places',
    header: 'Jurisdictions',
    isMinor: true,
    cell: ({ jurisdictions }) =>
      jurisdictions.length === 0 ? (
        <Missing reason="The directory does not state any.">not stated</Missing>
      ) : (
        `${jurisdictions.slice(0, 3).map(formatCountry).join(', ')}${jurisdictions.length > 3 ? ` +${jurisdictions.length - 3}` : ''}`
      ),
  },
  {
    id: 'contact',
    header: 'Contact route',
    narrow: 'bottom-right',
    cell: (actor) => (
      <span className={actor.contacts.length === 0 ? 'tm-t3' : undefined}>
        <span className="tm-narrow">contact </span>
        {describeContact(actor)}
      </span>
    ),
  },
  {
    id: 'labels',
    header: 'Claims',
    align: 'right',
    narrow: 'top-right',
    cell: ({ labelCount }) => (
      <>
        {formatCount(labelCount)}
        <span className="tm-narrow"> claims</span>
      </>
    ),
  },
];

function FilterForm({ search }: { readonly search: DirectorySearch }) {
  const router = useRouter();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    void router.navigate({ href: entityUrl(undefined, fields) });
  };
  return (
    <form className="xl-span" onSubmit={submit}>
      <label className="wide">
        <span>Name, alias or id</span>
        <input className="tm-field" name="q" defaultValue={search.q} maxLength={200} type="search" />
      </label>
      <label>
        <span>Kind</span>
        <select className="tm-field" name="category" defaultValue={search.category}>
          <option value="">Any</option>
          {CATEGORY_IDS.map((id) => (
            <option key={id} value={id}>
              {CATEGORIES[id].name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Jurisdiction</span>
        <input
          className="tm-field code"
          name="country"
          placeholder="MT"
          defaultValue={search.country}
          pattern="[A-Za-z]{2}"
          title="Two letters, such as MT"
          maxLength={2}
        />
      </label>
      <label className="check">
        <input type="checkbox" name="contact" value="1" defaultChecked={search.contact === '1'} />
        <span>With a contact route</span>
      </label>
      <button type="submit" className="tm-btn">
        Filter
      </button>
    </form>
  );
}

/** The directory of organisations, filtered by the server. */
export function DirectoryScreen() {
  const search = route.useSearch();
  const router = useRouter();
  const filter = useMemo(
    () => ({
      q: search.q,
      category: search.category,
      jurisdiction: search.country,
      withContact: search.contact ? ('true' as const) : undefined,
    }),
    [search],
  );
  const query = useInfiniteQuery(actorsQuery(filter));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const last = query.data?.pages.at(-1);
  useDocumentTitle('Organisations · Exchange lookup');
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs items={[{ label: 'Exchange lookup', href: lookupUrl() }, { label: 'Organisations' }]} />
      <h1 className="tm-title">Organisations</h1>
      <FilterForm key={JSON.stringify(search)} search={search} />
      {query.error && rows.length === 0 && (
        <ErrorPanel error={query.error} what="The directory" onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && (
        <Skeleton what="organisations">
          <RowBars rows={10} columns={['220px', '140px', '140px', '90px', '40px']} />
        </Skeleton>
      )}
      {last && rows.length === 0 && <Empty>No organisation in the directory matches this.</Empty>}
      {last && rows.length > 0 && (
        <div>
          <DataTable
            caption="Organisations. Enter opens one."
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            onOpen={({ id }) => void router.navigate({ href: entityUrl(id) })}
            opensOnClick
            isUpdating={query.isPlaceholderData}
          />
          <PagedFoot query={query} shown={rows.length} total={last.total} pageSize={PAGE} asOf={undefined} />
        </div>
      )}
      {last && <KnowledgeLine labels={last.labels} rules={null} />}
    </div>
  );
}
