import { isChainId } from '@trailmark/core/chain';
import { THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import { z } from 'zod';
import { lenient, stringifySearch } from '../../../search-params.ts';

export const ROW_STATES = ['scored', 'zero', 'none', 'unknown', 'failed', 'waiting'] as const;
export const ROW_SORTS = ['score', 'number', 'subject', 'chain', 'category', 'direct', 'indirect'] as const;

/** State of the grid in the address bar. */
export const batchSearch = z.object({
  level: lenient(z.enum(THREAT_LEVELS)),
  state: lenient(z.enum(ROW_STATES)),
  chain: lenient(z.string().refine(isChainId)),
  category: lenient(z.string().regex(/^[a-z_]{1,40}$/)),
  text: lenient(z.string().max(200)),
  sort: lenient(z.enum(ROW_SORTS)),
  /** Category whose share is sorted by; left out: the one of each row that counts most. */
  by: lenient(z.string().regex(/^[a-z_]{1,40}$/)),
  order: lenient(z.enum(['ascending', 'descending'])),
  /** What counts most in each row, in place of the share of every category. */
  columns: lenient(z.enum(['reasons'])),
  /** An earlier batch that this one is compared with. */
  with: lenient(z.uuid()),
});
export type BatchSearch = z.output<typeof batchSearch>;
export type BatchPatch = { readonly [K in keyof BatchSearch]?: BatchSearch[K] | undefined };

export function batchUrl(batch: string, search: BatchPatch = {}): string {
  return `/address-threat${stringifySearch({ batch, ...search })}`;
}

/** Whether anything narrows the rows. */
export function isNarrowed({ level, state, chain, category, text }: BatchSearch): boolean {
  return [level, state, chain, category, text].some((part) => part !== undefined);
}
