import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** The time stamp authority of an installation, as an administrator set it. */
export interface StampAuthorityRow {
  readonly isOn: boolean;
  /** Empty where none was set. */
  readonly endpoint: string;
  /** Certificates that a signer must lead to, PEM. */
  readonly trusted: string;
}

export function findStampAuthority(tx: Transaction): Promise<StampAuthorityRow | undefined> {
  return tx.find<StampAuthorityRow>(sql`SELECT is_on AS "isOn", endpoint, trusted FROM stamp_authority`);
}

/** Needs the installation's scope. */
export async function putStampAuthority(
  tx: Transaction,
  row: StampAuthorityRow & { readonly changedBy: string; readonly changedAt: Date },
): Promise<void> {
  const { isOn, endpoint, trusted, changedBy, changedAt } = row;
  await tx.run(sql`
    INSERT INTO stamp_authority (is_on, endpoint, trusted, changed_by, changed_at)
    VALUES (${isOn}, ${endpoint}, ${trusted}, ${changedBy}, ${changedAt})
    ON CONFLICT (is_only) DO UPDATE SET is_on = excluded.is_on, endpoint = excluded.endpoint, trusted = excluded.trusted,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}
