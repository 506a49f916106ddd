import { chainName } from '@trailmark/chains/account-catalogue';
import type { Answer } from '../api.ts';
import { formatHitId } from '../format/account-words.ts';
import { shorten } from '../format/identifier.ts';
import { searchHitUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { NearSpellings } from './near-spellings.tsx';

export type SearchAnswer = Answer<'search'>;
export type SearchHit = SearchAnswer['hits'][number];

export interface SearchResultsProps {
  readonly answer: SearchAnswer | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Where addresses open. */
  readonly place: 'explorer' | 'dashboard';
  /** Row under the keyboard, if any. */
  readonly selected?: number;
  readonly onOpen?: () => void;
}

const KINDS: Readonly<Record<SearchHit['kind'], string>> = {
  address: 'Address',
  transaction: 'Transaction',
  block: 'Block',
  key: 'Extended key',
};

function HitRow({
  hit,
  href,
  isSelected,
  onOpen,
}: {
  hit: SearchHit;
  href: string;
  isSelected: boolean;
  onOpen: (() => void) | undefined;
}) {
  const id = formatHitId(hit);
  const cut = { head: 14, tail: 14, differing: [] };
  return (
    <li>
      <AppLink href={href} onClick={onOpen} className={isSelected ? 'sel' : undefined}>
        <span className="kind">{KINDS[hit.kind]}</span>
        <span className="tm-grow">
          <span className="tm-id" title={id}>
            {shorten(id, cut)}
          </span>
          <span className="tm-t3 tm-sm detail">{hit.detail}</span>
        </span>
        <span className="tm-sm tm-t3 tm-nw">
          {chainName(hit.chain)}
          {hit.isIndexed ? '' : ', not in this index'}
        </span>
      </AppLink>
    </li>
  );
}

/** What a search found, each with its chain and what is known of it; or why the text was refused. */
export function SearchResults({ answer, error, isLoading, place, selected, onOpen }: SearchResultsProps) {
  if (error) return <ErrorPanel error={error} what="The search" />;
  if (!answer) return isLoading ? <p className="tm-hint">Searching</p> : null;
  if (answer.hits.length === 0) {
    return (
      <>
        <p className="tm-hint" role="status">
          {answer.refusal ?? 'No matches in this index. Blocks that are not indexed cannot be searched.'}
        </p>
        <NearSpellings near={answer.near} place={place} onOpen={onOpen} />
      </>
    );
  }
  return (
    <>
      {answer.refusal && <p className="tm-hint">{answer.refusal}</p>}
      <ul className={`tm-hits${isLoading ? ' updating' : ''}`} aria-label="Found">
        {answer.hits.map((hit, i) => (
          <HitRow
            key={`${hit.chain}:${hit.kind}:${hit.id}`}
            hit={hit}
            href={searchHitUrl(hit, place)}
            isSelected={i === selected}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {answer.truncated && <p className="tm-hint">More match. Type more of it to see the rest.</p>}
    </>
  );
}
