import { createHash, randomUUID } from 'node:crypto';
import type { AuditEntry, AuditEvent } from '@trailmark/core/audit';
import type { SecurityProfile } from '@trailmark/core/security-profile';
import type { Casework, Scope, Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller } from './caller.ts';
import type { KeyRing } from './key-ring.ts';
import type { PasswordHasher } from './password-hash.ts';

/** What every handler of accounts, agencies and casework works with. */
export interface CaseworkContext {
  readonly store: Casework;
  readonly keys: KeyRing;
  readonly passwords: PasswordHasher;
  readonly profile: SecurityProfile;
  /** Where people reach the server, for links in emails and for passkeys: `http://localhost:3000`. */
  readonly origin: string;
  /** Folder for files that belong to accounts, such as photos. Absolute. */
  readonly filesDir: string;
  readonly settings: CaseworkSettings;
  now(): Date;
}

/** What the people who run an installation set. */
export interface CaseworkSettings {
  /** Shown on the contact page and named as the sender of emails. */
  readonly contactEmail: string;
  /** Where the 'Pro Analytics Login' button leads. */
  readonly proLoginUrl: string;
  /** Answers `nouser` for unknown addresses: for closed networks only, as it reveals who has an account. */
  readonly revealsUnknownAccounts: boolean;
  /** Whether an account without a second factor may work; the default is no. */
  readonly secondFactor: 'required' | 'optional';
  /** Text that has to be acknowledged before the sign-in form works; empty for none (CJIS AC-8). */
  readonly useNotice: string;
  /** Made with demonstration people: every screen says so. */
  readonly isDemo: boolean;
  /** Mail server as `smtp://…`; null: emails stay in the outbox for an administrator to read. */
  readonly smtpUrl: string | null;
  /** PEM files that evidence bundles are signed with besides the installation's own key; null for none. */
  readonly signing: { readonly cert: string; readonly key: string } | null;
}

/** The scope of whoever asks: their own agency's rows; administrators and auditors of the installation see all. */
export function scopeOf(caller: Caller): Scope {
  const { account, role } = caller;
  if (!account) return { kind: 'system' };
  if (role === 'platform-admin' || role === 'auditor') return { kind: 'platform', account: account.id };
  return { kind: 'agency', agency: account.agency, account: account.id };
}

const MAX_TEXT = 4_000;

/** The event of an entry: who, when and from where are added here and nowhere else. */
export function toAuditEvent(caller: Caller, entry: AuditEntry, now: Date): AuditEvent {
  const details = Object.entries(entry.details ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.toWellFormed().slice(0, MAX_TEXT).toWellFormed() : value,
  ]);
  // The database holds no NUL in text, and a record must never fail because of what somebody requested.
  const id = entry.object?.id.replaceAll('\0', '\ufffd').slice(0, 500).toWellFormed();
  const object = entry.object && id !== undefined ? { kind: entry.object.kind, id } : null;
  return {
    id: randomUUID(),
    at: now.toISOString(),
    action: entry.action,
    outcome: entry.outcome ?? 'success',
    actor: { account: caller.account?.id ?? null, role: caller.role },
    agency: caller.account?.agency ?? null,
    object,
    source: { address: caller.source.address, agent: caller.source.agent.toWellFormed().slice(0, 300).toWellFormed() },
    session: caller.session && createHash('sha256').update(caller.session.hash).digest('hex').slice(0, 16),
    details: Object.fromEntries(details),
  };
}

/**
 * Does something and writes it to the audit log in the same transaction: neither is kept without the other. The scope is the
 * caller's own by default.
 */
export function act<T>(
  casework: CaseworkContext,
  caller: Caller,
  entry: AuditEntry,
  work: (tx: Transaction) => Promise<T>,
  scope: Scope = scopeOf(caller),
): Promise<T> {
  return actThenNotify(casework, caller, work, () => entry, scope);
}

/** As `act`, with an entry that is made from the result. */
export function actThenNotify<T>(
  casework: CaseworkContext,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  toEntry: (result: T) => AuditEntry,
  scope: Scope = scopeOf(caller),
): Promise<T> {
  return casework.store.transact(scope, async (tx) => {
    const result = await work(tx);
    await recordAudit(tx, toAuditEvent(caller, toEntry(result), casework.now()));
    return result;
  });
}

/** Writes a single event: a denial, a search, a view. */
export function recordEntry(casework: CaseworkContext, caller: Caller, entry: AuditEntry): Promise<void> {
  return recordAudit(casework.store.alone, toAuditEvent(caller, entry, casework.now()));
}

/** Reads under the caller's own scope; the route's own audit entry covers it. */
export function read<T>(casework: CaseworkContext, caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return casework.store.transact(scopeOf(caller), work);
}
