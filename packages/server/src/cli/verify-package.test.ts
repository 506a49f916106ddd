import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizeOfTar, streamTar } from '@trailmark/documents/tar-stream';
import { PACKAGE_FORMAT, type PackageLeaf, rootOfLeaves } from '@trailmark/evidence/case-package/case-package';
import { signFile } from '@trailmark/evidence/certificate/sign-file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyRing } from '../casework/key-ring.ts';
import { formatPackageReport, verifyPackageFile } from './verify-package.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const LEAVES: readonly PackageLeaf[] = [
  { path: 'case/title', salt: '01'.repeat(16), value: 'Harbour' },
  { path: 'case_task', digest: 'ab'.repeat(32) },
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-package-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function toText(agency = 'North', leaves: readonly PackageLeaf[] = LEAVES): string {
  const body = {
    ...{ format: PACKAGE_FORMAT, version: 1, id: 'x', agency, number: '2026-00001', software: 'Trailmark' },
    ...{ madeAt: '2026-11-20T10:00:00Z', recipient: 'South', purpose: 'Assistance', handling: '', expires: null },
    ...{ leaves: leaves.length, root: rootOfLeaves(leaves) },
  };
  const signed = signFile(body, createKeyRing(Buffer.alloc(32, 7)).signingKey('case-package'));
  return JSON.stringify({ statement: JSON.parse(signed) as object, leaves });
}

const place = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const verify = (text: string, keys?: string) =>
  verifyPackageFile(place('case.package.json', text), NOW, keys && place('keys.txt', keys));
const toPem = (purpose: string): string =>
  createKeyRing(Buffer.alloc(32, 7)).signingKey(purpose).publicKey.export({ type: 'spki', format: 'pem' }).toString();

test('a package is checked from its file, and the report says what was left out', async () => {
  const report = await verify(toText('North\u001b[2J'));
  expect(report.isSound).toBe(true);
  const text = formatPackageReport(report);
  expect(text).toMatch(/^ok: The statement is signed with the key (?:[0-9a-f]{4} ?){16}\.$/m);
  expect(text).toContain('left out: case_task (1)');
  expect(text).toContain('Nothing failed.');
  expect(text).not.toContain('\u001b');
});

test('a changed package fails, naming the check', async () => {
  const report = await verify(toText().replace('Harbour', 'Harbor'));
  expect(report.isSound).toBe(false);
  expect(formatPackageReport(report)).toContain('FAILED: A value was changed');
});

test('a file of keys says whether one of them signed it', async () => {
  expect(formatPackageReport(await verify(toText()))).toContain('not proven: The key is not known here');
  const good = await verify(toText(), `# South\n${toPem('case-package')}${'ab'.repeat(32)}\n`);
  expect([good.isSound, formatPackageReport(good)]).toEqual([
    true,
    expect.stringContaining('ok: It is a key of the file'),
  ]);
  const other = await verify(toText(), toPem('another'));
  expect([other.isSound, formatPackageReport(other)]).toEqual([
    false,
    expect.stringContaining('FAILED: It is none of'),
  ]);
  await expect(verify(toText(), 'no key')).rejects.toThrow('This is no public key');
});

test.each([['{}'], ['no JSON'], [`${'['.repeat(100)}${']'.repeat(100)}`]])('%s is no package', async (text) => {
  await expect(verify(text)).rejects.toThrow('is not a package of a case of version 1');
});

test('a file that is not there is named', async () => {
  await expect(verifyPackageFile(join(folder, 'none.json'), NOW)).rejects.toThrow('none.json');
});

const FILES = { 'EV-01': 'a letter', 'EV-02': 'a ledger' } as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** The leaves of two files of evidence, as a package signs them. */
const EXHIBITS: readonly PackageLeaf[] = Object.entries(FILES).flatMap(([number, text], index) =>
  Object.entries({ number, name: `${number}.txt`, size: text.length, hash: sha256(text) }).map(([column, value]) => ({
    ...{ path: `case_evidence/${index}/${column}`, salt: '03'.repeat(16), value },
  })),
);

/** An archive of a package with these files; the report of its check. */
async function verifyArchive(files: Readonly<Record<string, string>>, cut = 0) {
  const named = Object.entries({ 'package.json': toText('North', [...LEAVES, ...EXHIBITS]), ...files });
  const entries = named.map(([name, text]) => ({ name, size: Buffer.byteLength(text), chunks: [Buffer.from(text)] }));
  const pieces: Uint8Array[] = [];
  for await (const piece of streamTar(entries)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(sizeOfTar(entries));
  const path = join(folder, 'case.package.tar');
  writeFileSync(path, bytes.subarray(0, bytes.length - cut));
  const report = await verifyPackageFile(path, NOW);
  return { isSound: report.isSound, text: formatPackageReport(report) };
}

test('the files of evidence in an archive are read, and each that differs is named', async () => {
  const whole = { 'evidence/EV-01': FILES['EV-01'], 'evidence/EV-02': FILES['EV-02'] };
  const good = await verifyArchive(whole);
  expect([good.isSound, good.text]).toEqual([true, expect.stringContaining('ok: All 2 files of evidence have')]);
  const changed = await verifyArchive({ ...whole, 'evidence/EV-02': 'a ledgex' });
  expect([changed.isSound, changed.text]).toEqual([
    false,
    expect.stringMatching(/^FAILED: EV-02 “EV-02\.txt” is not/m),
  ]);
  expect(changed.text).toContain(sha256('a ledgex'));
  expect(changed.text).not.toContain('EV-01');
  const short = await verifyArchive({ ...whole, 'evidence/EV-01': 'a' });
  expect(short.text).toContain('(1 bytes, not 8)');
  const without = await verifyArchive({ 'evidence/EV-01': FILES['EV-01'] });
  expect(without.text).toMatch(/^FAILED: EV-02 .* is not in the archive/m);
  const foreign = await verifyArchive({ ...whole, 'evidence/EV-09': 'x' });
  expect(foreign.text).toMatch(/^FAILED: “evidence\/EV-09” is in the archive and was not signed/m);
  await expect(verifyArchive(whole, 2_000)).rejects.toThrow('archive is damaged');
});

test('the signed file without its archive says that its files were not checked', async () => {
  const text = formatPackageReport(await verify(toText('North', [...LEAVES, ...EXHIBITS])));
  expect(text).toContain('not proven: The package signs 2 files of evidence');
});
