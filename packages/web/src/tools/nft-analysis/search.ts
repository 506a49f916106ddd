import type { AccountChainId } from '@trailmark/core/chain';
import { z } from 'zod';
import { lenient, stringifySearch } from '../../search-params.ts';

/** What is shown of a collection or token. */
export const nftSearch = z.object({
  /** The set of wash rules where it is not the published one, as the server writes it. */
  set: lenient(z.string().max(600)),
  view: lenient(z.enum(['all', 'strict', 'loose', 'clean'])),
  rule: lenient(z.string().regex(/^[a-z-]{1,40}$/)),
  sort: lenient(z.enum(['price', 'time'])),
  /** The ring that is drawn, by its place. */
  ring: lenient(z.string().regex(/^\d{1,3}$/)),
  tab: lenient(z.enum(['flags', 'owners', 'approvals', 'media', 'closed', 'events', 'thefts'])),
});
export type NftSearch = z.output<typeof nftSearch>;

type Loose = { readonly [K in keyof NftSearch]?: NftSearch[K] | undefined };

export interface CollectionPlace {
  readonly chain: AccountChainId;
  readonly contract: string;
}

export function nftUrl(): string {
  return '/nft-analysis';
}

export function collectionUrl({ chain, contract }: CollectionPlace, search: Loose = {}): string {
  return `/nft-analysis/${chain}/${encodeURIComponent(contract)}${stringifySearch(search)}`;
}

export function tokenUrl({ chain, contract }: CollectionPlace, token: string, search: Loose = {}): string {
  return `/nft-analysis/${chain}/${encodeURIComponent(contract)}/${token}${stringifySearch(search)}`;
}

export function walletUrl(chain: AccountChainId, address: string, search: Loose = {}): string {
  return `/nft-analysis/${chain}/wallets/${encodeURIComponent(address)}${stringifySearch(search)}`;
}

/** A set with one weight or number changed: what equals the published set is left to the server to drop. */
export function changeSet(text: string | undefined, name: string, value: number, sign: ':' | '='): string {
  const rest = (text ?? '').split(',').filter((part) => part !== '' && !part.startsWith(`${name}${sign}`));
  return [...rest, `${name}${sign}${value}`].join(',');
}
