import { createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from '../../casework/key-ring.ts';

const CODES = 10;
const LETTERS = 24;
const GROUP = 4;
/** 32 letters without look-alikes: five bits each, so that a code has 120. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz0123456789';

function createCode(): string {
  const letters = Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte & 31]);
  return Array.from({ length: LETTERS / GROUP }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join('')).join(
    '-',
  );
}

/** Ten new codes, to be shown once. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, createCode);
}

/** Whether a text has the form of a recovery code, however its groups were typed. */
export function isRecoveryCode(text: string): boolean {
  return foldCode(text).length === LETTERS;
}

function foldCode(text: string): string {
  return text.toLowerCase().replace(/[\s-]/g, '');
}

/** What is stored of a code: keyed, so that the database alone confirms no guess. */
export function hashRecoveryCode(keys: KeyRing, code: string): string {
  return createHmac('sha256', keys.derive('recovery-code')).update(foldCode(code)).digest('hex');
}
