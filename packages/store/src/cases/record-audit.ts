import type { AuditEvent } from '@trailmark/core/audit';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from './casework.ts';
import { sql } from './sql.ts';

/**
 * Writes one event in the transaction of what it reports: neither is kept without the other. Throws `unavailable` where
 * it cannot be written.
 */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  const body = toCanonicalJson(event);
  const { id, at, agency, actor, action, outcome, object } = event;
  const statement = sql`
    INSERT INTO audit_event (id, at, agency_id, account_id, action, outcome, object_kind, object_id, body)
    VALUES (${id}, ${at}, ${agency}, ${actor.account}, ${action}, ${outcome}, ${object?.kind ?? null},
            ${object?.id ?? null}, ${body})`;
  try {
    await tx.run(statement);
  } catch (cause) {
    throw new AppError('unavailable', 'The audit log cannot be written now, so nothing was done. Try again later.', {
      cause,
    });
  }
}
