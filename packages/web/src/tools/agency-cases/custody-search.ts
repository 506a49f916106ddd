import { CUSTODY_ACTS } from '@trailmark/core/custody';
import { z } from 'zod';
import { lenient } from '../../search-params.ts';

/** What the acts of custody are narrowed to; everything of it is in the address. */
const custodySearch = z.object({
  item: lenient(z.uuid()),
  act: lenient(z.enum(CUSTODY_ACTS)),
  who: lenient(z.string().max(200)),
});

export interface CustodySearch {
  readonly item?: string | undefined;
  readonly act?: (typeof CUSTODY_ACTS)[number] | undefined;
  readonly who?: string | undefined;
}

export function readCustodySearch(search: Readonly<Record<string, unknown>>): CustodySearch {
  return custodySearch.parse(search);
}
