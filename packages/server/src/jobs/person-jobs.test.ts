import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { cancelPersonJob, retryPersonJob, startPersonJob } from './change-jobs.ts';
import { defineJob, type JobRun, type JobShare } from './define-job.ts';
import { KEPT_DAYS, purgeEndedJobs } from './purge-ended-jobs.ts';
import { countOwn, getJobView, listJobPage } from './read-jobs.ts';
import { jobOnce, moveQueueClock, until, whileRunning } from './testing/run-until.ts';

let casework: TestCaseworkContext;
let caller: Caller;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  await casework.clear();
  caller = toTestCaller(casework, await addAccount(casework));
});
afterAll(() => casework.close());

const input = z.strictObject({ name: z.string() });
const resume = z.object({ at: z.number().int() });
type Run = JobRun<{ name: string }, { at: number }>;
const SHARE: JobShare = { running: { person: 1, agency: 10 }, open: { person: 10, agency: 20 } };
const ANY = { scope: 'own', state: 'any', cursor: undefined, limit: 25 } as const;

/** A job whose work the test gives. */
function countingJob(run: (job: Run) => Promise<void>, share: JobShare = SHARE) {
  return defineJob({
    id: 'count',
    access: 'allowed',
    input,
    resume,
    share,
    retry: { limit: 2, firstSeconds: 60, longestSeconds: 600 },
    title: ({ name }) => `Count ${name}`,
    progress: (done, total) => `${done} of ${total} counted`,
    run: async (job) => {
      await run(job);
      return { sentence: `Counted ${job.input.name}.`, items: [] };
    },
  });
}

const noWork = countingJob(async () => undefined);
const start = (job: ReturnType<typeof countingJob>, name: string, by = caller) =>
  startPersonJob(casework, by, job, { name });

/** Names of jobs in the order they were started. */
function recordOrder(share: JobShare = SHARE) {
  const order: string[] = [];
  const job = countingJob(async ({ input: { name } }) => {
    order.push(name);
  }, share);
  return { order, job };
}

test('a job is kept with who, what and when, runs, and refers to the result', async () => {
  const job = countingJob(async (run) => {
    run.report(2, 2);
  });
  const waiting = await start(job, 'coins');
  expect(waiting).toMatchObject({ title: 'Count coins', status: 'waiting', position: 1, isOwn: true, attempt: 0 });
  expect(await countOwn(casework, caller)).toEqual({ running: 0, waiting: 1 });
  await whileRunning(casework, [job], async () => {
    const ended = await jobOnce(casework, caller, waiting.id, ({ status }) => status === 'finished');
    expect(ended).toMatchObject({
      ...{ status: 'finished', position: null, attempt: 1, done: 2, total: 2, sentence: '2 of 2 counted' },
      ...{ result: { sentence: 'Counted coins.', items: [] }, failure: null, endedAt: casework.now().toISOString() },
    });
  });
  const actions = (await listTestEvents(casework)).map(({ action, actor, object }) => ({ action, actor, object }));
  expect(actions).toEqual([
    {
      action: 'job.start',
      actor: { account: caller.account?.id, role: 'allowed' },
      object: { kind: 'job', id: waiting.id },
    },
  ]);
});

test('input that the schema does not take is refused, and nothing is kept', async () => {
  const wrong = { name: 5 } as unknown as { name: string };
  await expect(startPersonJob(casework, caller, noWork, wrong)).rejects.toMatchObject({ kind: 'invalid' });
  expect((await listJobPage(casework, caller, ANY)).items).toEqual([]);
  expect(await listTestEvents(casework)).toEqual([]);
});

describe('shares', () => {
  test('of a person and of an agency are refused beyond what may be open, and say so', async () => {
    const job = countingJob(async () => undefined, {
      running: { person: 1, agency: 1 },
      open: { person: 2, agency: 3 },
    });
    const colleague = toTestCaller(casework, await addAccount(casework));
    await start(job, 'a');
    await start(job, 'b');
    await expect(start(job, 'c')).rejects.toThrow('2 jobs of this kind are running or waiting for you');
    await start(job, 'd', colleague);
    await expect(start(job, 'e', colleague)).rejects.toThrow(
      '3 jobs of this kind are running or waiting for your agency',
    );
  });

  test('of several requests at once only as many get in as may', async () => {
    const job = countingJob(async () => undefined, {
      running: { person: 1, agency: 1 },
      open: { person: 3, agency: 9 },
    });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => start(job, `${i}`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test.each([
    ['a person', { person: 1, agency: 9 }, 2],
    ['an agency', { person: 3, agency: 1 }, 1],
  ])('of %s that run at once are never passed', async (_, running, together) => {
    const now = new Map<string, number>();
    let most = 0;
    const job = countingJob(
      async ({ caller: { account } }) => {
        const key = account?.id ?? '';
        now.set(key, (now.get(key) ?? 0) + 1);
        most = Math.max(
          most,
          [...now.values()].reduce((sum, count) => sum + count, 0),
        );
        expect(now.get(key)).toBeLessThanOrEqual(running.person);
        await wait(150);
        now.set(key, (now.get(key) ?? 1) - 1);
      },
      { running, open: { person: 10, agency: 20 } },
    );
    const colleague = toTestCaller(casework, await addAccount(casework));
    const started: [Caller, string][] = [];
    for (const by of [caller, caller, colleague, colleague]) started.push([by, (await start(job, 'x', by)).id]);
    await whileRunning(casework, [job], async () => {
      for (const [by, id] of started) {
        const ended = await jobOnce(casework, by, id, ({ endedAt }) => endedAt !== null);
        expect(ended.status).toBe('finished');
      }
    });
    expect(most).toBe(together);
  });
});

test('whoever starts many is served in turns with those who start few', async () => {
  const { order, job } = recordOrder();
  const second = toTestCaller(casework, await addAccount(casework));
  const third = toTestCaller(
    casework,
    await addAccount(casework, { agency: await addAgency(casework, 'Meridian Tax') }),
  );
  for (const name of ['a1', 'a2', 'a3', 'a4']) await start(job, name);
  await start(job, 'b1', second);
  await start(job, 'c1', third);
  const last = await start(job, 'b2', second);
  expect(last.position).toBe(5);
  await whileRunning(casework, [job], () => until(() => order.length === 7), { slots: 1 });
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a newcomer comes before the backlog of another, however long that is', async () => {
  const { order, job } = recordOrder();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await start(job, name);
  await whileRunning(casework, [job], () => until(() => order.length >= 2), { slots: 1 });
  const served = order.length;
  const newcomer = toTestCaller(casework, await addAccount(casework));
  await start(job, 'b1', newcomer);
  await whileRunning(casework, [job], () => until(() => order.length === 6), { slots: 1 });
  expect(order.indexOf('b1')).toBeLessThanOrEqual(served + 1);
});

describe('cancelling', () => {
  test('a job that waits takes it out of line', async () => {
    const { order, job } = recordOrder();
    const first = await start(job, 'first');
    await start(job, 'second');
    const cancelled = await cancelPersonJob(casework, caller, first.id);
    expect(cancelled).toMatchObject({ status: 'cancelled', position: null });
    await whileRunning(casework, [job], () => until(() => order.length === 1));
    expect(order).toEqual(['second']);
    expect((await listTestEvents(casework)).map(({ action }) => action)).toContain('job.cancel');
  });

  test('a job that runs stops it, and what it kept stays', async () => {
    const job = countingJob(async ({ save, signal }) => {
      await save({ at: 3 });
      await wait(60_000, undefined, { signal });
    });
    const { id } = await start(job, 'slow');
    await whileRunning(casework, [job], async () => {
      await until(async () => (await checkpointOf(id)) !== null);
      expect(await cancelPersonJob(casework, caller, id)).toMatchObject({ status: 'running', isStopping: true });
      const ended = await jobOnce(casework, caller, id, ({ status }) => status === 'cancelled');
      expect(ended).toMatchObject({ failure: null, isStopping: false });
    });
    expect(await checkpointOf(id)).toEqual({ at: 3 });
  });

  test.each([
    sql`UPDATE account SET status = 'suspended'`,
    sql`UPDATE account SET is_allowed = false`,
    sql`UPDATE agency SET status = 'suspended'`,
  ])('is not needed for a job whose person may no longer run it: it stops and says why', async (statement) => {
    const job = countingJob(async ({ save, signal }) => {
      await save({ at: 3 });
      await wait(60_000, undefined, { signal });
    });
    const { id } = await start(job, 'slow');
    await whileRunning(casework, [job], async () => {
      await until(async () => (await checkpointOf(id)) !== null);
      await casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement));
      const ended = await jobOnce(casework, caller, id, ({ status }) => status !== 'running');
      const failure = 'The account that started this job may no longer do it.';
      expect(ended).toMatchObject({ status: 'failed', failure });
    });
  });

  test('a job that has ended changes nothing', async () => {
    const { id } = await start(noWork, 'quick');
    await whileRunning(casework, [noWork], () => jobOnce(casework, caller, id, (row) => row.status === 'finished'));
    expect(await cancelPersonJob(casework, caller, id)).toMatchObject({ status: 'finished' });
  });
});

async function checkpointOf(id: string): Promise<unknown> {
  const row = await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.find<{ checkpoint: unknown }>(sql`SELECT checkpoint FROM job WHERE id = ${id}`),
  );
  return row?.checkpoint;
}

describe('a job that fails', () => {
  test('for a reason that may pass waits longer each time, and fails in the end', async () => {
    let tries = 0;
    const job = countingJob(async () => {
      tries += 1;
      throw new AppError('unavailable', `No answer, try ${tries}.`);
    });
    const { id } = await start(job, 'far away');
    const waits: number[] = [];
    let ahead = 0;
    try {
      for (const round of [1, 2]) {
        await whileRunning(casework, [job], async () => {
          const view = await jobOnce(casework, caller, id, (row) => row.nextAt !== null && row.attempt === round);
          expect(view).toMatchObject({ status: 'waiting', position: null, failure: `No answer, try ${tries}.` });
          const seconds = Date.parse(view.nextAt ?? '') / 1_000 - Date.now() / 1_000 - ahead;
          waits.push(seconds);
          // Nothing happens before its time.
          await wait(1_200);
          expect((await getJobView(casework, caller, id)).attempt).toBe(tries);
        });
        ahead += 300;
        await moveQueueClock(casework, ahead);
      }
      await whileRunning(casework, [job], async () => {
        const ended = await jobOnce(casework, caller, id, ({ status }) => status === 'failed');
        expect(ended).toMatchObject({ failure: 'No answer, try 3.', attempt: 3 });
      });
    } finally {
      await moveQueueClock(casework, 0);
    }
    // 60 s doubled each time, and up to as much again at random.
    expect(waits[0]).toBeGreaterThan(50);
    expect(waits[0]).toBeLessThan(121);
    expect(waits[1]).toBeGreaterThan(110);
    expect(waits[1]).toBeLessThan(241);
  });

  test('for good is not tried again; its person starts it again, and it continues where it was', async () => {
    const seen: (number | undefined)[] = [];
    const job = countingJob(async ({ checkpoint, save }) => {
      seen.push(checkpoint?.at);
      await save({ at: (checkpoint?.at ?? 0) + 1 });
      if (seen.length === 1) throw new AppError('invalid', 'This address is of another chain.');
    });
    const { id } = await start(job, 'wrong');
    const failures: string[] = [];
    await whileRunning(
      casework,
      [job],
      async () => {
        const failed = await jobOnce(casework, caller, id, ({ status }) => status === 'failed');
        expect(failed).toMatchObject({ failure: 'This address is of another chain.', attempt: 1 });
        expect(await retryPersonJob(casework, caller, [job], id)).toMatchObject({ status: 'waiting', failure: null });
        await jobOnce(casework, caller, id, ({ status }) => status === 'finished');
      },
      { failures },
    );
    expect(seen).toEqual([undefined, 1]);
    expect(failures).toEqual([]);
    await expect(retryPersonJob(casework, caller, [job], id)).rejects.toThrow(
      'Only a job that failed or was cancelled can be started again.',
    );
  });

  test('by a fault of the software reports its reason to the log alone', async () => {
    const failures: string[] = [];
    const job = countingJob(async () => {
      throw new Error('secret of a path: /home/x');
    });
    const { id } = await start(job, 'faulty');
    const ended = await whileRunning(
      casework,
      [job],
      () => jobOnce(casework, caller, id, ({ status }) => status === 'failed'),
      { failures },
    );
    expect(ended.failure).toBe('It failed for a reason that is in the log of the server.');
    expect(failures).toEqual(['count: secret of a path: /home/x']);
  });

  test.each([
    ['was suspended', sql`UPDATE account SET status = 'suspended'`],
    ['lost dashboard access', sql`UPDATE account SET is_allowed = false`],
    ['belongs to an agency that was suspended', sql`UPDATE agency SET status = 'suspended'`],
  ])('because its person %s does nothing', async (_, change) => {
    let runs = 0;
    const job = countingJob(async () => {
      runs += 1;
    });
    const { id } = await start(job, 'theirs');
    await casework.store.transact({ kind: 'system' }, (tx) => tx.run(change));
    const ended = await whileRunning(casework, [job], () =>
      jobOnce(casework, caller, id, ({ status }) => status === 'failed'),
    );
    expect(ended.failure).toBe('The account that started this job may no longer do it.');
    expect(runs).toBe(0);
  });
});

describe('a stop of the server', () => {
  test('puts a job back in line, and the next server continues it from its checkpoint', async () => {
    const seen: (number | undefined)[] = [];
    const job = countingJob(async ({ checkpoint, save, signal }) => {
      seen.push(checkpoint?.at);
      if (checkpoint) return;
      await save({ at: 7 });
      await wait(60_000, undefined, { signal });
    });
    const { id } = await start(job, 'long');
    await whileRunning(casework, [job], () => until(async () => (await checkpointOf(id)) !== null));
    expect(await getJobView(casework, caller, id)).toMatchObject({ status: 'waiting', nextAt: null, position: 1 });
    await whileRunning(casework, [job], () => jobOnce(casework, caller, id, ({ status }) => status === 'finished'));
    expect(seen).toEqual([undefined, 7]);
  });

  test('without a word gives the job to another start, and the first can no longer write', async () => {
    const late: { save?: Run['save'] } = {};
    const gate = Promise.withResolvers<void>();
    let starts = 0;
    const job = countingJob(async ({ checkpoint, save }) => {
      starts += 1;
      if (checkpoint) return;
      late.save = save;
      await save({ at: 1 });
      await gate.promise;
    });
    const { id } = await start(job, 'lost');
    await whileRunning(casework, [job], async () => {
      await until(async () => (await checkpointOf(id)) !== null);
      // As if the process had been gone for long: its ticket lapses, and the backoff passes.
      await casework.store.asOwner(
        `UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL WHERE name = 'work'`,
      );
      await whileRunning(casework, [job], () => jobOnce(casework, caller, id, ({ status }) => status === 'finished'));
      await expect(late.save?.({ at: 99 })).rejects.toThrow('Another start of this job has taken over');
      gate.resolve();
    });
    expect(starts).toBe(2);
    expect(await getJobView(casework, caller, id)).toMatchObject({ status: 'finished', attempt: 2 });
  });

  test('more often than is tried again fails the job and says so', async () => {
    const { id } = await start(noWork, 'cursed');
    await casework.store.asOwner(
      `UPDATE job SET status = 'running', attempt = 3; UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE name = 'work'`,
    );
    const ended = await whileRunning(casework, [noWork], () =>
      jobOnce(casework, caller, id, ({ status }) => status === 'failed'),
    );
    expect(ended.failure).toMatch(/The server stopped while this job ran/);
  });
});

test('what is written with a checkpoint is written once, however often the job is started', async () => {
  const job = countingJob(async ({ checkpoint, save, signal, casework: { store } }) => {
    for (let at = (checkpoint?.at ?? 0) + 1; at <= 6; at += 1) {
      await save({ at }, async (tx) => {
        await tx.run(sql`INSERT INTO attempt (key) VALUES (${`counted-${at}`})`);
      });
      if (at % 2 === 0) await wait(60_000, undefined, { signal });
    }
    expect(store).toBe(casework.store);
  });
  const { id } = await start(job, 'effects');
  const counted = () =>
    casework.store.alone.list<{ key: string }>(sql`SELECT key FROM attempt WHERE key LIKE 'counted-%' ORDER BY key`);
  for (const most of [2, 4, 6]) {
    await whileRunning(casework, [job], () => until(async () => (await counted()).length === most));
  }
  await whileRunning(casework, [job], () => jobOnce(casework, caller, id, ({ status }) => status === 'finished'));
  expect((await counted()).map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6].map((at) => `counted-${at}`));
});

describe('who sees a job', () => {
  test('is its person, the administrators of the agency, and those of the installation', async () => {
    const { id } = await start(noWork, 'secret');
    const meridian = await addAgency(casework, 'Meridian Tax');
    const people = {
      colleague: await addAccount(casework),
      'own admin': await addAccount(casework, { role: 'agency-admin' }),
      'other admin': await addAccount(casework, { role: 'agency-admin', agency: meridian }),
      stranger: await addAccount(casework, { agency: meridian }),
      'platform admin': await addAccount(casework, { role: 'platform-admin', agency: meridian }),
    };
    const seen: Record<string, string> = {};
    for (const [name, account] of Object.entries(people)) {
      const who = toTestCaller(casework, account);
      const got = await getJobView(casework, who, id).then(
        ({ title }) => title,
        (error: AppError) => error.kind,
      );
      const listed = await listJobPage(casework, who, { ...ANY, scope: 'all' }).then(
        ({ items }) => items.length,
        (error: AppError) => error.kind,
      );
      const cancelled = await cancelPersonJob(casework, who, id).then(
        () => 'cancelled',
        (error: AppError) => error.kind,
      );
      const retried = await retryPersonJob(casework, who, [noWork], id).then(
        () => 'retried',
        (error: AppError) => error.kind,
      );
      seen[name] = [got, listed, cancelled, retried].join(', ');
      expect((await listJobPage(casework, who, ANY)).items).toEqual([]);
    }
    expect(seen).toEqual({
      colleague: 'not-found, forbidden, not-found, not-found',
      'own admin': 'Count secret, 1, cancelled, retried',
      'other admin': 'not-found, 0, not-found, not-found',
      stranger: 'not-found, forbidden, not-found, not-found',
      'platform admin': 'Job of another agency, 1, cancelled, retried',
    });
  });
});

test('of a job of another agency an administrator of the installation reads its state, and nothing that it is about', async () => {
  const job = countingJob(async ({ report }) => report(1, 2));
  const { id } = await start(job, 'secret');
  await whileRunning(casework, [job], () => jobOnce(casework, caller, id, ({ status }) => status === 'finished'));
  const meridian = await addAgency(casework, 'Meridian Tax');
  const admin = await addAccount(casework, { role: 'platform-admin', agency: meridian });
  const view = await getJobView(casework, toTestCaller(casework, admin), id);
  expect(view).toMatchObject({ title: 'Job of another agency', sentence: '', failure: null, result: null });
  expect([view.status, view.kind, view.done, view.total]).toEqual(['finished', 'count', 1, 2]);
  expect(JSON.stringify(await getJobView(casework, caller, id))).toContain('Counted secret.');
});

test('pages of jobs follow each other, newest first', async () => {
  const { job } = recordOrder();
  for (const name of ['1', '2', '3']) {
    casework.advance(1_000);
    await start(job, name);
  }
  const first = await listJobPage(casework, caller, { ...ANY, limit: 2 });
  const second = await listJobPage(casework, caller, { ...ANY, limit: 2, cursor: first.next ?? '' });
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Count 3', 'Count 2', 'Count 1']);
  expect(second.next).toBeNull();
});

test('the ledger keeps a job for 90 days after its end, and an open one for ever', async () => {
  const { id } = await start(noWork, 'old');
  await whileRunning(casework, [noWork], () => jobOnce(casework, caller, id, ({ status }) => status === 'finished'));
  const open = await start(noWork, 'open');
  casework.advance(KEPT_DAYS * 86_400_000);
  expect(await purgeEndedJobs(casework)).toBe(0);
  casework.advance(1);
  expect(await purgeEndedJobs(casework)).toBe(1);
  expect((await listJobPage(casework, caller, ANY)).items.map((job) => job.id)).toEqual([open.id]);
  casework.advance(-KEPT_DAYS * 86_400_000 - 1);
});
