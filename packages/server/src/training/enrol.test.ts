import type { SessionPlanInput } from '@trailmark/api/contract/training-wire';
import { sql } from '@trailmark/store/cases/sql';
import { listRoster } from '@trailmark/store/cases/training/enrolment-rows';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { changeEnrolment, changeSession } from './administer.ts';
import { enrol, giveUpPlace } from './enrol.ts';
import { remindEnrolled } from './reminders.ts';
import { callOffSession, planSession, readSchedule, replanSession } from './schedule.ts';
import { seedDemoTraining } from './seed-demo-training.ts';

let casework: TestCaseworkContext;
let platform: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  platform = await addAccount(casework, { role: 'platform-admin', name: 'Administrator' });
});

const PLAN: SessionPlanInput = {
  level: 'essentials',
  startsLocal: '2027-03-29T09:00',
  endsLocal: '2027-03-30T17:00',
  cancelUntilLocal: '2027-03-25T17:00',
  zone: 'Europe/Berlin',
  mode: 'in-person',
  place: 'Room 4',
  language: 'en',
  trainer: 'Training officer',
  note: '',
  seats: 5,
};
const as = (account: TestAccount) => toTestCaller(casework, account);
const plan = (change: Partial<SessionPlanInput> = {}) => planSession(casework, as(platform), { ...PLAN, ...change });
const ask = (account: TestAccount, session: string, experience = '') =>
  enrol(casework, as(account), { session, consent: true, accommodations: '', experience });
const rosterOf = (session: string) => casework.store.transact({ kind: 'system' }, (tx) => listRoster(tx, { session }));
const mails = () =>
  casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ recipient: string; subject: string; body: string }>(
      sql`SELECT recipient, subject, body FROM mail ORDER BY created_at, ctid`,
    ),
  );
async function addPeople(count: number): Promise<TestAccount[]> {
  const first = await addAccount(casework);
  const rest: TestAccount[] = [];
  for (let i = 1; i < count; i++) rest.push(await addAccount(casework));
  return [first, ...rest];
}

test('a hundred who ask at once for five seats get five, and the rest wait in order', async () => {
  const session = await plan();
  const people = await addPeople(100);
  const answers = await Promise.all(people.map((person) => ask(person, session)));
  expect(answers.filter(({ state }) => state === 'confirmed')).toHaveLength(5);
  expect(answers.filter(({ state }) => state === 'waitlisted')).toHaveLength(95);
  const roster = await rosterOf(session);
  expect(roster.slice(0, 5).every(({ state }) => state === 'confirmed')).toBe(true);
  expect((await mails()).length).toBe(100);

  // Three leave at once: exactly the first three of the waiting list follow, in order, each notified once.
  await Promise.all(
    roster.slice(0, 3).map((row) => {
      const person = people.find(({ id }) => id === row.accountId)!;
      return giveUpPlace(casework, as(person), row.id);
    }),
  );
  const after = await rosterOf(session);
  expect(after.filter(({ state }) => state === 'confirmed').map(({ number }) => number)).toEqual(
    roster.slice(3, 8).map(({ number }) => number),
  );
  const told = (await mails()).slice(100).filter(({ subject }) => subject === 'Your place is confirmed');
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(
    roster
      .slice(5, 8)
      .map(({ email }) => email)
      .sort(),
  );
  const [view] = await readSchedule(casework, {});
  expect([view!.taken, view!.waiting]).toEqual([5, 92]);

  const parts = [];
  for (let last: (typeof after)[number] | undefined; parts.length < 100; last = parts.at(-1)) {
    const part = { after: last, limit: 7 };
    parts.push(...(await casework.store.transact({ kind: 'system' }, (tx) => listRoster(tx, { session }, part))));
  }
  expect(parts).toEqual(after);
});

test('the same person asking many times at once is enrolled once', async () => {
  const session = await plan();
  const person = await addAccount(casework);
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => ask(person, session)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rosterOf(session)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'conflict' } });
});

test('consent, the course before and a session that takes people are required', async () => {
  const session = await plan({ level: 'intermediate' });
  const person = await addAccount(casework);
  const given = { session, accommodations: '', experience: '' };
  await expect(enrol(casework, as(person), { ...given, consent: false })).rejects.toMatchObject({
    kind: 'invalid',
    context: { field: 'consent' },
  });
  await expect(ask(person, session)).rejects.toMatchObject({ kind: 'invalid', context: { field: 'experience' } });
  await expect(ask(person, session, 'Two years of such cases')).resolves.toMatchObject({ state: 'requested' });
  await expect(ask(person, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ kind: 'not-found' });
  await callOffSession(casework, as(platform), session, 'The room is not available.');
  await expect(ask(await addAccount(casework), session, 'x')).rejects.toMatchObject({ kind: 'conflict' });
});

test('without allow_status an administrator of the own agency decides, and one of another cannot see it', async () => {
  const session = await plan({ seats: 1 });
  const person = await addAccount(casework, { isAllowed: false });
  const { enrolment, state } = await ask(person, session);
  expect(state).toBe('requested');
  const own = await addAccount(casework, { role: 'agency-admin' });
  const foreign = await addAccount(casework, {
    role: 'agency-admin',
    agency: await addAgency(casework, 'Harbour Customs'),
  });
  for (const id of [enrolment, '00000000-0000-4000-8000-000000000000']) {
    await expect(changeEnrolment(casework, as(foreign), id, { state: 'confirmed' })).rejects.toMatchObject({
      kind: 'not-found',
      message: 'There is no such enrolment.',
    });
  }
  expect(await changeEnrolment(casework, as(own), enrolment, { state: 'confirmed' })).toBe('confirmed');
  // The next one is accepted too, and waits, because the seat is taken.
  const second = await ask(await addAccount(casework, { isAllowed: false }), session);
  expect(await changeEnrolment(casework, as(own), second.enrolment, { state: 'confirmed' })).toBe('waitlisted');
  await expect(changeEnrolment(casework, as(own), second.enrolment, { state: 'confirmed' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('a colleague cannot give up somebody else’s place, and nobody can after the deadline', async () => {
  const session = await plan();
  const person = await addAccount(casework);
  const { enrolment } = await ask(person, session);
  await expect(giveUpPlace(casework, as(await addAccount(casework)), enrolment)).rejects.toMatchObject({
    kind: 'not-found',
  });
  casework.advance(Date.parse('2027-03-26T00:00:00Z') - casework.now().getTime());
  await expect(giveUpPlace(casework, as(person), enrolment)).rejects.toThrow('deadline');
  casework.advance(Date.parse('2026-11-18T12:00:00Z') - casework.now().getTime());
});

test('attendance comes after the start, a mark after attendance, and nobody marks themselves', async () => {
  const session = await plan();
  const own = await addAccount(casework, { role: 'agency-admin' });
  const { enrolment } = await ask(await addAccount(casework), session);
  const mine = await ask(own, session);
  const set = (id: string, state: 'attended' | 'passed' | 'no-show', mark?: number) =>
    changeEnrolment(casework, as(own), id, { state, mark });
  await expect(set(enrolment, 'attended')).rejects.toThrow('once the session has begun');
  const back = casework.now().getTime();
  casework.advance(Date.parse('2027-03-29T10:00:00Z') - back);
  await expect(set(enrolment, 'passed')).rejects.toThrow('cannot become passed');
  expect(await set(enrolment, 'attended')).toBe('attended');
  expect(await set(enrolment, 'passed', 82)).toBe('passed');
  await expect(set(mine.enrolment, 'attended')).rejects.toMatchObject({ kind: 'forbidden' });
  const events = await listTestEvents(casework);
  expect(events.map(({ action }) => action)).toEqual([
    'training.plan-session',
    'training.enrol',
    'training.enrol',
    'training.change-enrolment',
    'training.change-enrolment',
  ]);
  casework.advance(back - casework.now().getTime());
});

test('somebody can be moved to a free seat of the same course only, and the seat left goes to who waits', async () => {
  const [a, b, other] = [await plan({ seats: 1 }), await plan({ seats: 1 }), await plan({ level: 'advanced' })];
  const [first, second] = await addPeople(2);
  const { enrolment } = await ask(first!, a);
  await ask(second!, a);
  await expect(changeSession(casework, as(platform), enrolment, other)).rejects.toThrow('same course');
  expect(await changeSession(casework, as(platform), enrolment, b)).toBe('confirmed');
  expect((await rosterOf(a)).map(({ state }) => state)).toEqual(['confirmed']);
  await expect(changeSession(casework, as(platform), (await rosterOf(a))[0]!.id, b)).rejects.toThrow('No seat is free');
});

test('a session keeps the seats that are taken, gives new ones to who waits, and notifies of a new time', async () => {
  const session = await plan({ seats: 2 });
  for (const person of await addPeople(3)) await ask(person, session);
  const change = (input: Partial<SessionPlanInput>) =>
    replanSession(casework, as(platform), session, { ...PLAN, seats: 2, ...input });
  await expect(change({ seats: 1 })).rejects.toMatchObject({ context: { field: 'seats' } });
  await expect(change({ startsLocal: '2027-03-28T02:30' })).rejects.toMatchObject({
    kind: 'invalid',
    context: { field: 'startsLocal' },
  });
  await change({ seats: 3, startsLocal: '2027-03-29T10:00' });
  expect((await rosterOf(session)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect((await mails()).filter(({ subject }) => subject === 'A course has moved')).toHaveLength(3);
  const [view] = await readSchedule(casework, { id: session });
  expect([view!.sequence, view!.startsAt.toISOString()]).toEqual([1, '2027-03-29T08:00:00.000Z']);
});

test('reminders go out a week and a day before, once each', async () => {
  const session = await plan({ seats: 1 });
  for (const person of await addPeople(2)) await ask(person, session);
  const back = casework.now().getTime();
  const start = Date.parse('2027-03-29T07:00:00Z');
  const counts: number[] = [];
  for (const ahead of [8, 6.9, 6.8, 0.9, 0.8, -0.1]) {
    casework.advance(start - ahead * 86_400_000 - casework.now().getTime());
    counts.push(await remindEnrolled(casework));
  }
  casework.advance(back - casework.now().getTime());
  expect(counts).toEqual([0, 1, 0, 1, 0, 0]);
});

test('somebody who enrolls on the last day gets one reminder, not two', async () => {
  const session = await plan();
  const back = casework.now().getTime();
  casework.advance(Date.parse('2027-03-29T01:00:00Z') - back);
  await ask(await addAccount(casework), session);
  expect([await remindEnrolled(casework), await remindEnrolled(casework)]).toEqual([1, 0]);
  casework.advance(back - casework.now().getTime());
});

test('demonstration dates are put into an empty schedule only, and say what they are', async () => {
  expect(await seedDemoTraining(casework)).toBe(5);
  expect(await seedDemoTraining(casework)).toBe(0);
  const rows = await readSchedule(casework, {});
  expect(rows.every(({ isDemo, startsAt }) => isDemo && startsAt > casework.now())).toBe(true);
});
