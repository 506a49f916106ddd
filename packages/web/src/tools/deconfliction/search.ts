import { z } from 'zod';
import { lenient, stringifySearch } from '../../search-params.ts';

/** What the page shows; everything of it is in the address bar. */
export const deconflictionSearch = z.object({
  tab: lenient(z.enum(['lists', 'deconfliction', 'partners', 'files'])),
  alert: lenient(z.uuid()),
  network: lenient(z.string().max(40)),
  address: lenient(z.string().max(200)),
  case: lenient(z.uuid()),
  list: lenient(z.string().max(64)),
  from: lenient(z.string().max(16)),
  to: lenient(z.string().max(16)),
  interest: lenient(z.uuid()),
  partner: lenient(z.uuid()),
});
export type DeconflictionSearch = z.output<typeof deconflictionSearch>;

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function deconflictionUrl(search: Loose<DeconflictionSearch> = {}): string {
  return `/deconfliction${stringifySearch(search)}`;
}
