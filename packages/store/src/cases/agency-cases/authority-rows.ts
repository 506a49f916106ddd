import type { AuthorityAct, AuthorityScope, AuthorityTerm } from '@trailmark/core/case-authority';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { Withdrawal } from './item-rows.ts';

/** A legal authority of a case. Days are `YYYY-MM-DD`, UTC. */
export interface AuthorityRow extends AuthorityTerm, AuthorityScope {
  readonly id: string;
  readonly type: string;
  readonly number: string;
  readonly issuer: string;
  readonly scope: string;
  readonly extender: string;
  readonly version: number;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endedWhy: string | null;
}

const SELECT = sql`
  SELECT r.id, r.type, r.number, r.issuer, to_char(r.from_day, 'YYYY-MM-DD') AS "from", to_char(r.to_day, 'YYYY-MM-DD') AS "to",
         to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "endedOn", r.acts, r.chains, r.addresses, r.people, r.scope,
         r.extender, r.version, r.added_at AS "addedAt", coalesce(a.name, 'Former account') AS "addedBy",
         r.changed_at AS "changedAt", coalesce(c.name, 'Former account') AS "changedBy", r.ended_at AS "endedAt",
         e.name AS "endedBy", r.ended_why AS "endedWhy"
  FROM case_authority r LEFT JOIN account a ON a.id = r.added_by LEFT JOIN account c ON c.id = r.changed_by
  LEFT JOIN account e ON e.id = r.ended_by`;

/** What ends soonest first; what was ended before its time last. */
export function listAuthorities(tx: Transaction, caseId: string): Promise<AuthorityRow[]> {
  return tx.list<AuthorityRow>(
    sql`${SELECT} WHERE r.case_id = ${caseId} ORDER BY r.ended_at IS NOT NULL, r.to_day NULLS LAST, r.number, r.id`,
  );
}

export function findAuthority(tx: Transaction, caseId: string, id: string): Promise<AuthorityRow | undefined> {
  return tx.find<AuthorityRow>(sql`${SELECT} WHERE r.case_id = ${caseId} AND r.id = ${id}`);
}

export interface AuthorityChange
  extends Pick<AuthorityRow, 'id' | 'type' | 'number' | 'issuer' | 'from' | 'to' | 'scope' | 'extender'>,
    AuthorityScope {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

export async function insertAuthority(tx: Transaction, row: AuthorityChange): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_authority (id, case_id, agency_id, type, number, issuer, from_day, to_day, acts, chains, addresses, people,
                                scope, extender, added_at, added_by, changed_at, changed_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency}, ${row.type}, ${row.number}, ${row.issuer}, ${row.from}, ${row.to},
            ${row.acts}, ${row.chains}, ${JSON.stringify(row.addresses)}, ${row.people}, ${row.scope}, ${row.extender},
            ${row.at}, ${row.by}, ${row.at}, ${row.by})`);
}

/** Writes the change and counts the version up; the caller compared the version. */
export async function updateAuthority(tx: Transaction, row: AuthorityChange): Promise<void> {
  await tx.run(sql`
    UPDATE case_authority SET type = ${row.type}, number = ${row.number}, issuer = ${row.issuer}, from_day = ${row.from},
      to_day = ${row.to}, acts = ${row.acts}, chains = ${row.chains}, addresses = ${JSON.stringify(row.addresses)},
      people = ${row.people}, scope = ${row.scope}, extender = ${row.extender}, version = version + 1, changed_at = ${row.at},
      changed_by = ${row.by}
    WHERE id = ${row.id} AND case_id = ${row.caseId}`);
}

export async function endAuthority(tx: Transaction, id: string, { by, why, at }: Withdrawal): Promise<void> {
  await tx.run(sql`
    UPDATE case_authority SET ended_at = ${at}, ended_by = ${by}, ended_why = ${why}, version = version + 1 WHERE id = ${id}`);
}

export interface AuthorityNeedRow {
  readonly acts: readonly AuthorityAct[];
  readonly version: number;
}

/** Which acts need an authority, where the case says so itself. */
export function findAuthorityNeeds(tx: Transaction, caseId: string): Promise<AuthorityNeedRow | undefined> {
  return tx.find<AuthorityNeedRow>(sql`SELECT acts, version FROM case_authority_need WHERE case_id = ${caseId}`);
}

export interface NewAuthorityNeed {
  readonly caseId: string;
  readonly agency: string;
  readonly acts: readonly AuthorityAct[];
  readonly by: string;
  readonly at: Date;
}

export async function putAuthorityNeeds(
  tx: Transaction,
  { caseId, agency, acts, by, at }: NewAuthorityNeed,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_authority_need (case_id, agency_id, acts, changed_at, changed_by) VALUES (${caseId}, ${agency}, ${acts}, ${at}, ${by})
    ON CONFLICT (case_id) DO UPDATE SET acts = excluded.acts, version = case_authority_need.version + 1,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`);
}

/** Counts the clock of authorities up to a moment, and gives the latest it has seen: it never goes back. */
export async function advanceCaseClock(tx: Transaction, now: Date): Promise<Date> {
  const seconds = Math.floor(now.getTime() / 1000);
  const row = await tx.find<{ seen: number }>(sql`
    SELECT CASE WHEN last_value < ${seconds}::bigint THEN setval('case_clock', ${seconds}::bigint) ELSE last_value END AS seen
    FROM case_clock`);
  return new Date(Math.max(row?.seen ?? 0, seconds) * 1000);
}
