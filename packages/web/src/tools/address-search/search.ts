import { z } from 'zod';
import { chainField, lenient, numberField } from '../../search-params.ts';

/** State of the search form in the address bar. Pasted text of many lines is not part of it. */
export const addressSearchForm = z.object({
  q: lenient(z.string().max(2000)),
  chain: lenient(chainField),
});

export const HISTORY_TABS = ['transactions', 'counterparties', 'unspent', 'charts', 'links', 'keys'] as const;
export type HistoryTab = (typeof HISTORY_TABS)[number];

export const COUNTERPARTY_SORTS = ['count', 'sent', 'received', 'last'] as const;
export type CounterpartySort = (typeof COUNTERPARTY_SORTS)[number];

export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** "2009-01-12", or "2009-01-12T14:30" to the minute; both UTC. */
export const momentField = z.string().regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/);
/** Whole coins, as typed: "0.5". */
const coinsField = z.string().regex(/^\d{1,30}(?:\.\d{1,18})?$/);
export const identifierField = z.string().min(1).max(200);
export const switchField = z.enum(['1']);

/** State of one address's history in the address bar. */
export const addressHistorySearch = z.object({
  tab: lenient(z.enum(HISTORY_TABS)),
  from: lenient(momentField),
  to: lenient(momentField),
  fromHeight: lenient(numberField),
  toHeight: lenient(numberField),
  direction: lenient(z.enum(['in', 'out', 'self'])),
  min: lenient(coinsField),
  max: lenient(coinsField),
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
});
export type AddressHistorySearch = z.output<typeof addressHistorySearch>;
