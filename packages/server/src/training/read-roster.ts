import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { listRoster } from '@trailmark/store/cases/training/enrolment-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { toRosterView } from './enrolment-view.ts';

/** Enrolments within the reach of an administrator. */
export async function readRoster(
  casework: CaseworkContext,
  caller: Caller,
  query: RouteInput<Contract['listRoster']>['query'],
): Promise<RouteOutput<Contract['listRoster']>['rows']> {
  const rows = await read(casework, caller, (tx) => listRoster(tx, query));
  return rows.map((row) => toRosterView(row, casework.now()));
}
