import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseEmergency } from '@trailmark/api/contract/emergency';
import type { Scope } from '@trailmark/store/cases/casework';
import { type Sql, sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { listOutbox } from '../testing/outbox.ts';

const REASON = 'A person is in danger and no owner answers';
const HOUR = 3_600_000;

let casework: TestCaseworkContext;
let people: Record<'lead' | 'viewer' | 'supervisor' | 'other' | 'analyst', TestAccount>;
let lead: Asker;
let supervisor: Asker;
let head: CaseHead;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    lead: await addAccount(casework, { name: 'Lead investigator', email: 'lead@north.example' }),
    viewer: await addAccount(casework, { name: 'Second analyst' }),
    supervisor: await addAccount(casework, { name: 'Supervisor', role: 'agency-admin' }),
    other: await addAccount(casework, { name: 'Second supervisor', role: 'agency-admin' }),
    analyst: await addAccount(casework, { name: 'Third analyst' }),
  };
  lead = await signIn('lead');
  supervisor = await signIn('supervisor');
  head = await begin();
  ok(await lead.post(`/cases/${head.id}/members`, { account: people.viewer.id, role: 'viewer' }));
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}
const signIn = (who: keyof typeof people) => openAsker(casework, people[who]);
const begin = async (policy = 'need-to-know'): Promise<CaseHead> =>
  ok(await lead.post('/cases', { template: 'tax', title: 'Copperfield', policy }));
const ask = (by = supervisor, number = head.number, reason = REASON) =>
  by.post('/case-emergencies', { number, reason });
const open = async (): Promise<CaseEmergency> => {
  casework.advance(1_000);
  const { opened } = ok<{ opened: CaseEmergency | null }>(await ask());
  if (!opened) throw new Error('Nothing was opened.');
  return opened;
};
const listed = async (by: Asker) => ok<{ items: CaseEmergency[] }>(await by.get('/case-emergencies')).items;
const overview = async (by: Asker) => ok<CaseOverview>(await by.get(`/cases/${head.id}`));
const review = (id: string, by: Asker, more: object = {}) =>
  by.post(`/case-emergencies/${id}/review`, { outcome: 'justified', words: 'It could not wait', ...more });

describe('emergency access', () => {
  test('sends no email to an owner without dashboard access, who finds the notice in the case later', async () => {
    const before = (await listOutbox(casework)).length;
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE account SET is_allowed = false WHERE id = ${people.lead.id}`),
    );
    await open();
    expect(await listOutbox(casework)).toHaveLength(before);
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE account SET is_allowed = true WHERE id = ${people.lead.id}`),
    );
    expect(JSON.stringify(await overview(lead))).toContain(REASON);
  });

  test('lets a supervisor read a need-to-know case for eight hours, and nothing else', async () => {
    expect((await supervisor.get(`/cases/${head.id}`)).status).toBe(404);
    expect(await open()).toMatchObject({ caseId: head.id, isOpen: true, isOwn: true, mayReview: false });
    const seen = await overview(supervisor);
    expect([seen.head.title, seen.rights, seen.head.role]).toEqual(['Copperfield', ['read'], null]);
    for (const tab of ['items', 'notes', 'tasks', 'evidence', 'people', 'events', 'members'])
      ok(await supervisor.get(`/cases/${head.id}/${tab}`));
    const at = `/cases/${head.id}`;
    const refused = [
      await supervisor.post(at, { version: 1, title: 'Mine' }),
      await supervisor.post(`${at}/members`, { account: people.supervisor.id, role: 'owner' }),
      await supervisor.post(`${at}/policy`, { version: 1, policy: 'open' }),
      await supervisor.post(`${at}/purge`, { reason: 'Away with it' }),
      await supervisor.get(`${at}/file`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(ok<{ items: object[] }>(await supervisor.get('/cases?words=copperfield')).items).toEqual([]);
    casework.advance(8 * HOUR);
    expect((await (await signIn('supervisor')).get(at)).status).toBe(404);
  });

  test('is opened once by two requests at the same moment: the other waits for the review', async () => {
    const second = await begin();
    const answers = await Promise.all([ask(), ask(supervisor, second.number)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is given to no one but supervisors of the agency, with a fresh proof and a reason', async () => {
    expect((await ask(await signIn('analyst'))).status).toBe(403);
    const installation = await addAccount(casework, { name: 'Installation', role: 'platform-admin' });
    expect((await ask(await openAsker(casework, installation))).status).toBe(403);
    expect((await ask(supervisor, head.number, 'Urgent')).status).toBe(400);
    expect((await ask(supervisor, '2026-1')).status).toBe(400);
    const south = await addAgency(casework, 'South District Police');
    const stranger = await addAccount(casework, { agency: south, role: 'agency-admin', email: 'x@south.example' });
    expect((await ask(await openAsker(casework, stranger))).body).toEqual({ opened: null });
    casework.advance(6 * 60_000);
    expect((await ask()).status).toBe(401);
  });

  test('is refused for a case that may be read already', async () => {
    const { number } = await begin('open');
    expect((await ask(supervisor, number)).status).toBe(409);
    ok(await lead.post(`/cases/${head.id}/members`, { account: people.supervisor.id, role: 'viewer' }));
    expect((await ask()).status).toBe(409);
  });

  test('is known to the owners at once, to members in the case, and in both logs', async () => {
    const { id } = await open();
    const { notices, emergencies, due } = await overview(lead);
    expect(notices.map(({ sentence }) => sentence)).toEqual([
      `Supervisor opened this case in an emergency: “${REASON}”`,
    ]);
    expect(emergencies).toEqual([expect.objectContaining({ id, by: 'Supervisor', reason: REASON, mayReview: true })]);
    expect(due).toContainEqual({
      on: '2026-11-25',
      what: 'Review of an emergency access',
      tab: 'overview',
      who: 'Supervisor',
    });
    expect((await overview(await signIn('viewer'))).emergencies).toEqual([
      expect.objectContaining({ id, mayReview: false }),
    ]);
    const mails = (await listOutbox(casework)).filter(({ subject }) => subject.includes('Emergency'));
    expect(mails.map(({ recipient }) => recipient)).toEqual(['lead@north.example']);
    expect(JSON.stringify(mails)).not.toMatch(/Copperfield|Supervisor|2026-\d{5}/);
    const events = ok<{ items: { what: string }[] }>(await lead.get(`/cases/${head.id}/events?changes=yes`));
    expect(events.items[0]?.what).toBe(`opened the case in an emergency: “${REASON}”`);
    const log = await (await signIn('other')).get('/audit/agency?action=case-emergency');
    expect(JSON.stringify(log.body)).toContain(head.number);
    expect(JSON.stringify((await (await signIn('analyst')).get('/case-emergencies')).body)).toBe('{"items":[]}');
  });

  test('discloses nothing to supervisors of a case that was sealed since, and ends with the seal', async () => {
    const { id } = await open();
    ok(await lead.post(`/cases/${head.id}/policy`, { version: 1, policy: 'sealed' }));
    expect((await supervisor.get(`/cases/${head.id}`)).status).toBe(404);
    const other = await signIn('other');
    expect(await listed(other)).toEqual([]);
    expect((await review(id, other)).status).toBe(404);
    const log = await other.get('/audit/agency?action=case-emergency');
    expect(JSON.stringify(log.body)).not.toContain(head.number);
    expect(await listed(lead)).toHaveLength(1);
  });
});

describe('the review of an emergency access', () => {
  test('is closed once, by an owner or another supervisor, never by who opened the case', async () => {
    const { id } = await open();
    expect((await review(id, supervisor)).status).toBe(403);
    expect((await review(id, await signIn('viewer'))).status).toBe(403);
    expect((await review(id, await signIn('analyst'))).status).toBe(404);
    const other = await signIn('other');
    expect(await listed(other)).toEqual([expect.objectContaining({ id, title: null, mayReview: true })]);
    expect(ok<{ items: object[] }>(await review(id, other, { outcome: 'unjustified' })).items).toEqual([]);
    expect((await review(id, lead)).status).toBe(409);
    expect(JSON.stringify((await overview(lead)).due)).not.toContain('Review of an emergency');
    expect((await overview(lead)).emergencies).toEqual([]);
    expect((await listTestEvents(casework)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['case-emergency.review', 'case.emergency.review']),
    );
  });

  test('ends the access, and lets the supervisor open another case', async () => {
    const { id } = await open();
    expect((await ask()).body.detail).toContain('not reviewed yet');
    casework.advance(1_000);
    ok(await review(id, lead));
    expect((await supervisor.get(`/cases/${head.id}`)).status).toBe(404);
    await open();
  });

  test('keeps the case from being purged while it is open', async () => {
    const { id } = await open();
    const purge = () => lead.post(`/cases/${head.id}/purge`, { reason: 'The time is over' });
    expect((await purge()).body.detail).toContain('review of an emergency access');
    ok(await review(id, lead));
    ok(await purge());
  });
});

describe('the database itself', () => {
  const as = (who: keyof typeof people, hours = 0): Scope => ({
    kind: 'agency',
    agency: people[who].agency,
    account: people[who].id,
    at: new Date(casework.now().getTime() + hours * HOUR),
  });
  /** Runs a statement in a transaction that says it has opened the case. */
  const run = (scope: Scope, statement: Sql, opened = head.id) =>
    casework.store.transact(scope, async (tx) => {
      await tx.run(sql`SELECT set_config('trailmark.opened_case', ${opened}, true)`);
      return tx.run(statement);
    });
  const readCase = () => sql`SELECT 1 FROM agency_case WHERE id = ${head.id}`;

  test('shows the case by its grant alone: not by the word of a transaction, not later, not to others, not sealed', async () => {
    expect(await run(as('supervisor'), readCase())).toBe(0);
    await open();
    expect(await run(as('supervisor'), readCase())).toBe(1);
    expect(await run(as('supervisor'), sql`SELECT 1 FROM case_member WHERE case_id = ${head.id}`)).toBe(2);
    expect(await run(as('supervisor', 8), readCase())).toBe(0);
    expect(await run(as('other'), readCase())).toBe(0);
    const { at: _, ...timeless } = as('supervisor') as Extract<Scope, { kind: 'agency' }>;
    expect(await run(timeless, readCase())).toBe(0);
    expect(await casework.store.transact(as('supervisor'), (tx) => tx.run(readCase()))).toBe(0);
    ok(await lead.post(`/cases/${head.id}/policy`, { version: 1, policy: 'sealed' }));
    expect(await run(as('supervisor'), readCase())).toBe(0);
  });

  test('lets nothing be written by it, not even by an owner who says so', async () => {
    await open();
    for (const who of ['supervisor', 'lead'] as const) {
      expect(await run(as(who), sql`UPDATE agency_case SET title = 'Mine' WHERE id = ${head.id}`)).toBe(0);
      expect(await run(as(who), sql`DELETE FROM case_member WHERE case_id = ${head.id}`)).toBe(0);
      const insert = sql`INSERT INTO case_text (case_id, agency_id, kind, source, text)
        VALUES (${head.id}, ${people.lead.agency}, 'case', ${head.id}, 'x')`;
      await expect(run(as(who), insert)).rejects.toThrow('row-level security');
    }
  });

  test('takes an emergency access from the server alone, and its review from nobody who opened it', async () => {
    const { id } = await open();
    const insert = sql`
      INSERT INTO case_emergency (id, case_id, agency_id, number, account_id, reason, opened_at, ends_at, due_on)
      SELECT gen_random_uuid(), case_id, agency_id, number, account_id, reason, opened_at, ends_at, due_on
      FROM case_emergency WHERE id = ${id}`;
    await expect(casework.store.transact(as('supervisor'), (tx) => tx.run(insert))).rejects.toThrow('row-level');
    const close = (who: keyof typeof people) => sql`
      UPDATE case_emergency SET outcome = 'justified', words = 'Well', reviewed_at = now(), reviewed_by = ${people[who].id}
      WHERE id = ${id}`;
    for (const who of ['supervisor', 'viewer', 'analyst'] as const)
      expect(await casework.store.transact(as(who), (tx) => tx.run(close(who)))).toBe(0);
    const own = `UPDATE case_emergency SET outcome = 'justified', words = 'Well', reviewed_at = now(), reviewed_by = account_id`;
    await expect(casework.store.asOwner(own)).rejects.toThrow('check constraint');
    expect(await casework.store.transact(as('other'), (tx) => tx.run(close('other')))).toBe(1);
  });
});
