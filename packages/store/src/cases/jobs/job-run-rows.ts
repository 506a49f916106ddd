import { ADMITTED } from '../accounts/admitted.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A job as its worker gets it. */
export interface StartedJob {
  readonly id: string;
  readonly agencyId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly input: unknown;
  readonly checkpoint: unknown;
  /** Which start this is; from 1. */
  readonly attempt: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly sourceAddress: string;
  readonly sourceAgent: string;
}

/** One start of a job: nothing is written for an earlier one. */
export type Started = Pick<StartedJob, 'id' | 'attempt'>;

/** Those who claim jobs take turns, so that shares are counted right. The lock ends with the transaction. */
export async function lockClaims(tx: Transaction): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended('jobs.claim', 11))`);
}

/** Groups (`kind:account`) that wait because their agency runs as much of a kind as it may. */
export async function listFullGroups(
  tx: Transaction,
  limits: readonly { readonly kind: string; readonly agency: number }[],
): Promise<string[]> {
  const rows = await tx.list<{ group: string }>(sql`
    WITH limits AS (
      SELECT * FROM unnest(${limits.map(({ kind }) => kind)}::text[], ${limits.map(({ agency }) => agency)}::integer[]) AS l(kind, most)
    ), full_agencies AS (
      SELECT j.kind, j.agency_id FROM job j JOIN limits l ON l.kind = j.kind
      WHERE j.status = 'running' GROUP BY j.kind, j.agency_id, l.most HAVING count(*) >= l.most
    )
    SELECT DISTINCT j.kind || ':' || j.account_id AS group FROM job j JOIN full_agencies f ON f.kind = j.kind AND f.agency_id = j.agency_id
    WHERE j.status = 'waiting'`);
  return rows.map(({ group }) => group);
}

/** Marks a claimed job as running. Undefined where it was ended in the meantime. */
export function startJob(tx: Transaction, id: string, at: Date): Promise<StartedJob | undefined> {
  return tx.find<StartedJob>(sql`
    UPDATE job SET status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, ${at}), next_at = NULL
    WHERE id = ${id} AND status IN ('waiting', 'running')
    RETURNING id, agency_id AS "agencyId", account_id AS "accountId", kind, input, checkpoint, attempt, done, total,
              source_address AS "sourceAddress", source_agent AS "sourceAgent"`);
}

export interface JobProgress {
  readonly done: number | null;
  readonly total: number | null;
  readonly sentence: string;
}

/** Keeps how far a job is. False where another start has taken over, or it was ended. */
export async function updateJobProgress(
  tx: Transaction,
  { id, attempt }: Started,
  progress: JobProgress,
): Promise<boolean> {
  const { done, total, sentence } = progress;
  const count = await tx.run(sql`
    UPDATE job SET done = ${done}, total = ${total}, sentence = ${sentence}
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`);
  return count > 0;
}

/** Keeps where a job continues after a stop. False where another start has taken over, or it was ended. */
export async function updateJobCheckpoint(
  tx: Transaction,
  { id, attempt }: Started,
  checkpoint: unknown,
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE job SET checkpoint = ${JSON.stringify(checkpoint)} WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`);
  return count > 0;
}

/** How a job ended. A finished one needs neither input nor checkpoint any more; another may be tried again with them. */
export async function endJob(
  tx: Transaction,
  { id, attempt }: Started,
  end: {
    readonly status: 'finished' | 'failed' | 'cancelled';
    readonly at: Date;
    readonly result?: unknown;
    readonly failure?: string;
  },
): Promise<boolean> {
  const { status, at, result, failure = null } = end;
  const isFinished = status === 'finished';
  const count = await tx.run(sql`
    UPDATE job SET status = ${status}, ended_at = ${at}, next_at = NULL, failure = ${failure},
                   result = ${result === undefined ? null : JSON.stringify(result)}::jsonb,
                   checkpoint = CASE WHEN ${isFinished} THEN NULL ELSE checkpoint END,
                   input = CASE WHEN ${isFinished} THEN 'null'::jsonb ELSE input END
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`);
  return count > 0;
}

/** Puts a job back in line until its ticket is due again. */
export async function postponeJob(tx: Transaction, { id, attempt }: Started, failure: string): Promise<void> {
  await tx.run(sql`
    UPDATE job SET status = 'waiting', failure = ${failure},
                   next_at = (SELECT start_after FROM pgboss.job WHERE name = 'work' AND id = ${id})
    WHERE id = ${id} AND attempt = ${attempt}`);
}

/** Puts a job back in line at once: its server is stopping. */
export async function releaseJob(
  tx: Transaction,
  { id, attempt }: Started,
): Promise<{ readonly turn: number } | undefined> {
  return tx.find(sql`
    UPDATE job SET status = 'waiting', next_at = NULL, queued = nextval('job_change') WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'
    RETURNING turn`);
}

export interface JobToStop {
  readonly id: string;
  /** False where nobody cancelled it, and its person may no longer use the tools. */
  readonly isCancelled: boolean;
}

/** Which of these should stop. */
export async function listJobsToStop(tx: Transaction, ids: readonly string[]): Promise<readonly JobToStop[]> {
  if (ids.length === 0) return [];
  return tx.list<JobToStop>(sql`
    SELECT j.id, j.cancel_at IS NOT NULL AS "isCancelled" FROM job j JOIN account a ON a.id = j.account_id
    WHERE j.id = ANY (${ids}::uuid[]) AND (j.cancel_at IS NOT NULL OR NOT (${ADMITTED}))`);
}

const LOST = 'The server stopped while this job ran, more often than it is tried again.';

/**
 * Brings jobs into step with tickets that were taken from workers that are gone: they wait again, or have failed where there is
 * no further try, or are cancelled where that was wanted. Returns how many.
 */
export async function settleLostJobs(tx: Transaction, at: Date): Promise<number> {
  return tx.run(sql`
    UPDATE job j SET
      status = CASE WHEN j.cancel_at IS NOT NULL THEN 'cancelled' WHEN t.state = 'retry' THEN 'waiting' ELSE 'failed' END,
      next_at = CASE WHEN j.cancel_at IS NULL AND t.state = 'retry' THEN t.start_after END,
      ended_at = CASE WHEN j.cancel_at IS NULL AND t.state = 'retry' THEN NULL ELSE ${at}::timestamptz END,
      failure = CASE WHEN j.cancel_at IS NULL AND t.state IS DISTINCT FROM 'retry' THEN ${LOST} ELSE j.failure END
    FROM job o LEFT JOIN pgboss.job t ON t.name = 'work' AND t.id = o.id
    WHERE o.id = j.id AND j.status = 'running' AND t.state IS DISTINCT FROM 'active'`);
}

/** Keeps how the last run of a schedule went. */
export async function noteScheduleRun(
  tx: Transaction,
  run: { readonly id: string; readonly startedAt: Date; readonly endedAt: Date; readonly failure: string | null },
): Promise<void> {
  const { id, startedAt, endedAt, failure } = run;
  const failed = failure === null ? 0 : 1;
  await tx.run(sql`
    INSERT INTO job_schedule AS s (id, started_at, ended_at, failure, run_count, failure_count)
    VALUES (${id}, ${startedAt}, ${endedAt}, ${failure}, 1, ${failed})
    ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at, failure = excluded.failure,
      run_count = s.run_count + 1, failure_count = s.failure_count + excluded.failure_count`);
}

export interface ScheduleRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly failure: string | null;
  readonly runCount: number;
  readonly failureCount: number;
}

export function listScheduleRows(tx: Transaction): Promise<ScheduleRow[]> {
  return tx.list<ScheduleRow>(sql`
    SELECT id, started_at AS "startedAt", ended_at AS "endedAt", failure, run_count AS "runCount", failure_count AS "failureCount"
    FROM job_schedule ORDER BY id`);
}

/** What a person is now, for a job that runs for them; undefined where the account is not active or the agency suspended. */
export interface JobPerson {
  readonly id: string;
  readonly agency: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'member' | 'agency-admin' | 'platform-admin' | 'auditor';
  readonly isAllowed: boolean;
}

export function findJobPerson(tx: Transaction, accountId: string): Promise<JobPerson | undefined> {
  return tx.find<JobPerson>(sql`
    SELECT a.id, a.agency_id AS agency, a.email, a.name, a.role, a.is_allowed AS "isAllowed"
    FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE a.id = ${accountId} AND a.status = 'active' AND g.status = 'active'`);
}
