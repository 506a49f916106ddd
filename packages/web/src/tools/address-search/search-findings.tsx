import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { useEffect } from 'react';
import { searchQuery } from '../../api.ts';
import { findExactHit } from '../../components/exact-hit.ts';
import { type SearchAnswer, SearchResults } from '../../components/search-results.tsx';
import { searchHitUrl } from '../../url.ts';
import { KeyList } from './key-list.tsx';

export interface SearchFindingsProps {
  readonly q: string;
  readonly chain: ChainId | undefined;
}

/** Chains on which one and the same whole address or key is valid; empty when there is nothing to choose. */
export function listRivalChains({ hits, truncated }: SearchAnswer): readonly ChainId[] {
  const kinds = new Set(hits.map(({ kind }) => kind));
  const chains = [...new Set(hits.map(({ chain }) => chain))];
  const isOneEach = hits.length === chains.length && kinds.size === 1 && (kinds.has('address') || kinds.has('key'));
  return isOneEach && chains.length > 1 && !truncated ? chains : [];
}

/** Opens the one thing that was meant; a key stays on this page. The search itself leaves no step in the history. */
function useOpenExactHit(q: string, answer: SearchAnswer | undefined) {
  const router = useRouter();
  useEffect(() => {
    const hit = answer && findExactHit(q, answer);
    if (hit && hit.kind !== 'key') void router.navigate({ href: searchHitUrl(hit, 'dashboard'), replace: true });
  }, [q, answer, router]);
}

/** What one identifier, or the beginning of one, represents; ambiguous ones are chosen, never merged. */
export function SearchFindings({ q, chain }: SearchFindingsProps) {
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(q, chain));
  const answer = isPlaceholderData ? undefined : data;
  useOpenExactHit(q, answer);
  const [hit, ...others] = answer?.hits ?? [];
  if (hit?.kind === 'key' && others.length === 0) {
    return (
      <section className="as-found" aria-label="Addresses of the key">
        <h2 className="tm-h">
          Addresses of this key <small>{chainName(hit.chain)}</small>
        </h2>
        <p className="tm-id whole as-keytext">{hit.id}</p>
        <KeyList chain={hit.chain} keyText={hit.id} />
      </section>
    );
  }
  const rivals = answer ? listRivalChains(answer) : [];
  return (
    <section className="as-found" aria-label="Search results">
      {rivals.length > 1 && (
        <p className="tm-hint">
          <b>This is valid on {rivals.length} chains.</b> Choose one; they are not merged.
        </p>
      )}
      <SearchResults answer={data} error={error} isLoading={isFetching} place="dashboard" />
    </section>
  );
}
