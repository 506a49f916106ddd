import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type FrameKind = 'query' | 'answer' | 'notice' | 'receipt' | 'refusal';

/** One frame in the log of a partner: digests, sizes and times, nothing of what it says. */
export interface PartnerLogRow {
  readonly seq: number;
  readonly direction: 'sent' | 'received';
  readonly kind: FrameKind;
  readonly way: 'network' | 'file';
  readonly digest: Buffer;
  readonly head: Buffer;
  readonly elements: number;
  readonly handle: Buffer | null;
  readonly bytes: number;
  readonly interest: string | null;
  readonly frame: string;
  readonly replyTo: string | null;
  readonly at: Date;
}

/** Adds to the log and moves its head; the partner is locked. */
export async function insertLogRow(
  tx: Transaction,
  { partner, agency }: { readonly partner: string; readonly agency: string },
  row: PartnerLogRow,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_log (partner_id, agency_id, seq, direction, kind, way, digest, head, elements, handle, bytes, interest_id, frame_id, reply_to, at)
    VALUES (${partner}, ${agency}, ${row.seq}, ${row.direction}, ${row.kind}, ${row.way}, ${row.digest}, ${row.head}, ${row.elements},
      ${row.handle}, ${row.bytes}, ${row.interest}, ${row.frame}, ${row.replyTo}, ${row.at})`);
  await tx.run(sql`UPDATE partner SET log_count = ${row.seq}, log_head = ${row.head} WHERE id = ${partner}`);
}

const SELECT = sql`
  SELECT seq, direction, kind, way, digest, head, elements, handle, bytes, interest_id AS interest, frame_id AS frame, reply_to AS "replyTo", at
  FROM partner_log`;

/** The last frames of a partner, the newest first. */
export function listLog(tx: Transaction, partner: string, limit: number): Promise<PartnerLogRow[]> {
  return tx.list<PartnerLogRow>(sql`${SELECT} WHERE partner_id = ${partner} ORDER BY seq DESC LIMIT ${limit}`);
}

/** Blinded values that a partner sent since a time, in all and for one handle of a case. */
export async function countElements(
  tx: Transaction,
  partner: string,
  handle: Uint8Array,
  { direction, since }: { readonly direction: 'sent' | 'received'; readonly since: Date },
): Promise<{ readonly all: number; readonly ofHandle: number }> {
  const row = await tx.find<{ all: number; ofHandle: number }>(sql`
    SELECT coalesce(sum(elements), 0)::integer AS all,
           coalesce(sum(elements) FILTER (WHERE handle = ${Buffer.from(handle)}), 0)::integer AS "ofHandle"
    FROM partner_log WHERE partner_id = ${partner} AND direction = ${direction} AND at > ${since}`);
  return row ?? { all: 0, ofHandle: 0 };
}

/** Notices that a partner sent since a time. */
export async function countNotices(tx: Transaction, partner: string, since: Date): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM partner_log
    WHERE partner_id = ${partner} AND direction = 'received' AND kind = 'notice' AND at > ${since}`);
  return count;
}

export interface LeftRow {
  readonly partner: string;
  readonly elements: number;
  readonly sentBytes: number;
  readonly answerBytes: number | null;
  readonly answerKind: FrameKind | null;
  readonly ms: number | null;
  readonly head: Buffer;
  readonly at: Date;
}

/** What left this server for an interest, with what came back. */
export function listLeft(tx: Transaction, interest: string): Promise<LeftRow[]> {
  return tx.list<LeftRow>(sql`
    SELECT p.name AS partner, q.elements, q.bytes AS "sentBytes", a.bytes AS "answerBytes", a.kind AS "answerKind",
           (extract(epoch FROM a.at - q.at) * 1000)::integer AS ms, q.head, q.at
    FROM partner_log q JOIN partner p ON p.id = q.partner_id
    LEFT JOIN partner_log a ON a.partner_id = q.partner_id AND a.reply_to = q.frame_id AND a.direction = 'received'
    WHERE q.interest_id = ${interest} AND q.direction = 'sent' AND q.kind = 'query' ORDER BY q.at DESC LIMIT 50`);
}
