import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Where alerts of an agency are sent. */
export interface ChannelRow {
  readonly id: string;
  readonly agency: string;
  readonly kind: string;
  readonly name: string;
  /** Encrypted. */
  readonly target: string;
  readonly host: string;
  readonly isOwn: boolean;
  readonly kinds: readonly string[];
  readonly secretVersion: number;
  readonly rotatedAt: Date | null;
  readonly disabledWhy: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly version: number;
}

export interface ChannelListRow extends ChannelRow {
  readonly sent: number;
  readonly failed: number;
  readonly waiting: number;
  readonly lastSentAt: Date | null;
}

const COLUMNS = sql`h.id, h.agency_id AS agency, h.kind, h.name, h.target, h.host, h.is_own AS "isOwn", h.kinds,
  h.secret_version AS "secretVersion", h.rotated_at AS "rotatedAt", h.disabled_why AS "disabledWhy", h.created_at AS "createdAt",
  coalesce(p.name, 'Former account') AS "createdBy", h.version`;

/** Channels of the agency with what became of the deliveries of the last 30 days. */
export function listChannels(tx: Transaction, agency: string, since: Date): Promise<ChannelListRow[]> {
  return tx.list<ChannelListRow>(sql`
    SELECT ${COLUMNS}, coalesce(d.sent, 0) AS sent, coalesce(d.failed, 0) AS failed, coalesce(d.waiting, 0) AS waiting,
           d."lastSentAt"
    FROM alert_channel h LEFT JOIN account p ON p.id = h.created_by LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'failed') AS failed,
             count(*) FILTER (WHERE state = 'queued') AS waiting, max(sent_at) AS "lastSentAt"
      FROM alert_delivery d WHERE d.channel_id = h.id AND d.created_at >= ${since}) d ON true
    WHERE h.agency_id = ${agency} AND h.removed_at IS NULL ORDER BY h.name, h.id`);
}

export function findChannel(tx: Transaction, agency: string | null, id: string): Promise<ChannelRow | undefined> {
  return tx.find<ChannelRow>(sql`
    SELECT ${COLUMNS} FROM alert_channel h LEFT JOIN account p ON p.id = h.created_by
    WHERE h.id = ${id} AND (${agency}::uuid IS NULL OR h.agency_id = ${agency}::uuid) AND h.removed_at IS NULL`);
}

/** Channels that get an alert of a kind: those named and, unless its case is sealed, those that always get the kind. */
export function listReceivers(
  tx: Transaction,
  agency: string,
  given: { readonly kind: string; readonly case: string | null; readonly named: readonly string[] },
): Promise<{ id: string; isNamed: boolean }[]> {
  return tx.list(sql`SELECT id, id = ANY (${given.named}) AS "isNamed" FROM alert_channel
    WHERE agency_id = ${agency} AND removed_at IS NULL AND (id = ANY (${given.named}) OR (${given.kind} = ANY (kinds)
      AND NOT EXISTS (SELECT 1 FROM agency_case c WHERE c.id = ${given.case}::uuid AND c.policy = 'sealed'))) ORDER BY id`);
}

export interface NewChannel
  extends Pick<ChannelRow, 'id' | 'agency' | 'kind' | 'name' | 'target' | 'host' | 'isOwn' | 'kinds'> {
  readonly by: string;
  readonly at: Date;
}

export async function insertChannel(tx: Transaction, row: NewChannel): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_channel (id, agency_id, kind, name, target, host, is_own, kinds, created_at, created_by)
    VALUES (${row.id}, ${row.agency}, ${row.kind}, ${row.name}, ${row.target}, ${row.host}, ${row.isOwn}, ${row.kinds}, ${row.at},
            ${row.by})`);
}

export interface ChannelChange {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly disabledWhy: string | null;
  /** The time of a new secret; null keeps it. */
  readonly rotatedAt: Date | null;
}

/** False where it is another version by now. */
export async function updateChannel(tx: Transaction, change: ChannelChange): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE alert_channel SET name = ${change.name}, kinds = ${change.kinds}, disabled_why = ${change.disabledWhy},
      secret_version = secret_version + CASE WHEN ${change.rotatedAt}::timestamptz IS NULL THEN 0 ELSE 1 END,
      rotated_at = coalesce(${change.rotatedAt}::timestamptz, rotated_at), version = version + 1
    WHERE id = ${change.id} AND version = ${change.version} AND removed_at IS NULL`);
  return count === 1;
}

export async function removeChannel(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE alert_channel SET removed_at = ${at}, version = version + 1 WHERE id = ${id}`);
}

/** Stops a channel whose receiver is gone, whatever its version. */
export async function disableChannel(tx: Transaction, id: string, why: string): Promise<void> {
  await tx.run(
    sql`UPDATE alert_channel SET disabled_why = ${why}, version = version + 1 WHERE id = ${id} AND disabled_why IS NULL`,
  );
}

/** Channels of the reader's agency. */
export async function listChannelIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`SELECT id FROM alert_channel WHERE removed_at IS NULL`);
  return rows.map(({ id }) => id);
}
