import type { OutputAddress } from '@trailmark/api/contract/address';
import type { Gap } from '@trailmark/api/wire';

type Span = Pick<OutputAddress['totals'], 'firstHeight' | 'lastHeight'>;

/**
 * Gaps that bear on one address: missing heights and missing funding always do, because they can hide its payments;
 * what is only estimated or partial does where it overlaps the heights at which the address was used.
 */
export function listRelevantGaps(gaps: readonly Gap[], { firstHeight, lastHeight }: Span): Gap[] {
  return gaps.filter(({ kind, fromHeight, toHeight }) => {
    if (kind === 'heights-missing' || kind === 'stopped-early' || fromHeight === null) return true;
    if (firstHeight === null || lastHeight === null) return kind === 'block-partial';
    return fromHeight <= lastHeight && (toHeight ?? fromHeight) >= firstHeight;
  });
}
