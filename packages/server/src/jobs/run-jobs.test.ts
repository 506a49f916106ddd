import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount, addAgency, createTestOffice, type TestOffice } from '../testing/accounts.ts';
import { listOutbox } from '../testing/outbox.ts';
import { JOBS } from './catalogue.ts';
import { remindApprovers } from './remind-approvers.ts';
import { defineJob, runJob, runJobs } from './run-jobs.ts';

let office: TestOffice;
beforeAll(async () => {
  office = await createTestOffice();
});
beforeEach(() => office.clear());
afterAll(() => office.close());

const { signal } = new AbortController();

test('a job runs in one server at a time', async () => {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const job = defineJob({
    id: 'one-at-a-time',
    everyMs: 1,
    run: async () => {
      started.resolve();
      await released.promise;
    },
  });
  const first = runJob(office, job, signal);
  await started.promise;
  const others = await Promise.all(Array.from({ length: 7 }, () => runJob(office, job, signal)));
  expect(others).toEqual(Array(7).fill(false));
  released.resolve();
  expect(await first).toBe(true);
  expect(await runJob(office, job, signal)).toBe(true);
});

test('a job that fails is told to the log, and the next ones run all the same', async () => {
  const failures: string[] = [];
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const jobs = runJobs(
    office,
    [
      defineJob({ id: 'broken', everyMs: 1, run: () => Promise.reject(new Error('broken on purpose')) }),
      defineJob({ id: 'whole', everyMs: 1, run: async () => resolve() }),
    ],
    (job, error) => failures.push(`${job}: ${(error as Error).message}`),
  );
  await reached;
  await jobs.close();
  expect(failures).toEqual(['broken: broken on purpose']);
});

test('closing ends the run at hand and starts no other', async () => {
  let runs = 0;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = defineJob({
    id: 'slow',
    everyMs: 1,
    run: async (_, stop) => {
      runs += 1;
      begin();
      await wait(60_000, undefined, { signal: stop }).catch(() => undefined);
    },
  });
  const jobs = runJobs(office, [slow, { ...slow, id: 'never' }], () => undefined);
  await begun;
  await jobs.close();
  expect(runs).toBe(1);
});

test('every job of the catalogue has its own name and runs on an empty installation', async () => {
  expect(new Set(JOBS.map(({ id }) => id)).size).toBe(JOBS.length);
  for (const job of JOBS) expect(await runJob(office, job, signal)).toBe(true);
});

test('administrators of the agency are reminded six hours before a decision is due, once', async () => {
  const agency = await addAgency(office);
  const other = await addAgency(office, 'Meridian Tax Authority');
  await addAccount(office, { email: 'platform@north.example', agency, role: 'platform-admin' });
  await addAccount(office, { email: 'own@north.example', agency, role: 'agency-admin' });
  await addAccount(office, { email: 'other@meridian.example', agency: other, role: 'agency-admin' });
  const waiting = await addAccount(office, { agency, status: 'awaiting-approval' });
  const dueAt = new Date(office.now().getTime() + 7 * 3_600_000);
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${dueAt} WHERE id = ${waiting.id}`),
  );
  expect(await remindApprovers(office)).toBe(0);
  office.advance(3_600_000);
  expect(await Promise.all([remindApprovers(office), remindApprovers(office)])).toContain(1);
  office.advance(24 * 3_600_000);
  expect(await remindApprovers(office)).toBe(0);
  expect((await listOutbox(office)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['own@north.example', 'A request for an account is due soon'],
  ]);
  office.advance(-25 * 3_600_000);
});

test('without an administrator of the agency those of the installation are reminded', async () => {
  const agency = await addAgency(office);
  await addAccount(office, { email: 'platform@north.example', agency, role: 'platform-admin' });
  const waiting = await addAccount(office, { agency, status: 'awaiting-approval' });
  await office.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${office.now()} WHERE id = ${waiting.id}`),
  );
  await remindApprovers(office);
  expect((await listOutbox(office)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['platform@north.example', 'A request for an account is overdue'],
  ]);
});
