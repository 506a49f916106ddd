import type { AccountRole, Role } from '../../packages/core/src/role.ts';
import { ACCESS, type Access } from '../../packages/core/src/role.ts';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import { type WrittenTables, watchTables } from '../../packages/store/src/cases/testing/written-tables.ts';
import { type Ids, plantObjects, UNKNOWN_IDS } from './planted.ts';

export const ROLE_COLUMNS = [
  'anonymous',
  'pending',
  'member',
  'allowed',
  'agency-admin',
  'platform-admin',
  'auditor',
] as const satisfies readonly Role[];

/** Headers of a browser that is this person; none for a visitor. */
export interface Person {
  readonly headers: Readonly<Record<string, string>>;
}
export type Outsider = Person;

export interface People {
  /** A session of its own for a person of the first agency. */
  enter(role: Role): Promise<Person>;
  /** Somebody of another agency with as many rights as the route's access takes. */
  enterOutsider(access: string): Promise<Outsider>;
  /** Somebody the route admits, whose proof is six minutes old. */
  enterStale(access: string): Promise<Person>;
}

export interface AccessCasework {
  readonly casework: TestCaseworkContext;
  readonly people: People;
  readonly origin: string;
  readonly ids: Ids;
  readonly unknownIds: Ids;
  /** Words that are in rows of the first agency and nowhere else. */
  readonly plantedWords: readonly string[];
  request(path: string, init: RequestInit): Promise<Response>;
  countEvents(): Promise<number>;
  /** Moves the clock on, so that what is logged from now on can be distinguished from what was before. */
  tick(): Date;
  /** Lines of the log from a tick on: action, outcome and kind of object, sorted. */
  listLines(from: Date): Promise<readonly string[]>;
  /** The tables of the casework, as the owner of the database sees them. */
  watchTables(): Promise<WrittenTables>;
  close(): Promise<void>;
}

interface AuditBody {
  readonly action: string;
  readonly outcome: string;
  readonly object: { readonly kind?: string } | null;
}

const SIX_MINUTES = 6 * 60_000;

/** How each role is made: account role and allow_status. */
const MADE: Readonly<Record<Exclude<Role, 'anonymous'>, readonly [AccountRole, boolean]>> = {
  pending: ['platform-admin', true],
  member: ['member', false],
  allowed: ['member', true],
  'agency-admin': ['agency-admin', true],
  'platform-admin': ['platform-admin', true],
  auditor: ['auditor', true],
};

async function makePeople(casework: TestCaseworkContext, agency: string, word: string) {
  const make = ([role, isAllowed]: readonly [AccountRole, boolean], name: string) =>
    addAccount(casework, {
      agency,
      role,
      isAllowed,
      name: `${name} ${word}`,
      email: `${name}@${word.toLowerCase()}.example`,
    });
  const entries = await Promise.all(
    Object.entries(MADE).map(async ([name, made]) => [name, await make(made, name)] as const),
  );
  return Object.fromEntries(entries) as Record<Exclude<Role, 'anonymous'>, TestAccount>;
}

/** The most a person of one agency can be among those a route admits: never of the installation. */
function highestOf(access: string): Role {
  const admitted = ACCESS[access as Access] as readonly Role[];
  return (['agency-admin', 'allowed', 'member'] as const).find((role) => admitted.includes(role)) ?? 'agency-admin';
}

/** Two agencies, a person of every role in each, and an object of every kind in the first. */
export async function createCaseworkContext(): Promise<AccessCasework> {
  const casework = await createTestCaseworkContext();
  const app = createCaseworkApp(casework);
  const north = await addAgency(casework, 'Kestrelgate Police');
  const south = await addAgency(casework, 'Southgate Revenue');
  const ours = await makePeople(casework, north, 'Kestrelgate');
  const theirs = await makePeople(casework, south, 'Southgate');
  const { ids, words } = await plantObjects(casework, {
    agency: north,
    person: ours.allowed,
    admin: ours['platform-admin'],
    owners: [ours.allowed.id, ours['agency-admin'].id, ours['platform-admin'].id],
  });
  const open = async (account: TestAccount, role: Role) =>
    openTestSession(casework, account, { hasSecondFactor: role !== 'pending' });
  const people: People = {
    enter: async (role) => (role === 'anonymous' ? { headers: {} } : open(ours[role], role)),
    enterOutsider: async (access) => {
      const role = highestOf(access);
      return role === 'anonymous' ? { headers: {} } : open(theirs[role], role);
    },
    enterStale: async (access) => {
      const admitted = ACCESS[access as Access] as readonly Role[];
      const role = (['platform-admin', 'auditor'] as const).find((one) => admitted.includes(one)) ?? 'agency-admin';
      const session = await open(ours[role], role);
      const before = new Date(casework.now().getTime() - SIX_MINUTES);
      await casework.store.transact({ kind: 'system' }, (tx) =>
        tx.run(sql`UPDATE session SET proven_at = ${before} WHERE hash = ${session.hash}`),
      );
      return session;
    },
  };
  return {
    casework,
    people,
    origin: casework.origin,
    ids,
    unknownIds: UNKNOWN_IDS,
    plantedWords: ['Kestrelgate', 'kestrelgate', ...words],
    request: async (path, init) => app.request(casework.origin + path, init),
    countEvents: async () => {
      const count = await casework.store.transact({ kind: 'system' }, (tx) =>
        tx.find<{ count: number }>(sql`SELECT count(*) AS count FROM audit_event`),
      );
      return count?.count ?? 0;
    },
    tick: () => {
      casework.advance(1);
      return casework.now();
    },
    listLines: async (from) => {
      const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
        tx.list<{ body: string }>(sql`SELECT body FROM audit_event WHERE at >= ${from}`),
      );
      const lines = rows.map(({ body }) => {
        const { action, outcome, object } = JSON.parse(body) as AuditBody;
        return [action, outcome, object?.kind ?? '-'].join(' ');
      });
      return lines.sort();
    },
    watchTables: () => watchTables(casework.store.owner),
    close: () => casework.close(),
  };
}
