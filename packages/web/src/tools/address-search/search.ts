import { MOVE_KINDS } from '@trailmark/core/account-block';
import type { ChainId } from '@trailmark/core/chain';
import { z } from 'zod';
import { traitsOf } from '../../format/chain-traits.ts';
import { chainField, lenient, numberField } from '../../search-params.ts';

/** State of the search form in the address bar. Pasted text of many lines is not part of it. */
export const addressSearchForm = z.object({
  q: lenient(z.string().max(2000)),
  chain: lenient(chainField),
});

export const COUNTERPARTY_SORTS = ['count', 'sent', 'received', 'last'] as const;
export type CounterpartySort = (typeof COUNTERPARTY_SORTS)[number];

export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** "2009-01-12", or "2009-01-12T14:30" to the minute; both UTC. */
export const momentField = z.string().regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/);
/** Whole units of any asset, as typed: up to 2^256 - 1, and up to 255 places. */
const amountField = z.string().regex(/^\d{1,80}(?:\.\d{1,255})?$/);
export const identifierField = z.string().min(1).max(200);
export const switchField = z.enum(['1']);

/** State of one address's history in the address bar, on any chain. */
export const addressHistorySearch = z.object({
  /** An id of `history-tabs.tsx`; a chain that does not have the tab opens its first one. */
  tab: lenient(z.string().regex(/^[a-z-]{1,30}$/)),
  from: lenient(momentField),
  to: lenient(momentField),
  fromHeight: lenient(numberField),
  toHeight: lenient(numberField),
  direction: lenient(z.enum(['in', 'out', 'self'])),
  min: lenient(amountField),
  max: lenient(amountField),
  /** Counterparty: only transactions in which this address takes part too. */
  with: lenient(identifierField),
  order: lenient(z.enum(['newest', 'oldest'])),
  /** Dust rows are shown one by one instead of folded. */
  dust: lenient(switchField),
  /** A long history is loaded although no filter is set. */
  load: lenient(switchField),
  /** Transaction whose proof is open in the side panel. */
  prove: lenient(z.string().regex(/^[0-9a-f]{64}$/)),
  sort: lenient(z.enum(COUNTERPARTY_SORTS)),
  period: lenient(z.enum(PERIODS)),
  /** The second address of the Links tab. */
  other: lenient(identifierField),
  /** The extended public key or descriptor through which the address was reached. */
  key: lenient(z.string().max(2000)),
  /** `eth`, `eth:0xa0b8…`: one asset of the chain. */
  asset: lenient(z.string().regex(/^[a-z0-9-]{2,12}(?::[0-9a-zA-Z:]{1,64})?$/)),
  kind: lenient(z.enum(MOVE_KINDS)),
  /** Token transfers of nothing are left out. */
  nozero: lenient(switchField),
  /** Transfers worth noise are shown one by one instead of folded. */
  folded: lenient(switchField),
});
export type AddressHistorySearch = z.output<typeof addressHistorySearch>;

/** What the address bar says to a chain: state that it does not have is left out, a tab that is not among `tabs` too. */
export function readHistorySearch(
  chain: ChainId,
  search: AddressHistorySearch,
  tabs: readonly string[],
): AddressHistorySearch {
  const tab = tabs.find((each) => each === search.tab);
  if (traitsOf(chain).hasTokens) return { ...search, tab };
  const { asset: _asset, kind: _kind, nozero: _nozero, ...rest } = search;
  return { ...rest, tab };
}
