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
import type { Caller } from '../office/caller.ts';
import { createKeyRing } from '../office/key-ring.ts';
import type { Office, OfficeSettings } from '../office/office.ts';
import { createPasswordHasher, type PasswordHasher } from '../office/password-hash.ts';
import { createXsrfToken, XSRF_COOKIE, XSRF_HEADER } from '../office/xsrf.ts';
import { createSampleApp } from './sample-app.ts';

/** An office over a real PostgreSQL, with a clock that only the test moves. */
export interface TestOffice extends Office {
  readonly store: TestCasework;
  readonly passwords: PasswordHasher & {
    /** What each verification was held against; null for accounts that are not there. */
    readonly verified: (string | null)[];
  };
  /** Moves the clock. */
  advance(ms: number): void;
  /** Empties the store between tests. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOfficeOptions {
  readonly profile?: SecurityProfile['name'];
  readonly origin?: string;
  readonly settings?: Partial<OfficeSettings>;
}

/** A working day, at noon. */
const START = Date.parse('2026-11-18T12:00:00.000Z');
const SMALL_COST = { memory: 8, passes: 1, parallelism: 1 };

export const TEST_SETTINGS: OfficeSettings = {
  contactEmail: 'desk@north.example',
  proLoginUrl: 'https://pro.example/login',
  revealsUnknownAccounts: false,
  secondFactor: 'required',
  useNotice: '',
  isDemo: false,
  smtpUrl: null,
};

function createWatchedHasher(pepper: Buffer): TestOffice['passwords'] {
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
export function withOffice(office: TestOffice, { profile, origin, settings }: TestOfficeOptions): TestOffice {
  return {
    ...office,
    profile: profile ? SECURITY_PROFILES[profile] : office.profile,
    origin: origin ?? office.origin,
    settings: { ...office.settings, ...settings },
  };
}

/** Opens one; call once a test file, and close it after all. */
export async function createTestOffice(options: TestOfficeOptions = {}): Promise<TestOffice> {
  const store = await openTestCasework();
  const filesDir = mkdtempSync(join(tmpdir(), 'trailmark-files-'));
  const keys = createKeyRing(Buffer.alloc(32, 7));
  let clock = START;
  const office: TestOffice = {
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
  return withOffice(office, options);
}

/** Adds an agency, or finds the one of that name, and gives its id. Its mail domain is `<first word>.example`. */
export async function addAgency(office: Office, name = 'North District Police'): Promise<string> {
  const id = randomUUID();
  return office.store.transact({ kind: 'system' }, async (tx) => {
    const known = await tx.find<{ id: string }>(sql`SELECT id FROM agency WHERE name = ${name}`);
    if (known) return known.id;
    await tx.run(sql`INSERT INTO agency (id, name, created_at) VALUES (${id}, ${name}, ${office.now()})`);
    const domain = `${name.split(' ')[0]?.toLowerCase()}.example`;
    await tx.run(sql`INSERT INTO agency_domain (domain, agency_id) VALUES (${domain}, ${id}) ON CONFLICT DO NOTHING`);
    return id;
  });
}

export interface NewTestAccount {
  readonly email?: string;
  readonly name?: string;
  /** Id of its agency; `North District Police` unless told. */
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

/** Adds an account: an active member with allow_status and TEST_PASSWORD unless told. */
export async function addAccount(office: Office, given: NewTestAccount = {}): Promise<TestAccount> {
  const { role = 'member', isAllowed = true, status = 'active', password = TEST_PASSWORD } = given;
  const email = given.email ?? `lead-${randomBytes(4).toString('hex')}@north.example`;
  const account = { id: randomUUID(), email, name: given.name ?? 'Lead investigator', role, isAllowed, password };
  const agency = given.agency ?? (await addAgency(office));
  const hash = await office.passwords.hash(password);
  const verifiedAt = status === 'registered' ? null : office.now();
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO account (id, agency_id, email, email_key, name, role, is_allowed, status, email_verified_at,
                           password_hash, password_set_at, created_at)
      VALUES (${account.id}, ${agency}, ${email}, ${foldEmail(email)}, ${account.name}, ${role}, ${isAllowed},
              ${status}, ${verifiedAt}, ${hash}, ${office.now()}, ${office.now()})`),
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

/** Opens a session of an account directly, with its second factor given unless told. */
export async function openTestSession(
  office: Office,
  account: Pick<TestAccount, 'id' | 'agency'>,
  { hasSecondFactor = true }: { readonly hasSecondFactor?: boolean } = {},
): Promise<TestSession> {
  const token = randomBytes(32).toString('base64url');
  const hash = hashToken(token);
  const now = office.now();
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO session (hash, account_id, agency_id, has_second_factor, proven_at, started_at, active_at)
      VALUES (${hash}, ${account.id}, ${account.agency}, ${hasSecondFactor}, ${now}, ${now}, ${now})`),
  );
  const xsrf = createXsrfToken(office.keys.derive('xsrf'), hash);
  const cookie = `${sessionCookieName(office.origin)}=${token}; ${XSRF_COOKIE}=${xsrf}`;
  return { token, hash, headers: { cookie, [XSRF_HEADER]: xsrf, 'content-type': 'application/json' } };
}

/** The caller that a session of the account is, for functions that take one. */
export function toTestCaller(office: Office, account: TestAccount): Caller {
  return {
    role: toRole(account.role, account.isAllowed, true),
    account,
    session: {
      hash: hashToken(account.id),
      id: randomUUID(),
      hasSecondFactor: true,
      provenAt: office.now(),
      isLocked: false,
      isProgram: false,
    },
    source: { address: '192.0.2.7', agent: 'Test browser' },
  };
}

/** The whole application with real sessions over the office; ledger and labels are the samples, and streams end at once. */
export function createOfficeApp(office: Office): Hono {
  return createSampleApp({ office, gate: createSessionGate(office), stopping: AbortSignal.abort() }).app;
}

/** Rows of the audit log as their events, oldest first. */
export async function listTestEvents(office: Office): Promise<Record<string, unknown>[]> {
  const rows = await office.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ body: string }>(sql`SELECT body FROM audit_event ORDER BY at, ctid`),
  );
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}
