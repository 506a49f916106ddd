import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listScheduled } from '../jobs/define-job.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { addAccount, addAgency, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { listOutbox } from '../testing/outbox.ts';
import { listJobs } from './catalogue.ts';
import { remindApprovers } from './remind-approvers.ts';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const SYSTEM = { kind: 'system' } as const;
const HOUR = 3_600_000;
const JOBS = listJobs({
  ledgers: createLedgers({
    readers: new Map(),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  }),
  knowledge: NO_KNOWLEDGE,
});

test('every job of the catalogue has its own name, and every schedule runs on an empty installation', async () => {
  expect(new Set(JOBS.map(({ id }) => id)).size).toBe(JOBS.length);
  const { signal } = new AbortController();
  for (const job of listScheduled(JOBS)) await job.run(casework, signal);
});

test('administrators of the agency are reminded six hours before a decision is due, once', async () => {
  const agency = await addAgency(casework);
  const other = await addAgency(casework, 'Meridian Tax Authority');
  await addAccount(casework, { email: 'platform@north.example', agency, role: 'platform-admin' });
  await addAccount(casework, { email: 'own@north.example', agency, role: 'agency-admin' });
  await addAccount(casework, { email: 'other@meridian.example', agency: other, role: 'agency-admin' });
  const waiting = await addAccount(casework, { agency, status: 'awaiting-approval' });
  const dueAt = new Date(casework.now().getTime() + 7 * HOUR);
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${dueAt} WHERE id = ${waiting.id}`),
  );
  expect(await remindApprovers(casework)).toBe(0);
  casework.advance(HOUR);
  expect(await Promise.all([remindApprovers(casework), remindApprovers(casework)])).toContain(1);
  casework.advance(24 * HOUR);
  expect(await remindApprovers(casework)).toBe(0);
  expect((await listOutbox(casework)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['own@north.example', 'A request for an account is due soon'],
  ]);
  casework.advance(-25 * HOUR);
});

test('without an administrator of the agency those of the installation are reminded', async () => {
  const agency = await addAgency(casework);
  await addAccount(casework, { email: 'platform@north.example', agency, role: 'platform-admin' });
  const waiting = await addAccount(casework, { agency, status: 'awaiting-approval' });
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${casework.now()} WHERE id = ${waiting.id}`),
  );
  await remindApprovers(casework);
  expect((await listOutbox(casework)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['platform@north.example', 'A request for an account is overdue'],
  ]);
});
