import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface NewDelivery {
  readonly id: string;
  readonly agency: string;
  /** Null: a test. */
  readonly alert: string | null;
  readonly revision: 1 | 2;
  readonly channel: string | null;
  readonly recipient: string | null;
  readonly at: Date;
  readonly notBefore: Date;
}

/** Queues a delivery in the transaction of its alert; one that is queued already stays as it is. */
export async function insertDelivery(tx: Transaction, row: NewDelivery): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_delivery (id, agency_id, alert_id, revision, channel_id, recipient_id, created_at, next_at)
    VALUES (${row.id}, ${row.agency}, ${row.alert}, ${row.revision}, ${row.channel}, ${row.recipient}, ${row.at}, ${row.notBefore})
    ON CONFLICT (alert_id, revision, channel_id, recipient_id) WHERE alert_id IS NOT NULL DO NOTHING`);
}

/** Queues the correction for everybody who got, or would get, the alert. */
export async function insertCorrections(tx: Transaction, alerts: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_delivery (id, agency_id, alert_id, revision, channel_id, recipient_id, created_at, next_at)
    SELECT gen_random_uuid(), agency_id, alert_id, 2, channel_id, recipient_id, ${at}::timestamptz, greatest(${at}::timestamptz, next_at)
    FROM alert_delivery WHERE alert_id = ANY (${alerts}) AND revision = 1
    ON CONFLICT (alert_id, revision, channel_id, recipient_id) WHERE alert_id IS NOT NULL DO NOTHING`);
}

export interface DeliveryRow {
  readonly id: string;
  readonly alert: string | null;
  readonly alertNumber: number | null;
  readonly revision: 1 | 2;
  readonly channel: string | null;
  readonly channelName: string | null;
  readonly recipient: string | null;
  readonly state: 'queued' | 'sent' | 'failed';
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAt: Date;
  readonly sentAt: Date | null;
}

export interface DeliveryFilter {
  readonly agency: string;
  readonly alert?: string | undefined;
  readonly channel?: string | undefined;
  readonly state?: 'queued' | 'sent' | 'failed' | undefined;
}

/** Deliveries, the last queued first. */
export function listDeliveries(
  tx: Transaction,
  { agency, alert, channel, state }: DeliveryFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<DeliveryRow[]> {
  return tx.list<DeliveryRow>(sql`
    SELECT d.id, d.alert_id AS alert, a.number AS "alertNumber", d.revision, d.channel_id AS channel, h.name AS "channelName",
           p.name AS recipient, d.state, d.attempts, d.created_at AS "createdAt", d.next_at AS "nextAt", d.sent_at AS "sentAt"
    FROM alert_delivery d LEFT JOIN alert a ON a.id = d.alert_id LEFT JOIN alert_channel h ON h.id = d.channel_id
    LEFT JOIN account p ON p.id = d.recipient_id
    WHERE d.agency_id = ${agency} AND ${alert === undefined ? sql`true` : sql`d.alert_id = ${alert}`}
      AND ${channel === undefined ? sql`true` : sql`d.channel_id = ${channel}`}
      AND ${state === undefined ? sql`true` : sql`d.state = ${state}`}
    ORDER BY d.created_at DESC, d.id LIMIT ${limit} OFFSET ${offset}`);
}

export async function countFailed(tx: Transaction, agency: string, since: Date): Promise<number> {
  const row = await tx.find<{ count: number }>(sql`SELECT count(*) AS count FROM alert_delivery
    WHERE agency_id = ${agency} AND state = 'failed' AND created_at >= ${since}`);
  return row?.count ?? 0;
}
