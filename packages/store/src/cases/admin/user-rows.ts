import type { AccountRole } from '@trailmark/core/role';
import type { AccountStatus } from '../accounts/sign-in-rows.ts';
import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** An account as administrators see it: no password, secret or code is ever read. */
export interface AdminUserRow {
  readonly id: string;
  readonly agencyId: string;
  readonly agencyName: string;
  readonly isAgencyActive: boolean;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly approvalDueAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly lastSignInFrom: string | null;
  readonly lockedAt: Date | null;
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly sessions: number;
  readonly reviewedAt: Date | null;
  readonly isReviewDue: boolean;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly factorsResetAt: Date | null;
  readonly phone: string | null;
  readonly title: string | null;
  readonly badge: string | null;
  readonly supervisor: string | null;
  readonly statedAgency: string | null;
  /** Its place in the list. */
  readonly place: string;
}

export interface UserFilter {
  readonly q?: string | undefined;
  readonly agency?: string | undefined;
  readonly role?: AccountRole | undefined;
  readonly isAllowed?: boolean | undefined;
  readonly status?: AccountStatus | undefined;
  readonly review?: 'due' | undefined;
  readonly sign?: 'no-factor' | 'locked' | 'never' | undefined;
}

/** Times that a list is measured by. */
export interface UserTimes {
  /** Sessions that started before are over. */
  readonly sessionsSince: Date;
  /** Accounts that nobody looked at since are due for review. */
  readonly reviewBefore: Date;
  /** Locks from before are open again; null: only an administrator opens them. */
  readonly lockedSince: Date | null;
}

const REVIEWED = sql`coalesce(greatest(a.reviewed_at, a.decided_at), a.created_at)`;
const HAS_FACTOR = sql`(
  EXISTS (SELECT FROM totp_factor t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkey p WHERE p.account_id = a.id))`;
/** Those who wait come first, by when they are due; the others by name. */
const PLACE = sql`(CASE WHEN a.status = 'awaiting-approval'
  THEN '0' || to_char(coalesce(a.approval_due_at, a.created_at) AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')
  ELSE '1' || left(lower(a.name), 200) END) COLLATE "C"`;

function isLocked({ lockedSince }: UserTimes): Sql {
  return lockedSince === null ? sql`a.locked_at IS NOT NULL` : sql`coalesce(a.locked_at > ${lockedSince}, false)`;
}

function isDue({ reviewBefore }: UserTimes): Sql {
  return sql`(a.status = 'active' AND ${REVIEWED} < ${reviewBefore})`;
}

function toSignCondition(sign: NonNullable<UserFilter['sign']>, times: UserTimes): Sql {
  if (sign === 'locked') return isLocked(times);
  if (sign === 'never') return sql`a.last_sign_in_at IS NULL`;
  return sql`NOT ${HAS_FACTOR}`;
}

function toConditions(filter: UserFilter, times: UserTimes): Sql[] {
  const { q, agency, role, isAllowed, status, review, sign } = filter;
  const conditions: Sql[] = [];
  if (q) conditions.push(sql`strpos(lower(a.name || ' ' || a.email), lower(${q})) > 0`);
  if (agency) conditions.push(sql`a.agency_id = ${agency}`);
  if (role) conditions.push(sql`a.role = ${role}`);
  if (isAllowed !== undefined) conditions.push(sql`a.is_allowed = ${isAllowed}`);
  if (status) conditions.push(sql`a.status = ${status}`);
  if (review) conditions.push(isDue(times));
  if (sign) conditions.push(toSignCondition(sign, times));
  return conditions;
}

function selectUsers(times: UserTimes, where: Sql): Sql {
  return sql`
    SELECT a.id, a.agency_id AS "agencyId", g.name AS "agencyName", g.status = 'active' AS "isAgencyActive",
           a.email, a.name, a.role, a.is_allowed AS "isAllowed", a.status, a.status_reason AS "statusReason",
           a.created_at AS "createdAt", a.email_verified_at AS "verifiedAt", a.approval_due_at AS "approvalDueAt",
           a.last_sign_in_at AS "lastSignInAt", a.last_sign_in_from AS "lastSignInFrom",
           CASE WHEN ${isLocked(times)} THEN a.locked_at END AS "lockedAt",
           EXISTS (SELECT FROM totp_factor t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS "hasTotp",
           (SELECT count(*) FROM passkey p WHERE p.account_id = a.id) AS passkeys,
           (SELECT count(*) FROM session s WHERE s.account_id = a.id AND s.ended_at IS NULL
              AND s.started_at > ${times.sessionsSince}) AS sessions,
           greatest(a.reviewed_at, a.decided_at) AS "reviewedAt", ${isDue(times)} AS "isReviewDue",
           a.decided_at AS "decidedAt", (SELECT d.name FROM account d WHERE d.id = a.decided_by) AS "decidedBy",
           a.factors_reset_at AS "factorsResetAt", a.phone, a.title, a.badge, a.supervisor,
           a.stated_agency AS "statedAgency", ${PLACE} AS place
    FROM account a JOIN agency g ON g.id = a.agency_id WHERE ${where}`;
}

/** A page of accounts: those that wait for approval first. */
export function listAdminUsers(
  tx: Transaction,
  filter: UserFilter,
  times: UserTimes,
  page: { readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<AdminUserRow[]> {
  const conditions = toConditions(filter, times);
  if (page.after) conditions.push(sql`(${PLACE}, a.id) > (${page.after[0]}, ${page.after[1]}::uuid)`);
  return tx.list<AdminUserRow>(sql`${selectUsers(times, allOf(conditions))} ORDER BY place, a.id LIMIT ${page.limit}`);
}

/** One account within the scope. */
export function findAdminUser(tx: Transaction, id: string, times: UserTimes): Promise<AdminUserRow | undefined> {
  return tx.find<AdminUserRow>(selectUsers(times, sql`a.id = ${id}`));
}

export interface UserCounts {
  readonly total: number;
  readonly waiting: number;
  readonly overdue: number;
  readonly reviewDue: number;
}

/** How many accounts a filter finds, and what waits within the whole scope. */
export async function countAdminUsers(
  tx: Transaction,
  filter: UserFilter,
  times: UserTimes,
  now: Date,
): Promise<UserCounts> {
  const row = await tx.find<UserCounts>(sql`
    SELECT count(*) FILTER (WHERE ${allOf(toConditions(filter, times))}) AS total,
           count(*) FILTER (WHERE a.status = 'awaiting-approval') AS waiting,
           count(*) FILTER (WHERE a.status = 'awaiting-approval' AND a.approval_due_at < ${now}) AS overdue,
           count(*) FILTER (WHERE ${isDue(times)}) AS "reviewDue"
    FROM account a`);
  return row ?? { total: 0, waiting: 0, overdue: 0, reviewDue: 0 };
}
