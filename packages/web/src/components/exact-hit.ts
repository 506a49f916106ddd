import type { SearchAnswer, SearchHit } from './search-results.tsx';

const PARTIAL = /…|\.\.|\*/;

/** A hit for the beginning of an identifier, whose rest the searcher has to compare first. */
function isBeginning({ id, kind }: SearchHit, text: string): boolean {
  const whole = id.toLowerCase();
  const bare = whole.split(':').at(-1);
  if (kind === 'block' || whole === text || bare === text) return false;
  return whole.startsWith(text) || (bare ?? '').startsWith(text);
}

/**
 * The one hit that a whole identifier can be opened as unasked: the only one, or the only one that is indexed
 * (the old address spelling is valid on several chains, of which most servers index one).
 */
export function findExactHit(q: string, { hits, truncated }: SearchAnswer): SearchHit | undefined {
  const text = q.trim().toLowerCase();
  if (truncated || PARTIAL.test(text)) return undefined;
  const held = hits.filter(({ isIndexed }) => isIndexed);
  const [hit, ...others] = held.length > 0 ? held : hits;
  return hit && others.length === 0 && !isBeginning(hit, text) ? hit : undefined;
}
