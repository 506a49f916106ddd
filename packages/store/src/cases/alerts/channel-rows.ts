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

/** Channels that get an alert of a kind: those named, and those that always get the kind. */
export function listReceivers(
  tx: Transaction,
  agency: string,
  { kind, named }: { readonly kind: string; readonly named: readonly string[] },
): Promise<{ id: string }[]> {
  return tx.list(sql`SELECT id FROM alert_channel WHERE agency_id = ${agency} AND removed_at IS NULL
    AND (id = ANY (${named}) OR ${kind} = ANY (kinds)) ORDER BY id`);
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

/** Channels of the reader's agency. */
export async function listChannelIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`SELECT id FROM alert_channel WHERE removed_at IS NULL`);
  return rows.map(({ id }) => id);
}
