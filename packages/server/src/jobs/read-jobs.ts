import type { JobView, jobRoutes } from '@trailmark/api/contract/job';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import { countOwnJobs, findJobRow, type JobFilter, listJobRows } from '@trailmark/store/cases/jobs/job-rows';
import { listScheduleRows } from '@trailmark/store/cases/jobs/job-run-rows';
import { decodePlace, toPage } from '../answers/page-cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import type { ScheduledJob } from './define-job.ts';
import { toJobViews } from './job-view.ts';

type Routes = typeof jobRoutes;
export type JobScope = RouteInput<Routes['listJobs']>['query']['scope'];

const LIST = 'jobs';

/** Foreign, unknown and colleagues' jobs answer alike. */
export function jobNotFound(): AppError {
  return new AppError('not-found', 'There is no such job within your reach.');
}

/**
 * Which jobs a caller reaches: their own; with `all`, for an administrator, those of the agency, or of the installation.
 * Row-level security does the rest. Throws `forbidden` for `all` to anybody else.
 */
export function toJobFilter(caller: Caller, scope: JobScope): JobFilter {
  const account = caller.account?.id ?? '';
  if (scope === 'own') return { account };
  if (isAdmitted(caller.role, 'admin')) return {};
  throw new AppError('forbidden', 'Only administrators see the jobs of others.');
}

/** What a caller reaches when they name one job. */
export function toReach(caller: Caller): JobFilter {
  return toJobFilter(caller, isAdmitted(caller.role, 'admin') ? 'all' : 'own');
}

export async function listJobPage(
  casework: CaseworkContext,
  caller: Caller,
  { scope, state, cursor, limit }: RouteInput<Routes['listJobs']>['query'],
): Promise<RouteOutput<Routes['listJobs']>> {
  const filter = { ...toJobFilter(caller, scope), open: state === 'open' };
  const after = decodePlace(LIST, cursor);
  const found = await read(casework, caller, (tx) => listJobRows(tx, filter, { after, limit: limit + 1 }));
  const { rows, next } = toPage(LIST, found, limit);
  return { items: await toJobViews(casework, caller, rows), next };
}

/** Undefined for one that is no longer listed, and for one of somebody else. */
export async function findJobView(casework: CaseworkContext, caller: Caller, id: string): Promise<JobView | undefined> {
  const row = await read(casework, caller, (tx) => findJobRow(tx, { ...toReach(caller), id }));
  const [view] = row ? await toJobViews(casework, caller, [row]) : [];
  return view;
}

/** Throws `not-found`. */
export async function getJobView(casework: CaseworkContext, caller: Caller, id: string): Promise<JobView> {
  const view = await findJobView(casework, caller, id);
  if (!view) throw jobNotFound();
  return view;
}

export function countOwn(casework: CaseworkContext, caller: Caller): Promise<{ running: number; waiting: number }> {
  return read(casework, caller, (tx) => countOwnJobs(tx, caller.account?.id ?? ''));
}

/** Every schedule, also one that has not run yet. */
export async function listSchedules(
  casework: CaseworkContext,
  caller: Caller,
  scheduled: readonly ScheduledJob[],
): Promise<RouteOutput<Routes['listJobSchedules']>> {
  const rows = new Map((await read(casework, caller, listScheduleRows)).map((row) => [row.id, row]));
  const items = scheduled.map(({ id, schedule }) => {
    const row = rows.get(id);
    return {
      id,
      everySeconds: schedule.everyMs / 1_000,
      startedAt: row?.startedAt.toISOString() ?? null,
      endedAt: row?.endedAt?.toISOString() ?? null,
      failure: row?.failure ?? null,
      runCount: row?.runCount ?? 0,
      failureCount: row?.failureCount ?? 0,
    };
  });
  return { items };
}
