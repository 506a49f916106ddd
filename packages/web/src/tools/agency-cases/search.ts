import { CASE_PRIORITIES, CASE_SORTS } from '@trailmark/core/case';
import { z } from 'zod';
import { lenient, numberField, stringifySearch } from '../../search-params.ts';
import { PATHS } from '../../url.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What the list shows; everything of it is in the address bar. */
export const casesSearch = z.object({
  view: lenient(z.string().max(60)),
  words: lenient(z.string().max(200)),
  status: lenient(z.string().max(60)),
  type: lenient(z.string().max(60)),
  priority: lenient(z.enum(CASE_PRIORITIES)),
  unit: lenient(z.string().max(120)),
  tag: lenient(z.string().max(40)),
  lead: lenient(z.union([z.uuid(), z.literal('none')])),
  own: lenient(z.enum(['yes'])),
  dueWithin: lenient(numberField),
  sort: lenient(z.enum(CASE_SORTS)),
  /** Columns that are shown, as `readColumns` reads them; absent for the usual ones. */
  columns: lenient(z.string().max(200)),
  offset: lenient(numberField),
  /** Whether the tombstones of purged cases are open above the list. */
  purged: lenient(z.enum(['yes'])),
});
export type CasesSearch = z.output<typeof casesSearch>;

export function casesUrl(search: Loose<CasesSearch> = {}): string {
  return `${PATHS.agencyCases}${stringifySearch(search)}`;
}
