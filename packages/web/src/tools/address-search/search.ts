import { z } from 'zod';
import { chainField, lenient } from '../../search-params.ts';

/** State of the search form in the address bar. */
export const addressSearchForm = z.object({
  q: lenient(z.string().max(2000)),
  chain: lenient(chainField),
});

/** State of one address's history in the address bar. */
export const addressHistorySearch = z.object({
  tab: lenient(z.enum(['transactions', 'counterparties', 'unspent'])),
});
