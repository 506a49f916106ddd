import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { type ChainId, isAccountChainId } from '@trailmark/core/chain';
import { lazy, Suspense, useEffect } from 'react';
import { accountChainsQuery } from '../../account-api.ts';
import { blocksQuery, chainsQuery, searchQuery } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { findExactHit } from '../../components/exact-hit.ts';
import { type SearchAnswer, SearchResults } from '../../components/search-results.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { searchHitUrl, trackUrl } from '../../url.ts';
import { BlockTable } from './block-table.tsx';
import { CoverageLedger } from './coverage-ledger.tsx';
import { SearchForm } from './search-form.tsx';

// Most visits look at one family of chains.
const AccountHoldings = lazy(() =>
  import('./account/account-holdings.tsx').then((module) => ({ default: module.AccountHoldings })),
);

/** As long as the usual list of what is held beside it. */
const BLOCKS = 15;

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

function RecentBlocks({ chain }: { readonly chain: OutputChainId }) {
  const { data, error, refetch } = useQuery(blocksQuery(chain, BLOCKS));
  return (
    <section>
      <h2 className="tm-h">
        Highest blocks held <small>{getChain(chain).name}</small>
      </h2>
      {error && <ErrorPanel error={error} what="The list of blocks" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="blocks">
          <RowBars rows={BLOCKS} columns={['64px', '130px', '140px', '48px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <BlockTable chain={chain} blocks={data.items} />
          <div className="tm-foot">
            <AsOfLine asOf={data.asOf} />
          </div>
        </>
      )}
    </section>
  );
}

function isHeld({ tip, ingest }: { readonly tip: unknown; readonly ingest: unknown }): boolean {
  return tip !== null || ingest !== null;
}

function Holdings({ asked }: { readonly asked: ChainId | undefined }) {
  const { data, error, refetch } = useQuery(chainsQuery());
  const accounts = useQuery(accountChainsQuery());
  if (error) return <ErrorPanel error={error} what="What this index holds" onRetry={() => void refetch()} />;
  // Whoever asks for an account chain waits for their list; everybody else need not.
  if (!data || (asked !== undefined && isAccountChainId(asked) && accounts.isPending)) {
    return (
      <Skeleton what="what this index holds">
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
  const heldOutputs = data.items.filter(isHeld);
  const heldAccounts = accounts.data?.items.filter(isHeld) ?? [];
  const held = [...heldOutputs, ...heldAccounts];
  const account =
    heldAccounts.find(({ id }) => id === asked) ?? (heldOutputs.length === 0 ? heldAccounts[0] : undefined);
  const output = heldOutputs.find(({ id }) => id === asked) ?? heldOutputs[0];
  const shown = account ?? output;
  if (!shown)
    return <Empty>This index holds no block yet. Blocks appear here as soon as the server has read some.</Empty>;
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
      {accounts.error && (
        <ErrorPanel
          error={accounts.error}
          what="What is held of account chains"
          onRetry={() => void accounts.refetch()}
        />
      )}
      {account ? (
        <Suspense fallback={null}>
          <AccountHoldings status={account} />
        </Suspense>
      ) : (
        output && (
          <div className="tm-trackcols">
            <RecentBlocks chain={output.id} />
            <CoverageLedger status={output} />
          </div>
        )
      )}
    </>
  );
}

/** The public explorer's first page: search, the highest blocks, and what this index holds. */
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
      <Holdings asked={chain} />
    </div>
  );
}
