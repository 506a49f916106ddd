import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@trailmark/api/contract';
import { splitNotes } from '@trailmark/evidence/audit/checkpoint';
import { rootOfInclusion } from '@trailmark/evidence/audit/merkle-proof';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import { type Casework, openCasework } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { sql } from '@trailmark/store/cases/sql';
import { openTestCasework, type TestCasework } from '@trailmark/store/cases/testing/test-casework';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVisitor } from '../casework/caller.ts';
import { act, type CaseworkContext, recordEntry, toAuditEvent } from '../casework/casework-context.ts';
import { createClosedCasework, createOpenGate } from '../testing/open-gate.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { AuditLog, anchorPath } from './audit-log.ts';
import { buildInclusion } from './build-inclusion.ts';
import { streamExport } from './stream-export.ts';

const VERIFIER = new URL('../../../evidence/verifier/verify-audit.mjs', import.meta.url).href;
type Verify = (chunks: readonly Uint8Array[], options: { readonly notes: readonly string[] }) => Promise<object>;

let store: TestCasework;
let casework: CaseworkContext;
let folder: string;
/** The superuser of the database. */
let intruder: Casework;
let minutes = 0;
const visitor = createVisitor({ address: '192.0.2.7', agent: 'test' });

beforeAll(async () => {
  store = await openTestCasework();
  intruder = openCasework(store.owner);
});
afterAll(async () => {
  await intruder.close();
  await store.close();
});
beforeEach(async () => {
  await store.clear();
  folder = mkdtempSync(join(tmpdir(), 'trailmark-audit-'));
  minutes = 0;
  casework = { ...createClosedCasework(), store, now: () => new Date(Date.UTC(2026, 10, 2, 9, minutes)) };
  return () => rmSync(folder, { recursive: true });
});

const record = (action: string) => recordEntry(casework, visitor, { action, object: { kind: 'Test', id: action } });

async function recordMany(count: number, name = 'look-up.test'): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, i) => record(`${name}.${i}`)));
}

async function readLeaves(): Promise<{ index: number; action: string }[]> {
  return store.transact({ kind: 'system' }, (tx) =>
    tx.list(sql`SELECT l.index, e.action FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id ORDER BY l.index`),
  );
}

async function readExport(log: AuditLog): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of streamExport(casework.store, log, { from: 0, signal: new AbortController().signal }))
    parts.push(part);
  return Buffer.concat(parts).toString();
}

const asOwner = (text: string) => intruder.transact({ kind: 'system' }, (tx) => tx.list({ text, values: [] }));

/** Past every guard. */
const tamper = (statement: string) => asOwner(`SET session_replication_role = replica; ${statement}`);

test('50 writers at once and two sequencers make one chain without gap, and every event has its place once', async () => {
  const logs = [new AuditLog(casework), new AuditLog(casework)];
  const writers = Array.from({ length: 50 }, async (_, writer) => {
    for (let i = 0; i < 4; i++) await record(`writer-${writer}.${i}`);
  });
  const sequencing = logs.map(async (log) => {
    for (let i = 0; i < 10; i++) await log.sequencer.run();
  });
  await Promise.all([...writers, ...sequencing]);
  await Promise.all(logs.map((log) => log.sequencer.run()));
  const leaves = await readLeaves();
  expect(leaves.map(({ index }) => index)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  expect(new Set(leaves.map(({ action }) => action)).size).toBe(200);
  expect(await logs[0]!.verify()).toMatchObject({ isVerified: true, events: 200 });
});

test('the application can add to the log, and neither change nor remove what is in it', async () => {
  await record('look-up.test');
  const run = (text: string) => store.transact({ kind: 'system' }, (tx) => tx.run({ text, values: [] }));
  for (const table of ['audit_event', 'audit_leaf', 'audit_checkpoint', 'audit_node'])
    for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(run(statement), statement).rejects.toThrow(/permission denied/);
  await expect(run(`UPDATE audit_event SET action = 'x'`)).rejects.toThrow(/permission denied/);
  await expect(run(`UPDATE audit_leaf SET index = index + 1`)).rejects.toThrow(/permission denied/);
  await new AuditLog(casework).sequencer.run();
  expect((await readLeaves()).map(({ action }) => action)).toEqual(['look-up.test']);
});

test('an event whose transaction ends late is sequenced after those that were settled before', async () => {
  const log = new AuditLog(casework);
  const [isWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = store.transact({ kind: 'system' }, async (tx) => {
    await recordAudit(tx, toAuditEvent(visitor, { action: 'late' }, casework.now()));
    isWritten.resolve();
    await mayEnd.promise;
  });
  await isWritten.promise;
  await record('early');
  for (let i = 0; i < 3; i++) expect(await log.sequencer.run()).toBe(1);
  mayEnd.resolve();
  await late;
  expect(await log.sequencer.run()).toBe(2);
  expect((await readLeaves()).map(({ action }) => action)).toEqual(['early', 'late']);
});

test('what is waiting is sequenced by time, and by id within one moment', async () => {
  minutes = 2;
  await record('third');
  minutes = 1;
  await recordMany(3);
  await new AuditLog(casework).sequencer.run();
  const rows = await store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ id: string; at: Date }>(
      sql`SELECT e.id, e.at FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id ORDER BY l.index`,
    ),
  );
  const sorted = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  expect(rows).toEqual(sorted);
});

describe('checkpoints', () => {
  test('are signed where the log has grown, kept in the database and appended to both files', async () => {
    const second = join(folder, 'elsewhere.txt');
    const log = new AuditLog(casework, { dataDir: folder, anchor: second });
    expect(await log.checkpoint()).toBeUndefined();
    await recordMany(3);
    expect(await log.checkpoint()).toMatchObject({ size: 3 });
    minutes = 5;
    expect((await log.checkpoint())?.at).toEqual(new Date(Date.UTC(2026, 10, 2, 9, 0)));
    await record('more');
    expect(await log.checkpoint()).toMatchObject({ size: 4 });
    const text = readFileSync(anchorPath(folder), 'utf8');
    expect(text.match(/^time /gm)).toHaveLength(2);
    expect(readFileSync(second, 'utf8')).toBe(text);
    expect(await log.verify()).toMatchObject({ isVerified: true, events: 4 });
  });

  test('that a file lacks are made up for, and a torn line hurts nothing', async () => {
    await recordMany(2);
    await new AuditLog(casework).checkpoint();
    writeFileSync(join(folder, 'elsewhere.txt'), '');
    appendFileSync(join(folder, 'elsewhere.txt'), `${new AuditLog(casework).origin}\n2\nAAAA`);
    await record('more');
    const log = new AuditLog(casework, { anchor: join(folder, 'elsewhere.txt') });
    await log.checkpoint();
    expect(readFileSync(join(folder, 'elsewhere.txt'), 'utf8').match(/^time /gm)).toHaveLength(2);
    expect(await log.verify()).toMatchObject({ isVerified: true });
  });
});

describe('an intruder with every right on the database', () => {
  let log: AuditLog;
  beforeEach(async () => {
    log = new AuditLog(casework, { dataDir: folder });
    await recordMany(20);
    await log.checkpoint();
    await recordMany(20, 'later');
    await log.checkpoint();
  });

  test.each<[string, string, number]>([
    [
      'changes an event',
      `UPDATE audit_event SET body = replace(body, '192.0.2.7', '192.0.2.8') WHERE id = (SELECT event_id FROM audit_leaf WHERE index = 7)`,
      7,
    ],
    [
      'changes what searches go by',
      `UPDATE audit_event SET action = 'x' WHERE id = (SELECT event_id FROM audit_leaf WHERE index = 8)`,
      8,
    ],
    ['deletes an event', 'DELETE FROM audit_event WHERE id = (SELECT event_id FROM audit_leaf WHERE index = 9)', 9],
    ['deletes an event and its leaf', 'DELETE FROM audit_leaf WHERE index = 10', 10],
    ['cuts the end', 'DELETE FROM audit_leaf WHERE index >= 30', 30],
    [
      'cuts the end and its checkpoint',
      'DELETE FROM audit_leaf WHERE index >= 20; DELETE FROM audit_checkpoint WHERE size > 20',
      20,
    ],
    [
      'lets two events change places',
      'UPDATE audit_leaf SET index = 1003 WHERE index = 3; UPDATE audit_leaf SET index = 3 WHERE index = 4; UPDATE audit_leaf SET index = 4 WHERE index = 1003',
      0,
    ],
    [
      'changes a checkpoint',
      `UPDATE audit_checkpoint SET note = replace(note, 'time 2026', 'time 2025') WHERE size = 20`,
      0,
    ],
  ])('is found who %s', async (_, statement, firstBad) => {
    expect(await log.verify()).toMatchObject({ isVerified: true, events: 40 });
    await tamper(statement);
    expect(await log.verify()).toMatchObject({ isVerified: false, firstBad });
  });

  test('whoever rewrites the whole log with the key is found, by the file of checkpoints; and nothing is signed on top', async () => {
    await tamper('TRUNCATE audit_leaf, audit_node, audit_checkpoint CASCADE');
    await tamper(
      `UPDATE audit_event SET body = replace(body, 'later', 'sooner'), action = replace(action, 'later', 'sooner'), object_id = replace(object_id, 'later', 'sooner')`,
    );
    const forger = new AuditLog(casework);
    await forger.checkpoint();
    expect(await forger.verify()).toMatchObject({ isVerified: true, events: 40 });
    const after = new AuditLog(casework, { dataDir: folder });
    const { isVerified, sentence } = await after.verify();
    expect(isVerified).toBe(false);
    expect(sentence).toContain('rewritten');
    await record('next');
    await expect(after.checkpoint()).rejects.toThrow('changed from outside');
  });

  test('stops the running sequencer when the tree is another one', async () => {
    await tamper('DELETE FROM audit_leaf WHERE index >= 38');
    await expect(log.sequencer.run()).resolves.toBe(38);
    log.sequencer.forget();
    await expect(log.sequencer.run()).rejects.toThrow('changed from outside');
  });

  test('leaves no trace by taking back an event before it was sequenced', async () => {
    await record('gone');
    await tamper(`DELETE FROM audit_event WHERE action = 'gone'`);
    await log.checkpoint();
    expect(await log.verify()).toMatchObject({ isVerified: true, events: 40 });
  });
});

test('an event that was written past the marks of transactions is sequenced after the next whole check', async () => {
  const log = new AuditLog(casework);
  await recordMany(2);
  await log.sequencer.run();
  await record('hidden');
  await tamper(`UPDATE audit_event SET xact = '3' WHERE action = 'hidden'`);
  expect(await log.sequencer.run()).toBe(2);
  await log.verify();
  expect(await log.sequencer.run()).toBe(3);
});

describe('the role of the application', () => {
  test.each([
    'UPDATE audit_event SET action = $$x$$',
    'DELETE FROM audit_event',
    'TRUNCATE audit_event CASCADE',
    'UPDATE audit_leaf SET index = index + 1',
    'DELETE FROM audit_leaf',
    'TRUNCATE audit_leaf',
    'UPDATE audit_node SET index = 0',
    'DELETE FROM audit_node',
    'TRUNCATE audit_node',
    'UPDATE audit_checkpoint SET size = 0',
    'DELETE FROM audit_checkpoint',
    'TRUNCATE audit_checkpoint',
    'ALTER TABLE audit_event DISABLE ROW LEVEL SECURITY',
    'DROP TABLE audit_event CASCADE',
  ])('may not %s', async (statement) => {
    const work = store.transact({ kind: 'system' }, (tx) => tx.run({ text: statement, values: [] }));
    await expect(work).rejects.toThrow(/permission denied|must be owner/);
  });
});

describe('where the log cannot be written', () => {
  beforeEach(async () => {
    await asOwner('REVOKE INSERT ON audit_event FROM trailmark_app');
    return async () => {
      await asOwner('GRANT INSERT ON audit_event TO trailmark_app');
    };
  });

  test('what was to be done is not done', async () => {
    const work = act(casework, visitor, { action: 'agency.create' }, (tx) =>
      tx.run(sql`INSERT INTO agency (id, name) VALUES (${randomUUID()}, 'North agency')`),
    );
    await expect(work).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('audit log') });
    expect(await asOwner('SELECT count(*)::integer AS count FROM agency')).toEqual([{ count: 0 }]);
  });

  test('a search answers 503 and shows nothing', async () => {
    const gate = {
      ...createOpenGate(),
      record: (caller: typeof visitor, entry: { action: string }) => recordEntry(casework, caller, entry),
    };
    const { request } = createSampleApp({ gate, casework });
    const response = await request(`${API_BASE}/search?q=1`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The audit log cannot be written now');
  });
});

test('every event has a proof of inclusion under the last checkpoint', async () => {
  const log = new AuditLog(casework);
  await recordMany(21);
  const checkpoint = (await log.checkpoint())!;
  for (let index = 0; index < 21; index++) {
    const { hash, path } = await store.transact({ kind: 'system' }, (tx) => buildInclusion(tx, index, checkpoint.size));
    expect(rootOfInclusion({ index, size: 21, leaf: hash }, path)).toEqual(checkpoint.root);
    expect(rootOfInclusion({ index, size: 21, leaf: hashLeaf(Buffer.from('x')) }, path)).not.toEqual(checkpoint.root);
  }
});

test('an export is what the stand-alone verifier takes, and holds what came until then', async () => {
  const { verifyAuditLog } = (await import(VERIFIER)) as { readonly verifyAuditLog: Verify };
  const log = new AuditLog(casework, { dataDir: folder });
  await recordMany(30);
  await log.checkpoint();
  await recordMany(5, 'later');
  const text = await readExport(log);
  const notes = [splitNotes(readFileSync(anchorPath(folder), 'utf8'))[0]!];
  expect(await verifyAuditLog([Buffer.from(text)], { notes })).toMatchObject({
    isVerified: true,
    events: 35,
    checkpoints: 2,
  });
});
