import type { AuditEvent } from '@trailmark/core/audit';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { Transaction } from './casework.ts';
import { sql } from './sql.ts';

/** Writes one event in the transaction of what it tells of: neither is kept without the other. */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  const { id, at, agency, actor, action, outcome, object } = event;
  await tx.run(sql`
    INSERT INTO audit_event (id, at, agency_id, account_id, action, outcome, object_kind, object_id, body)
    VALUES (${id}, ${at}, ${agency}, ${actor.account}, ${action}, ${outcome}, ${object?.kind ?? null},
            ${object?.id ?? null}, ${toCanonicalJson(event)})`);
}
