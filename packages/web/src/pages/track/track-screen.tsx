import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useEffect } from 'react';
import { searchQuery } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { findExactHit } from '../../components/exact-hit.ts';
import { type SearchAnswer, SearchResults } from '../../components/search-results.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { useChains } from '../../ledger-api.ts';
import { searchHitUrl, trackUrl } from '../../url.ts';
import { BLOCKS, RecentBlocks } from './block-table.tsx';
import { CoverageLedger } from './coverage-ledger.tsx';
import { SearchForm } from './search-form.tsx';

const route = getRouteApi('/public/Track');

/** Opens the one thing that was meant; the search itself leaves no step in the history. */
function useOpenExactHit(q: string | undefined, answer: SearchAnswer | undefined) {
  const router = useRouter();
  useEffect(() => {
    const hit = q && answer ? findExactHit(q, answer) : undefined;
    if (hit) void router.navigate({ href: searchHitUrl(hit, 'explorer'), replace: true });
  }, [q, answer, router]);
}

function Results({ q, chain }: { readonly q: string; readonly chain: ChainId | undefined }) {
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(q, chain));
  useOpenExactHit(q, isPlaceholderData ? undefined : data);
  return (
    <section className="tm-found" aria-label="Search results">
      <SearchResults answer={data} error={error} isLoading={isFetching} place="explorer" />
    </section>
  );
}

function isHeld({ tip, ingest }: { readonly tip: unknown; readonly ingest: unknown }): boolean {
  return tip !== null || ingest !== null;
}

function Holdings({ wanted }: { readonly wanted: ChainId | undefined }) {
  const { items, isPending, error, refetch } = useChains(wanted);
  const failure = error && <ErrorPanel error={error} what="The index coverage" onRetry={refetch} />;
  if (error && items.length === 0) return failure;
  if (isPending) {
    return (
      <Skeleton what="index coverage">
        <div className="tm-trackcols">
          <div>
            <Bar width="180px" />
            <RowBars rows={BLOCKS} columns={['64px', '130px', '140px', '48px']} />
          </div>
          <div>
            <Bar width="220px" />
            <RowBars rows={8} columns={['110px', '200px', '0']} />
          </div>
        </div>
      </Skeleton>
    );
  }
  const held = items.filter(isHeld);
  const shown = held.find(({ id }) => id === wanted) ?? held[0];
  if (!shown) return <Empty>No block is indexed yet. Blocks appear here as soon as the server has read some.</Empty>;
  return (
    <>
      {held.length > 1 && (
        <nav className="tm-seg tm-chainseg" aria-label="Chain">
          {held.map(({ id, name }) => (
            <AppLink key={id} href={trackUrl({ chain: id })} aria-current={id === shown.id ? 'page' : undefined}>
              {name}
            </AppLink>
          ))}
        </nav>
      )}
      {failure}
      <div className="tm-trackcols">
        <RecentBlocks chain={shown.id} />
        <CoverageLedger status={shown} />
      </div>
    </>
  );
}

/** The public explorer's first page: search, the highest blocks, and index coverage. */
export function TrackScreen() {
  const { q, chain } = route.useSearch();
  useDocumentTitle(q ? `Search ${q.slice(0, 24)}` : 'Explorer');
  return (
    <div className="tm-page tm-track">
      <section className="tm-trackhead">
        <h1>Look it up in your own copy</h1>
        <SearchForm key={`${q}/${chain}`} q={q ?? ''} chain={chain} />
        {q && <Results q={q} chain={chain} />}
      </section>
      <Holdings wanted={chain} />
    </div>
  );
}
