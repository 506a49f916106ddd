import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CertificateBody, RevocationBody } from '@trailmark/core/training/certificate';
import { afterAll, expect, test } from 'vitest';
import { keyIdOf, signFile, toPublicKeyText } from './sign-file.ts';
import { verifyCertificate } from './verify-certificate.ts';

const VERIFIER = fileURLToPath(new URL('../../verifier/verify-certificate.mjs', import.meta.url));
const pair = generateKeyPairSync('ed25519');
const key = toPublicKeyText(pair.publicKey);
const issuer = { installation: 'https://desk.example', keyId: keyIdOf(key) };
const body: CertificateBody = {
  format: 'trailmark-certificate-1',
  id: '5b0e3b44-6f6c-4d2c-9a3e-0c1a2f3d4e5f',
  holder: { name: 'Analyst “Ü” 🙂', agency: 'North Ridge Police' },
  course: { level: 'essentials', title: 'Cryptocurrency Essentials', hours: 16 },
  session: { from: '2026-05-04', to: '2026-05-05' },
  issuedOn: '2026-05-06',
  validUntil: '2029-05-06',
  issuer,
};
const file = signFile(body, pair);
const today = '2026-11-21';

function revocations(ids: readonly string[], signer = pair): string {
  const list: RevocationBody = {
    format: 'trailmark-revocations-1',
    issuer,
    asOf: '2026-11-20T00:00:00.000Z',
    revoked: ids.map((id) => ({ id, on: '2026-06-01' })),
  };
  return signFile(list, signer);
}

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runVerifier(certificate: string, list?: string, trusted?: string, on = today) {
  writeFileSync(join(folder, 'c.json'), certificate);
  if (list) writeFileSync(join(folder, 'r.json'), list);
  const run = spawnSync(process.execPath, [
    VERIFIER,
    join(folder, 'c.json'),
    '--on',
    on,
    ...(list ? ['--revocations', join(folder, 'r.json')] : []),
    ...(trusted ? ['--key', trusted] : []),
  ]);
  return { code: run.status, text: run.stdout.toString() + run.stderr.toString() };
}

test('a certificate with its key and a clean list is valid, in the library and by the stand-alone verifier', () => {
  const list = revocations(['00000000-0000-4000-8000-000000000000']);
  expect(verifyCertificate(file, { trustedKey: key, revocations: list, today }).verdict).toBe('valid');
  expect(runVerifier(file, list, key)).toMatchObject({ code: 0, text: expect.stringContaining('VALID') });
});

test('without a known key and a list nothing is called valid', () => {
  expect(verifyCertificate(file, { today }).verdict).toBe('open');
  expect(runVerifier(file).code).toBe(2);
});

test('no character of a certificate can be changed', () => {
  const text = file.trimEnd();
  for (let at = 0; at < text.length; at += 3) {
    const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
    let verdict = 'refused';
    try {
      verdict = verifyCertificate(changed, { trustedKey: key, today }).verdict;
    } catch {
      // No certificate at all.
    }
    expect(['refused', 'not-valid'], `byte ${at}`).toContain(verdict);
  }
  expect(runVerifier(file.replace('16', '61'), undefined, key).code).toBe(1);
});

test('a certificate signed by somebody else fails even though it is whole', () => {
  const other = generateKeyPairSync('ed25519');
  const own = toPublicKeyText(other.publicKey);
  const forged = signFile({ ...body, issuer: { ...issuer, keyId: keyIdOf(own) } }, other);
  const report = verifyCertificate(forged, { trustedKey: key, today });
  expect(report.checks.map(({ state }) => state)).toEqual(['passed', 'failed', 'passed', 'open']);
  expect(runVerifier(forged, undefined, key).code).toBe(1);
});

test('a revoked or outdated certificate is not valid, and a list of another key says nothing', () => {
  expect(verifyCertificate(file, { trustedKey: key, revocations: revocations([body.id]), today }).verdict).toBe(
    'not-valid',
  );
  expect(runVerifier(file, revocations([body.id]), key).code).toBe(1);
  expect(verifyCertificate(file, { trustedKey: key, today: '2029-05-07' }).verdict).toBe('not-valid');
  const foreign = revocations([], generateKeyPairSync('ed25519'));
  expect(verifyCertificate(file, { trustedKey: key, revocations: foreign, today }).verdict).toBe('open');
  expect(runVerifier(file, foreign, key).code).toBe(2);
});

test('what is no certificate is refused with what is wrong', () => {
  expect(() => verifyCertificate('{', { today })).toThrow('not JSON');
  expect(() => verifyCertificate('[]', { today })).toThrow('"the file"');
  expect(() => verifyCertificate(JSON.stringify({ ...JSON.parse(file), note: 'x' }), { today })).toThrow('"note"');
  const long = { ...body, holder: { ...body.holder, name: 'x'.repeat(301) } };
  expect(() => verifyCertificate(signFile(long, pair), { today })).toThrow('"holder.name"');
  expect(runVerifier('{}').code).toBe(3);
});
