import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { KeyRing } from '../../casework/key-ring.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Encrypts a secret for the database (AES-256-GCM). It is bound to its account: in another's row it does not open. */
export function encryptTotpSecret(keys: KeyRing, accountId: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('totp'), nonce).setAAD(Buffer.from(accountId));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Throws `inconsistent` for a row that was tampered with, or written under another master key. */
export function decryptTotpSecret(keys: KeyRing, accountId: string, stored: string): Buffer {
  try {
    const bytes = Buffer.from(stored.slice('v1.'.length), 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const cipher = createDecipheriv('aes-256-gcm', keys.derive('totp'), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
  } catch (cause) {
    throw new AppError(
      'inconsistent',
      'A stored authenticator secret does not open with the key of this installation.',
      {
        cause,
      },
    );
  }
}
