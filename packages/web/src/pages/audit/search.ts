import { AUDIT_OUTCOMES } from '@trailmark/core/audit';
import { z } from 'zod';
import { lenient, stringifySearch } from '../../search-params.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** What the audit log shows. Days are UTC, and both are included. */
export const auditSearch = z.object({
  tab: lenient(z.enum(['review'])),
  from: lenient(day),
  to: lenient(day),
  account: lenient(z.uuid()),
  action: lenient(z.string().min(1).max(100)),
  outcome: lenient(z.enum(AUDIT_OUTCOMES)),
  object: lenient(z.string().min(1).max(200)),
  /** The event whose text and proof are open. */
  event: lenient(z.uuid()),
});
export type AuditSearch = z.output<typeof auditSearch>;
type Loose = { readonly [K in keyof AuditSearch]?: AuditSearch[K] | undefined };

export function auditUrl(search: Loose = {}): string {
  return `/audit${stringifySearch(search)}`;
}

const DAY_MS = 86_400_000;

function isDay(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** The filter as the server takes it. */
export function toAuditQuery({ from, to, account, action, outcome, object }: AuditSearch) {
  return {
    from: isDay(from) ? new Date(`${from}T00:00:00Z`).toISOString() : undefined,
    to: isDay(to) ? new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString() : undefined,
    account,
    action,
    outcome,
    object,
  };
}
