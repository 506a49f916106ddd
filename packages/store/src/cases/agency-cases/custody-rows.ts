import type { CustodyAct } from '@trailmark/core/custody';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A row of a ledger of custody, as it is stored. */
export interface CustodyRow {
  readonly seq: number;
  readonly act: CustodyAct;
  readonly whoId: string | null;
  readonly who: string;
  readonly role: string;
  readonly at: Date;
  readonly doneAt: Date | null;
  readonly why: string;
  readonly authority: string | null;
  readonly machine: string;
  readonly software: string;
  readonly fromWhom: string;
  readonly toWhom: string;
  readonly inputHash: string | null;
  readonly outputHash: string | null;
  readonly result: string;
  readonly previousHash: string | null;
  readonly hash: string;
}

export interface CustodyPlace {
  readonly evidence: string;
  readonly caseId: string;
  readonly agency: string;
}

/** Adds a row and keeps in the row of the exhibit how many there are now, and the hash of this one. */
export async function insertCustody(
  tx: Transaction,
  { evidence, caseId, agency }: CustodyPlace,
  row: CustodyRow,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_custody (evidence_id, case_id, agency_id, seq, act, who_id, who, role, at, done_at, why, authority, machine,
                              software, from_whom, to_whom, input_hash, output_hash, result, previous_hash, hash)
    VALUES (${evidence}, ${caseId}, ${agency}, ${row.seq}, ${row.act}, ${row.whoId}, ${row.who}, ${row.role}, ${row.at},
            ${row.doneAt}, ${row.why}, ${row.authority}, ${row.machine}, ${row.software}, ${row.fromWhom}, ${row.toWhom},
            ${row.inputHash}, ${row.outputHash}, ${row.result}, ${row.previousHash}, ${row.hash})`);
  await tx.run(
    sql`UPDATE case_evidence SET custody_count = ${row.seq}, custody_head = ${row.hash} WHERE id = ${evidence}`,
  );
}

/** The whole ledger of an exhibit, the first row first. */
export function listCustody(tx: Transaction, evidence: string): Promise<CustodyRow[]> {
  return tx.list<CustodyRow>(sql`
    SELECT seq, act, who_id AS "whoId", who, role, at, done_at AS "doneAt", why, authority, machine, software,
           from_whom AS "fromWhom", to_whom AS "toWhom", input_hash AS "inputHash", output_hash AS "outputHash", result,
           previous_hash AS "previousHash", hash
    FROM case_custody WHERE evidence_id = ${evidence} ORDER BY seq`);
}

/** Where the ledger of an exhibit ends. */
export interface CustodyHead extends CustodyPlace {
  readonly count: number;
  readonly head: string;
  readonly salt: Buffer;
}

/** The ends of all ledgers of an agency, in one order. */
export function listCustodyHeads(tx: Transaction, agency: string): Promise<CustodyHead[]> {
  return tx.list<CustodyHead>(sql`
    SELECT id AS evidence, case_id AS "caseId", agency_id AS agency, custody_count AS count, custody_head AS head, salt
    FROM case_evidence WHERE agency_id = ${agency} AND custody_count > 0 ORDER BY id`);
}

/** Agencies with a ledger of custody and without a root of this day. */
export async function listAgenciesWithoutRoot(tx: Transaction, day: string): Promise<string[]> {
  const rows = await tx.list<{ agency: string }>(sql`
    SELECT DISTINCT agency_id AS agency FROM case_evidence e WHERE custody_count > 0
      AND NOT EXISTS (SELECT 1 FROM custody_root r WHERE r.agency_id = e.agency_id AND r.day = ${day}::date) ORDER BY 1`);
  return rows.map(({ agency }) => agency);
}

export interface DailyRoot {
  readonly agency: string;
  readonly day: string;
  readonly root: string;
  readonly at: Date;
}

/** False where the day has its root already. */
export async function insertCustodyRoot(tx: Transaction, { agency, day, root, at }: DailyRoot): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO custody_root (agency_id, day, root, at) VALUES (${agency}, ${day}::date, ${root}, ${at}) ON CONFLICT DO NOTHING`);
  return count === 1;
}

/** What leads from the end that a ledger had on a day to the root of that day. */
export interface CustodyProof {
  readonly day: string;
  readonly count: number;
  readonly head: string;
  readonly place: number;
  readonly leaves: number;
  readonly path: Buffer;
}

/** Keeps a proof, unless the ledger has not grown since the one before. */
export async function insertCustodyProof(
  tx: Transaction,
  { evidence, caseId, agency }: CustodyPlace,
  { day, count, head, place, leaves, path }: CustodyProof,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_custody_proof (evidence_id, case_id, agency_id, day, count, head, place, leaves, path)
    SELECT ${evidence}, ${caseId}, ${agency}, ${day}::date, ${count}, ${head}, ${place}, ${leaves}, ${path}
    WHERE NOT EXISTS (SELECT 1 FROM case_custody_proof WHERE evidence_id = ${evidence} AND count = ${count} AND head = ${head})`);
}

export interface ProvenRoot extends CustodyProof {
  readonly root: string;
  readonly at: Date;
  /** Time stamp of the root, DER; null without one. */
  readonly token: Buffer | null;
}

/** Proofs of an exhibit with the roots they lead to, the oldest first. */
export function listCustodyProofs(tx: Transaction, evidence: string): Promise<ProvenRoot[]> {
  return tx.list<ProvenRoot>(sql`
    SELECT to_char(p.day, 'YYYY-MM-DD') AS day, p.count, p.head, p.place, p.leaves, p.path, r.root, r.at, s.token
    FROM case_custody_proof p JOIN custody_root r ON r.agency_id = p.agency_id AND r.day = p.day
    LEFT JOIN custody_stamp s ON s.agency_id = r.agency_id AND s.day = r.day
    WHERE p.evidence_id = ${evidence} ORDER BY p.day`);
}
