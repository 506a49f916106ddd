import type { ConfidenceId } from '@trailmark/core/confidence';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A label that a reviewer made of a report. It is the agency's: no pack has it, and no rule reads it. */
export interface AgencyLabelRow {
  readonly id: string;
  readonly reportId: string;
  readonly reference: string;
  readonly chain: string;
  readonly address: string;
  readonly text: string;
  readonly category: string;
  readonly confidence: ConfidenceId;
  readonly source: string;
  readonly state: 'waiting' | 'active' | 'withdrawn';
  readonly caution: string | null;
  readonly madeById: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly confirmedBy: string | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

export interface NewAgencyLabel
  extends Pick<
    AgencyLabelRow,
    'id' | 'reportId' | 'chain' | 'address' | 'text' | 'category' | 'confidence' | 'source' | 'caution'
  > {
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

const SELECT = sql`
  SELECT l.id, l.report_id AS "reportId", r.reference, l.chain, l.address, l.text, l.category, l.confidence, l.source, l.state,
         l.caution, l.made_by AS "madeById", coalesce(m.name, 'Former account') AS "madeBy", l.made_at AS "madeAt",
         c.name AS "confirmedBy", l.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy", l.withdrawn_why AS "withdrawnWhy"
  FROM agency_label l JOIN scam_report r ON r.id = l.report_id LEFT JOIN account m ON m.id = l.made_by
  LEFT JOIN account c ON c.id = l.confirmed_by LEFT JOIN account w ON w.id = l.withdrawn_by`;

export async function insertAgencyLabel(tx: Transaction, label: NewAgencyLabel): Promise<void> {
  const { id, agency, reportId, chain, address, text, category, confidence, source, caution, by, at } = label;
  await tx.run(sql`
    INSERT INTO agency_label (id, agency_id, report_id, chain, address, text, category, confidence, source, state, caution,
      made_by, made_at)
    VALUES (${id}, ${agency}, ${reportId}, ${chain}, ${address}, ${text}, ${category}, ${confidence}, ${source},
      ${caution === null ? 'active' : 'waiting'}, ${caution}, ${by}, ${at})
    ON CONFLICT (report_id, chain, address) WHERE state <> 'withdrawn' DO NOTHING`);
}

export function listReportLabels(tx: Transaction, report: string): Promise<AgencyLabelRow[]> {
  return tx.list<AgencyLabelRow>(sql`${SELECT} WHERE l.report_id = ${report} ORDER BY l.made_at, l.id`);
}

/** Labels of the agency that are in force or wait, the newest first; of one address where one is given. */
export function listAgencyLabels(
  tx: Transaction,
  { chain, address }: { readonly chain?: string | undefined; readonly address?: string | undefined },
  limit: number,
): Promise<AgencyLabelRow[]> {
  const place =
    chain === undefined || address === undefined ? sql`true` : sql`l.chain = ${chain} AND l.address = ${address}`;
  return tx.list<AgencyLabelRow>(sql`
    ${SELECT} WHERE l.state <> 'withdrawn' AND ${place} ORDER BY l.made_at DESC, l.id LIMIT ${limit}`);
}

export interface LabelledPlace {
  readonly chain: string;
  readonly address: string;
}

/** Labels in force, or waiting, of some addresses, the newest first. */
export function listLabelsOfPlaces(tx: Transaction, places: readonly LabelledPlace[]): Promise<AgencyLabelRow[]> {
  const [chains, addresses] = [places.map(({ chain }) => chain), places.map(({ address }) => address)];
  return tx.list<AgencyLabelRow>(sql`
    ${SELECT} WHERE l.state <> 'withdrawn'
      AND (l.chain, l.address) IN (SELECT * FROM unnest(${chains}::text[], ${addresses}::text[]))
    ORDER BY l.made_at DESC, l.id`);
}

export function lockAgencyLabel(tx: Transaction, id: string): Promise<AgencyLabelRow | undefined> {
  return tx.find<AgencyLabelRow>(sql`${SELECT} WHERE l.id = ${id} FOR UPDATE OF l`);
}

interface LabelAct {
  readonly id: string;
  readonly by: string;
  readonly at: Date;
}

export async function confirmAgencyLabel(tx: Transaction, { id, by, at }: LabelAct): Promise<void> {
  await tx.run(
    sql`UPDATE agency_label SET state = 'active', confirmed_by = ${by}, confirmed_at = ${at} WHERE id = ${id}`,
  );
}

export async function withdrawAgencyLabel(
  tx: Transaction,
  { id, by, at, why }: LabelAct & { readonly why: string },
): Promise<void> {
  await tx.run(sql`UPDATE agency_label SET state = 'withdrawn', withdrawn_by = ${by}, withdrawn_at = ${at},
    withdrawn_why = ${why} WHERE id = ${id}`);
}

/** Labels of a report go with what they rest on. */
export async function withdrawReportLabels(
  tx: Transaction,
  report: string,
  { by, at, why }: { readonly by: string; readonly at: Date; readonly why: string },
): Promise<void> {
  await tx.run(sql`UPDATE agency_label SET state = 'withdrawn', withdrawn_by = ${by}, withdrawn_at = ${at},
    withdrawn_why = ${why} WHERE report_id = ${report} AND state <> 'withdrawn'`);
}
