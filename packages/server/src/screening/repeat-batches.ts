import { randomUUID } from 'node:crypto';
import { isAdmitted, toRole } from '@trailmark/core/role';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findJobPerson } from '@trailmark/store/cases/jobs/job-run-rows';
import { deleteBatch, findBatch, insertBatch, setBatchJob } from '@trailmark/store/cases/screenings/batch-rows';
import { type DueBatch, listSubjects, setRepeat, takeDueBatches } from '@trailmark/store/cases/screenings/repeat-rows';
import { insertSubjects } from '@trailmark/store/cases/screenings/screening-rows';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope } from '../casework/own-account.ts';
import { startPersonJob } from '../jobs/change-jobs.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { readRulesInForce } from './rule-sets/read-rule-sets.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';

const SYSTEM = { kind: 'system' } as const;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** One that could not be started is tried again after this. */
const LEASE = 60 * MINUTE;
/** Started at a time; the rest follows at the next look. */
const AT_ONCE = 20;
/** Where what the server does for somebody comes from. */
const SOURCE = { address: '', agent: 'Trailmark: repeated screening' };

/** Whose batch it is, as they are now; undefined where they may no longer screen. */
async function findOwner(casework: CaseworkContext, { accountId }: DueBatch): Promise<Caller | undefined> {
  const person = await casework.store.transact(SYSTEM, (tx) => findJobPerson(tx, accountId));
  const role = person && toRole(person.role, person.isAllowed, true);
  if (!person || !role || !isAdmitted(role, 'allowed')) return undefined;
  return { role, account: person, session: null, source: SOURCE };
}

/** A batch of the same subjects, by the rules in force now; undefined where the batch was removed in the meantime. */
async function copyBatch(
  casework: CaseworkContext,
  caller: Caller,
  previous: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const { id: account, agency } = ownAccount(caller);
  const { ruleSet, hash: ruleSetHash } = await readRulesInForce(casework, caller);
  const [id, at] = [randomUUID(), casework.now()];
  const entry = {
    action: 'screening-batch.repeat',
    object: { kind: 'screening-batch', id },
    details: { previous },
  };
  const copy = async (tx: Transaction) => {
    const old = await findBatch(tx, previous);
    if (!old) return undefined;
    const { name, options, refused, refusedCount } = old;
    const subjects = await listSubjects(tx, previous);
    const owner = { agency, account, at };
    const batch = { id, name, options, ruleSet, ruleSetHash, total: subjects.length, refused, refusedCount, previous };
    await insertBatch(tx, batch, owner);
    await insertSubjects(tx, id, subjects, owner);
    return { id, name };
  };
  return act(casework, caller, entry, copy, ownAgencyScope(caller));
}

async function repeatBatch(casework: CaseworkContext, deps: TraceDeps, due: DueBatch): Promise<void> {
  const caller = await findOwner(casework, due);
  if (!caller) {
    await casework.store.transact(SYSTEM, (tx) => setRepeat(tx, due.id, null));
    return;
  }
  const batch = await copyBatch(casework, caller, due.id);
  if (!batch) return;
  try {
    const input = { batch: batch.id, name: batch.name };
    const job = await startPersonJob(casework, caller, createScreenBatchJob(deps), input);
    const at = new Date(casework.now().getTime() + due.repeatDays * DAY);
    await casework.store.transact(ownAgencyScope(caller), async (tx) => {
      await setBatchJob(tx, batch.id, job.id);
      await setRepeat(tx, due.id, null);
      await setRepeat(tx, batch.id, { days: due.repeatDays, at });
    });
  } catch (error) {
    // Its share of jobs is used up, or the server stops: nothing is left behind, and the next look tries again.
    await casework.store.transact(ownAgencyScope(caller), (tx) => deleteBatch(tx, batch.id));
    throw error;
  }
}

/** Screens batches again that are due. One that fails does not keep the others from it; the first failure is reported. */
export async function repeatDueBatches(
  casework: CaseworkContext,
  deps: TraceDeps,
  signal: AbortSignal,
): Promise<number> {
  const now = casework.now();
  const window = { now, until: new Date(now.getTime() + LEASE), limit: AT_ONCE };
  const due = await casework.store.transact(SYSTEM, (tx) => takeDueBatches(tx, window));
  const failures: unknown[] = [];
  for (const one of due) {
    if (signal.aborted) break;
    await repeatBatch(casework, deps, one).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

/** Looks for batches to be screened again. */
export function createRepeatBatches(deps: TraceDeps) {
  return defineJob({
    id: 'repeat-screenings',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework, signal) => {
      await repeatDueBatches(casework, deps, signal);
    },
  });
}
