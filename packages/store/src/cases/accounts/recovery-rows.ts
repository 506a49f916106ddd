import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { AccountStatus } from './sign-in-rows.ts';

/** An account in one line. */
export interface AccountLine {
  readonly email: string;
  readonly role: AccountRole;
  readonly status: AccountStatus;
  readonly agency: string;
  readonly isLocked: boolean;
  readonly factors: number;
  readonly lastSignInAt: Date | null;
}

/** Every account, administrators of the installation first. */
export function listAccountLines(tx: Transaction): Promise<AccountLine[]> {
  return tx.list<AccountLine>(sql`
    SELECT a.email, a.role, a.status, g.name AS agency, a.locked_at IS NOT NULL AS "isLocked",
           a.last_sign_in_at AS "lastSignInAt",
           (SELECT count(*) FROM passkey p WHERE p.account_id = a.id)
             + (SELECT count(*) FROM totp_factor t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS factors
    FROM account a JOIN agency g ON g.id = a.agency_id
    ORDER BY a.role <> 'platform-admin', g.name, a.email LIMIT 10000`);
}

/** Makes an account active with nothing left of what it signed in with. Returns how many second factors it had. */
export async function reopenAccount(
  tx: Transaction,
  { id, agencyId }: { readonly id: string; readonly agencyId: string },
  { now, opensAgency }: { readonly now: Date; readonly opensAgency: boolean },
): Promise<number> {
  const totp = await tx.run(sql`DELETE FROM totp_factor WHERE account_id = ${id}`);
  const passkeys = await tx.run(sql`DELETE FROM passkey WHERE account_id = ${id}`);
  await tx.run(sql`DELETE FROM recovery_code WHERE account_id = ${id}`);
  await tx.run(sql`
    UPDATE account SET status = 'active', status_reason = NULL, approval_due_at = NULL, decided_by = NULL,
                       decided_at = ${now}, password_hash = NULL, failed_count = 0, failed_since = NULL, locked_at = NULL
    WHERE id = ${id}`);
  if (opensAgency) await tx.run(sql`UPDATE agency SET status = 'active' WHERE id = ${agencyId}`);
  return totp + passkeys;
}
