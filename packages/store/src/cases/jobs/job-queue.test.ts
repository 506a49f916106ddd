import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestCasework, type TestCasework } from '../testing/test-casework.ts';
import type { NewTicket, Ticket } from './job-queue.ts';
import { printQueueSchema, QUEUE_SCHEMA } from './queue-schema.ts';

let casework: TestCasework;
beforeAll(async () => {
  casework = await openTestCasework();
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const SYSTEM = { kind: 'system' } as const;
const RETRY = { limit: 2, firstSeconds: 10, longestSeconds: 60 };

async function put(given: Partial<NewTicket> = {}): Promise<string> {
  const id = randomUUID();
  const ticket = { id, turn: 0, group: 'kind:a', kind: 'kind', retry: RETRY, ...given };
  await casework.transact(SYSTEM, (tx) => casework.queue.put(tx, ticket));
  return id;
}

const claim = (closedGroups: readonly string[] = [], person = 1): Promise<Ticket | undefined> =>
  casework.transact(SYSTEM, (tx) => casework.queue.claim(tx, { groupLimits: { kind: person }, closedGroups }));

test('the schema that migration 0100 makes is the one this version of pg-boss makes itself', async () => {
  const client = new pg.Client(casework.owner);
  await client.connect();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  });
  await boss.start();
  const drift = await boss.detectSchemaDrift();
  await boss.stop({ graceful: false });
  await client.end();
  expect(drift).toMatchObject({ ok: true, missingTables: [], columnDrift: [], mismatchedFunctions: [], missing: [] });
});

test('a version of pg-boss that constructs another schema is refused', () => {
  expect(printQueueSchema(46)).not.toMatch(/^\s*(BEGIN|COMMIT);/m);
  expect(() => printQueueSchema(47)).toThrow('schema version 47');
});

test('a ticket is kept with what it is for, or not at all', async () => {
  const broken = casework.transact(SYSTEM, async (tx) => {
    await casework.queue.put(tx, { id: randomUUID(), turn: 0, group: 'kind:a', kind: 'kind', retry: RETRY });
    throw new Error('broken on purpose');
  });
  await expect(broken).rejects.toThrow('broken on purpose');
  expect(await claim()).toBeUndefined();
});

test('tickets are claimed by turn, each once, and no more of a group than it may have', async () => {
  const second = await put({ turn: 2 });
  const first = await put({ turn: 1 });
  const other = await put({ turn: 3, group: 'kind:b' });
  expect((await claim())?.id).toBe(first);
  expect((await claim())?.id).toBe(other);
  expect(await claim()).toBeUndefined();
  expect((await claim([], 2))?.id).toBe(second);
  expect(await claim([], 2)).toBeUndefined();
});

test('a closed group waits', async () => {
  const id = await put();
  expect(await claim(['kind:a'])).toBeUndefined();
  expect((await claim())?.id).toBe(id);
});

test('a ticket that was given to another start is void', async () => {
  await put();
  const first = await claim();
  await casework.asOwner(`UPDATE pgboss.job SET heartbeat_on = now() - interval '16 seconds'`);
  await casework.queue.supervise();
  await casework.asOwner(`UPDATE pgboss.job SET start_after = now() - interval '1 second'`);
  const second = await claim();
  expect(second).toMatchObject({ id: first?.id, retryCount: 1 });
  expect(await casework.queue.touch([first as Ticket])).toEqual([]);
  expect(await casework.queue.touch([second as Ticket])).toEqual([second?.id]);
  const postpone = (ticket: Ticket) =>
    casework.transact(SYSTEM, (tx) => casework.queue.postpone(tx, ticket, 'no answer'));
  expect(await postpone(first as Ticket)).toBe(false);
  expect(await postpone(second as Ticket)).toBe(true);
});

test('a schedule has one ticket at a time, and its next one when the last has ended', async () => {
  const { queue } = casework;
  await Promise.all([queue.schedule('purge'), queue.schedule('purge', true), queue.schedule('purge')]);
  const run = await queue.claimSchedule();
  expect(run?.schedule).toBe('purge');
  await queue.schedule('purge', true);
  expect(await queue.claimSchedule()).toBeUndefined();
  const ended = casework.transact(SYSTEM, (tx) => queue.finishSchedule(tx, run as never, 3_600));
  expect(await ended).toBe(true);
  expect(await queue.claimSchedule()).toBeUndefined();
  await queue.schedule('purge', true);
  expect((await queue.claimSchedule())?.schedule).toBe('purge');
});

test('the application may not change how the queue is made', async () => {
  for (const statement of [
    'DROP TABLE pgboss.job_common',
    'ALTER TABLE pgboss.queue ADD COLUMN x int',
    `INSERT INTO pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
       deletion_seconds, partition, table_name) VALUES ('x', 'standard', 0, 0, false, 1, 1, 1, false, 'job_common')`,
  ]) {
    await expect(casework.alone.run({ text: statement, values: [] })).rejects.toThrow(
      /must be owner|permission denied/,
    );
  }
});
