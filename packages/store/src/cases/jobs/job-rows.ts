import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

export type JobStatus = 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled';

export interface NewJob {
  readonly id: string;
  readonly agencyId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly title: string;
  readonly input: unknown;
  readonly turn: number;
  readonly source: { readonly address: string; readonly agent: string };
  readonly createdAt: Date;
}

/** A job as lists show it. */
export interface JobRow {
  readonly id: string;
  readonly agencyId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly title: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly sentence: string;
  readonly result: unknown;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly nextAt: Date | null;
  readonly cancelAt: Date | null;
  /** Email of who started it; null where the scope may not see the account. */
  readonly person: string | null;
  readonly place: string;
}

const PLACE = sql`to_char(j.created_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') COLLATE "C"`;
const COLUMNS = sql`
  j.id, j.agency_id AS "agencyId", j.account_id AS "accountId", j.kind, j.title, j.status, j.attempt, j.done, j.total, j.sentence,
  j.result, j.failure, j.created_at AS "createdAt", j.started_at AS "startedAt", j.ended_at AS "endedAt",
  j.next_at AS "nextAt", j.cancel_at AS "cancelAt", a.email AS person, ${PLACE} AS place`;

/** How much a person and their agency have open of a kind, and the turn of the person's next job. */
export interface OpenJobs {
  readonly person: number;
  readonly agency: number;
  readonly turn: number;
}

/**
 * Counts open jobs under the lock of those who start some, which it takes. The turn is the lowest that waits, and one more
 * for each job the person has open: whoever starts many is served in turns with everybody who starts fewer.
 */
export async function countOpenJobs(
  tx: Transaction,
  job: Pick<NewJob, 'agencyId' | 'accountId' | 'kind'>,
): Promise<OpenJobs> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended('jobs.start', 11))`);
  const row = await tx.find<OpenJobs>(sql`
    SELECT count(*) FILTER (WHERE kind = ${job.kind} AND account_id = ${job.accountId}) AS person,
           count(*) FILTER (WHERE kind = ${job.kind} AND agency_id = ${job.agencyId}) AS agency,
           (coalesce(min(turn) FILTER (WHERE status = 'waiting'), max(turn), 0)
             + count(*) FILTER (WHERE account_id = ${job.accountId}))::integer AS turn
    FROM job WHERE status IN ('waiting', 'running')`);
  return row ?? { person: 0, agency: 0, turn: 0 };
}

export async function insertJob(tx: Transaction, job: NewJob): Promise<void> {
  await tx.run(sql`
    INSERT INTO job (id, agency_id, account_id, kind, title, input, turn, source_address, source_agent, created_at)
    VALUES (${job.id}, ${job.agencyId}, ${job.accountId}, ${job.kind}, ${job.title}, ${JSON.stringify(job.input)},
            ${job.turn}, ${job.source.address}, ${job.source.agent}, ${job.createdAt})`);
}

export interface JobFilter {
  /** Only jobs of this account. */
  readonly account?: string | undefined;
  readonly id?: string | undefined;
  readonly open?: boolean | undefined;
}

function whereOf({ account, id, open }: JobFilter): Sql[] {
  const conditions: Sql[] = [];
  if (account) conditions.push(sql`j.account_id = ${account}`);
  if (id) conditions.push(sql`j.id = ${id}`);
  if (open) conditions.push(sql`j.status IN ('waiting', 'running')`);
  return conditions;
}

/** A page of jobs, newest first. */
export function listJobRows(
  tx: Transaction,
  filter: JobFilter,
  page: { readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<JobRow[]> {
  const conditions = whereOf(filter);
  if (page.after) conditions.push(sql`(${PLACE}, j.id) < (${page.after[0]}, ${page.after[1]}::uuid)`);
  return tx.list<JobRow>(sql`
    SELECT ${COLUMNS} FROM job j LEFT JOIN account a ON a.id = j.account_id
    WHERE ${allOf(conditions)} ORDER BY place DESC, j.id DESC LIMIT ${page.limit}`);
}

export async function findJobRow(
  tx: Transaction,
  filter: JobFilter & { readonly id: string },
): Promise<JobRow | undefined> {
  return (await listJobRows(tx, filter, { limit: 1 }))[0];
}

/** How many jobs of an account run and wait. */
export async function countOwnJobs(tx: Transaction, account: string): Promise<{ running: number; waiting: number }> {
  const row = await tx.find<{ running: number; waiting: number }>(sql`
    SELECT count(*) FILTER (WHERE status = 'running') AS running, count(*) FILTER (WHERE status = 'waiting') AS waiting
    FROM job WHERE account_id = ${account} AND status IN ('waiting', 'running')`);
  return row ?? { running: 0, waiting: 0 };
}

/** How many jobs of everybody are served before each of these, plus one. Needs the scope of the server. */
export function listJobPositions(tx: Transaction, ids: readonly string[]): Promise<{ id: string; position: number }[]> {
  return tx.list(sql`
    SELECT id, position FROM (
      SELECT id, row_number() OVER (ORDER BY turn, queued) AS position FROM job WHERE status = 'waiting'
    ) ordered WHERE id = ANY (${ids}::uuid[])`);
}

/** Locks a job until the transaction ends. */
export async function lockJob(
  tx: Transaction,
  filter: JobFilter & { readonly id: string },
): Promise<JobRow | undefined> {
  return tx.find<JobRow>(sql`
    SELECT ${COLUMNS} FROM job j LEFT JOIN account a ON a.id = j.account_id WHERE ${allOf(whereOf(filter))} FOR UPDATE OF j`);
}

/** Puts a job that has failed or was cancelled back in line; it continues from its checkpoint. */
export async function reopenJob(tx: Transaction, id: string, turn: number): Promise<void> {
  await tx.run(sql`
    UPDATE job SET status = 'waiting', turn = ${turn}, queued = nextval('job_change'), failure = NULL, ended_at = NULL, next_at = NULL, cancel_at = NULL,
                   cancelled_by = NULL
    WHERE id = ${id}`);
}

/** Cancels a job that waits. */
export async function cancelWaitingJob(tx: Transaction, id: string, by: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE job SET status = 'cancelled', cancel_at = ${at}, cancelled_by = ${by}, ended_at = ${at}, next_at = NULL
    WHERE id = ${id}`);
}

/** Notes that a running job should stop; its worker reads it. */
export async function askJobToStop(tx: Transaction, id: string, by: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE job SET cancel_at = ${at}, cancelled_by = ${by} WHERE id = ${id} AND cancel_at IS NULL`);
}

/** Jobs that changed within the last half minute, by the database's clock. */
export function listJobChanges(
  tx: Transaction,
): Promise<{ readonly id: string; readonly agencyId: string; readonly accountId: string; readonly change: number }[]> {
  return tx.list(sql`
    SELECT id, agency_id AS "agencyId", account_id AS "accountId", change FROM job
    WHERE changed_at > clock_timestamp() - interval '30 seconds' ORDER BY change LIMIT 1000`);
}

/** Removes lines of the ledger that ended before a time. Returns how many. */
export function removeEndedJobs(tx: Transaction, before: Date): Promise<number> {
  return tx.run(sql`DELETE FROM job WHERE ended_at < ${before}`);
}
