import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountRole, toRole } from '@trailmark/core/role';
import { SECURITY_PROFILES, type SecurityProfile } from '@trailmark/core/security-profile';
import { sql } from '@trailmark/store/cases/sql';
import { openTestCasework, type TestCasework } from '@trailmark/store/cases/testing/test-casework';
import type { Hono } from 'hono';
import { foldEmail } from '../accounts/email-address.ts';
import { createSessionGate, hashToken, sessionCookieName } from '../accounts/session-gate.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext, CaseworkSettings } from '../casework/casework-context.ts';
import { createKeyRing } from '../casework/key-ring.ts';
import { createPasswordHasher, type PasswordHasher } from '../casework/password-hash.ts';
import { createXsrfToken, XSRF_COOKIE, XSRF_HEADER } from '../casework/xsrf.ts';
import { createSampleApp } from './sample-app.ts';

/** A casework context over a real PostgreSQL, with a clock that only the test moves. */
export interface TestCaseworkContext extends CaseworkContext {
  readonly store: TestCasework;
  readonly passwords: PasswordHasher & {
    /** What each verification was compared with; null for accounts that are not there. */
    readonly verified: (string | null)[];
  };
  /** Moves the clock. */
  advance(ms: number): void;
  /** Empties the store between tests. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface TestCaseworkContextOptions {
  readonly profile?: SecurityProfile['name'];
  readonly origin?: string;
  readonly settings?: Partial<CaseworkSettings>;
  /** A database that no other file had. */
  readonly isNew?: boolean;
}

/** A working day, at noon. */
const START = Date.parse('2026-11-18T12:00:00.000Z');
const SMALL_COST = { memory: 8, passes: 1, parallelism: 1 };

export const TEST_SETTINGS: CaseworkSettings = {
  contactEmail: 'service@north.example',
  proLoginUrl: 'https://pro.example/login',
  revealsUnknownAccounts: false,
  secondFactor: 'required',
  useNotice: '',
  isDemo: false,
  smtpUrl: null,
  signing: null,
};

function createWatchedHasher(pepper: Buffer): TestCaseworkContext['passwords'] {
  const hasher = createPasswordHasher(pepper, SMALL_COST);
  const verified: (string | null)[] = [];
  return {
    ...hasher,
    verified,
    verify: (password, stored) => {
      verified.push(stored);
      return hasher.verify(password, stored);
    },
  };
}

/** The same store, clock and keys under other settings. */
export function withCasework(
  casework: TestCaseworkContext,
  { profile, origin, settings }: TestCaseworkContextOptions,
): TestCaseworkContext {
  return {
    ...casework,
    profile: profile ? SECURITY_PROFILES[profile] : casework.profile,
    origin: origin ?? casework.origin,
    settings: { ...casework.settings, ...settings },
  };
}

/** Opens one; call once per test file, and close it after all. */
export async function createTestCaseworkContext(
  options: TestCaseworkContextOptions = {},
): Promise<TestCaseworkContext> {
  const store = await openTestCasework(options);
  const filesDir = mkdtempSync(join(tmpdir(), 'trailmark-files-'));
  const keys = createKeyRing(Buffer.alloc(32, 7));
  let clock = START;
  const casework: TestCaseworkContext = {
    store,
    keys,
    passwords: createWatchedHasher(keys.derive('pepper')),
    profile: SECURITY_PROFILES.standard,
    origin: 'http://127.0.0.1:3000',
    filesDir,
    settings: TEST_SETTINGS,
    now: () => new Date(clock),
    advance: (ms) => {
      clock += ms;
    },
    clear: () => store.clear(),
    close: async () => {
      await store.close();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
  return withCasework(casework, options);
}

/** Adds an agency, or finds the one of that name, and gives its id. Its mail domain is `<first word>.example`. */
export async function addAgency(casework: CaseworkContext, name = 'North District Police'): Promise<string> {
  const id = randomUUID();
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const known = await tx.find<{ id: string }>(sql`SELECT id FROM agency WHERE name = ${name}`);
    if (known) return known.id;
    await tx.run(sql`INSERT INTO agency (id, name, created_at) VALUES (${id}, ${name}, ${casework.now()})`);
    const domain = `${name.split(' ')[0]?.toLowerCase()}.example`;
    await tx.run(sql`INSERT INTO agency_domain (domain, agency_id) VALUES (${domain}, ${id}) ON CONFLICT DO NOTHING`);
    return id;
  });
}

export interface NewTestAccount {
  readonly email?: string;
  readonly name?: string;
  /** Id of its agency; `North District Police` by default. */
  readonly agency?: string;
  readonly role?: AccountRole;
  readonly isAllowed?: boolean;
  readonly status?: 'registered' | 'awaiting-approval' | 'active' | 'denied' | 'suspended' | 'inactive';
  readonly password?: string;
}

export interface TestAccount {
  readonly id: string;
  readonly agency: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly password: string;
}

export const TEST_PASSWORD = 'correct horse battery staple';

/** Adds an account: an active member with allow_status and TEST_PASSWORD by default. */
export async function addAccount(casework: CaseworkContext, given: NewTestAccount = {}): Promise<TestAccount> {
  const { role = 'member', isAllowed = true, status = 'active', password = TEST_PASSWORD } = given;
  const email = given.email ?? `lead-${randomBytes(4).toString('hex')}@north.example`;
  const account = { id: randomUUID(), email, name: given.name ?? 'Lead investigator', role, isAllowed, password };
  const agency = given.agency ?? (await addAgency(casework));
  const hash = await casework.passwords.hash(password);
  const verifiedAt = status === 'registered' ? null : casework.now();
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO account (id, agency_id, email, email_key, name, role, is_allowed, status, email_verified_at,
                           password_hash, password_set_at, created_at)
      VALUES (${account.id}, ${agency}, ${email}, ${foldEmail(email)}, ${account.name}, ${role}, ${isAllowed},
              ${status}, ${verifiedAt}, ${hash}, ${casework.now()}, ${casework.now()})`),
  );
  return { ...account, agency };
}

export interface TestSession {
  /** The secret of its cookie. */
  readonly token: string;
  /** SHA-256 of it, as it is stored. */
  readonly hash: string;
  /** Headers that a browser of this session sends with a change: cookie and XSRF pair. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a session of an account directly, with its second factor given by default. */
export async function openTestSession(
  casework: CaseworkContext,
  account: Pick<TestAccount, 'id' | 'agency'>,
  { hasSecondFactor = true }: { readonly hasSecondFactor?: boolean } = {},
): Promise<TestSession> {
  const token = randomBytes(32).toString('base64url');
  const hash = hashToken(token);
  const now = casework.now();
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO session (hash, account_id, agency_id, has_second_factor, proven_at, started_at, active_at)
      VALUES (${hash}, ${account.id}, ${account.agency}, ${hasSecondFactor}, ${now}, ${now}, ${now})`),
  );
  const xsrf = createXsrfToken(casework.keys.derive('xsrf'), hash);
  const cookie = `${sessionCookieName(casework.origin)}=${token}; ${XSRF_COOKIE}=${xsrf}`;
  return { token, hash, headers: { cookie, [XSRF_HEADER]: xsrf, 'content-type': 'application/json' } };
}

/** The caller that a session of the account is, for functions that take one. */
export function toTestCaller(casework: CaseworkContext, account: TestAccount): Caller {
  return {
    role: toRole(account.role, account.isAllowed, true),
    account,
    session: {
      hash: hashToken(account.id),
      id: randomUUID(),
      hasSecondFactor: true,
      provenAt: casework.now(),
      isLocked: false,
      isProgram: false,
    },
    source: { address: '192.0.2.7', agent: 'Test browser' },
  };
}

/** The whole application with real sessions over the casework context; ledger and labels are the samples, and streams end at once. */
export function createCaseworkApp(casework: CaseworkContext): Hono {
  return createSampleApp({
    ...{ casework, gate: createSessionGate(casework), stopping: AbortSignal.abort() },
    // What a test asks for is not what its deadline is about: a machine with other work may be ten times slower.
    limits: { deadlineMs: 240_000 },
  }).app;
}

/** Rows of the audit log as their events, oldest first. */
export async function listTestEvents(casework: CaseworkContext): Promise<Record<string, unknown>[]> {
  const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ body: string }>(sql`SELECT body FROM audit_event ORDER BY at, ctid`),
  );
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}
