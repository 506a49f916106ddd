import { z } from 'zod';
import { lenient, stringifySearch } from '../../search-params.ts';
import { ADMIN_PATHS } from '../admin/admin-paths.ts';

export const sourcesSearch = z.object({ source: lenient(z.string().regex(/^[a-z0-9-]{1,40}$/)) });

/** The list of sources with the log of requests, of all or of one. */
export function sourcesUrl(search: { readonly source?: string | undefined } = {}): string {
  return `${ADMIN_PATHS.sources}${stringifySearch(search)}`;
}
