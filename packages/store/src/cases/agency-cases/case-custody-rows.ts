import type { CustodyAct } from '@trailmark/core/custody';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** An entry of a ledger with the exhibit it is about. */
export interface CaseCustodyRow {
  readonly item: string;
  readonly number: number;
  readonly name: Buffer;
  readonly seq: number;
  readonly act: CustodyAct;
  readonly who: string;
  readonly role: string;
  readonly at: Date;
  readonly doneAt: Date | null;
  readonly why: string;
  readonly authority: string | null;
  readonly machine: string;
  readonly fromWhom: string;
  readonly toWhom: string;
  readonly result: string;
  readonly hash: string;
}

export interface CaseCustodyFilter {
  readonly item?: string | undefined;
  readonly act?: CustodyAct | undefined;
  readonly who?: string | undefined;
}

/** Where a page ended. */
export interface CaseCustodyPlace {
  readonly at: Date;
  readonly item: string;
  readonly seq: number;
}

function where(caseId: string, { item, act, who }: CaseCustodyFilter): Sql {
  return sql`c.case_id = ${caseId} AND ${item ? sql`c.evidence_id = ${item}` : sql`true`}
    AND ${act ? sql`c.act = ${act}` : sql`true`} AND ${who === undefined ? sql`true` : sql`c.who = ${who}`}`;
}

/** Entries of all ledgers of a case, the last first. */
export function listCaseCustody(
  tx: Transaction,
  caseId: string,
  filter: CaseCustodyFilter,
  { after, limit }: { readonly after: CaseCustodyPlace | undefined; readonly limit: number },
): Promise<CaseCustodyRow[]> {
  return tx.list<CaseCustodyRow>(sql`
    SELECT e.id AS item, e.number, e.name, c.seq, c.act, c.who, c.role, c.at, c.done_at AS "doneAt", c.why, c.authority,
           c.machine, c.from_whom AS "fromWhom", c.to_whom AS "toWhom", c.result, c.hash
    FROM case_custody c JOIN case_evidence e ON e.id = c.evidence_id
    WHERE ${where(caseId, filter)}
      AND ${after ? sql`(c.at, c.evidence_id, c.seq) < (${after.at}, ${after.item}::uuid, ${after.seq}::integer)` : sql`true`}
    ORDER BY c.at DESC, c.evidence_id DESC, c.seq DESC LIMIT ${limit}`);
}

export async function countCaseCustody(tx: Transaction, caseId: string, filter: CaseCustodyFilter): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_custody c WHERE ${where(caseId, filter)}`,
  );
  return count;
}

/** Names in the ledgers of a case, by the alphabet. */
export async function listCustodyPeople(tx: Transaction, caseId: string, limit: number): Promise<string[]> {
  const rows = await tx.list<{ who: string }>(
    sql`SELECT DISTINCT who FROM case_custody WHERE case_id = ${caseId} ORDER BY who LIMIT ${limit}`,
  );
  return rows.map(({ who }) => who);
}

export interface CaseRoot {
  readonly day: string;
  readonly root: string;
  readonly at: Date;
  /** Its time stamp (DER) and the certificates it was verified against (PEM); null without one. */
  readonly token: Buffer | null;
  readonly trusted: string | null;
}

/** The last root that a ledger of this case leads to: roots without it are of other cases. */
export function findCaseRoot(tx: Transaction, caseId: string): Promise<CaseRoot | undefined> {
  return tx.find<CaseRoot>(sql`
    SELECT to_char(r.day, 'YYYY-MM-DD') AS day, r.root, r.at, s.token, s.trusted
    FROM case_custody_proof p JOIN custody_root r ON r.agency_id = p.agency_id AND r.day = p.day
    LEFT JOIN custody_stamp s ON s.agency_id = r.agency_id AND s.day = r.day
    WHERE p.case_id = ${caseId} ORDER BY r.day DESC LIMIT 1`);
}
