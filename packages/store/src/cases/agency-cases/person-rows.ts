import type { IdentifierType, PersonKind } from '@trailmark/core/case-people';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { Withdrawal } from './item-rows.ts';

export interface PersonIdentifier {
  readonly type: IdentifierType;
  /** Empty for a phone number or a domain. */
  readonly service: string;
  readonly value: string;
}

/** A person or entity of a case, without the personal data. */
export interface PersonRow {
  readonly id: string;
  readonly letter: string;
  readonly number: number;
  readonly kind: PersonKind;
  readonly name: string;
  readonly detail: string;
  readonly aliases: readonly string[];
  readonly note: string;
  readonly identifiers: readonly PersonIdentifier[];
  readonly hasPersonal: boolean;
  readonly version: number;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

const SELECT = sql`
  SELECT p.id, p.letter, p.number, p.kind, p.name, p.detail, p.aliases, p.note, p.identifiers, p.personal IS NOT NULL AS "hasPersonal",
         p.version, p.added_at AS "addedAt", coalesce(a.name, 'Former account') AS "addedBy", p.changed_at AS "changedAt",
         coalesce(c.name, 'Former account') AS "changedBy", p.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy",
         p.withdrawn_why AS "withdrawnWhy"
  FROM case_person p LEFT JOIN account a ON a.id = p.added_by LEFT JOIN account c ON c.id = p.changed_by
  LEFT JOIN account w ON w.id = p.withdrawn_by`;

/** In the fixed order of lists and pictures: by letter as they come in a case, then by number. */
export function listPeople(tx: Transaction, caseId: string): Promise<PersonRow[]> {
  return tx.list<PersonRow>(sql`${SELECT} WHERE p.case_id = ${caseId} ORDER BY strpos('PVXDHCWT', p.letter), p.number`);
}

export function findPerson(tx: Transaction, caseId: string, id: string): Promise<PersonRow | undefined> {
  return tx.find<PersonRow>(sql`${SELECT} WHERE p.case_id = ${caseId} AND p.id = ${id}`);
}

/** How many a case has, without the withdrawn ones. */
export async function countPeople(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_person WHERE case_id = ${caseId} AND withdrawn_at IS NULL`,
  );
  return count;
}

export interface PersonChange
  extends Pick<PersonRow, 'id' | 'kind' | 'name' | 'detail' | 'aliases' | 'note' | 'identifiers'> {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** Inserts with the next number of the letter; the case is locked, so nobody else takes it. */
export async function insertPerson(tx: Transaction, row: PersonChange, letter: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_person (id, case_id, agency_id, letter, number, kind, name, detail, aliases, note, identifiers,
                             added_at, added_by, changed_at, changed_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency}, ${letter},
            (SELECT coalesce(max(number), 0) + 1 FROM case_person WHERE case_id = ${row.caseId} AND letter = ${letter}),
            ${row.kind}, ${row.name}, ${row.detail}, ${row.aliases}, ${row.note}, ${JSON.stringify(row.identifiers)},
            ${row.at}, ${row.by}, ${row.at}, ${row.by})`);
}

/** Writes the change and counts the version up; the caller compared the version. */
export async function updatePerson(tx: Transaction, row: PersonChange): Promise<void> {
  await tx.run(sql`
    UPDATE case_person SET kind = ${row.kind}, name = ${row.name}, detail = ${row.detail}, aliases = ${row.aliases},
      note = ${row.note}, identifiers = ${JSON.stringify(row.identifiers)}, version = version + 1, changed_at = ${row.at},
      changed_by = ${row.by}
    WHERE id = ${row.id} AND case_id = ${row.caseId}`);
}

export async function withdrawPerson(tx: Transaction, id: string, { by, why, at }: Withdrawal): Promise<void> {
  await tx.run(sql`
    UPDATE case_person SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}, version = version + 1
    WHERE id = ${id}`);
}

/** The encrypted personal data; null where none was entered. */
export async function findPersonal(tx: Transaction, caseId: string, id: string): Promise<Buffer | null> {
  const row = await tx.find<{ personal: Buffer | null }>(
    sql`SELECT personal FROM case_person WHERE case_id = ${caseId} AND id = ${id}`,
  );
  return row?.personal ?? null;
}

export interface PersonalChange {
  readonly id: string;
  readonly personal: Buffer | null;
  readonly by: string;
  readonly at: Date;
}

export async function updatePersonal(tx: Transaction, { id, personal, by, at }: PersonalChange): Promise<void> {
  await tx.run(sql`UPDATE case_person SET personal = ${personal}, version = version + 1, changed_at = ${at}, changed_by = ${by}
    WHERE id = ${id}`);
}
