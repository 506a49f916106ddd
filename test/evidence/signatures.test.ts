import { execFileSync } from 'node:child_process';
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { type BuiltBundle, sealBundle } from '@trailmark/evidence/bundle/build-bundle';
import type { BundleSignature, CertificateSignature } from '@trailmark/evidence/bundle/bundle-format';
import { toSigned } from '@trailmark/evidence/bundle/bundle-signature';
import { type BundleReport, verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { makeAuthority } from '@trailmark/evidence/time-stamp/testing/stamp-authority';
import { encodeStampQuestion } from '@trailmark/evidence/time-stamp/time-stamp-request';
import { readStampAnswer } from '@trailmark/evidence/time-stamp/verify-time-stamp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStamp } from '../../packages/server/src/reports/stamp-version.ts';
import { describeWith } from '../needs.ts';
import { buildSample, createSampleBundle, PUBLIC_KEY, signBundle } from './sample-bundle.ts';

/** Certificates are good from when the test runs: the bundle is older than any machine's clock, and is checked long after it. */
const MADE_AT = '2024-01-01T00:00:00Z';
const now = Date.parse('2100-01-01T00:00:00Z') / 1000;
const VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const folder = mkdtempSync(join(tmpdir(), 'trailmark-signatures-'));
let built: BuiltBundle;

beforeAll(async () => {
  const { content } = await createSampleBundle();
  built = buildSample({ ...content, head: { ...content.head, madeAt: MADE_AT } });
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (
  bytes: Uint8Array,
  more: { readonly keys?: readonly string[]; readonly now?: number } = {},
): BundleReport => verifyBundle(bytes, { now, ...more });
const failures = ({ checks }: BundleReport): string[] =>
  checks.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence);
const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

describeWith('openssl', (openssl) => {
  const run = (...args: string[]) => execFileSync(openssl, args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  /** A certificate of a kind of key, under a root of its own. */
  function certify(
    kind: 'rsa' | 'P-256' | 'P-384',
    days = '36500',
  ): { readonly chain: readonly string[]; readonly key: string } {
    const make = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', `ec_paramgen_curve:${kind}`];
    const key = (path: string) => ['-newkey', ...make, '-nodes', '-keyout', path];
    run(
      'req',
      '-x509',
      '-sha384',
      ...key('root.key'),
      '-out',
      'root.pem',
      '-days',
      '36500',
      '-subj',
      '/CN=Example Root',
    );
    run('req', '-new', ...key('own.key'), '-out', 'own.csr', '-subj', '/O=Example/CN=North Agency');
    const root = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'];
    run('x509', '-req', '-sha256', '-in', 'own.csr', ...root, '-days', days, '-out', 'own.pem');
    return { chain: [read('own.pem'), read('root.pem')], key: read('own.key') };
  }

  function signWith(
    { chain, key }: ReturnType<typeof certify>,
    more: Partial<CertificateSignature> = {},
  ): CertificateSignature {
    const { validFromDate } = new X509Certificate(chain[0] ?? '');
    const body = {
      ...({ algorithm: 'X.509', manifest: built.digest, name: 'North Agency', role: 'installation' } as const),
      ...{
        certificates: chain.map((pem) => new X509Certificate(pem).raw.toString('hex')),
        signedAt: `${validFromDate.toISOString().slice(0, 19)}Z`,
        ...more,
      },
    };
    return { ...body, value: sign('sha256', toSigned(body), createPrivateKey(key)).toString('hex') };
  }
  const seal = (...signatures: BundleSignature[]): Uint8Array =>
    sealBundle(built, [signBundle(built.digest, { signedAt: MADE_AT }), ...signatures]);

  test.each(['rsa', 'P-256', 'P-384'] as const)(
    'a certificate with a key of %s signs, under the one that signed it',
    (kind) => {
      const made = certify(kind);
      const [own = '', root = ''] = made.chain;
      const report = check(seal(signWith(made)), { keys: [PUBLIC_KEY, fingerprint(root)] });
      expect(failures(report)).toEqual([]);
      expect(check(seal(signWith(made))).checks[1]?.sentence).toContain(
        `“North Agency”, SHA-256 ${fingerprint(own)}, under ${fingerprint(root)}`,
      );
      expect(failures(check(seal(signWith(made)), { keys: [PUBLIC_KEY] }))[0]).toContain('not among the given keys');
    },
  );

  test('a certificate that may sign no certificates makes no signer, whatever is under it', () => {
    const made = certify('P-256');
    const [own = '', root = ''] = made.chain;
    const forged = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'forged.key'];
    run('req', '-new', ...forged, '-out', 'forged.csr', '-subj', '/CN=Lead investigator');
    const under = ['-CA', 'own.pem', '-CAkey', 'own.key', '-CAcreateserial'];
    run('x509', '-req', '-sha256', '-in', 'forged.csr', ...under, '-days', '36500', '-out', 'forged.pem');
    const chain = [read('forged.pem'), own, root];
    const report = check(seal(signWith({ chain, key: read('forged.key') })), { keys: [PUBLIC_KEY, fingerprint(root)] });
    expect(failures(report).join()).toContain('is not that of its key');
  });

  test('a certificate that signed something else, of another issuer or of another time fails, by its name', () => {
    const made = certify('P-256');
    const other = certify('P-256');
    const lines = (signature: BundleSignature) => failures(check(seal(signature))).join();
    expect(lines({ ...signWith(made), name: 'South Agency' })).toContain('“South Agency” is not that of its key');
    expect(lines(signWith({ ...made, key: other.key }))).toContain('is not that of its key');
    expect(lines(signWith({ ...made, chain: [made.chain[0] ?? '', other.chain[1] ?? ''] }))).toContain(
      'is not that of its key',
    );
    expect(lines(signWith(made, { manifest: 'ab'.repeat(32) }))).toContain('over another bundle');
    expect(lines(signWith(made, { certificates: ['3000'] }))).toContain('is not that of its key');
    expect(lines(signWith(made, { signedAt: MADE_AT }))).toContain('of a time at which its certificate was not good');
    expect(() => check(seal({ ...signWith(made), certificates: ['xyz'] }))).toThrow(AppError);
  });

  test('a time stamp says when the bundle was there, and fails for another bundle or when it was changed', () => {
    const authority = makeAuthority('Stamps');
    try {
      const askFor = (hash: string) => {
        const question = { hash, nonce: '0102030405060708' };
        return readStampAnswer(authority.reply(encodeStampQuestion(question)), question, [
          new X509Certificate(authority.root),
        ]);
      };
      const { token, stamp } = askFor(built.digest);
      const of = (bytes: Uint8Array) => check(addStamp(seal(), built.digest, bytes));
      const stamped = of(token);
      const said = stamped.checks.find(({ sentence }) => sentence.startsWith('Time stamp of “Stamps”'));
      expect([failures(stamped), said?.state]).toEqual([[], 'stated']);
      expect(said?.sentence).toContain(`this bundle was there on ${stamp.at.toISOString().slice(0, 19)}Z;`);
      const signer = /SHA-256 ([0-9a-f]{64})/.exec(said?.sentence ?? '')?.[1] ?? '';
      const known = check(addStamp(seal(), built.digest, token), { keys: [PUBLIC_KEY, signer] });
      expect(known.checks.find(({ sentence }) => sentence.includes('a given key.'))?.state).toBe('passed');
      const changed = Uint8Array.from(token);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      for (const bytes of [askFor('ab'.repeat(32)).token, changed, Uint8Array.of(0x30, 0)])
        expect(failures(of(bytes)).join()).toContain('stamps.json: a time stamp is not one of this bundle');
      const early = check(addStamp(seal(), built.digest, token), { now: Date.parse('2024-01-02T00:00:00Z') / 1000 });
      expect(failures(early).join()).toContain('of a time that cannot be');
    } finally {
      authority.close();
    }
  });

  describeWith('python3', (python) => {
    test('the verifier in Python says what of it it does not read', () => {
      const file = join(folder, 'certified.evb');
      writeFileSync(file, seal(signWith(certify('P-256'))));
      const text = execFileSync(python, [VERIFIER, file], { encoding: 'utf8' });
      expect(text).toContain('[not checked here] the certificate of North Agency');
      expect(text).toContain('PARTIAL');
    });
  });
});
