import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { KeyRing } from '../casework/key-ring.ts';

// Each case has a random key of its own, so that a purge can destroy what the case holds wherever copies of it are: the key is
// in the row of the case, encrypted with a key of the installation. AES-256-GCM (NIST SP 800-38D), a fresh nonce each time.

const PURPOSE = 'case-key';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Nonce, encrypted bytes, tag. `about` is bound to them: they open for nothing else. */
export function sealBytes(key: Buffer, about: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws `inconsistent` for bytes that were changed, or sealed for something else. */
export function openBytes(key: Buffer | KeyObject, about: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new AppError(
      'inconsistent',
      'What is stored of this case was changed outside Trailmark, or its key is another.',
      {
        cause,
      },
    );
  }
}

/** A new key, encrypted for its row. */
export function createCaseKey(keys: KeyRing, caseId: string): Buffer {
  return sealBytes(keys.derive(PURPOSE), caseId, randomBytes(KEY_BYTES));
}

/** The key of a case from its row. Throws `inconsistent`. */
export function openCaseKey(keys: KeyRing, { id, key }: { readonly id: string; readonly key: Buffer }): Buffer {
  return openBytes(keys.derive(PURPOSE), id, key);
}
