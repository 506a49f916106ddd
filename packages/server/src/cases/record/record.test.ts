import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseOverview } from '@trailmark/api/contract/case';
import type { CaseRecordRow } from '@trailmark/api/contract/case-record';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatPackageReport, verifyPackageFile } from '../../cli/verify-package.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { makeBytes, openUploader, type Uploader } from '../evidence/testing/uploader.ts';
import { fillCase, ok } from '../testing/fill-case.ts';

let casework: TestCaseworkContext;
let app: Hono;
let lead: Asker;
let legal: TestAccount;
let id: string;
let exhibit: string;
let uploader: Uploader;
const BYTES = makeBytes(70_000);
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  const account = await addAccount(casework, { name: 'Lead investigator' });
  legal = await addAccount(casework, { name: 'Legal adviser' });
  lead = await openAsker(casework, account, app);
  id = (await fillCase({ casework, lead, legal })).id;
  uploader = await openUploader(casework, { app, account, id });
  exhibit = (await uploader.send(BYTES, 'laptop.img')).id;
});

interface Checked {
  readonly isSound: boolean;
  readonly checks: readonly { readonly state: string; readonly sentence: string }[];
  readonly changed: readonly string[];
}
const at = (path = '') => `/cases/${id}${path}`;
const overview = async () => ok<CaseOverview>(await lead.get(at()));
const ask = async (why = 'The verdict is final') =>
  lead.post(at('/records'), { version: (await overview()).head.version, why });
const close = async () => ok<CaseRecordRow>(await ask());
const check = async ({ id: record }: CaseRecordRow) => ok<Checked>(await lead.get(at(`/records/${record}/check`)));
const comment = { subject: { about: 'case', number: '' }, text: 'One more word' };

async function download({ id: record }: CaseRecordRow): Promise<Buffer> {
  const response = await lead.raw(`/api/v1${at(`/records/${record}/file`)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('the signed record of a closed case', () => {
  test('has everything of the case and its files, and is verified offline from its file alone', async () => {
    const made = await close();
    expect(made).toMatchObject({ number: 'F-1', reopened: null, files: [{ number: 'EV-01', size: BYTES.length }] });
    const { head, rights } = await overview();
    expect([head.status, head.record]).toEqual(['closed', 'F-1']);
    expect(rights).toEqual(['read', 'law', 'export', 'manage']);
    const bytes = await download(made);
    const folder = mkdtempSync(join(tmpdir(), 'trailmark-record-'));
    const verify = async (file: Buffer) => {
      const path = join(folder, 'record.tar');
      writeFileSync(path, file);
      const report = await verifyPackageFile(path, casework.now());
      return { isSound: report.isSound, text: formatPackageReport(report) };
    };
    try {
      const good = await verify(bytes);
      expect([good.isSound, good.text]).toEqual([true, expect.stringContaining('All 1 files of evidence have')]);
      // Personal data are proven and not disclosed.
      expect(good.text).toContain('left out: record_personal/data (1)');
      expect(bytes.includes('1984-02-03')).toBe(false);
      const last = bytes.lastIndexOf(BYTES.subarray(0, 1_000));
      const spoilt = Buffer.from(bytes);
      spoilt[last + 500] = (spoilt[last + 500] ?? 0) ^ 1;
      const bad = await verify(spoilt);
      expect([bad.isSound, bad.text]).toEqual([false, expect.stringMatching(/^FAILED: EV-01 “laptop\.img” is not/m)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('keeps the case as it was signed, while access, custody, packages and keeping continue', async () => {
    const made = await close();
    const refused = await lead.post(at('/comments'), comment);
    expect([refused.status, refused.body.reason]).toEqual([409, 'case-recorded']);
    expect((await lead.post(at('/items'), { kind: 'label', input: { params: {}, query: {} } })).status).not.toBe(200);
    ok(await lead.post(at('/members'), { account: legal.id, role: null }));
    ok(await lead.post(at('/holds'), { reason: 'Appeal', authority: '26/9' }));
    ok(await lead.post(at(`/evidence/${exhibit}/verification`), {}));
    ok(
      await lead.post(at('/packages'), {
        ...{ recipient: 'South', purpose: 'Assistance', expires: null, areas: ['labels'], hides: [], files: ['EV-01'] },
      }),
    );
    casework.advance(1_000);
    const checked = await check(made);
    expect(checked.checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(checked.checks.map(({ sentence }) => sentence)).toContain('Everything in the case is what was signed.');
    expect(checked.checks.filter(({ sentence }) => /package|recipient/.test(sentence))).toEqual([]);
    expect(checked).toMatchObject({ isSound: true, changed: [] });
  });

  test('names what was changed past the program, in the case and in a ledger of custody', async () => {
    const made = await close();
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE case_person SET name = 'Suspect B' WHERE case_id = ${id}`),
    );
    const changed = await check(made);
    expect(changed).toMatchObject({ isSound: false, changed: ['case_person/0/name'] });
    await casework.store.asOwner(`UPDATE case_custody SET hash = repeat('0', 64) WHERE evidence_id = '${exhibit}'`);
    const { checks } = await check(made);
    expect(checks.map(({ sentence }) => sentence).join('\n')).toContain('do not continue from what was signed: EV-01');
  });

  test('of what was changed past the program, as many are named as can be read, and the others counted', async () => {
    const comments = Array.from({ length: 21 }, (_, i) => ({ ...comment, text: `Word ${i}` }));
    for (const each of comments) ok(await lead.post(at('/comments'), each));
    const made = await close();
    const change = (limit: number) =>
      casework.store.asOwner(
        `UPDATE case_comment SET text = 'Another' WHERE id IN (SELECT id FROM case_comment WHERE text LIKE 'Word %' LIMIT ${limit})`,
      );
    const tell = async () => (await check(made)).checks.find(({ sentence }) => sentence.includes('nobody reopened it'));
    await change(20);
    const { sentence = '' } = (await tell()) ?? {};
    expect(sentence.match(/case_comment\/\d+\/text/g)).toHaveLength(20);
    expect(sentence).not.toContain('more');
    await change(1);
    const { sentence: longer = '' } = (await tell()) ?? {};
    expect(longer.match(/case_comment\/\d+\/text/g)).toHaveLength(20);
    expect(longer).toMatch(/ and 1 more\.$/);
  });

  test('stays when its owner reopens the case, says what has changed since, and the next one is signed again', async () => {
    const made = await close();
    expect((await lead.post(at('/reopening'), { why: 'x' })).status).toBe(400);
    const reopened = ok<CaseRecordRow>(await lead.post(at('/reopening'), { why: 'A new witness came' }));
    expect(reopened).toMatchObject({ number: 'F-1', reopened: { why: 'A new witness came' } });
    const logged = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('case.record.'));
    expect(logged).toMatchObject([
      { action: 'case.record.sign', outcome: 'success', details: { number: 'F-1', root: made.root } },
      {
        ...{ action: 'case.record.reopen', outcome: 'success' },
        details: { number: 'F-1', root: made.root, why: 'A new witness came' },
      },
    ]);
    expect((await lead.post(at('/reopening'), { why: 'Once more' })).status).toBe(409);
    ok(await lead.post(at('/comments'), comment));
    const { isSound, checks, changed } = await check(made);
    expect(isSound).toBe(true);
    expect(changed.every((path) => /^(?:case\/(?:status|closed_at)|case_comment\/)/.test(path))).toBe(true);
    expect(checks.find(({ sentence }) => sentence.startsWith('The case was reopened'))?.state).toBe('stated');
    expect((await close()).number).toBe('F-2');
    expect(ok<{ items: CaseRecordRow[] }>(await lead.get(at('/records'))).items.map(({ number }) => number)).toEqual([
      'F-2',
      'F-1',
    ]);
  });

  test('is not made while something is on its way, of another version, or by who does not own the case', async () => {
    const begun = await uploader.begin(10, 'half.bin');
    expect(begun.status).toBe(201);
    const open = await ask();
    expect([open.status, open.body.detail]).toEqual([409, expect.stringContaining('not finished (1)')]);
    const stale = await lead.post(at('/records'), { version: 1, why: 'The verdict is final' });
    expect([stale.status, stale.body.reason]).toEqual([409, 'changed-meanwhile']);
    const adviser = await openAsker(casework, legal, app);
    expect((await adviser.post(at('/records'), { version: 1, why: 'The verdict is final' })).status).toBe(403);
    expect((await overview()).head.record).toBeNull();
  });

  test('becomes a case again where it is imported', async () => {
    const made = await close();
    const bytes = await download(made);
    const length = Number.parseInt(bytes.toString('latin1', 124, 135), 8);
    const content = bytes.toString('utf8', 512, 512 + length);
    const { head } = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content }));
    const { people } = ok<{ people: { name: string }[] }>(await lead.get(`/cases/${head.id}/people`));
    expect(people.map(({ name }) => name)).toEqual(['Suspect A']);
    expect(ok<CaseOverview>(await lead.get(`/cases/${head.id}`)).head.record).toBeNull();
  });
});
