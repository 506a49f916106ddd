import { createPublicKey } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { toPublicKeyText } from '../certificate/sign-file.ts';

const MAX_KEYS = 100;
const PEM = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]{1,2000}-----END PUBLIC KEY-----/g;
const DIGITS = /^[0-9a-f]{64}$/i;

function refuse(message: string, cause?: unknown): never {
  throw new AppError('invalid', message, { context: { field: 'publicKey' }, cause });
}

function readPem(pem: string): string {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return toPublicKeyText(key);
  } catch (cause) {
    return refuse('A key in this text cannot be read.', cause);
  }
  return refuse('Packages are signed with Ed25519: this is a key of another kind.');
}

/**
 * Public keys of a text, 32 bytes each, hexadecimal: PEM between BEGIN and END PUBLIC KEY, or lines of 64 hexadecimal digits. Empty
 * lines and lines that begin with # are passed over. Throws `invalid` for anything else, and for more than 100 keys.
 */
export function readPublicKeys(text: string): readonly string[] {
  const pems = text.match(PEM) ?? [];
  const lines = text
    .replace(PEM, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (!lines.every((line) => DIGITS.test(line)) || pems.length + lines.length === 0) {
    refuse(
      'This is no public key: PEM text with BEGIN PUBLIC KEY and END PUBLIC KEY, or 64 hexadecimal digits, is right.',
    );
  }
  if (pems.length + lines.length > MAX_KEYS) refuse(`At most ${MAX_KEYS} keys are read at once.`);
  return [...new Set([...pems.map(readPem), ...lines.map((line) => line.toLowerCase())])];
}
