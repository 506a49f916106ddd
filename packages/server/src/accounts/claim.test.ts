import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVisitor } from '../casework/caller.ts';
import { createTestCaseworkContext, listTestEvents, type TestCaseworkContext } from '../testing/accounts.ts';
import { type ClaimRequest, claimInstallation, isLoopback, openClaim } from './claim.ts';
import { createReadablePassword, formatDemoTable, isDemoInstallation, makeDemoPeople } from './demo-people.ts';
import { checkPassword } from './password-rules.ts';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const here = createVisitor({ address: '127.0.0.1', agent: 'Test browser' });
const REQUEST = {
  email: 'head@agency.example',
  name: 'Head of unit',
  agency: 'City Police',
  password: 'grill lantern posture vivid',
};
const claim = (token: string, change: Partial<ClaimRequest> = {}, caller = here) =>
  claimInstallation(casework, caller, { ...REQUEST, token, ...change });
const outcomeOf = (work: Promise<void>) =>
  work.then(
    () => 'done',
    (error: { kind: string }) => error.kind,
  );
const list = (statement: ReturnType<typeof sql>) =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.list(statement));

describe('the claim link', () => {
  test('makes the first administrator, their agency and its mail domain, and is logged', async () => {
    await claim((await openClaim(casework)) ?? '');
    expect(await list(sql`SELECT role, status, is_allowed FROM account`)).toEqual([
      { role: 'platform-admin', status: 'active', is_allowed: true },
    ]);
    expect(await list(sql`SELECT domain, name FROM agency_domain JOIN agency ON id = agency_domain.agency_id`)).toEqual(
      [{ domain: 'agency.example', name: 'City Police' }],
    );
    expect(await listTestEvents(casework)).toMatchObject([{ action: 'installation.claim', outcome: 'success' }]);
    expect(await openClaim(casework)).toBeUndefined();
  });

  test('used by ten at once makes one administrator and one agency', async () => {
    const token = (await openClaim(casework)) ?? '';
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        outcomeOf(claim(token, { agency: `Agency ${i}`, email: `head@a${i}.example` })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBe(1);
    expect((await list(sql`SELECT id FROM account`)).length).toBe(1);
    expect((await list(sql`SELECT id FROM agency`)).length).toBe(1);
  });

  test('opens for 30 minutes, and not after the next start made another', async () => {
    const first = (await openClaim(casework)) ?? '';
    const second = (await openClaim(casework)) ?? '';
    expect(await outcomeOf(claim(first))).toBe('invalid');
    casework.advance(30 * 60_000);
    expect(await outcomeOf(claim(second))).toBe('invalid');
    casework.advance(-1);
    expect(await outcomeOf(claim(second))).toBe('done');
  });

  test('opens on this machine only', async () => {
    const token = (await openClaim(casework)) ?? '';
    for (const address of ['192.0.2.7', '10.0.0.1', '::ffff:192.0.2.7', '2001:db8::1', '127.0.0.1.evil.example', '']) {
      expect(await outcomeOf(claim(token, {}, createVisitor({ address, agent: '' })))).toBe('invalid');
    }
    expect(await list(sql`SELECT id FROM account`)).toEqual([]);
    expect(await outcomeOf(claim(token, {}, createVisitor({ address: '::1', agent: '' })))).toBe('done');
  });

  test('takes no weak password, no webmail address and no wrong secret, and stays open after those', async () => {
    const token = (await openClaim(casework)) ?? '';
    expect(await outcomeOf(claim(token, { password: 'passwordpassword' }))).toBe('invalid');
    expect(await outcomeOf(claim(token, { email: 'head@gmail.com' }))).toBe('invalid');
    expect(await outcomeOf(claim('A'.repeat(43)))).toBe('invalid');
    expect(await outcomeOf(claim(token))).toBe('done');
  });

  test('is stored as a hash', async () => {
    const token = await openClaim(casework);
    expect(JSON.stringify(await list(sql`SELECT value FROM installation`))).not.toContain(token);
  });
});

test('loopback addresses are distinguished from those that look like them', () => {
  expect(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['128.0.0.1', '::2', '127.0.0.1:80', 'localhost', '0.0.0.0'].some(isLoopback)).toBe(false);
});

describe('demonstration people', () => {
  test('cover every role and state, in agencies at reserved domains, with passwords of their own', async () => {
    const people = (await makeDemoPeople(casework)) ?? [];
    expect(new Set(people.map(({ password }) => password)).size).toBe(people.length);
    expect(people.every(({ email }) => email.endsWith('.example'))).toBe(true);
    const states = await list(sql`SELECT DISTINCT role, status, is_allowed FROM account WHERE is_demo`);
    expect(states).toEqual(
      expect.arrayContaining([
        { role: 'member', status: 'active', is_allowed: true },
        { role: 'member', status: 'active', is_allowed: false },
        { role: 'agency-admin', status: 'active', is_allowed: true },
        { role: 'platform-admin', status: 'active', is_allowed: true },
        { role: 'auditor', status: 'active', is_allowed: false },
        { role: 'member', status: 'awaiting-approval', is_allowed: false },
        { role: 'member', status: 'registered', is_allowed: false },
      ]),
    );
    expect(await isDemoInstallation(casework)).toBe(true);
    expect(await openClaim(casework)).toBeUndefined();
    expect(JSON.stringify(await list(sql`SELECT * FROM audit_event`))).not.toContain(people[0]?.password);
  });

  test('are made once', async () => {
    await makeDemoPeople(casework);
    expect(await makeDemoPeople(casework)).toBeUndefined();
  });

  test('are not made in an installation that is in use', async () => {
    await claim((await openClaim(casework)) ?? '');
    await expect(makeDemoPeople(casework)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await isDemoInstallation(casework)).toBe(false);
    expect((await list(sql`SELECT id FROM account`)).length).toBe(1);
  });

  test('are printed as an aligned table', () => {
    const lines = formatDemoTable([
      { email: 'a@b.example', password: 'x', role: 'member', for: 'this' },
      { email: 'long@b.example', password: 'yyyyyyyyyyyy', role: 'auditor', for: 'that' },
    ]).split('\n');
    expect(lines).toEqual([
      'Email           Password      Role     For',
      'a@b.example     x             member   this',
      'long@b.example  yyyyyyyyyyyy  auditor  that',
    ]);
  });

  test('have passwords that the rules take', () => {
    for (let i = 0; i < 200; i += 1) {
      expect(checkPassword(createReadablePassword(), casework.profile.password)).toEqual({ reason: null, strength: 4 });
    }
  });
});
