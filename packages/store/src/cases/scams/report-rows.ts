import type { ScamReporter, ScamState } from '@trailmark/core/scam-report';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** A report without what it states about the victim. Payments, suspects and evidence are as the contract has them. */
export interface ScamReportRow {
  readonly id: string;
  readonly agency: string;
  readonly reference: string;
  readonly channel: 'member' | 'public';
  readonly accountId: string | null;
  readonly reporter: ScamReporter;
  readonly trust: number;
  readonly sourceTag: string | null;
  readonly category: string;
  readonly state: ScamState;
  readonly payments: unknown;
  readonly suspects: unknown;
  readonly evidence: unknown;
  readonly receiptHash: string;
  readonly mergedInto: string | null;
  readonly receivedAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly hasVictim: boolean;
}

export interface NewScamReport
  extends Omit<ScamReportRow, 'state' | 'mergedInto' | 'decidedAt' | 'reason' | 'hasVictim'> {
  readonly secretHash: string;
  readonly key: string;
  readonly loss: object | null;
  readonly sealed: Buffer;
}

const COLUMNS = sql`
  r.id, r.agency_id AS agency, r.reference, r.channel, r.account_id AS "accountId", r.reporter, r.trust,
  r.source_tag AS "sourceTag", r.category, r.state, r.payments, r.suspects, r.evidence, r.receipt_hash AS "receiptHash",
  r.merged_into AS "mergedInto", r.received_at AS "receivedAt", r.decided_at AS "decidedAt", r.reason,
  r.sealed IS NOT NULL AS "hasVictim"`;

/** A report that was sent under a key before, with the digest of its code. */
export function findReportByKey(
  tx: Transaction,
  key: string,
): Promise<(ScamReportRow & { readonly secretHash: string }) | undefined> {
  return tx.find(sql`SELECT ${COLUMNS}, r.secret_hash AS "secretHash" FROM scam_report r WHERE r.key = ${key}`);
}

/** Keeps a report; false where one was sent under the same key before. */
export async function insertScamReport(tx: Transaction, report: NewScamReport): Promise<boolean> {
  const made = await tx.run(sql`
    INSERT INTO scam_report (id, agency_id, reference, secret_hash, key, channel, account_id, reporter, trust, source_tag,
      category, payments, suspects, evidence, loss, sealed, receipt_hash, received_at)
    VALUES (${report.id}, ${report.agency}, ${report.reference}, ${report.secretHash}, ${report.key}, ${report.channel},
      ${report.accountId}, ${report.reporter}, ${report.trust}, ${report.sourceTag}, ${report.category},
      ${JSON.stringify(report.payments)}, ${JSON.stringify(report.suspects)}, ${JSON.stringify(report.evidence)},
      ${report.loss && JSON.stringify(report.loss)}, ${report.sealed}, ${report.receiptHash}, ${report.receivedAt})
    ON CONFLICT (key) DO NOTHING`);
  return made > 0;
}

export async function putReportKeys(
  tx: Transaction,
  { id, agency }: Pick<ScamReportRow, 'id' | 'agency'>,
  keys: readonly string[],
): Promise<void> {
  await tx.run(sql`
    INSERT INTO scam_report_key (report_id, agency_id, key)
    SELECT ${id}, ${agency}, key FROM unnest(${[...new Set(keys)]}::text[]) AS key ON CONFLICT DO NOTHING`);
}

export async function addReportStep(
  tx: Transaction,
  { id, agency }: Pick<ScamReportRow, 'id' | 'agency'>,
  { at, kind, text = '' }: { readonly at: Date; readonly kind: string; readonly text?: string },
): Promise<void> {
  await tx.run(sql`INSERT INTO scam_report_step (report_id, agency_id, at, kind, text)
    VALUES (${id}, ${agency}, ${at}, ${kind}, ${text})`);
}

export interface ReportStepRow {
  readonly at: Date;
  readonly kind: string;
  readonly text: string;
}

export function listReportSteps(tx: Transaction, id: string): Promise<ReportStepRow[]> {
  return tx.list<ReportStepRow>(
    sql`SELECT at, kind, text FROM scam_report_step WHERE report_id = ${id} ORDER BY id LIMIT 200`,
  );
}

export function findScamReport(tx: Transaction, id: string): Promise<ScamReportRow | undefined> {
  return tx.find<ScamReportRow>(sql`SELECT ${COLUMNS} FROM scam_report r WHERE r.id = ${id}`);
}

/** For a change: nobody else decides on it until the transaction ends. */
export function lockScamReport(tx: Transaction, id: string): Promise<ScamReportRow | undefined> {
  return tx.find<ScamReportRow>(sql`SELECT ${COLUMNS} FROM scam_report r WHERE r.id = ${id} FOR UPDATE`);
}

export function findReportByReference(tx: Transaction, reference: string): Promise<ScamReportRow | undefined> {
  return tx.find<ScamReportRow>(sql`SELECT ${COLUMNS} FROM scam_report r WHERE r.reference = ${reference}`);
}

/** The report of a reference whose code has this digest. Needs the system's scope. */
export function findReportBySecret(
  tx: Transaction,
  reference: string,
  secretHash: string,
): Promise<(ScamReportRow & { readonly agencyName: string }) | undefined> {
  return tx.find(sql`
    SELECT ${COLUMNS}, a.name AS "agencyName" FROM scam_report r JOIN agency a ON a.id = r.agency_id
    WHERE r.reference = ${reference} AND r.secret_hash = ${secretHash}`);
}

export async function findSealedReport(tx: Transaction, id: string): Promise<Buffer | null> {
  const row = await tx.find<{ sealed: Buffer | null }>(sql`SELECT sealed FROM scam_report WHERE id = ${id}`);
  return row?.sealed ?? null;
}

export interface ReportDecision {
  readonly state: ScamState;
  readonly by: string | null;
  readonly at: Date | null;
  readonly reason: string | null;
  readonly mergedInto?: string | null;
}

export async function decideScamReport(tx: Transaction, id: string, decision: ReportDecision): Promise<void> {
  const { state, by, at, reason, mergedInto = null } = decision;
  await tx.run(sql`
    UPDATE scam_report SET state = ${state}, decided_by = ${by}, decided_at = ${at}, reason = ${reason},
      merged_into = ${mergedInto} WHERE id = ${id}`);
}

/** What a report states about the victim; null erases it, and appeals that were written before they were sealed. */
export async function setSealed(tx: Transaction, id: string, sealed: Buffer | null): Promise<void> {
  await tx.run(sql`UPDATE scam_report SET sealed = ${sealed} WHERE id = ${id}`);
  if (sealed !== null) return;
  await tx.run(sql`UPDATE scam_report_step SET text = '' WHERE report_id = ${id} AND kind = 'appeal' AND text <> ''`);
}

export interface ReportFilter {
  /** A state, or the reports of one account. */
  readonly state?: ScamState | undefined;
  readonly account?: string | undefined;
  readonly category?: string | undefined;
}

function toCondition({ state, account, category }: ReportFilter): Sql {
  const own = account === undefined ? sql`true` : sql`r.account_id = ${account}`;
  const inState = state === undefined ? sql`true` : sql`r.state = ${state}`;
  return category === undefined ? sql`${own} AND ${inState}` : sql`${own} AND ${inState} AND r.category = ${category}`;
}

export interface ScamListRow extends ScamReportRow {
  readonly linked: number;
  readonly fromSamePlace: number;
}

const ORDERS = {
  newest: sql`received_at DESC, id`,
  oldest: sql`received_at, id`,
  linked: sql`linked DESC, received_at DESC, id`,
} as const;

/** Counts of other reports that name the same, and of those from one network within an hour. */
const COUNTS = sql`
  (SELECT count(DISTINCT o.report_id) FROM scam_report_key k JOIN scam_report_key o
     ON o.agency_id = k.agency_id AND o.key = k.key AND o.report_id <> k.report_id
   WHERE k.report_id = r.id)::integer AS linked,
  CASE WHEN r.source_tag IS NULL THEN 0 ELSE (SELECT count(*) FROM scam_report p WHERE p.agency_id = r.agency_id
     AND p.source_tag = r.source_tag AND p.received_at BETWEEN r.received_at - interval '1 hour' AND r.received_at + interval '1 hour'
     AND p.id <> r.id)::integer END AS "fromSamePlace"`;

export function listScamReports(
  tx: Transaction,
  filter: ReportFilter,
  { order, offset, limit }: { readonly order: keyof typeof ORDERS; readonly offset: number; readonly limit: number },
): Promise<ScamListRow[]> {
  return tx.list<ScamListRow>(sql`
    SELECT * FROM (SELECT ${COLUMNS}, r.received_at, ${COUNTS} FROM scam_report r WHERE ${toCondition(filter)}) listed
    ORDER BY ${ORDERS[order]} OFFSET ${offset} LIMIT ${limit}`);
}

export function findListedReport(tx: Transaction, id: string): Promise<ScamListRow | undefined> {
  return tx.find<ScamListRow>(sql`SELECT ${COLUMNS}, ${COUNTS} FROM scam_report r WHERE r.id = ${id}`);
}

export async function countScamReports(tx: Transaction, filter: ReportFilter): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM scam_report r WHERE ${toCondition(filter)}`,
  );
  return count;
}

export async function countReportStates(tx: Transaction): Promise<Record<string, number>> {
  const rows = await tx.list<{ state: string; count: number }>(
    sql`SELECT state, count(*) AS count FROM scam_report GROUP BY state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Median seconds from receipt to decision since a time; null without any decision. */
export async function findMedianReview(tx: Transaction, since: Date): Promise<number | null> {
  const row = await tx.find<{ median: number | null }>(sql`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - received_at)) AS median
    FROM scam_report WHERE decided_at >= ${since}`);
  return row?.median === null || row?.median === undefined ? null : Math.round(row.median);
}

/** How many reports wait longer than this one, itself counted. */
export async function findQueuePosition(tx: Transaction, { id, agency, receivedAt }: ScamReportRow): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM scam_report WHERE agency_id = ${agency} AND state IN ('new', 'appeal')
      AND (received_at, id) <= (${receivedAt}::timestamptz, ${id}::uuid)`);
  return count;
}

export interface LinkedReportRow {
  readonly id: string;
  readonly reference: string;
  readonly state: ScamState;
  readonly receivedAt: Date;
  readonly accountId: string | null;
  readonly sourceTag: string | null;
  readonly keys: readonly string[];
}

/** Other reports of the agency that name the same, with what both name; the newest first. */
export function listLinkedReports(tx: Transaction, id: string, limit: number): Promise<LinkedReportRow[]> {
  return tx.list<LinkedReportRow>(sql`
    SELECT r.id, r.reference, r.state, r.received_at AS "receivedAt", r.account_id AS "accountId", r.source_tag AS "sourceTag",
           (array_agg(DISTINCT k.key))[1:20] AS keys
    FROM scam_report_key k JOIN scam_report_key o ON o.agency_id = k.agency_id AND o.key = k.key AND o.report_id <> k.report_id
    JOIN scam_report r ON r.id = o.report_id
    WHERE k.report_id = ${id} GROUP BY r.id ORDER BY r.received_at DESC, r.id LIMIT ${limit}`);
}

/** How many reports of the scope name each key. */
export async function countReportsByKey(tx: Transaction, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.list<{ key: string; count: number }>(sql`
    SELECT key, count(*) AS count FROM scam_report_key WHERE key = ANY (${[...new Set(keys)]}::text[]) GROUP BY key`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

export interface IntakeRow {
  readonly agency: string;
  readonly agencyName: string;
  readonly slug: string;
  readonly isOpen: boolean;
  readonly question: string;
  readonly answerHash: string | null;
  readonly portalName: string;
  readonly portalTemplate: string;
}

const INTAKE = sql`
  SELECT i.agency_id AS agency, a.name AS "agencyName", i.slug, i.is_open AS "isOpen", i.question,
         i.answer_hash AS "answerHash", i.portal_name AS "portalName", i.portal_template AS "portalTemplate"
  FROM scam_intake i JOIN agency a ON a.id = i.agency_id`;

export function findIntake(tx: Transaction, agency: string): Promise<IntakeRow | undefined> {
  return tx.find<IntakeRow>(sql`${INTAKE} WHERE i.agency_id = ${agency}`);
}

/** The open form of a public address. Needs the system's scope. */
export function findIntakeBySlug(tx: Transaction, slug: string): Promise<IntakeRow | undefined> {
  return tx.find<IntakeRow>(sql`${INTAKE} WHERE i.slug = ${slug} AND i.is_open AND a.status = 'active'`);
}

export async function putIntake(
  tx: Transaction,
  intake: Omit<IntakeRow, 'agencyName'> & { readonly at: Date },
): Promise<void> {
  const { agency, slug, isOpen, question, answerHash, portalName, portalTemplate, at } = intake;
  await tx.run(sql`
    INSERT INTO scam_intake (agency_id, slug, is_open, question, answer_hash, portal_name, portal_template, changed_at)
    VALUES (${agency}, ${slug}, ${isOpen}, ${question}, ${answerHash}, ${portalName}, ${portalTemplate}, ${at})
    ON CONFLICT (agency_id) DO UPDATE SET slug = excluded.slug, is_open = excluded.is_open, question = excluded.question,
      answer_hash = excluded.answer_hash, portal_name = excluded.portal_name, portal_template = excluded.portal_template,
      changed_at = excluded.changed_at`);
}
