import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { KeyRing } from '../casework/key-ring.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'source-key';

function boundTo(sourceId: string): Buffer {
  return Buffer.from(`outbound_source|key_box|${sourceId}`);
}

/** Encrypts a source's key for the database (AES-256-GCM), bound to its row: in another's it does not open. */
export function sealSourceKey(keys: KeyRing, sourceId: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.derive(PURPOSE), nonce).setAAD(boundTo(sourceId));
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Throws `inconsistent` for a row that was tampered with, or written under another master key. */
export function openSourceKey(keys: KeyRing, sourceId: string, box: string): string {
  try {
    const bytes = Buffer.from(box.slice('v1.'.length), 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const cipher = createDecipheriv('aes-256-gcm', keys.derive(PURPOSE), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(sourceId)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch (cause) {
    const message = 'The stored key of this source does not open with the key of this installation. Set it again.';
    throw new AppError('inconsistent', message, { cause });
  }
}
