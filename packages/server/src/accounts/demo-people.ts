import { randomInt } from 'node:crypto';
import { addBusinessDay } from '@trailmark/core/business-day';
import { AppError } from '@trailmark/core/errors';
import type { AccountRole } from '@trailmark/core/role';
import {
  addDomain,
  ensureAgency,
  findFact,
  insertFoundingAccount,
  lockClaim,
  setFact,
} from '@trailmark/store/cases/accounts/installation-rows';
import { isUnclaimed } from '@trailmark/store/cases/accounts/session-rows';
import type { AccountStatus } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { createVisitor } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { toEmailKey } from './email-key.ts';

const SYSTEM = { kind: 'system' } as const;
const FACT = 'is_demo';

interface DemoPerson {
  readonly email: string;
  /** People are named by what they do. */
  readonly name: string;
  readonly role?: AccountRole;
  readonly isAllowed?: boolean;
  readonly status?: AccountStatus;
  readonly for: string;
}

interface DemoAgency {
  readonly name: string;
  readonly kind: string;
  readonly domain: string;
  readonly people: readonly DemoPerson[];
}

/** Fictional agencies at reserved domains (RFC 2606), with one person for every role and state. */
const AGENCIES: readonly DemoAgency[] = [
  {
    name: 'Installation service (demonstration)',
    kind: 'other',
    domain: 'desk.example',
    people: [
      {
        email: 'administrator@desk.example',
        name: 'Administrator',
        role: 'platform-admin',
        isAllowed: true,
        for: 'all agencies',
      },
      {
        email: 'second.administrator@desk.example',
        name: 'Second administrator',
        role: 'platform-admin',
        isAllowed: true,
        for: 'confirming what the first proposes',
      },
      { email: 'auditor@desk.example', name: 'Auditor', role: 'auditor', for: 'reading the audit log' },
    ],
  },
  {
    name: 'Northgate Police, Financial Crime Unit',
    kind: 'police',
    domain: 'northgate.example',
    people: [
      {
        email: 'head.of.unit@northgate.example',
        name: 'Head of unit',
        role: 'agency-admin',
        isAllowed: true,
        for: 'people of this agency',
      },
      {
        email: 'lead.investigator@northgate.example',
        name: 'Lead investigator',
        isAllowed: true,
        for: 'the whole dashboard',
      },
      {
        email: 'second.investigator@northgate.example',
        name: 'Second investigator',
        isAllowed: true,
        for: 'the worked cases, as an editor',
      },
      {
        email: 'prosecutor@northgate.example',
        name: 'Prosecutor',
        isAllowed: true,
        for: 'the worked cases, as their legal adviser',
      },
      { email: 'analyst@northgate.example', name: 'Analyst', for: 'no allow_status yet: the public pages' },
      {
        email: 'new.analyst@northgate.example',
        name: 'New analyst',
        status: 'awaiting-approval',
        for: 'waits for approval',
      },
      { email: 'new.clerk@northgate.example', name: 'New clerk', status: 'registered', for: 'email not verified' },
    ],
  },
  {
    name: 'Meridian Tax Authority',
    kind: 'tax',
    domain: 'meridian.example',
    people: [
      {
        email: 'head.of.audit@meridian.example',
        name: 'Head of audit',
        role: 'agency-admin',
        isAllowed: true,
        for: 'people of this agency',
      },
      { email: 'tax.inspector@meridian.example', name: 'Tax inspector', isAllowed: true, for: 'the whole dashboard' },
    ],
  },
];

/** A demonstration account with the password that is shown once. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly for: string;
}

const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Twenty letters without look-alikes in groups: 98 bits. */
export function createReadablePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

interface PreparedPerson {
  readonly agency: DemoAgency;
  readonly person: DemoPerson;
  readonly password: string;
  readonly hash: string;
}

async function preparePeople(casework: CaseworkContext): Promise<readonly PreparedPerson[]> {
  const people = AGENCIES.flatMap((agency) => agency.people.map((person) => ({ agency, person })));
  return Promise.all(
    people.map(async (entry) => {
      const password = createReadablePassword();
      return { ...entry, password, hash: await casework.passwords.hash(password) };
    }),
  );
}

async function insertPerson(
  casework: CaseworkContext,
  tx: Transaction,
  { agency, person, hash }: PreparedPerson,
): Promise<void> {
  const now = casework.now();
  const { role = 'member', isAllowed = false, status = 'active' } = person;
  const agencyId = await ensureAgency(tx, { name: agency.name, kind: agency.kind, now });
  await addDomain(tx, agencyId, agency.domain);
  await insertFoundingAccount(
    tx,
    {
      agencyId,
      email: person.email,
      emailKey: toEmailKey(person.email),
      name: person.name,
      role,
      isAllowed,
      status,
      approvalDueAt: status === 'awaiting-approval' ? addBusinessDay(now) : null,
      passwordHash: hash,
      isDemo: true,
    },
    now,
  );
}

/** Whether an installation was made with demonstration people. */
export async function isDemoInstallation(casework: Pick<CaseworkContext, 'store'>): Promise<boolean> {
  return (await casework.store.transact(SYSTEM, (tx) => findFact<boolean>(tx, FACT))) === true;
}

/**
 * Fills an installation that nobody has claimed with demonstration people. Undefined where they are there already: their
 * passwords are stored nowhere. Throws `conflict` for one that is in use.
 */
export async function makeDemoPeople(casework: CaseworkContext): Promise<readonly DemoAccount[] | undefined> {
  if (await isDemoInstallation(casework)) return undefined;
  const people = await preparePeople(casework);
  const entry = { action: 'installation.make-demo', details: { people: people.length } };
  const server = createVisitor({ address: '127.0.0.1', agent: 'trailmark serve --demo' });
  const work = async (tx: Transaction): Promise<void> => {
    await lockClaim(tx);
    if (!(await isUnclaimed(tx))) {
      throw new AppError(
        'conflict',
        'Demonstration people are made in an empty data folder only, and this one has an administrator. Give another with --data-dir.',
      );
    }
    for (const person of people) await insertPerson(casework, tx, person);
    await setFact(tx, FACT, true);
  };
  await act(casework, server, entry, work, SYSTEM);
  return people.map(({ person, password }) => ({
    email: person.email,
    password,
    role: person.role ?? (person.isAllowed ? 'member, allowed' : 'member'),
    for: person.for,
  }));
}

/** The table that is printed once. */
export function formatDemoTable(accounts: readonly DemoAccount[]): string {
  const rows = [{ email: 'Email', password: 'Password', role: 'Role', for: 'For' }, ...accounts];
  const columns = ['email', 'password', 'role', 'for'] as const;
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      columns
        .map((column, i) => row[column].padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
