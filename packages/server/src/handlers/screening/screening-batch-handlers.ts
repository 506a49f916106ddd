import type { screeningBatchRoutes } from '@trailmark/api/contract/screening-batch';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { compareBatches } from '../../screening/compare-batches.ts';
import { exportBatch } from '../../screening/export-batch.ts';
import {
  changeBatch,
  createBatch,
  listOwnBatches,
  listRows,
  readBatch,
  removeBatch,
} from '../../screening/screening-batch.ts';
import { compareStored, getScreening, listStoredScreenings, nameScreening } from '../../screening/stored-screenings.ts';
import type { ScreeningDeps } from './screening-handlers.ts';

/** Stored screenings, and many at once. */
export function createScreeningBatchHandlers(
  casework: CaseworkContext,
  { ledgers, knowledge, rulesOf }: ScreeningDeps,
): Pick<Handlers, keyof typeof screeningBatchRoutes> {
  const deps = { ledgers, knowledge };
  return {
    listScreenings: ({ query }, { caller }) => listStoredScreenings(casework, caller, query),
    getScreening: ({ params }, { caller }) => getScreening(casework, caller, params.id),
    nameScreening: async ({ params, body }, { caller }) => ({
      row: await nameScreening(casework, caller, params.id, body.name),
    }),
    compareScreenings: ({ params, query }, { caller }) =>
      compareStored(casework, caller, { later: params.id, earlier: query.earlier }),
    createScreeningBatch: async ({ body }, { caller }) =>
      createBatch(casework, caller, { deps, rules: await rulesOf(caller) }, body),
    listScreeningBatches: async (_, { caller }) => ({ items: await listOwnBatches(casework, caller) }),
    getScreeningBatch: ({ params }, { caller }) => readBatch(casework, caller, params.id),
    listBatchScreenings: ({ params, query }, { caller }) => listRows(casework, caller, params.id, query),
    compareScreeningBatches: ({ params, query }, { caller }) =>
      compareBatches(casework, caller, params.id, query.earlier),
    changeScreeningBatch: async ({ params, body }, { caller }) => ({
      batch: await changeBatch(casework, caller, params.id, body),
    }),
    async removeScreeningBatch({ params }, { caller }) {
      await removeBatch(casework, caller, params.id);
      return {};
    },
    exportScreeningBatch: ({ params, query }, { caller }) => exportBatch(casework, caller, params.id, query.format),
  };
}
