import { SCAM_CATEGORY_IDS } from '@trailmark/core/scam-report';
import { z } from 'zod';
import { lenient, numberField } from '../../search-params.ts';

/** What the queue shows; everything of it is in the address bar. */
export const scamSearch = z.object({
  view: lenient(z.enum(['new', 'verified', 'rejected', 'merged', 'appeal', 'own', 'labels'])),
  category: lenient(z.enum(SCAM_CATEGORY_IDS as unknown as readonly [string, ...string[]])),
  order: lenient(z.enum(['newest', 'oldest', 'linked'])),
  offset: lenient(numberField),
  report: lenient(z.uuid()),
});
export type ScamSearch = z.output<typeof scamSearch>;
