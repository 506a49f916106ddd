import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseOverview } from '@trailmark/api/contract/case';
import type { CaseCustody } from '@trailmark/api/contract/case-evidence';
import type { CasePackageRow } from '@trailmark/api/contract/case-package';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { makeBytes, openUploader, sha256 } from '../evidence/testing/uploader.ts';
import { fillCase, ok } from '../testing/fill-case.ts';

let casework: TestCaseworkContext;
let app: Hono;
let lead: Asker;
let other: Asker;
let id: string;
let exhibit: string;
const BYTES = makeBytes(3 * 2 ** 20 + 77);
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  const account = await addAccount(casework, { name: 'Lead investigator' });
  const legal = await addAccount(casework, { name: 'Legal adviser' });
  lead = await openAsker(casework, account, app);
  other = await openAsker(casework, await addAccount(casework, { name: 'Second analyst' }), app);
  id = (await fillCase({ casework, lead, legal })).id;
  const uploader = await openUploader(casework, { app, account, id });
  exhibit = (await uploader.send(BYTES, '../laptop.img')).id;
});

const BODY = {
  ...{ recipient: 'South Prosecutor', purpose: 'Mutual assistance 26/4', handling: '', expires: null },
  ...{ areas: ['labels'], hides: [], files: ['EV-01'] },
};
const make = async (more: object = {}) =>
  ok<{ id: string; root: string; content: string }>(await lead.post(`/cases/${id}/packages`, { ...BODY, ...more }));
const download = (pack: string, asker = lead) => asker.raw(`/api/v1/cases/${id}/packages/${pack}/file`);
const list = async () => ok<{ items: CasePackageRow[] }>(await lead.get(`/cases/${id}/packages`)).items;
const revoke = (pack: string, asker = lead) =>
  asker.post(`/cases/${id}/packages/${pack}/revocation`, { why: 'It names a wrong person' });
const preview = async (content: string) =>
  ok<{ files: object[]; checks: { state: string; sentence: string }[] }>(
    await lead.post('/case-imports/preview', { content }),
  );

describe('a package with files of evidence', () => {
  test('is an archive that tar itself unpacks: the signed file, and the files to the byte', async () => {
    const { id: pack, content } = await make();
    const response = await download(pack);
    expect(response.headers.get('content-disposition')).toMatch(/filename="case-\d{4}-\d{5}-G-1\.package\.tar"/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(String(bytes.length)).toBe(response.headers.get('content-length'));
    const folder = mkdtempSync(join(tmpdir(), 'trailmark-tar-'));
    try {
      writeFileSync(join(folder, 'a.tar'), bytes);
      const { status, stderr } = spawnSync('tar', ['-xf', 'a.tar'], { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(content);
      expect(sha256(readFileSync(join(folder, 'evidence/EV-01')))).toBe(sha256(BYTES));
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(await preview(content)).toMatchObject({
      files: [{ number: 'EV-01', name: '..[U+002F]laptop.img', size: BYTES.length, sha256: sha256(BYTES) }],
    });
    expect(content).toContain('trailmark-custody/1');
    expect((await make({ hides: ['colleagues'] })).content).not.toContain('trailmark-custody/1');
  });

  test('is an act in the ledger of each file, and is in the register of the case', async () => {
    const { id: pack, root } = await make();
    const { rows, broken } = ok<CaseCustody>(await lead.get(`/cases/${id}/evidence/${exhibit}/custody`));
    expect(broken).toBeNull();
    expect(rows.at(-1)).toMatchObject({
      act: 'export',
      to: 'South Prosecutor',
      result: `Put into the package ${pack}`,
    });
    expect(await list()).toMatchObject([
      { id: pack, number: 'G-1', root, files: [{ number: 'EV-01' }], revoked: null },
    ]);
  });

  test.each([['EV-09'], ['EV-01', 'EV-09']])('is refused whole for a file that there is not: %s', async (...files) => {
    const { status, body } = await lead.post(`/cases/${id}/packages`, { ...BODY, files });
    expect([status, body.field]).toEqual([400, 'files']);
    expect(await list()).toEqual([]);
    const { rows } = ok<CaseCustody>(await lead.get(`/cases/${id}/evidence/${exhibit}/custody`));
    expect(rows.map(({ act }) => act)).toEqual(['collect']);
  });

  test('is not taken by somebody outside the case, and not with a changed file name', async () => {
    const { id: pack, content } = await make();
    expect((await download(pack, other)).status).toBe(404);
    expect((await revoke(pack, other)).status).toBe(404);
    const spoilt = content.replace(sha256(BYTES), '0'.repeat(64));
    expect((await preview(spoilt)).checks.some(({ state }) => state === 'failed')).toBe(true);
  });
});

describe('a revoked package', () => {
  const receive = (content: string) => lead.post('/case-package-revocations', { content });

  test('is no longer handed out, and its notice marks the case that came from it and keeps it from coming again', async () => {
    const { id: pack, content } = await make({ files: [] });
    const { head } = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content }));
    const originOf = async () => ok<CaseOverview>(await lead.get(`/cases/${head.id}`)).origin;
    expect(await originOf()).toMatchObject({ package: pack, revoked: null });
    const { revoked } = ok<CasePackageRow>(await revoke(pack));
    expect((await revoke(pack)).status).toBe(409);
    expect((await download(pack)).status).toBe(409);
    // The sender knows; the reader learns it from the notice.
    expect(await originOf()).toMatchObject({ revoked: null });
    const notice = revoked?.notice ?? '';
    const answer = ok(await receive(notice));
    expect(ok(await receive(notice))).toEqual(answer);
    expect(await originOf()).toMatchObject({ revoked: { why: 'It names a wrong person' } });
    expect((await preview(content)).checks.at(-1)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('It names a wrong person'),
    });
    expect((await lead.post('/case-imports', { content })).body.detail).toContain('revoked this package');
  });

  test('is answered in the same bytes to who has a case of it and to who has none', async () => {
    const { id: pack, content } = await make({ files: [] });
    const { notice = '' } = ok<CasePackageRow>(await revoke(pack)).revoked ?? {};
    const without = await other.post('/case-package-revocations', { content: notice });
    expect(without.status).toBe(200);
    const failed = (await lead.post('/case-imports', { content })).status;
    expect([failed, await receive(notice)]).toEqual([400, without]);
  });

  test('is revoked by nobody but who signed it', async () => {
    const { id: pack } = await make({ files: [] });
    const { notice = '' } = ok<CasePackageRow>(await revoke(pack)).revoked ?? {};
    for (const spoilt of [notice.replace('wrong', 'right'), notice.replace(pack, id), '{}', 'no JSON', `[${notice}]`]) {
      expect((await receive(spoilt)).status, spoilt.slice(0, 80)).toBe(400);
    }
  });
});
