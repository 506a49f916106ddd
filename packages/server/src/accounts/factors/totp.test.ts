import { createHmac } from 'node:crypto';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { createKeyRing } from '../../casework/key-ring.ts';
import { createRecoveryCodes, hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { createTotpCode, encodeBase32, findTotpStep, formatTotpUri, toTimeStep } from './totp.ts';
import { createTotpSecret, decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';

const RFC_SECRET = Buffer.from('12345678901234567890');
const KEYS = createKeyRing(Buffer.alloc(32, 7));
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code', () => {
  // Appendix B of RFC 6238, shortened to six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is that of RFC 6238', (seconds, code) => {
    expect(createTotpCode(RFC_SECRET, toTimeStep(at(seconds)))).toBe(code);
  });

  test('is what another implementation computes for random secrets', () => {
    for (let i = 0; i < 50; i += 1) {
      const secret = createTotpSecret();
      const epoch = 1_700_000_000 + i * 12_345;
      expect(createTotpCode(secret, toTimeStep(at(epoch)))).toBe(generateSync({ secret: encodeBase32(secret), epoch }));
    }
  });

  test('counts in its own step and in one on either side, and no further', () => {
    const code = createTotpCode(RFC_SECRET, 100);
    const steps = [98, 99, 100, 101, 102].map((step) => findTotpStep(RFC_SECRET, code, at(step * 30)));
    expect(steps).toEqual([undefined, 100, 100, 100, undefined]);
    expect(findTotpStep(RFC_SECRET, code, new Date(102 * 30_000 - 1))).toBe(100);
    expect(findTotpStep(RFC_SECRET, code, new Date(99 * 30_000 - 1))).toBeUndefined();
  });

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', '+12345', ' 12345'])('is never %j', (text) => {
    expect(findTotpStep(RFC_SECRET, text, at(59))).toBeUndefined();
  });
});

test('base32 is that of RFC 4648, without padding', () => {
  const words = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  const expected = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
  expect(words.map((word) => encodeBase32(Buffer.from(word)))).toEqual(expected);
});

test('the address for a QR code quotes what a person’s address may hold', () => {
  expect(formatTotpUri('ABC', 'Trailmark', 'a+b&secret=x@north.example')).toBe(
    'otpauth://totp/Trailmark:a%2Bb%26secret%3Dx%40north.example?secret=ABC&issuer=Trailmark&algorithm=SHA1&digits=6&period=30',
  );
});

describe('a stored secret', () => {
  test('opens for its account, with its key, as it was written, and in no other way', () => {
    const secret = createTotpSecret();
    const stored = encryptTotpSecret(KEYS, 'a', secret);
    expect(decryptTotpSecret(KEYS, 'a', stored)).toEqual(secret);
    expect(stored).not.toContain(secret.toString('base64url'));
    const other = createKeyRing(Buffer.alloc(32, 8));
    const bytes = Buffer.from(stored.slice(3), 'base64url');
    expect(() => decryptTotpSecret(KEYS, 'b', stored)).toThrow(/does not open/);
    expect(() => decryptTotpSecret(other, 'a', stored)).toThrow(/does not open/);
    for (let i = 0; i < bytes.length; i += 1) {
      const bent = Buffer.from(bytes);
      bent[i] = (bent[i] ?? 0) ^ 1;
      expect(() => decryptTotpSecret(KEYS, 'a', `v1.${bent.toString('base64url')}`)).toThrow(/does not open/);
    }
    expect(() => decryptTotpSecret(KEYS, 'a', 'v1.')).toThrow(/does not open/);
  });
});

describe('recovery codes', () => {
  test('are ten of 120 bits, all different', () => {
    const codes = Array.from({ length: 20 }, createRecoveryCodes).flat();
    expect(codes).toHaveLength(200);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-tv-z0-9]{4}-){5}[a-hjkmnp-tv-z0-9]{4}$/);
  });

  test('are the same however their groups and letters are typed, and are stored under a key', () => {
    const [code = ''] = createRecoveryCodes();
    const hash = hashRecoveryCode(KEYS, code);
    expect(hashRecoveryCode(KEYS, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hash);
    expect(isRecoveryCode(code.replaceAll('-', ''))).toBe(true);
    expect(isRecoveryCode('123456')).toBe(false);
    expect(hash).not.toBe(createHmac('sha256', '').update(code).digest('hex'));
    expect(hashRecoveryCode(createKeyRing(Buffer.alloc(32, 8)), code)).not.toBe(hash);
  });
});
