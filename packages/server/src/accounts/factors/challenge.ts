import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { useChallenge } from '@trailmark/store/cases/accounts/attempt-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';

/** What a passkey signs for, and who signs: an account, a session, or anybody (empty). */
export interface ChallengePurpose {
  readonly purpose: 'sign-in' | 'second-factor' | 'proof' | 'registration';
  readonly subject: string;
}

const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 32;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

function sign(casework: CaseworkContext, { purpose, subject }: ChallengePurpose, body: Buffer): Buffer {
  return createHmac('sha256', casework.keys.derive('passkey-challenge'))
    .update(`${purpose}:${subject}:`)
    .update(body)
    .digest();
}

/**
 * 256 random bits with the time and this server's signature: good for one purpose and subject, for five minutes. Nothing
 * is stored for it until it is used, so that asking for many costs nothing.
 */
export function createChallenge(casework: CaseworkContext, purpose: ChallengePurpose): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(casework.now().getTime(), 0, TIME_BYTES);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), time]);
  return Buffer.concat([body, sign(casework, purpose, body)]);
}

/** Whether a challenge (base64url) was made here for this purpose within the last five minutes. */
export function isChallenge(casework: CaseworkContext, purpose: ChallengePurpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return false;
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(sign(casework, purpose, body), bytes.subarray(NONCE_BYTES + TIME_BYTES))) return false;
  const age = casework.now().getTime() - body.readUIntBE(NONCE_BYTES, TIME_BYTES);
  return age >= 0 && age < CHALLENGE_MS;
}

/** Uses a challenge up. False where it was used already. */
export function consumeChallenge(casework: CaseworkContext, tx: Transaction, challenge: string): Promise<boolean> {
  return useChallenge(tx, createHash('sha256').update(challenge).digest('hex'), casework.now());
}
