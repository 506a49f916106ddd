import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listScheduled } from '../jobs/define-job.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledgers.ts';
import { addAccount, addAgency, createTestOffice, type TestOffice } from '../testing/accounts.ts';
import { listOutbox } from '../testing/outbox.ts';
import { listJobs } from './catalogue.ts';
import { remindApprovers } from './remind-approvers.ts';

let office: TestOffice;
beforeAll(async () => {
  office = await createTestOffice();
});
beforeEach(() => office.clear());
afterAll(() => office.close());

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
  for (const job of listScheduled(JOBS)) await job.run(office, signal);
});

test('administrators of the agency are reminded six hours before a decision is due, once', async () => {
  const agency = await addAgency(office);
  const other = await addAgency(office, 'Meridian Tax Authority');
  await addAccount(office, { email: 'platform@north.example', agency, role: 'platform-admin' });
  await addAccount(office, { email: 'own@north.example', agency, role: 'agency-admin' });
  await addAccount(office, { email: 'other@meridian.example', agency: other, role: 'agency-admin' });
  const waiting = await addAccount(office, { agency, status: 'awaiting-approval' });
  const dueAt = new Date(office.now().getTime() + 7 * HOUR);
  await office.store.transact(SYSTEM, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${dueAt} WHERE id = ${waiting.id}`),
  );
  expect(await remindApprovers(office)).toBe(0);
  office.advance(HOUR);
  expect(await Promise.all([remindApprovers(office), remindApprovers(office)])).toContain(1);
  office.advance(24 * HOUR);
  expect(await remindApprovers(office)).toBe(0);
  expect((await listOutbox(office)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['own@north.example', 'A request for an account is due soon'],
  ]);
  office.advance(-25 * HOUR);
});

test('without an administrator of the agency those of the installation are reminded', async () => {
  const agency = await addAgency(office);
  await addAccount(office, { email: 'platform@north.example', agency, role: 'platform-admin' });
  const waiting = await addAccount(office, { agency, status: 'awaiting-approval' });
  await office.store.transact(SYSTEM, (tx) =>
    tx.run(sql`UPDATE account SET approval_due_at = ${office.now()} WHERE id = ${waiting.id}`),
  );
  await remindApprovers(office);
  expect((await listOutbox(office)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['platform@north.example', 'A request for an account is overdue'],
  ]);
});
