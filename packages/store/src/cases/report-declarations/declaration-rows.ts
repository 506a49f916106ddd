import type { ReportJurisdiction, ReportWording } from '@trailmark/core/report/report-document';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A version of the wording of an agency. */
export interface DeclarationRow {
  readonly jurisdiction: ReportJurisdiction;
  readonly number: number;
  /** Null: the wording that the software comes with. */
  readonly wording: ReportWording | null;
  readonly note: string;
  readonly savedAt: Date;
  readonly savedBy: string;
}

const SELECT = sql`SELECT d.jurisdiction, d.number, d.wording, d.note, d.saved_at AS "savedAt",
  coalesce(a.name, 'A former member') AS "savedBy" FROM report_declaration d LEFT JOIN account a ON a.id = d.saved_by`;

/** The last versions of every declaration of the agency, newest first; at most `limit` of each. */
export function listDeclarations(tx: Transaction, limit: number): Promise<DeclarationRow[]> {
  return tx.list<DeclarationRow>(sql`${SELECT} WHERE d.number > (SELECT max(o.number) FROM report_declaration o
      WHERE o.agency_id = d.agency_id AND o.jurisdiction = d.jurisdiction) - ${limit}
    ORDER BY d.jurisdiction, d.number DESC`);
}

/** The version in force; undefined while the agency wrote none. */
export function findDeclaration(tx: Transaction, jurisdiction: string): Promise<DeclarationRow | undefined> {
  return tx.find<DeclarationRow>(sql`${SELECT} WHERE d.jurisdiction = ${jurisdiction} ORDER BY d.number DESC LIMIT 1`);
}

export interface NewDeclaration extends Omit<DeclarationRow, 'savedAt' | 'savedBy'> {
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** False where somebody saved that number in the meantime. */
export async function insertDeclaration(
  tx: Transaction,
  { agency, jurisdiction, number, wording, note, by, at }: NewDeclaration,
): Promise<boolean> {
  const content = wording && JSON.stringify(wording);
  const count = await tx.run(sql`
    INSERT INTO report_declaration (agency_id, jurisdiction, number, wording, note, saved_at, saved_by)
    VALUES (${agency}, ${jurisdiction}, ${number}, ${content}, ${note}, ${at}, ${by}) ON CONFLICT DO NOTHING`);
  return count === 1;
}
