import type { AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { toRole } from '@trailmark/core/role';
import { SECURITY_PROFILES } from '@trailmark/core/security-profile';
import { createJobQueue } from '@trailmark/store/cases/jobs/job-queue';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Gate } from '../casework/gate.ts';
import { createKeyRing } from '../casework/key-ring.ts';
import { createPasswordHasher } from '../casework/password-hash.ts';

export interface OpenGate extends Gate {
  /** What was written to the log. */
  readonly entries: AuditEntry[];
}

const ACCOUNT: CallerAccount = {
  id: '00000000-0000-4000-8000-000000000001',
  agency: '00000000-0000-4000-8000-0000000000a1',
  email: 'lead@north.example',
  name: 'Lead investigator',
  role: 'platform-admin',
  isAllowed: true,
};

/** A gate for tests of what is behind it: everybody is one account with a fresh proof, an administrator by default. */
export function createOpenGate(account: Partial<CallerAccount> = {}): OpenGate {
  const person = { ...ACCOUNT, ...account };
  const entries: AuditEntry[] = [];
  const identify = async (_: unknown, source: Caller['source']): Promise<Caller> => ({
    role: toRole(person.role, person.isAllowed, true),
    account: person,
    session: {
      hash: 'open',
      id: person.id,
      hasSecondFactor: true,
      provenAt: new Date(),
      isLocked: false,
      isProgram: false,
    },
    source,
  });
  return {
    entries,
    freshMs: 300_000,
    now: () => new Date(),
    identify,
    identifySigned: identify,
    checkXsrf: () => undefined,
    record: async (_, entry) => {
      entries.push(entry);
    },
  };
}

const noStore = () => Promise.reject(new AppError('unavailable', 'This test has no casework store.'));

/** What a store without rows answers to every question; nothing can be written into it. */
const EMPTY = { list: () => Promise.resolve([]), find: () => Promise.resolve(undefined), get: noStore, run: noStore };

/** A casework context without a store, for tests of the ledger and its labels. Who reads finds that nobody wrote anything. */
export function createClosedCasework(): CaseworkContext {
  const keys = createKeyRing(Buffer.alloc(32, 7));
  return {
    store: {
      transact: (_, work) => work(EMPTY),
      alone: { list: noStore, find: noStore, get: noStore, run: noStore },
      queue: createJobQueue(noStore),
      close: () => Promise.resolve(),
    },
    keys,
    passwords: createPasswordHasher(keys.derive('pepper'), { memory: 8, passes: 1, parallelism: 1 }),
    profile: SECURITY_PROFILES.standard,
    origin: 'http://127.0.0.1:3000',
    filesDir: '/nonexistent',
    settings: {
      contactEmail: 'service@north.example',
      proLoginUrl: '/login',
      revealsUnknownAccounts: false,
      secondFactor: 'required',
      useNotice: '',
      isDemo: false,
      smtpUrl: null,
      signing: null,
    },
    now: () => new Date(),
  };
}
