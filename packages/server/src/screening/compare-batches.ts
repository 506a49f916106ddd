import type { screeningBatchRoutes } from '@trailmark/api/contract/screening-batch';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type BatchRow, findBatch } from '@trailmark/store/cases/screenings/batch-rows';
import { listBatchRows } from '@trailmark/store/cases/screenings/screening-lists';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import { toWireRow } from './stored-screenings.ts';

type Routes = typeof screeningBatchRoutes;

const MOST_ROWS = 10_000;

/** A batch of the reader. Throws `not-found`: the same for one that is not there and for one of somebody else. */
export async function getBatch(tx: Transaction, id: string): Promise<BatchRow> {
  const found = await findBatch(tx, id);
  if (!found) throw new AppError('not-found', 'There is no such batch among yours.');
  return found;
}

/** Subjects whose verdict or score differs between two batches. */
export async function compareBatches(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  earlier: string,
): Promise<RouteOutput<Routes['compareScreeningBatches']>> {
  const all = { sort: 'number', order: 'ascending', offset: 0, limit: MOST_ROWS } as const;
  const [before, after] = await readOwn(casework, caller, async (tx) => {
    await getBatch(tx, earlier);
    await getBatch(tx, id);
    return [await listBatchRows(tx, earlier, {}, all), await listBatchRows(tx, id, {}, all)] as const;
  });
  const keyOf = ({ chain, kind, subject }: (typeof before)[number]): string => `${chain} ${kind} ${subject}`;
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const pairs = after.flatMap((later) => {
    const found = known.get(keyOf(later));
    return found && found.state !== null && later.state !== null ? [{ earlier: found, later }] : [];
  });
  const changed = pairs.filter(
    (pair) =>
      pair.earlier.state !== pair.later.state ||
      pair.earlier.level !== pair.later.level ||
      pair.earlier.score !== pair.later.score,
  );
  return {
    items: changed.map((pair) => ({ earlier: toWireRow(pair.earlier), later: toWireRow(pair.later) })),
    compared: pairs.length,
    onlyHere: after.filter((row) => !known.has(keyOf(row))).length,
  };
}
