/** Whether what was tried was done, was refused for want of rights, or failed. */
export const AUDIT_OUTCOMES = ['success', 'denied', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Details of an event: flat, so that it reads the same in every language. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * One entry of the audit log. It carries names of things and never secrets: no password, token, code or cookie. Its
 * canonical JSON (RFC 8785) is the leaf of the log's Merkle tree.
 */
export interface AuditEvent {
  /** UUID. */
  readonly id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** Dotted, `account.sign-in`: what was done. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** Account and its role then; account is null for visitors. */
  readonly actor: { readonly account: string | null; readonly role: string };
  readonly agency: string | null;
  /** What it was done to: `{ kind: 'address', id: 'btc:1A1z…' }`. */
  readonly object: { readonly kind: string; readonly id: string } | null;
  /** Where the request came from; null for work of the server itself. */
  readonly source: { readonly address: string; readonly agent: string } | null;
  /** First 16 hexadecimal digits of the SHA-256 of the session's stored hash: distinguishes sessions and opens none. */
  readonly session: string | null;
  readonly details: AuditDetails;
}

/** What whoever acts states about it; time, actor, agency, source and session are added from the request. */
export interface AuditEntry {
  readonly action: string;
  readonly outcome?: AuditOutcome;
  readonly object?: AuditEvent['object'];
  readonly details?: AuditDetails;
}
