import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { Grade } from './interest-rows.ts';

export type Side = 'a' | 'b';
export type Outcome = 'coordinate' | 'stand-down' | 'no-conflict';

/** A conflict as the server has it: nobody reads one but through their own side. Needs the system's scope throughout. */
export interface ConflictRow {
  readonly id: string;
  readonly aInterest: string;
  readonly aAgency: string;
  readonly bInterest: string;
  readonly bAgency: string;
  readonly grade: Grade;
  readonly count: number;
  readonly aStep: number;
  readonly bStep: number;
  readonly aOutcome: Outcome | null;
  readonly bOutcome: Outcome | null;
  readonly knownTo: Side | null;
  readonly at: Date;
  readonly firstMessageAt: Date | null;
}

const SELECT = sql`
  SELECT id, a_interest AS "aInterest", a_agency AS "aAgency", b_interest AS "bInterest", b_agency AS "bAgency", grade, count,
         a_step AS "aStep", b_step AS "bStep", a_outcome AS "aOutcome", b_outcome AS "bOutcome", known_to AS "knownTo", at,
         first_message_at AS "firstMessageAt" FROM conflict`;

export interface NewConflict extends Omit<ConflictRow, 'aOutcome' | 'bOutcome' | 'firstMessageAt'> {}

/** False where the two interests met before. */
export async function insertConflict(tx: Transaction, row: NewConflict): Promise<boolean> {
  const made = await tx.run(sql`
    INSERT INTO conflict (id, a_interest, a_agency, b_interest, b_agency, grade, count, a_step, b_step, known_to, at)
    SELECT ${row.id}, ${row.aInterest}, ${row.aAgency}, ${row.bInterest}, ${row.bAgency}, ${row.grade}, ${row.count}, ${row.aStep},
           ${row.bStep}, ${row.knownTo}, ${row.at}
    WHERE NOT EXISTS (SELECT 1 FROM conflict WHERE a_interest = ${row.bInterest} AND b_interest = ${row.aInterest})
    ON CONFLICT (a_interest, b_interest) DO NOTHING`);
  return made > 0;
}

/** Conflicts of one interest that its side knows of. */
export function listConflicts(tx: Transaction, interest: string): Promise<ConflictRow[]> {
  return tx.list<ConflictRow>(sql`
    ${SELECT} WHERE (a_interest = ${interest} AND (known_to IS NULL OR known_to = 'a'))
      OR (b_interest = ${interest} AND (known_to IS NULL OR known_to = 'b')) ORDER BY at DESC, id LIMIT 100`);
}

export function lockConflict(tx: Transaction, id: string): Promise<ConflictRow | undefined> {
  return tx.find<ConflictRow>(sql`${SELECT} WHERE id = ${id} FOR UPDATE`);
}

export async function setStep(tx: Transaction, id: string, side: Side, step: number): Promise<void> {
  await tx.run(
    side === 'a'
      ? sql`UPDATE conflict SET a_step = ${step} WHERE id = ${id}`
      : sql`UPDATE conflict SET b_step = ${step} WHERE id = ${id}`,
  );
}

export async function setOutcome(tx: Transaction, id: string, side: Side, outcome: Outcome): Promise<void> {
  await tx.run(
    side === 'a'
      ? sql`UPDATE conflict SET a_outcome = ${outcome} WHERE id = ${id}`
      : sql`UPDATE conflict SET b_outcome = ${outcome} WHERE id = ${id}`,
  );
}

export interface ConflictMessageRow {
  readonly side: Side | 'server';
  readonly sealed: Buffer;
  readonly at: Date;
}

export async function insertConflictMessage(
  tx: Transaction,
  conflict: string,
  { side, sealed, at }: ConflictMessageRow,
): Promise<void> {
  await tx.run(
    sql`INSERT INTO conflict_message (conflict_id, side, sealed, at) VALUES (${conflict}, ${side}, ${sealed}, ${at})`,
  );
  await tx.run(
    sql`UPDATE conflict SET first_message_at = coalesce(first_message_at, ${at}) WHERE id = ${conflict} AND ${side !== 'server'}`,
  );
}

export function listConflictMessages(tx: Transaction, conflict: string): Promise<ConflictMessageRow[]> {
  return tx.list<ConflictMessageRow>(
    sql`SELECT side, sealed, at FROM conflict_message WHERE conflict_id = ${conflict} ORDER BY id LIMIT 500`,
  );
}

/** What each side is called, and who answers for it; read by the server to show what a side has released. */
export interface PartyRow {
  readonly agencyName: string;
  readonly officer: string;
  readonly email: string;
  readonly accountId: string;
  readonly agency: string;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly contact: string;
}

export function findParty(tx: Transaction, interest: string): Promise<PartyRow | undefined> {
  return tx.find<PartyRow>(sql`
    SELECT g.name AS "agencyName", a.name AS officer, a.email, a.id AS "accountId", i.agency_id AS agency, i.case_id AS "caseId",
           c.number AS "caseNumber", i.contact
    FROM interest i JOIN agency g ON g.id = i.agency_id JOIN account a ON a.id = i.account_id JOIN agency_case c ON c.id = i.case_id
    WHERE i.id = ${interest}`);
}
