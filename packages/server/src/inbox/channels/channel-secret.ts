import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { KeyRing } from '../../casework/key-ring.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'alert-channel-target';
const boundTo = (id: string): Buffer => Buffer.from(`alert_channel|target|${id}`);

/** Encrypts where a channel sends to (AES-256-GCM), bound to its row: addresses of chat rooms are secrets. */
export function sealTarget(keys: KeyRing, id: string, target: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.derive(PURPOSE), nonce).setAAD(boundTo(id));
  const text = Buffer.concat([cipher.update(target, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Throws `inconsistent` for a row that was changed outside, or written under another master key. */
export function openTarget(keys: KeyRing, id: string, sealed: string): string {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keys.derive(PURPOSE), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(id)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    const message =
      'The address of this channel does not open with the key of this installation. Add the channel again.';
    throw new AppError('inconsistent', message, { cause });
  }
}

function keyOf(keys: KeyRing, id: string, version: number): Buffer {
  return keys.derive(`alert-channel:${id}:${version}`);
}

/** The secret as receivers take it (Standard Webhooks 1.0): derived, so that no database has it. */
export function formatSecret(keys: KeyRing, id: string, version: number): string {
  return `whsec_${keyOf(keys, id, version).toString('base64')}`;
}

/** `v1,<base64>` for each secret in force, separated by spaces. The time is of this try. */
export function signBody(
  keys: KeyRing,
  { id, versions }: { readonly id: string; readonly versions: readonly number[] },
  signed: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const content = `${signed.id}.${signed.seconds}.${signed.body}`;
  return versions
    .map(
      (version) =>
        `v1,${createHmac('sha256', keyOf(keys, id, version))
          .update(content)
          .digest('base64')}`,
    )
    .join(' ');
}
