import type { Ids } from '../planted.ts';
import { ADDRESS, always } from './call.ts';

const screened = { chain: 'btc' as const, subject: { kind: 'address' as const, text: ADDRESS } };

const batch = (more: object) => (ids: Ids) => ({ params: { id: ids.screeningBatch }, ...more });

/** Address threat analysis, stored screenings and batches. */
export const SCREENINGS = {
  listScreenings: always({ query: { chain: 'btc', subject: ADDRESS } }),
  getScreening: (ids: Ids) => ({ params: { id: ids.screening } }),
  nameScreening: (ids: Ids) => ({ params: { id: ids.screening }, body: { name: 'A name' } }),
  compareScreenings: (ids: Ids) => ({ params: { id: ids.screening }, query: { earlier: ids.screening } }),
  createScreeningBatch: always({
    body: { name: 'A batch', subjects: [{ chain: 'btc', kind: 'address', text: ADDRESS }] },
  }),
  listScreeningBatches: always({}),
  getScreeningBatch: batch({}),
  listBatchScreenings: batch({}),
  compareScreeningBatches: (ids: Ids) => ({
    params: { id: ids.screeningBatch },
    query: { earlier: ids.screeningBatch },
  }),
  changeScreeningBatch: batch({ body: { name: 'Another name' } }),
  exportScreeningBatch: batch({}),
  removeScreeningBatch: batch({ body: {} }),
  runScreening: always({ body: screened }),
  testScreening: always({ body: screened }),
} as const;
