import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type AppealState = 'open' | 'accepted' | 'rejected' | 'withdrawn';

/** What a source states, as it was when somebody appealed. */
export interface AppealedClaim {
  readonly label: string;
  readonly chain: string;
  readonly address: string;
  readonly claim: string;
  readonly category: string;
  readonly source: string;
  readonly pack: string;
}

export interface LabelAppealRow extends AppealedClaim {
  readonly id: string;
  readonly statement: string;
  readonly evidence: string;
  readonly state: AppealState;
  readonly openedAt: Date;
  readonly openedById: string;
  readonly openedBy: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedNote: string;
}

const COLUMNS = sql`
  a.id, a.label, a.chain, a.address, a.claim, a.category, a.source, a.pack, a.statement, a.evidence, a.state,
  a.opened_at AS "openedAt", a.opened_by AS "openedById", coalesce(o.name, 'A former member') AS "openedBy",
  a.decided_at AS "decidedAt",
  CASE WHEN a.decided_by IS NULL THEN NULL ELSE coalesce(d.name, 'A former member') END AS "decidedBy",
  a.decided_note AS "decidedNote"`;
const JOINED = sql`
  label_appeal a LEFT JOIN account o ON o.id = a.opened_by LEFT JOIN account d ON d.id = a.decided_by`;

export interface AppealFilter {
  /** Ids of labels; undefined: of all. */
  readonly labels?: readonly string[] | undefined;
  readonly state?: AppealState | undefined;
  readonly limit: number;
}

/** Appeals of the agency, those that wait first, then the newest. */
export function listLabelAppeals(tx: Transaction, { labels, state, limit }: AppealFilter): Promise<LabelAppealRow[]> {
  const ids = labels === undefined ? null : [...labels];
  return tx.list(sql`SELECT ${COLUMNS} FROM ${JOINED}
    WHERE (${ids}::text[] IS NULL OR a.label = ANY(${ids}::text[])) AND (${state ?? null}::text IS NULL OR a.state = ${state ?? null})
    ORDER BY (a.state = 'open') DESC, a.opened_at DESC, a.id LIMIT ${limit}`);
}

export interface AppealedSubjects {
  /** Ids of labels. */
  readonly labels: readonly string[];
  /** Addresses, for all appeals against labels of them. */
  readonly places: readonly Pick<AppealedClaim, 'chain' | 'address'>[];
}

/**
 * What counts of the appeals against some labels, and against those of some addresses: of each label the one that waits, else the
 * one decided last. Withdrawn ones say nothing.
 */
export function listCountingAppeals(tx: Transaction, { labels, places }: AppealedSubjects): Promise<LabelAppealRow[]> {
  const [chains, addresses] = [places.map(({ chain }) => chain), places.map(({ address }) => address)];
  return tx.list(sql`SELECT DISTINCT ON (a.label) ${COLUMNS} FROM ${JOINED}
    WHERE a.state <> 'withdrawn' AND (a.label = ANY(${[...labels]}::text[])
      OR (a.chain, a.address) IN (SELECT * FROM unnest(${chains}::text[], ${addresses}::text[])))
    ORDER BY a.label, (a.state = 'open') DESC, coalesce(a.decided_at, a.opened_at) DESC, a.id`);
}

/** Locks it for a decision where `isLocked`: nobody else decides until the transaction ends. */
export function findLabelAppeal(
  tx: Transaction,
  id: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<LabelAppealRow | undefined> {
  const query = sql`SELECT ${COLUMNS} FROM ${JOINED} WHERE a.id = ${id}`;
  return tx.find(isLocked ? sql`${query} FOR UPDATE OF a` : query);
}

export interface NewLabelAppeal extends AppealedClaim {
  readonly id: string;
  readonly agency: string;
  readonly statement: string;
  readonly evidence: string;
  readonly by: string;
  readonly at: Date;
}

/** False while another appeal against the label is open. */
export async function insertLabelAppeal(tx: Transaction, appeal: NewLabelAppeal): Promise<boolean> {
  const { id, agency, label, chain, address, claim, category, source, pack, statement, evidence, by, at } = appeal;
  const count = await tx.run(sql`
    INSERT INTO label_appeal
      (id, agency_id, label, chain, address, claim, category, source, pack, statement, evidence, opened_at, opened_by)
    VALUES (${id}, ${agency}, ${label}, ${chain}, ${address}, ${claim}, ${category}, ${source}, ${pack}, ${statement},
      ${evidence}, ${at}, ${by})
    ON CONFLICT DO NOTHING`);
  return count === 1;
}

export interface AppealDecision {
  readonly id: string;
  readonly state: Exclude<AppealState, 'open'>;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

export async function decideLabelAppeal(tx: Transaction, { id, state, note, by, at }: AppealDecision): Promise<void> {
  await tx.run(sql`UPDATE label_appeal
    SET state = ${state}, decided_at = ${at}, decided_by = ${by}, decided_note = ${note} WHERE id = ${id}`);
}
