import type { OutputAddress } from '@trailmark/api/contract/address';
import type { FetchedCoverage } from '@trailmark/core/output-ledger';

/** What was fetched of an address as it is answered: on chains of the Bitcoin family there is one list. */
export function toFetched({ note, ...coverage }: FetchedCoverage): OutputAddress['fetched'][number] {
  return { ...coverage, internals: false, tokens: false, note: note ?? null };
}
