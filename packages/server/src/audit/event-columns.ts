import type { AuditEvent } from '@trailmark/core/audit';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import type { AuditColumns, AuditEventFilter, AuditEventRow } from '@trailmark/store/cases/audit/audit-event-rows';

/** Whether the columns that searches go by say what the hashed text says. */
export function agreesWithBody(row: AuditColumns, body: string): boolean {
  try {
    const event = JSON.parse(body) as AuditEvent;
    const columns = [row.id, row.at.toISOString(), row.agencyId, row.accountId, row.action, row.outcome];
    const said = [event.id, event.at, event.agency, event.actor.account, event.action, event.outcome];
    const isSame = columns.every((column, i) => column === said[i]);
    const object = row.objectKind === (event.object?.kind ?? null) && row.objectId === (event.object?.id ?? null);
    return isSame && object && toCanonicalJson(event) === body;
  } catch {
    return false;
  }
}

/** What is wrong with a stored event, in a sentence; undefined where it is as it was hashed. */
export function findRowFault(row: AuditEventRow): string | undefined {
  const which = `The event ${row.id}`;
  if (row.hash && !hashLeaf(Buffer.from(row.body)).equals(row.hash)) return `${which} is not the one that was hashed.`;
  return agreesWithBody(row, row.body)
    ? undefined
    : `The search columns of the event ${row.id} say something else than the event.`;
}

/** Whether the hashed text of an event is what a filter asks for. */
export function isAskedFor(body: string, filter: AuditEventFilter): boolean {
  const { action, outcome, agency, actor, at } = JSON.parse(body) as AuditEvent;
  const time = Date.parse(at);
  return (
    (filter.from === undefined || time >= filter.from.getTime()) &&
    (filter.to === undefined || time < filter.to.getTime()) &&
    (filter.account === undefined || actor.account === filter.account) &&
    (filter.agency === undefined || agency === filter.agency) &&
    (filter.action === undefined || action.startsWith(filter.action)) &&
    (filter.outcome === undefined || outcome === filter.outcome)
  );
}
