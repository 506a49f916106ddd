import { AUDIT_OUTCOMES, type AuditEvent } from '@trailmark/core/audit';
import { z } from 'zod';

/** An event of the audit log as a review looks at it. */
export interface ReviewEvent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: string;
  readonly outcome: AuditEvent['outcome'];
  /** Null for visitors. */
  readonly account: string | null;
  readonly agency: string | null;
  /** Where the request came from; empty for work of the server itself. */
  readonly source: string;
  /** IANA time zone of whoever acted. */
  readonly timeZone: string;
  /** Addresses that were searched. */
  readonly addresses: readonly string[];
  /** What else it was done to: the account that was tried at a sign-in. */
  readonly object: string | null;
}

const TOKEN = /[A-Za-z0-9]{25,110}/g;
/** Transactions and blocks are no addresses, and neither are ids of events and accounts. */
const HASH = /^[0-9a-f]{64}$/;

/** Every text in a search that has the length of an address. */
function listAddresses({ action, object, details }: AuditEvent): readonly string[] {
  if (!action.startsWith('look-up.') && !action.startsWith('export.')) return [];
  const texts = [object?.id, details.query, details.body].filter((text) => typeof text === 'string');
  const tokens = texts.flatMap((text) => text.match(TOKEN) ?? []);
  return [...new Set(tokens.filter((token) => !HASH.test(token)))];
}

/** An event of the log with the time zone of its account, for the review. */
export function toReviewEvent(event: AuditEvent, timeZone: string): ReviewEvent {
  return {
    id: event.id,
    at: Date.parse(event.at),
    action: event.action,
    outcome: event.outcome,
    account: event.actor.account,
    agency: event.agency,
    source: event.source?.address ?? '',
    timeZone,
    addresses: listAddresses(event),
    object: event.object?.id ?? null,
  };
}

/** What a review reads of a line. */
const LINE = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  actor: z.object({ account: z.string().nullable() }),
  agency: z.string().nullable(),
  source: z.object({ address: z.string() }).nullable(),
  object: z.object({ id: z.string() }).nullable(),
  details: z.looseObject({}),
});

/** The event of a line of the log. Undefined for a line that this software did not write: one such line must not end the review. */
export function readReviewEvent(body: string, timeZone: string): ReviewEvent | undefined {
  try {
    const event: unknown = JSON.parse(body);
    return LINE.safeParse(event).success ? toReviewEvent(event as AuditEvent, timeZone) : undefined;
  } catch {
    return undefined;
  }
}
