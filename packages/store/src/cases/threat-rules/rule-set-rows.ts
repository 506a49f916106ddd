import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A version of an agency's rules, without its content. */
export interface RuleSetHeadRow {
  readonly id: string;
  readonly number: number;
  /** False: a return to the rules the software comes with. */
  readonly hasContent: boolean;
  readonly hash: string;
  readonly note: string;
  readonly state: 'proposed' | 'approved' | 'refused' | 'withdrawn';
  readonly proposedAt: Date;
  readonly proposedById: string;
  readonly proposedBy: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedNote: string;
}

export interface RuleSetRow extends RuleSetHeadRow {
  /** JSON; null for the rules the software comes with. */
  readonly content: string | null;
}

const HEAD = sql`
  r.id, r.number, r.content IS NOT NULL AS "hasContent", r.hash, r.note, r.state, r.proposed_at AS "proposedAt",
  r.proposed_by AS "proposedById", coalesce(p.name, 'A former member') AS "proposedBy", r.decided_at AS "decidedAt",
  CASE WHEN r.decided_by IS NULL THEN NULL ELSE coalesce(d.name, 'A former member') END AS "decidedBy",
  r.decided_note AS "decidedNote"`;
const JOINED = sql`
  threat_rule_set r LEFT JOIN account p ON p.id = r.proposed_by LEFT JOIN account d ON d.id = r.decided_by`;

/** Versions of the agency, newest first. */
export function listRuleSets(tx: Transaction, limit: number): Promise<RuleSetHeadRow[]> {
  return tx.list(sql`SELECT ${HEAD} FROM ${JOINED} ORDER BY r.number DESC LIMIT ${limit}`);
}

export function findRuleSet(tx: Transaction, id: string): Promise<RuleSetRow | undefined> {
  return tx.find(sql`SELECT ${HEAD}, r.content FROM ${JOINED} WHERE r.id = ${id}`);
}

/** The same for a decision: nobody else decides until the transaction ends. */
export function lockRuleSet(tx: Transaction, id: string): Promise<RuleSetRow | undefined> {
  return tx.find(sql`SELECT ${HEAD}, r.content FROM ${JOINED} WHERE r.id = ${id} FOR UPDATE OF r`);
}

/** What was approved last; undefined while nothing was. */
export function findRuleSetInForce(tx: Transaction): Promise<RuleSetRow | undefined> {
  return tx.find(sql`SELECT ${HEAD}, r.content FROM ${JOINED}
    WHERE r.state = 'approved' ORDER BY r.decided_at DESC, r.number DESC LIMIT 1`);
}

export interface NewRuleSet {
  readonly id: string;
  readonly agency: string;
  readonly content: string | null;
  readonly hash: string;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

/** Numbers a proposal after the last version. False while another proposal of the agency is open. */
export async function insertRuleSet(
  tx: Transaction,
  { id, agency, content, hash, note, by, at }: NewRuleSet,
): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO threat_rule_set (id, agency_id, number, content, hash, note, proposed_at, proposed_by)
    SELECT ${id}, ${agency}, coalesce(max(number), 0) + 1, ${content}, ${hash}, ${note}, ${at}, ${by}
    FROM threat_rule_set WHERE agency_id = ${agency}
    ON CONFLICT DO NOTHING`);
  return count === 1;
}

export interface RuleSetDecision {
  readonly id: string;
  readonly state: 'approved' | 'refused' | 'withdrawn';
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

export async function decideRuleSet(tx: Transaction, { id, state, note, by, at }: RuleSetDecision): Promise<void> {
  await tx.run(sql`UPDATE threat_rule_set
    SET state = ${state}, decided_at = ${at}, decided_by = ${by}, decided_note = ${note} WHERE id = ${id}`);
}
