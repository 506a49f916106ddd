import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseHead } from '@trailmark/api/contract/case';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVisitor } from '../casework/caller.ts';
import { recordEntry } from '../casework/casework-context.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { PURGE_STEPS } from './case-areas.ts';
import { writeCustodyRoots } from './evidence/custody-root.ts';
import { makeBytes, openUploader, type Uploader } from './evidence/testing/uploader.ts';
import { finishPurges } from './purge-case.ts';

const SYSTEM = { kind: 'system' } as const;

let casework: TestCaseworkContext;
let app: Hono;
let people: Record<'lead' | 'legal', TestAccount>;
let lead: Asker;
let legal: Asker;
let head: CaseHead;
let uploader: Uploader;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  // A log of its own for each: one that runs knows its tree.
  app = createCaseworkApp(casework);
  people = {
    lead: await addAccount(casework, { name: 'Lead investigator' }),
    legal: await addAccount(casework, { name: 'Legal adviser' }),
  };
  lead = await openAsker(casework, people.lead, app);
  legal = await openAsker(casework, people.legal, app);
  head = await begin();
  uploader = await openUploader(casework, { app, account: people.lead, id: head.id });
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

/** A case in which a purge was requested. */
async function begin(): Promise<CaseHead> {
  const made = ok<CaseHead>(await lead.post('/cases', { template: 'tax', title: 'Harbour', policy: 'sealed' }));
  ok(await lead.post(`/cases/${made.id}/members`, { account: people.legal.id, role: 'legal' }));
  ok(await lead.post(`/cases/${made.id}/purge`, { reason: 'The time to keep it is over' }));
  return made;
}

interface Stone {
  readonly id: string;
  readonly root: string;
  readonly contentRoot: string;
  readonly evidenceRoot: string;
}
const decide = (of = head) => legal.post(`/cases/${of.id}/purge/decision`, { isApproved: true, number: of.number });
const purge = async (): Promise<Stone> => ok<{ tombstone: Stone }>(await decide()).tombstone;
const folderOf = (id: string) => join(casework.filesDir, 'evidence', id);

/** What an export states about the case now. */
async function origin(): Promise<{ readonly root: string; readonly evidenceRoot: string }> {
  const response = await lead.raw(`/api/v1/cases/${head.id}/file`);
  return ((await response.json()) as { origin: { root: string; evidenceRoot: string } }).origin;
}

describe('the root of a tombstone', () => {
  test('is made of the rows and of the files of evidence, as an export just before named them', async () => {
    await uploader.send(makeBytes(2_000));
    await writeCustodyRoots(casework);
    const { root, evidenceRoot } = await origin();
    const stone = await purge();
    expect(stone).toMatchObject({ contentRoot: root, evidenceRoot });
    expect(stone.root).not.toBe(root);
    expect(ok<{ isProven: boolean }>(await lead.get(`/case-tombstones/${stone.id}`)).isProven).toBe(true);
  });

  test.each<[string, (item: string) => Promise<unknown>]>([
    ['a file', () => uploader.send(makeBytes(10, 2))],
    ['a row of custody', (item) => uploader.post(`/evidence/${item}/verification`, {})],
    ['the root of a day', () => writeCustodyRoots(casework)],
  ])('is another with %s more', async (_, change) => {
    const { id } = await uploader.send(makeBytes(10));
    const before = await origin();
    await change(id);
    const after = await origin();
    expect(after.evidenceRoot).not.toBe(before.evidenceRoot);
  });

  test('of a case without files is that of an empty tree', async () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect((await purge()).evidenceRoot).toBe(empty);
  });

  test.each(['root', 'content_root', 'evidence_root'])('is not proven where %s was changed', async (column) => {
    const { id } = await purge();
    await casework.store.asOwner(`UPDATE case_tombstone SET ${column} = '${'0'.repeat(64)}'`);
    expect(ok<{ isProven: boolean }>(await lead.get(`/case-tombstones/${id}`)).isProven).toBe(false);
  });

  test('from before files were in it is that of the rows, and stays proven', async () => {
    const { id } = await purge();
    // As the version before wrote it: the line names the root alone, and the tombstone has no parts.
    const root = 'a'.repeat(64);
    const object = { kind: 'case-tombstone', id };
    await recordEntry(casework, createVisitor({ address: '', agent: '' }), {
      action: 'old',
      object,
      details: { root },
    });
    await casework.store.asOwner(`UPDATE case_tombstone SET root = '${root}', content_root = NULL, evidence_root = NULL,
      event_id = (SELECT id FROM audit_event WHERE action = 'old')`);
    await casework.store.asOwner(`UPDATE audit_event SET agency_id = '${people.lead.agency}' WHERE action = 'old'`);
    expect(ok<{ isProven: boolean }>(await lead.get(`/case-tombstones/${id}`)).isProven).toBe(true);
  });
});

describe('a purge that was stopped before its files were removed', () => {
  const failing = () => Promise.reject(new Error('The disk is gone.'));

  test('is finished by the next start, and files that come late are removed too', async () => {
    await uploader.send(makeBytes(2_000));
    await purge();
    // The stop: what was on the disk is there again, as if the last step had never run.
    await mkdir(folderOf(head.id), { recursive: true });
    await writeFile(join(folderOf(head.id), 'left'), 'bytes');
    expect(await finishPurges(casework, PURGE_STEPS)).toBe(1);
    expect(existsSync(folderOf(head.id))).toBe(false);
    await mkdir(folderOf(head.id), { recursive: true });
    casework.advance(24 * 3_600_000);
    expect(await finishPurges(casework, PURGE_STEPS)).toBe(1);
    expect(existsSync(folderOf(head.id))).toBe(false);
    expect(await finishPurges(casework, PURGE_STEPS)).toBe(0);
  });

  test('is tried again until its files are gone, and leaves those of other cases alone', async () => {
    const other = await begin();
    const kept = await openUploader(casework, { app, account: people.lead, id: other.id });
    await kept.send(makeBytes(100));
    await purge();
    casework.advance(48 * 3_600_000);
    expect(await finishPurges(casework, [failing])).toBe(1);
    expect(await finishPurges(casework, PURGE_STEPS)).toBe(1);
    expect(await finishPurges(casework, PURGE_STEPS)).toBe(0);
    expect(existsSync(folderOf(other.id))).toBe(true);
  });

  test('is known to the server alone', async () => {
    await purge();
    const scope = { kind: 'agency', agency: people.lead.agency, account: people.lead.id } as const;
    const count = (tx: Parameters<Parameters<typeof casework.store.transact>[1]>[0]) =>
      tx.list(sql`SELECT 1 FROM case_purge_left`);
    expect(await casework.store.transact(scope, count)).toEqual([]);
    expect(await casework.store.transact(SYSTEM, count)).toHaveLength(1);
  });
});

describe('a purge and an edit at once', () => {
  /** Until so many requests wait for a row. */
  async function waitFor(waiting: number): Promise<void> {
    for (;;) {
      const row = await casework.store.alone.find<{ count: number }>(
        sql`SELECT count(*) AS count FROM pg_locks WHERE NOT granted`,
      );
      if ((row?.count ?? 0) >= waiting) return;
    }
  }

  /** Starts requests in this order while the case is locked, so that they take their turns in it. */
  async function inTurn(...requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
    const begun: Promise<Answer>[] = [];
    await casework.store.transact(SYSTEM, async (tx) => {
      await tx.run(sql`SELECT FROM agency_case WHERE id = ${head.id} FOR UPDATE`);
      for (const request of requests) {
        begun.push(request());
        await waitFor(begun.length);
      }
    });
    return Promise.all(begun);
  }

  const edit = () => lead.post(`/cases/${head.id}`, { version: 1, title: 'Harbour two' });
  const pin = () =>
    lead.post(`/cases/${head.id}/items`, {
      kind: 'address',
      input: { params: { chain: 'btc', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' }, query: {} },
    });
  const note = () => lead.post(`/cases/${head.id}/notes`, { title: 'Interview', text: 'Late' });

  test.each([
    ['an edit', edit],
    ['a pinned result', pin],
    ['a note', note],
  ])('%s that comes second is refused with a conflict, and nothing of it is kept', async (_, late) => {
    const before = (await listTestEvents(casework)).length;
    const [purged, refused] = await inTurn(decide, late);
    expect(purged?.status).toBe(200);
    expect([refused?.status, refused?.body.reason]).toEqual([409, 'case-gone']);
    expect(refused?.body.detail).toContain('Nothing of this was saved');
    const actions = (await listTestEvents(casework)).slice(before).map(({ action }) => action);
    expect(actions).toEqual(['case-tombstone.purge']);
    for (const table of ['agency_case', 'case_item', 'case_note', 'case_text', 'case_identifier']) {
      const rows = await casework.store.transact(SYSTEM, (tx) =>
        tx.list({ text: `SELECT 1 FROM ${table}`, values: [] }),
      );
      expect(rows, table).toEqual([]);
    }
  });

  test('an edit that comes first is in what the tombstone covers', async () => {
    const unchanged = await origin();
    const [edited, purged] = await inTurn(edit, decide);
    expect([edited?.status, purged?.status]).toEqual([200, 200]);
    expect((purged?.body.tombstone as Stone | undefined)?.contentRoot).not.toBe(unchanged.root);
    const actions = (await listTestEvents(casework)).map(({ action }) => action).slice(-2);
    expect(actions).toEqual(['case.update', 'case-tombstone.purge']);
  });
});
