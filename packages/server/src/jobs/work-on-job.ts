import type { JobResult } from '@trailmark/api/contract/job';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted, toRole } from '@trailmark/core/role';
import {
  findJobPerson,
  type StartedJob,
  updateJobCheckpoint,
  updateJobProgress,
} from '@trailmark/store/cases/jobs/job-run-rows';
import { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { PersonJob } from './define-job.ts';
import { ProgressWriter } from './progress-writer.ts';

const SYSTEM = { kind: 'system' } as const;

/** The person of a job was suspended, or has no dashboard access any more. */
export function jobForbidden(): AppError {
  return new AppError('forbidden', 'The account that started this job may no longer do it.');
}

/** Who a job runs for, as they are now. Throws `forbidden` where they may no longer do this. */
async function getJobCaller(casework: CaseworkContext, job: PersonJob, started: StartedJob): Promise<Caller> {
  const person = await casework.store.transact(SYSTEM, (tx) => findJobPerson(tx, started.accountId));
  const role = person && toRole(person.role, person.isAllowed, true);
  if (!person || !role || !isAdmitted(role, job.access)) {
    throw jobForbidden();
  }
  return {
    role,
    account: person,
    session: null,
    source: { address: started.sourceAddress, agent: started.sourceAgent },
  };
}

function takenOver(): AppError {
  return new AppError('conflict', 'Another start of this job has taken over, or it has ended.');
}

/** Runs one start of a job to its result. Rejects with what went wrong. */
export async function workOnJob(
  casework: CaseworkContext,
  job: PersonJob,
  started: StartedJob,
  signal: AbortSignal,
): Promise<JobResult> {
  const caller = await getJobCaller(casework, job, started);
  const input = z.safeParse(job.input, started.input);
  if (!input.success) throw new AppError('invalid', 'What this job was started with is no longer understood.');
  const checkpoint = z.safeParse(job.resume, started.checkpoint);
  const progress = new ProgressWriter(async (done, total) => {
    const sentence = job.progress(done, total).slice(0, 500);
    await casework.store.transact(SYSTEM, (tx) => updateJobProgress(tx, started, { done, total, sentence }));
  });
  try {
    return await job.run({
      casework,
      caller,
      input: input.data,
      checkpoint: checkpoint.success ? checkpoint.data : undefined,
      signal,
      report: (done, total) => progress.report(done, total),
      save: (next, work) =>
        casework.store.transact(SYSTEM, async (tx) => {
          if (!(await updateJobCheckpoint(tx, started, next))) throw takenOver();
          await work?.(tx);
        }),
    });
  } finally {
    await progress.end();
  }
}
