import { ADMITTED } from '../accounts/admitted.ts';
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
  /** Whether what raised the alert names the receiver. A channel that gets every alert of a kind is not named. */
  readonly isNamed: boolean;
  readonly at: Date;
  readonly notBefore: Date;
}

/** Queues a delivery in the transaction of its alert; one that is queued already stays, and is named from then on. */
export async function insertDelivery(tx: Transaction, row: NewDelivery): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_delivery (id, agency_id, alert_id, revision, channel_id, recipient_id, is_named, created_at, next_at)
    VALUES (${row.id}, ${row.agency}, ${row.alert}, ${row.revision}, ${row.channel}, ${row.recipient}, ${row.isNamed}, ${row.at},
            ${row.notBefore})
    ON CONFLICT (alert_id, revision, channel_id, recipient_id) WHERE alert_id IS NOT NULL
      DO UPDATE SET is_named = true WHERE excluded.is_named AND NOT alert_delivery.is_named`);
}

/** Queues the correction for everybody who got, or would get, the alert. */
export async function insertCorrections(tx: Transaction, alerts: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_delivery (id, agency_id, alert_id, revision, channel_id, recipient_id, is_named, created_at, next_at)
    SELECT gen_random_uuid(), agency_id, alert_id, 2, channel_id, recipient_id, is_named, ${at}::timestamptz, greatest(${at}::timestamptz, next_at)
    FROM alert_delivery WHERE alert_id = ANY (${alerts}) AND revision = 1
    ON CONFLICT (alert_id, revision, channel_id, recipient_id) WHERE alert_id IS NOT NULL DO NOTHING`);
}

export interface DueDelivery {
  readonly id: string;
  readonly agency: string;
  readonly alert: string | null;
  readonly revision: 1 | 2;
  readonly channel: string | null;
  readonly recipient: string | null;
  /** Tries that came to an end before this one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Sent at a time for one agency: receivers that hang hold up their own agency alone. */
const MOST_OF_AGENCY = 8;

/**
 * Claims what is due: it is due again after the lease, so a server that stops between sending and settling sends it once more,
 * under the same id. A channel gets one at a time, and of one alert what was raised before what was retracted. What is due to a
 * suspended agency waits until it is active again.
 */
export function claimDeliveries(
  tx: Transaction,
  { now, leaseMs, limit }: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<DueDelivery[]> {
  const until = new Date(now.getTime() + leaseMs);
  return tx.list<DueDelivery>(sql`
    WITH first AS (
      SELECT DISTINCT ON (coalesce(w.channel_id, w.id)) w.id, w.agency_id, w.next_at, w.created_at
      FROM alert_delivery w LEFT JOIN alert_channel h ON h.id = w.channel_id
      WHERE w.state = 'queued' AND w.next_at <= ${now} AND h.disabled_why IS NULL AND h.removed_at IS NULL
        AND EXISTS (SELECT FROM agency g WHERE g.id = w.agency_id AND g.status = 'active')
        AND NOT EXISTS (SELECT FROM alert_delivery f WHERE f.channel_id = w.channel_id AND f.leased_until > ${now})
        AND NOT EXISTS (SELECT FROM alert_delivery e WHERE e.alert_id = w.alert_id AND e.revision < w.revision AND e.state = 'queued'
          AND e.channel_id IS NOT DISTINCT FROM w.channel_id AND e.recipient_id IS NOT DISTINCT FROM w.recipient_id)
      ORDER BY coalesce(w.channel_id, w.id), w.next_at, w.created_at, w.id),
    ranked AS (
      SELECT f.id, f.next_at, f.created_at, row_number() OVER (PARTITION BY f.agency_id ORDER BY f.next_at, f.created_at, f.id)
        + (SELECT count(*) FROM alert_delivery l WHERE l.agency_id = f.agency_id AND l.leased_until > ${now}) AS place
      FROM first f),
    due AS (
      SELECT w.id FROM alert_delivery w
      WHERE w.id IN (SELECT id FROM ranked WHERE place <= ${MOST_OF_AGENCY} ORDER BY next_at, created_at, id LIMIT ${limit})
        AND w.state = 'queued' AND w.next_at <= ${now}
      FOR UPDATE OF w SKIP LOCKED)
    UPDATE alert_delivery d SET next_at = ${until}, leased_until = ${until} FROM due WHERE d.id = due.id
    RETURNING d.id, d.agency_id AS agency, d.alert_id AS alert, d.revision, d.channel_id AS channel, d.recipient_id AS recipient,
              d.attempts, d.created_at AS "createdAt"`);
}

export interface DeliveryOutcome {
  readonly id: string;
  readonly agency: string;
  readonly state: 'queued' | 'sent' | 'failed';
  readonly number: number;
  readonly at: Date;
  readonly nextAt: Date;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number | null;
}

/** Keeps what came of a try. */
export async function settleDelivery(tx: Transaction, outcome: DeliveryOutcome): Promise<void> {
  await tx.run(sql`
    UPDATE alert_delivery SET state = ${outcome.state}, next_at = ${outcome.nextAt}, leased_until = NULL, attempts = ${outcome.number},
      sent_at = CASE WHEN ${outcome.state} = 'sent' THEN ${outcome.at}::timestamptz ELSE sent_at END
    WHERE id = ${outcome.id}`);
  await tx.run(sql`
    INSERT INTO alert_attempt (delivery_id, agency_id, number, at, status, fault, ms)
    VALUES (${outcome.id}, ${outcome.agency}, ${outcome.number}, ${outcome.at}, ${outcome.status}, ${outcome.fault}, ${outcome.ms})`);
}

/** Whether a delivery may go to its channel now: of a sealed case only to one that the watch names. */
export async function isForChannel(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.find(sql`
    SELECT 1 FROM alert_delivery d LEFT JOIN alert l ON l.id = d.alert_id LEFT JOIN agency_case c ON c.id = l.case_id
    WHERE d.id = ${id} AND (d.is_named OR c.policy IS DISTINCT FROM 'sealed')`);
  return row !== undefined;
}

/** Queues a delivery again, under the same id. False where there is none of the agency. */
export async function replayDelivery(tx: Transaction, agency: string, id: string, at: Date): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE alert_delivery SET state = 'queued', next_at = ${at}, leased_until = NULL, attempts = 0 WHERE id = ${id} AND agency_id = ${agency}`);
  return count === 1;
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

export interface AttemptRow {
  readonly delivery: string;
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number | null;
}

export function listAttempts(tx: Transaction, deliveries: readonly string[]): Promise<AttemptRow[]> {
  return tx.list<AttemptRow>(sql`SELECT delivery_id AS delivery, number, at, status, fault, ms FROM alert_attempt
    WHERE delivery_id = ANY (${deliveries}) ORDER BY id`);
}

/** The email of an account that works here and may still see the alert. */
export function findMailOf(
  tx: Transaction,
  { recipient, alert }: { readonly recipient: string; readonly alert: string | null },
): Promise<{ email: string } | undefined> {
  return tx.find<{ email: string }>(sql`
    SELECT a.email FROM account a WHERE a.id = ${recipient} AND ${ADMITTED} AND (${alert}::uuid IS NULL OR EXISTS (
      SELECT 1 FROM alert l LEFT JOIN agency_case c ON c.id = l.case_id
      WHERE l.id = ${alert}::uuid AND l.agency_id = a.agency_id
        AND (l.case_id IS NULL OR c.policy = 'open' OR a.id = ANY (c.readers))))`);
}

export async function countFailed(tx: Transaction, agency: string, since: Date): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM alert_delivery
    WHERE agency_id = ${agency} AND state = 'failed' AND created_at >= ${since}`);
  return count;
}
