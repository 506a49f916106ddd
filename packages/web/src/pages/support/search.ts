import { z } from 'zod';
import { lenient, stringifySearch } from '../../search-params.ts';

export const SUPPORT_TABS = ['own', 'new', 'answers', 'all'] as const;
export type SupportTab = (typeof SUPPORT_TABS)[number];

export const supportSearch = z.object({
  tab: lenient(z.enum(SUPPORT_TABS)),
  status: lenient(z.enum(['open', 'waiting', 'solved'])),
  tool: lenient(z.string().regex(/^\/[a-z-]{1,40}$/)),
});
export type SupportSearch = z.output<typeof supportSearch>;

export function supportUrl(
  search: { readonly [K in keyof SupportSearch]?: SupportSearch[K] | undefined } = {},
): string {
  return `/support${stringifySearch(search)}`;
}

export function ticketUrl(id: string): string {
  return `/support/${encodeURIComponent(id)}`;
}
