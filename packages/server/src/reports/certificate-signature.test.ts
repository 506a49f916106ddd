import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/needs.ts';
import { openCertificateSigner } from './certificate-signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeWith('openssl', (openssl) => {
  test('a certificate signs while it is valid, and is refused before anything is made once it is not, or with another key', () => {
    const [cert, key, other] = ['own.pem', 'own.key', 'other.key'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '10'];
    for (const path of [other, key]) {
      execFileSync(openssl, [...make, '-keyout', path, '-out', cert, '-subj', '/CN=Agency'], { stdio: 'pipe' });
    }
    const from = new X509Certificate(readFileSync(cert, 'utf8')).validFromDate;
    const later = (days: number) => new Date(from.getTime() + days * 86_400_000);
    const open = (now: Date, keyFile = key) => openCertificateSigner({ signing: { cert, key: keyFile } }, now);
    expect(open(later(1))?.('ab'.repeat(32), `${later(1).toISOString().slice(0, 19)}Z`)).toMatchObject({
      name: 'Agency',
    });
    for (const refused of [() => open(later(11)), () => open(later(1), other)])
      expect(refused).toThrow(
        expect.objectContaining({ kind: 'unavailable', message: expect.stringContaining('valid today') }),
      );
    writeFileSync(cert, 'nothing');
    expect(() => open(later(1))).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    expect(openCertificateSigner({ signing: null as never }, later(1))).toBeUndefined();
  });
});
