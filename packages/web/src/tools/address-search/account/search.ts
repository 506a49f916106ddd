import { MOVE_KINDS } from '@trailmark/core/account-block';
import { z } from 'zod';
import { lenient } from '../../../search-params.ts';
import { addressHistorySearch, HISTORY_TABS, switchField } from '../search.ts';

export const ACCOUNT_TABS = ['transactions', 'transfers', 'assets', 'counterparties', 'charts', 'links'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Whole units of any asset, as typed: up to 2^256 - 1, and up to 255 places. */
const amountField = z.string().regex(/^\d{1,80}(?:\.\d{1,255})?$/);

/** State that the histories of both families of chains may hold; each reads the tabs it has. */
export const anyHistorySearch = addressHistorySearch.extend({
  tab: lenient(z.enum([...HISTORY_TABS, ...ACCOUNT_TABS])),
  min: lenient(amountField),
  max: lenient(amountField),
  /** `eth`, `eth:0xa0b8…`: one asset of the chain. */
  asset: lenient(z.string().regex(/^[a-z0-9-]{2,12}(?::[0-9a-zA-Z:]{1,64})?$/)),
  kind: lenient(z.enum(MOVE_KINDS)),
  /** Token transfers of nothing are left out. */
  nozero: lenient(switchField),
  /** Transfers worth noise are shown one by one instead of folded. */
  folded: lenient(switchField),
});
type AnyHistorySearch = z.output<typeof anyHistorySearch>;

export type AccountHistorySearch = Omit<AnyHistorySearch, 'tab'> & { readonly tab?: AccountTab | undefined };

/** What the address bar says to an account chain. */
export function readAccountSearch(search: AnyHistorySearch): AccountHistorySearch {
  return { ...search, tab: ACCOUNT_TABS.find((tab) => tab === search.tab) };
}
