import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditLog } from '../audit/audit-log.ts';
import { streamExport } from '../audit/stream-export.ts';
import { fillCase, ok } from '../cases/testing/fill-case.ts';
import { listScheduled } from '../jobs/define-job.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { addAccount, addAgency, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { openAsker } from '../testing/ask.ts';
import { listOutbox } from '../testing/outbox.ts';
import { listJobs } from './catalogue.ts';
import { remindApprovers } from './remind-approvers.ts';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(() => casework.clear());
afterAll(() => casework.close());

const VERIFIER = new URL('../../../evidence/verifier/verify-audit.mjs', import.meta.url).href;
type Verify = (chunks: readonly Uint8Array[], options: { readonly notes: readonly string[] }) => Promise<object>;

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

test('eight years of schedules remove no line of the audit log, of a case on hold or of one that is gone, and the log verifies', async () => {
  const lead = await addAccount(casework, { name: 'Lead investigator' });
  const legal = await addAccount(casework, { name: 'Legal adviser' });
  const asker = await openAsker(casework, lead);
  const second = await openAsker(casework, legal);
  const held = await fillCase({ casework, lead: asker, legal });
  ok(await asker.post(`/cases/${held.id}/holds`, { reason: 'Appeal', authority: '26/9' }));
  const gone = await fillCase({ casework, lead: asker, legal });
  ok(await asker.post(`/cases/${gone.id}/purge`, { reason: 'The time to keep it is over' }));
  ok(await second.post(`/cases/${gone.id}/purge/decision`, { isApproved: true, number: gone.number }));
  const log = new AuditLog(casework);
  const [kept] = await Promise.all([log.checkpoint(), log.sequencer.run()]);
  const bodies = () =>
    casework.store.transact(SYSTEM, (tx) =>
      tx.list<{ body: string }>(sql`SELECT body FROM audit_event WHERE at < ${start} ORDER BY at, id`),
    );
  const start = new Date(casework.now().getTime() + 1);
  const before = await bodies();
  expect(before.length).toBeGreaterThan(10);
  const { signal } = new AbortController();
  // A year at a time: what a schedule ends may be what the next one removes.
  for (let year = 0; year < 8; year++) {
    casework.advance(365 * 24 * HOUR);
    for (const job of listScheduled(JOBS)) await job.run(casework, signal);
  }
  expect(await bodies()).toEqual(before);
  await log.checkpoint();
  expect(await log.verify()).toMatchObject({ isVerified: true });
  const text: Uint8Array[] = [];
  for await (const part of streamExport(casework.store, log, { from: 0, signal })) text.push(part);
  const { verifyAuditLog } = (await import(VERIFIER)) as { readonly verifyAuditLog: Verify };
  expect(await verifyAuditLog(text, { notes: kept ? [kept.note] : [] })).toMatchObject({ isVerified: true });
  casework.advance(-8 * 365 * 24 * HOUR);
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
