import { setTimeout as wait } from 'node:timers/promises';
import { listScheduleRows } from '@trailmark/store/cases/jobs/job-run-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { defineJob } from './define-job.ts';
import { runJobs } from './run-jobs.ts';
import { until, whileRunning } from './testing/run-until.ts';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const SYSTEM = { kind: 'system' } as const;
const HOUR = 3_600_000;

test('a schedule runs in one server at a time', async () => {
  let [runs, most, now] = [0, 0, 0];
  const job = defineJob({
    id: 'one-at-a-time',
    schedule: { everyMs: 1 },
    run: async () => {
      runs += 1;
      now += 1;
      most = Math.max(most, now);
      await wait(30);
      now -= 1;
    },
  });
  const servers = Array.from({ length: 4 }, () => runJobs(casework, [job], { log: () => undefined }));
  await until(() => runs >= 5);
  await Promise.all(servers.map((server) => server.close()));
  expect(most).toBe(1);
});

test('a schedule that fails is written to the log and to its line, and the next ones still run', async () => {
  const failures: string[] = [];
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const jobs = [
    defineJob({ id: 'broken', schedule: { everyMs: HOUR }, run: () => Promise.reject(new Error('broken on purpose')) }),
    defineJob({ id: 'whole', schedule: { everyMs: HOUR }, run: async () => resolve() }),
  ];
  await whileRunning(casework, jobs, () => reached, { failures });
  expect(failures).toEqual(['broken: broken on purpose']);
  const rows = await casework.store.transact(SYSTEM, listScheduleRows);
  expect(rows.map(({ id, failure, runCount, failureCount }) => [id, failure, runCount, failureCount])).toEqual([
    ['broken', 'broken on purpose', 1, 1],
    ['whole', null, 1, 0],
  ]);
});

test('a schedule that failed runs again at its next turn', async () => {
  let runs = 0;
  const job = defineJob({
    id: 'broken-once',
    schedule: { everyMs: 1 },
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('broken on purpose');
    },
  });
  await whileRunning(casework, [job], () => until(() => runs >= 3));
});

test('closing ends the current run and starts no other', async () => {
  let runs = 0;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = defineJob({
    id: 'slow',
    schedule: { everyMs: 1 },
    run: async (_, stop) => {
      runs += 1;
      begin();
      await wait(60_000, undefined, { signal: stop }).catch(() => undefined);
    },
  });
  await whileRunning(casework, [slow, { ...slow, id: 'never' }], () => begun);
  expect(runs).toBe(1);
});

test('a server that starts does everything once, however long ago it was done, and then waits', async () => {
  let runs = 0;
  const job = defineJob({
    id: 'seldom',
    schedule: { everyMs: HOUR },
    run: async () => {
      runs += 1;
    },
  });
  await whileRunning(casework, [job], () => until(() => runs === 1));
  await whileRunning(casework, [job], async () => {
    await until(() => runs === 2);
    await wait(2_500);
  });
  expect(runs).toBe(2);
});

test('the run of a server that is gone is taken over when nothing is heard of it', async () => {
  await casework.store.queue.schedule('lost');
  expect((await casework.store.queue.claimSchedule())?.schedule).toBe('lost');
  await casework.store.asOwner(`UPDATE pgboss.job SET heartbeat_on = now() - interval '16 seconds'`);
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const job = defineJob({ id: 'lost', schedule: { everyMs: HOUR }, run: async () => resolve() });
  await whileRunning(casework, [job], () => reached);
});

test('a schedule that no version of the software knows any more is forgotten', async () => {
  await casework.store.queue.schedule('of-another-time');
  let runs = 0;
  const job = defineJob({
    id: 'known',
    schedule: { everyMs: HOUR },
    run: async () => {
      runs += 1;
    },
  });
  await whileRunning(casework, [job], () => until(() => runs === 1));
  const left = await casework.store.alone.list<{ id: string }>(
    sql`SELECT singleton_key AS id FROM pgboss.job WHERE name = 'schedules' AND state < 'completed'`,
  );
  expect(left).toEqual([{ id: 'known' }]);
});
