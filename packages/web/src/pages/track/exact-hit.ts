import type { SearchAnswer, SearchHit } from '../../components/search-results.tsx';

const PARTIAL = /…|\.\.|\*/;

/**
 * The one hit a text can only have meant: a whole identifier on one chain. A unique hit for the beginning of an
 * identifier is not opened unasked, because the searcher has to compare the rest.
 */
export function findExactHit(q: string, { hits, truncated }: SearchAnswer): SearchHit | undefined {
  const text = q.trim().toLowerCase();
  const [hit, ...others] = hits;
  if (!hit || others.length > 0 || truncated || PARTIAL.test(text)) return undefined;
  const id = hit.id.toLowerCase();
  const isBeginning = hit.kind !== 'block' && id !== text && (id.startsWith(text) || id.includes(`:${text}`));
  return isBeginning && id.split(':').at(-1) !== text ? undefined : hit;
}
