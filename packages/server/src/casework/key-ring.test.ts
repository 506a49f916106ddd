import { sign, verify } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyRing } from './key-ring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the master key is made once, for its owner alone, and every purpose has a key of its own', () => {
  const first = openKeyRing(folder);
  const again = openKeyRing(folder);
  expect(statSync(join(folder, 'keys', 'master')).mode & 0o777).toBe(0o600);
  expect(again.derive('totp')).toEqual(first.derive('totp'));
  expect(first.derive('totp')).not.toEqual(first.derive('xsrf'));
  expect(readFileSync(join(folder, 'keys', 'master'), 'utf8')).not.toContain(first.derive('totp').toString('hex'));
});

test('what one start signs, the next one verifies', () => {
  const signature = sign(null, Buffer.from('checkpoint'), openKeyRing(folder).signingKey('audit').privateKey);
  const { publicKey } = openKeyRing(folder).signingKey('audit');
  expect(verify(null, Buffer.from('checkpoint'), publicKey, signature)).toBe(true);
  expect(verify(null, Buffer.from('checkpoinT'), publicKey, signature)).toBe(false);
  expect(verify(null, Buffer.from('checkpoint'), openKeyRing(folder).signingKey('other').publicKey, signature)).toBe(
    false,
  );
});

test('a damaged master key stops the start instead of being replaced', () => {
  openKeyRing(folder);
  const path = join(folder, 'keys', 'master');
  chmodSync(path, 0o600);
  writeFileSync(path, 'truncated');
  expect(() => openKeyRing(folder)).toThrow(/is not a key of 64 hexadecimal digits. Restore it from a backup/);
});
