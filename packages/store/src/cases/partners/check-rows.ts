import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { PartnerRow } from './partner-rows.ts';

// Everything here needs the system's scope.

type Partner = Pick<PartnerRow, 'id' | 'agency' | 'epoch'>;

export type CheckState = 'waiting' | 'answered' | 'no-answer' | 'refused';

/** Makes a check of each interest of the agency that has none with this partner. Silent ones wait for the daily round. */
export async function insertChecks(tx: Transaction, partner: Partner, today: string, at: Date): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_check (interest_id, partner_id, state, next_at)
    SELECT i.id, ${partner.id}, 'waiting', ${at} FROM interest i
    WHERE i.agency_id = ${partner.agency} AND i.closed_at IS NULL AND i.review_on >= ${today}::date
    ON CONFLICT DO NOTHING`);
}

/** Interests whose identifiers were not made into tags of the present key yet; silent ones never are. */
export async function listUntagged(tx: Transaction, partner: Partner, limit: number): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`
    SELECT c.interest_id AS id FROM partner_check c JOIN interest i ON i.id = c.interest_id
    WHERE c.partner_id = ${partner.id} AND c.tag_epoch < ${partner.epoch} AND i.sensitivity <> 'silent' AND i.closed_at IS NULL
    ORDER BY i.filed_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export interface PartnerTag {
  /** The first half of an output, by which it is found, and the second, which proves that its identifier was known. */
  readonly tag: Buffer;
  readonly proof: Buffer;
  readonly ownTag: Buffer;
}

export async function insertPartnerTags(
  tx: Transaction,
  partner: Partner,
  interest: string,
  tags: readonly PartnerTag[],
): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_tag (partner_id, interest_id, epoch, tag, proof, own_tag)
    SELECT ${partner.id}, ${interest}, ${partner.epoch}, tag, proof, own_tag
    FROM unnest(${tags.map(({ tag }) => tag)}::bytea[], ${tags.map(({ proof }) => proof)}::bytea[],
      ${tags.map(({ ownTag }) => ownTag)}::bytea[]) AS t (tag, proof, own_tag)
    ON CONFLICT DO NOTHING`);
  await tx.run(sql`
    UPDATE partner_check SET tag_epoch = ${partner.epoch} WHERE partner_id = ${partner.id} AND interest_id = ${interest}`);
}

export async function removeFormerTags(tx: Transaction, partner: Partner): Promise<void> {
  await tx.run(sql`DELETE FROM partner_tag WHERE partner_id = ${partner.id} AND epoch < ${partner.epoch}`);
}

const IS_LIVE = (today: string) =>
  sql`i.closed_at IS NULL AND i.review_on >= ${today}::date AND i.sensitivity <> 'silent'`;

/** Outputs that a set for a partner is made of, 32 bytes each, as one row of bytes. */
export async function readOutputs(tx: Transaction, partner: Partner, today: string): Promise<Buffer> {
  const row = await tx.find<{ outputs: Buffer | null }>(sql`
    SELECT string_agg(tag || proof, ''::bytea ORDER BY tag) AS outputs FROM (
      SELECT DISTINCT t.tag, t.proof FROM partner_tag t JOIN interest i ON i.id = t.interest_id
      WHERE t.partner_id = ${partner.id} AND t.epoch = ${partner.epoch} AND ${IS_LIVE(today)}) live`);
  return row?.outputs ?? Buffer.alloc(0);
}

/** The second halves of outputs, by their first. */
export function listProofs(
  tx: Transaction,
  partner: Partner,
  tags: readonly Buffer[],
): Promise<Pick<PartnerTag, 'tag' | 'proof'>[]> {
  return tx.list(sql`
    SELECT DISTINCT tag, proof FROM partner_tag
    WHERE partner_id = ${partner.id} AND epoch = ${partner.epoch} AND tag = ANY (${[...tags]}::bytea[])`);
}

export interface Named {
  readonly interest: string;
  readonly sensitivity: 'open' | 'restricted';
  readonly ownTags: Buffer[];
}

/** Interests that the tags of a partner name. Silent ones are never among them. */
export function listNamed(tx: Transaction, partner: Partner, tags: readonly Buffer[], today: string): Promise<Named[]> {
  return tx.list<Named>(sql`
    SELECT i.id AS interest, i.sensitivity, array_agg(DISTINCT t.own_tag) AS "ownTags"
    FROM partner_tag t JOIN interest i ON i.id = t.interest_id
    WHERE t.partner_id = ${partner.id} AND t.epoch = ${partner.epoch} AND t.tag = ANY (${[...tags]}::bytea[]) AND ${IS_LIVE(today)}
    GROUP BY i.id, i.sensitivity, i.filed_at ORDER BY i.filed_at, i.id LIMIT 20`);
}

/** The next interest to ask a partner about. */
export async function findDueCheck(tx: Transaction, partner: Partner, at: Date): Promise<string | undefined> {
  const row = await tx.find<{ id: string }>(sql`
    SELECT c.interest_id AS id FROM partner_check c JOIN interest i ON i.id = c.interest_id
    WHERE c.partner_id = ${partner.id} AND c.state <> 'answered' AND c.next_at <= ${at}
      AND i.sensitivity <> 'silent' AND i.closed_at IS NULL AND i.review_on >= ${at}::date
    ORDER BY c.next_at, i.filed_at, i.id LIMIT 1`);
  return row?.id;
}

/** Live interests of an agency, those not compared for the longest first: what a round or a file takes. */
export async function listForRound(tx: Transaction, partner: Partner, today: string, limit: number): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`
    SELECT i.id FROM interest i JOIN partner_check c ON c.interest_id = i.id AND c.partner_id = ${partner.id}
    WHERE i.agency_id = ${partner.agency} AND i.closed_at IS NULL AND i.review_on >= ${today}::date
    ORDER BY c.answered_at NULLS FIRST, (i.sensitivity = 'silent') DESC, i.filed_at, i.id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export interface CheckResult {
  readonly state: CheckState;
  readonly reason: string | null;
  readonly asked: number;
  readonly leftOut: number;
  readonly nextAt: Date;
  readonly answeredAt: Date | null;
}

export async function settleCheck(
  tx: Transaction,
  partner: string,
  interest: string,
  result: CheckResult,
): Promise<void> {
  await tx.run(sql`
    UPDATE partner_check SET state = ${result.state}, reason = ${result.reason}, asked = ${result.asked}, left_out = ${result.leftOut},
      next_at = ${result.nextAt}, tries = tries + 1, answered_at = coalesce(${result.answeredAt}, answered_at)
    WHERE partner_id = ${partner} AND interest_id = ${interest}`);
}

export async function countTries(tx: Transaction, partner: string, interest: string): Promise<number> {
  const row = await tx.find<{ tries: number }>(
    sql`SELECT tries FROM partner_check WHERE partner_id = ${partner} AND interest_id = ${interest}`,
  );
  return row?.tries ?? 0;
}

export interface CheckRow {
  readonly interest: string;
  readonly partner: string;
  readonly name: string;
  readonly state: CheckState;
  readonly reason: string | null;
  readonly asked: number;
  readonly leftOut: number;
  readonly answeredAt: Date | null;
  /** It is reached by files alone. */
  readonly isByFile: boolean;
}

/** How far interests were compared with the partners that are on. */
export function listChecks(tx: Transaction, interests: readonly string[]): Promise<CheckRow[]> {
  return tx.list<CheckRow>(sql`
    SELECT c.interest_id AS interest, p.id AS partner, p.name, c.state, c.reason, c.asked, c.left_out AS "leftOut",
           c.answered_at AS "answeredAt", p.endpoint IS NULL AS "isByFile"
    FROM partner_check c JOIN partner p ON p.id = c.partner_id
    WHERE c.interest_id = ANY (${[...interests]}::uuid[]) AND p.is_on AND p.removed_at IS NULL ORDER BY p.name, p.id`);
}

export async function insertPartnerRequest(
  tx: Transaction,
  row: { readonly id: string; readonly partner: string; readonly sealed: Buffer; readonly at: Date },
): Promise<void> {
  await tx.run(
    sql`INSERT INTO partner_request (id, partner_id, sealed, at) VALUES (${row.id}, ${row.partner}, ${row.sealed}, ${row.at})`,
  );
}

/** A request that waits for its answer; undefined for one that has it, or was never made. */
export async function findPartnerRequest(tx: Transaction, partner: string, id: string): Promise<Buffer | undefined> {
  const row = await tx.find<{ sealed: Buffer }>(
    sql`SELECT sealed FROM partner_request WHERE id = ${id} AND partner_id = ${partner}`,
  );
  return row?.sealed;
}

/** What opens an answer is gone once it was opened, or nobody brought one. */
export async function removePartnerRequest(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`DELETE FROM partner_request WHERE id = ${id}`);
}

export async function purgePartnerRequests(tx: Transaction, before: Date): Promise<void> {
  await tx.run(sql`DELETE FROM partner_request WHERE at < ${before}`);
}
