import { type JobView, jobResult } from '@trailmark/api/contract/job';
import { type JobRow, listJobPositions } from '@trailmark/store/cases/jobs/job-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a job is about. Of another agency's an administrator of the installation reads none of it: it names what is investigated. */
function toSubject(row: JobRow, caller: Caller): Pick<JobView, 'title' | 'sentence' | 'failure' | 'result'> {
  if (row.agencyId !== caller.account?.agency) {
    return { title: 'Job of another agency', sentence: '', failure: null, result: null };
  }
  const result = jobResult.safeParse(row.result);
  const { title, sentence, failure } = row;
  return { title, sentence, failure, result: result.success ? result.data : null };
}

/** Jobs as their readers get them, with their places in line, which are counted over all agencies. */
export async function toJobViews(
  casework: CaseworkContext,
  caller: Caller,
  rows: readonly JobRow[],
): Promise<JobView[]> {
  const inLine = rows.filter(({ status, nextAt }) => status === 'waiting' && nextAt === null).map(({ id }) => id);
  const found =
    inLine.length === 0 ? [] : await casework.store.transact({ kind: 'system' }, (tx) => listJobPositions(tx, inLine));
  const positions = new Map(found.map(({ id, position }) => [id, position]));
  return rows.map((row) => {
    return {
      id: row.id,
      kind: row.kind,
      ...toSubject(row, caller),
      status: row.status,
      position: positions.get(row.id) ?? null,
      attempt: row.attempt,
      done: row.done,
      total: row.total,
      createdAt: row.createdAt.toISOString(),
      startedAt: toIso(row.startedAt),
      endedAt: toIso(row.endedAt),
      nextAt: toIso(row.nextAt),
      isStopping: row.status === 'running' && row.cancelAt !== null,
      isOwn: row.accountId === caller.account?.id,
      person: row.person,
    };
  });
}
