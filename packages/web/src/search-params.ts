import { isChainId } from '@trailmark/core/chain';
import { z } from 'zod';

/** Flat text pairs of a query string. Values stay text, so that no identifier or amount is ever read as a number. */
export type SearchRecord = Readonly<Record<string, string>>;

export function parseSearch(text: string): SearchRecord {
  return Object.fromEntries(new URLSearchParams(text.startsWith('?') ? text.slice(1) : text));
}

/** The inverse of `parseSearch`; undefined, null, false and empty values are left out, keys keep their order. */
export function stringifySearch(search: object): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) pairs.set(key, String(value));
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

/** A field that falls back to "not given" when the address bar holds nonsense: a bad link opens the page, not an error. */
export function lenient<T extends z.core.$ZodType>(field: T): z.ZodCatch<z.ZodOptional<T>> {
  return z.optional(field).catch(undefined as never);
}

/** Text from the address bar, or the number it has become: the router reads its own result once more. */
const wholeNumber = z.union([
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
  z.number().int().nonnegative(),
]);

/** Any chain. */
export const chainField = z.string().refine(isChainId);
export const numberField = wholeNumber;

/** State that every page may carry, kept from page to page: the currency of values, where it is not the session's own. */
export const pageSearch = z.object({ currency: lenient(z.string().regex(/^[A-Z]{3}$/)) });
export type PageSearch = z.output<typeof pageSearch>;

export const trackSearch = z.object({
  q: lenient(z.string().max(2000)),
  chain: lenient(chainField),
});
export type TrackSearch = z.output<typeof trackSearch>;

/** `unspent` is for chains of outputs, the four after it for chains of accounts. */
export const ADDRESS_TABS = ['history', 'unspent', 'tokens', 'items', 'internal', 'assets'] as const;
export type AddressTab = (typeof ADDRESS_TABS)[number];
export const explorerAddressSearch = z.object({
  tab: lenient(z.enum(ADDRESS_TABS)),
  order: lenient(z.enum(['newest', 'oldest'])),
});
export type ExplorerAddressSearch = z.output<typeof explorerAddressSearch>;

export const transactionSearch = z.object({
  height: lenient(wholeNumber),
  /** First input and first output shown; a page holds 1,000 of each. */
  fromInput: lenient(wholeNumber),
  fromOutput: lenient(wholeNumber),
});
export type TransactionSearch = z.output<typeof transactionSearch>;
