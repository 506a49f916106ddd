import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** Keys of one installation, all derived from one master key in a file outside the databases. */
export interface KeyRing {
  /** 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). */
  derive(purpose: string): Buffer;
  /** An Ed25519 key pair for one purpose (RFC 8032). */
  signingKey(purpose: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
}

const MASTER_BYTES = 32;
/** DER before the 32 bytes of an Ed25519 seed (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createKeyRing(master: Buffer): KeyRing {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'trailmark', purpose, MASTER_BYTES));
  return {
    derive,
    signingKey: (purpose) => {
      const der = Buffer.concat([ED25519_PKCS8, derive(`sign:${purpose}`)]);
      const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      return { privateKey, publicKey: createPublicKey(privateKey) };
    },
  };
}

/** Reads the master key of a data folder, or makes it at the first start. Throws `inconsistent` for a damaged file. */
export function openKeyRing(dataDir: string): KeyRing {
  const path = join(dataDir, 'keys', 'master');
  if (!existsSync(path)) {
    mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomBytes(MASTER_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new AppError('inconsistent', `${path} is not a key of 64 hexadecimal digits. Restore it from a backup.`);
  }
  return createKeyRing(Buffer.from(text, 'hex'));
}
