import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseCustody, CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { openAsker } from '../../testing/ask.ts';
import { writeCustodyRoots } from './custody-root.ts';
import { checkStoredEvidence, giveUpAbandonedUploads } from './evidence-jobs.ts';
import { makeBytes, openUploader, sha256, type Uploader } from './testing/uploader.ts';

let casework: TestCaseworkContext;
let app: Hono;
let people: Record<'lead' | 'second', TestAccount>;
let lead: Uploader;
const DAY = 86_400_000;

async function openCase(policy = 'sealed'): Promise<string> {
  const asker = await openAsker(casework, people.lead, app);
  const { body } = await asker.post('/cases', { template: 'ransomware', title: 'Harbour', policy });
  return (body as unknown as CaseHead).id;
}

const addSecond = (role: string | null, id = lead.id) =>
  openAsker(casework, people.lead, app).then((asker) =>
    asker.post(`/cases/${id}/members`, { account: people.second.id, role }),
  );
const asSecond = () => openUploader(casework, { app, account: people.second, id: lead.id });
const ledger = (item: string, by = lead) => by.get<CaseCustody>(`/evidence/${item}/custody`);

beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    lead: await addAccount(casework, { name: 'Lead investigator' }),
    second: await addAccount(casework, { name: 'Second analyst' }),
  };
  lead = await openUploader(casework, { app, account: people.lead, id: await openCase() });
});

const seconds = () => Math.floor(casework.now().getTime() / 1_000);
const entry = (more: object = {}) => ({
  ...{
    act: 'transfer',
    why: 'Handed to the laboratory',
    doneAt: seconds() - 3_600,
    from: 'Evidence room',
    to: 'Laboratory',
  },
  ...more,
});

describe('the ledger of custody', () => {
  test('has one row an act, each with the hash of the one before', async () => {
    const bytes = makeBytes(2_000);
    const upload = await lead.started(bytes.length, 'phone.tar');
    const words = {
      description: 'Telephone',
      source: 'Search',
      acquiredAt: 1_767_225_600,
      acquiredBy: 'First responder',
    };
    await lead.post(`/evidence/${upload}`, { version: 1, ...words, acquiredWhere: 'Office' });
    await lead.patch(upload, 0, bytes);
    await lead.finish(upload, sha256(bytes));
    await lead.post(`/evidence/${upload}/custody`, entry({ authority: '26/1183' }));
    await lead.post(
      `/evidence/${upload}/custody`,
      entry({ act: 'copy', outputHash: sha256(bytes), machine: 'LAB-WS-07' }),
    );
    await lead.post(`/evidence/${upload}/custody`, entry({ act: 'view', why: 'File list' }));
    await lead.download(upload);
    await lead.post(`/evidence/${upload}/verification`, {});
    const { rows, broken, item } = await ledger(upload);
    expect(rows.map(({ seq, act }) => `${seq} ${act}`)).toEqual([
      '1 collect',
      '2 transfer',
      '3 copy',
      '4 view',
      '5 export',
      '6 verify',
    ]);
    expect(broken).toBeNull();
    expect(rows[0]).toMatchObject({
      ...{
        who: 'Lead investigator',
        role: 'owner',
        why: 'Telephone',
        from: 'First responder, Office, Search',
        doneAt: 1_767_225_600_000,
      },
      ...{ inputHash: sha256(bytes), outputHash: sha256(bytes), software: 'Trailmark test', previousHash: null },
    });
    expect(rows[1]).toMatchObject({ authority: '26/1183', from: 'Evidence room', to: 'Laboratory' });
    for (const [at, row] of rows.entries()) expect(row.previousHash).toBe(rows[at - 1]?.hash ?? null);
    expect(item.custodyCount).toBe(6);
    const exported = await (await lead.ask('GET', `/evidence/${upload}/custody/export`)).json();
    for (const { hash, ...row } of (exported as { rows: { hash: string }[] }).rows)
      expect(createHash('sha256').update(toCanonicalJson(row)).digest('hex')).toBe(hash);
  });

  test('says nothing about who opened it: the audit log does', async () => {
    const { id } = await lead.send(makeBytes(10));
    await ledger(id);
    expect((await ledger(id)).rows).toHaveLength(1);
    const views = (await listTestEvents(casework)).filter(({ action }) => action === 'view.getCaseCustody');
    expect(views).toHaveLength(2);
  });

  test('takes no act of tomorrow, none without a reason, and none on what has not arrived', async () => {
    const { id } = await lead.send(makeBytes(10));
    expect((await lead.post(`/evidence/${id}/custody`, entry({ doneAt: seconds() + 86_400 }))).status).toBe(400);
    expect((await lead.post(`/evidence/${id}/custody`, entry({ why: '' }))).status).toBe(400);
    for (const act of ['collect', 'export', 'verify'])
      expect((await lead.post(`/evidence/${id}/custody`, entry({ act }))).status).toBe(400);
    expect((await lead.post(`/evidence/${await lead.started(5)}/custody`, entry())).status).toBe(409);
    expect((await ledger(id)).rows).toHaveLength(1);
  });

  const damage: readonly [string, string, number][] = [
    ['edited', `UPDATE case_custody SET why = 'Another reason' WHERE seq = 2`, 2],
    ['edited with its time', `UPDATE case_custody SET at = at + interval '1 millisecond' WHERE seq = 3`, 3],
    ['deleted', 'DELETE FROM case_custody WHERE seq = 2', 2],
    ['deleted at the start', 'DELETE FROM case_custody WHERE seq = 1', 1],
    ['cut off at the end', 'DELETE FROM case_custody WHERE seq = 4', 4],
    [
      'moved',
      `UPDATE case_custody SET seq = 9 WHERE seq = 2; UPDATE case_custody SET seq = 2 WHERE seq = 3; UPDATE case_custody SET seq = 3 WHERE seq = 9`,
      2,
    ],
    [
      'added',
      `INSERT INTO case_custody SELECT evidence_id, case_id, agency_id, 5, act, who_id, who, role, at, done_at, why, authority, machine,
         software, from_whom, to_whom, input_hash, output_hash, result, hash, hash FROM case_custody WHERE seq = 4`,
      5,
    ],
    [
      'cut off with the count in the row of the file',
      `DELETE FROM case_custody WHERE seq = 4; UPDATE case_evidence SET custody_count = 3,
         custody_head = (SELECT hash FROM case_custody WHERE seq = 3)`,
      4,
    ],
    ['given another end', `UPDATE case_evidence SET custody_head = repeat('0', 64)`, 4],
    [
      'removed with its count',
      `DELETE FROM case_custody; UPDATE case_evidence SET custody_count = 0, custody_head = NULL`,
      1,
    ],
  ];

  test.each(damage)('names the first row that was %s', async (_, statements, seq) => {
    const { id } = await lead.send(makeBytes(10));
    for (const act of ['transfer', 'copy', 'view']) await lead.post(`/evidence/${id}/custody`, entry({ act }));
    await writeCustodyRoots(casework);
    expect(await ledger(id)).toMatchObject({ broken: null, root: { day: '2026-11-18', rows: 4 } });
    await casework.store.asOwner(statements);
    expect((await ledger(id)).broken).toMatchObject({ seq, why: expect.stringMatching(/^(Row|Up to row) \d/) });
  });

  test('is found by the root of a day where every hash of it was counted again', async () => {
    const { id } = await lead.send(makeBytes(10));
    await writeCustodyRoots(casework);
    const { rows } = await lead.get<{ rows: object[] }>(`/evidence/${id}/custody/export`);
    const { hash: _, ...row } = { ...(rows[0] as { hash: string }), why: 'Forged' };
    const forged = createHash('sha256').update(toCanonicalJson(row)).digest('hex');
    await casework.store.asOwner(
      `UPDATE case_custody SET why = 'Forged', hash = '${forged}'; UPDATE case_evidence SET custody_head = '${forged}'`,
    );
    expect((await ledger(id)).broken).toEqual({
      seq: 1,
      why: 'Up to row 1 the ledger is not the one of the root of 2026-11-18.',
    });
  });

  test('is neither changed nor shortened by the application', async () => {
    const { id } = await lead.send(makeBytes(10));
    for (const statement of [
      sql`UPDATE case_custody SET why = 'x' WHERE evidence_id = ${id}`,
      sql`DELETE FROM case_custody WHERE evidence_id = ${id}`,
      sql`DELETE FROM case_evidence WHERE id = ${id}`,
      sql`UPDATE case_evidence SET size = 1 WHERE id = ${id}`,
      sql`UPDATE custody_root SET root = ''`,
    ])
      await expect(casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement))).rejects.toThrow(
        /permission denied/,
      );
  });
});

describe('roots of days', () => {
  test('are written once a day for an agency, are in the audit log, and prove every ledger', async () => {
    const files = [await lead.send(makeBytes(10)), await lead.send(makeBytes(20)), await lead.send(makeBytes(30))];
    expect([await writeCustodyRoots(casework), await writeCustodyRoots(casework)]).toEqual([1, 0]);
    await lead.post(`/evidence/${files[1]?.id}/custody`, entry());
    casework.advance(DAY);
    await writeCustodyRoots(casework);
    casework.advance(-DAY);
    const roots = (await listTestEvents(casework)).filter(({ action }) => action === 'custody.root');
    expect(roots.map(({ details }) => (details as { day: string }).day)).toEqual(['2026-11-18', '2026-11-19']);
    expect(JSON.stringify(roots)).not.toMatch(/EV-|Harbour|"count"|leaves/);
    const [first, grown] = [await ledger(files[0]?.id ?? ''), await ledger(files[1]?.id ?? '')];
    expect([first.broken, first.root?.day, grown.broken, grown.root?.day]).toEqual([
      null,
      '2026-11-18',
      null,
      '2026-11-19',
    ]);
    expect(roots[1]?.details).toMatchObject({ root: grown.root?.root });
  });
});

describe('rights', () => {
  const words = { version: 1, description: 'x', source: '', acquiredAt: null, acquiredBy: '', acquiredWhere: '' };

  test.each([
    ['viewer', 403, 403, 200, 403],
    ['editor', 201, 200, 200, 200],
    ['reviewer', 403, 403, 200, 200],
    ['legal', 403, 403, 200, 200],
    ['owner', 201, 200, 200, 200],
  ])('%s: upload %i, describe %i, verify %i, export %i', async (role, upload, describes, verify, exports) => {
    const { id } = await lead.send(makeBytes(10));
    await addSecond(role);
    const second = await asSecond();
    expect((await second.begin(10)).status).toBe(upload);
    expect((await second.post(`/evidence/${id}`, words)).status).toBe(describes);
    expect((await second.post(`/evidence/${id}/verification`, {})).status).toBe(verify);
    expect((await second.post(`/evidence/${id}/export`, { why: 'For the court' })).status).toBe(exports);
    expect((await second.ask('GET', `/evidence/${id}/custody/export`)).status).toBe(exports);
    expect((await ledger(id, second)).rows.length).toBe(exports === 200 ? 3 : 2);
  });

  test('a ticket is of one account, one file and one download', async () => {
    const [one, other] = [await lead.send(makeBytes(10)), await lead.send(makeBytes(11))];
    await addSecond('editor');
    const second = await asSecond();
    const ticket = String((await lead.post(`/evidence/${one.id}/export`, { why: 'For the court' })).body.ticket);
    const get = (by: Uploader, item: CaseEvidence) => by.ask('GET', `/evidence/${item.id}/file?ticket=${ticket}`);
    expect([(await get(second, one)).status, (await get(lead, other)).status]).toEqual([404, 404]);
    expect([(await get(lead, one)).status, (await get(lead, one)).status]).toEqual([200, 404]);
    const late = String((await lead.post(`/evidence/${one.id}/export`, { why: 'For the court' })).body.ticket);
    casework.advance(6 * 60_000);
    expect((await lead.ask('GET', `/evidence/${one.id}/file?ticket=${late}`)).status).toBe(404);
    casework.advance(-6 * 60_000);
  });

  test('a sealed case is not there for others of the agency, nor for another one, on any surface', async () => {
    const { id } = await lead.send(makeBytes(10));
    const upload = await lead.started(10);
    const elsewhere = await addAccount(casework, { agency: await addAgency(casework, 'Southgate Revenue') });
    const strangers = [await asSecond(), await openUploader(casework, { app, account: elsewhere, id: lead.id })];
    for (const by of strangers) {
      const answers = [
        await by.begin(10),
        await by.patch(upload, 0, makeBytes(10)),
        await by.ask('DELETE', `/uploads/${upload}`, { headers: { 'tus-resumable': '1.0.0' } }),
        await by.ask('GET', '/evidence'),
        await by.ask('GET', `/evidence/${id}/custody`),
        await by.ask('GET', `/evidence/${id}/custody/export`),
        await by.ask('GET', `/evidence/${id}/file?ticket=x`),
        ...(await Promise.all(
          Object.entries({
            [`/uploads/${upload}/finish`]: { sha256: sha256(makeBytes(10)) },
            [`/uploads/${upload}/comparison`]: { length: 0, sha256: sha256(makeBytes(10)) },
            [`/evidence/${id}`]: words,
            [`/evidence/${id}/withdrawal`]: { why: 'Not of this case' },
            [`/evidence/${id}/verification`]: {},
            [`/evidence/${id}/export`]: { why: 'For the court' },
            [`/evidence/${id}/custody`]: entry(),
          }).map(([path, body]) => by.ask('POST', path, { body: JSON.stringify(body) })),
        )),
      ];
      for (const answer of answers)
        expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
          404,
          'There is no such case.',
        ]);
      expect(await by.offset(upload)).toBe(-404);
    }
  });

  test('who loses the right to write adds no more bytes', async () => {
    await addSecond('editor');
    const second = await asSecond();
    const upload = await second.started(100);
    await second.patch(upload, 0, makeBytes(50));
    await addSecond('viewer');
    expect((await second.patch(upload, 50, makeBytes(50))).status).toBe(403);
    expect(await lead.offset(upload)).toBe(50);
  });
});

describe('what is reported about a file', () => {
  const words = { description: 'Laptop', source: 'Search', acquiredAt: null, acquiredBy: '', acquiredWhere: '' };

  test('is kept by version, found by search, and never overwritten unseen', async () => {
    const { id } = await lead.send(makeBytes(10), 'zebrafish.bin');
    expect((await lead.post(`/evidence/${id}`, { version: 1, ...words })).body).toMatchObject({
      version: 2,
      description: 'Laptop',
    });
    const late = await lead.post(`/evidence/${id}`, { version: 1, ...words, description: 'Mine' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    const asker = await openAsker(casework, people.lead, app);
    for (const word of ['zebrafish', 'laptop']) {
      const { body } = await asker.get(`/cases?words=${word}`);
      expect((body as { items: object[] }).items).toHaveLength(1);
    }
    const { counts } = (await asker.get(`/cases/${lead.id}`)).body as unknown as CaseOverview;
    expect(counts.evidence).toBe(1);
  });

  test('is refused where it is too long or holds what no text holds', async () => {
    const { id } = await lead.send(makeBytes(10));
    for (const description of ['x'.repeat(2_001), 'a\u0000b', '\ud800']) {
      const { status, body } = await lead.post(`/evidence/${id}`, { version: 1, ...words, description });
      expect([status, body.detail]).toEqual([400, expect.stringMatching(/^["A-Z].+\.$/)]);
    }
  });

  test('a withdrawn file keeps its bytes and its ledger', async () => {
    const { id } = await lead.send(makeBytes(10));
    expect((await lead.post(`/evidence/${id}/withdrawal`, { why: 'Of another case' })).body).toMatchObject({
      state: 'withdrawn',
    });
    expect((await lead.post(`/evidence/${id}/withdrawal`, { why: 'Of another case' })).status).toBe(409);
    expect((await lead.post(`/evidence/${id}/verification`, {})).body.item).toMatchObject({
      state: 'withdrawn',
      check: { isSame: true },
    });
    expect(await (await lead.download(id)).arrayBuffer()).toHaveProperty('byteLength', 10);
  });
});

describe('at intervals', () => {
  const { signal } = new AbortController();
  const check = () => checkStoredEvidence(casework, 'Trailmark test', signal);

  test('stored files are read again after a week, and what is damaged is reported once in the log of the case', async () => {
    const [good, bad] = [await lead.send(makeBytes(10)), await lead.send(makeBytes(20))];
    expect(await check()).toEqual({ read: 0, damaged: 0 });
    const folder = join(casework.filesDir, 'evidence', lead.id);
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(bad.id));
    writeFileSync(join(folder, file ?? ''), 'not what was here');
    casework.advance(8 * DAY);
    expect(await check()).toEqual({ read: 2, damaged: 1 });
    casework.advance(8 * DAY);
    expect(await check()).toEqual({ read: 2, damaged: 1 });
    casework.advance(-16 * DAY);
    expect(await lead.item(good.id)).toMatchObject({ state: 'good', custodyCount: 3 });
    expect(await lead.item(bad.id)).toMatchObject({ state: 'damaged', custodyCount: 3 });
    const { rows, broken } = await ledger(bad.id);
    expect(rows[1]).toMatchObject({ who: 'Integrity check', role: 'server', outputHash: null });
    expect(broken).toBeNull();
    const found = (await listTestEvents(casework)).filter(({ action }) => action === 'case.evidence.damaged');
    expect(found.map(({ details }) => (details as { number: string }).number)).toEqual(['EV-02']);
  });

  test('uploads that nobody continues are given up after two weeks', async () => {
    const upload = await lead.started(100);
    await lead.patch(upload, 0, makeBytes(50));
    casework.advance(13 * DAY);
    expect(await giveUpAbandonedUploads(casework)).toBe(0);
    casework.advance(2 * DAY);
    expect(await giveUpAbandonedUploads(casework)).toBe(1);
    casework.advance(-15 * DAY);
    expect((await lead.item(upload)).withdrawn).toMatchObject({
      by: 'Trailmark',
      why: 'Nothing of the upload came for two weeks.',
    });
    expect(readdirSync(join(casework.filesDir, 'evidence', lead.id, 'arriving'))).toEqual([]);
  });
});
