import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** About a second of a browser; a thousand reports are a quarter of an hour. */
export const WORK_BITS = 16;
const GOOD_FOR_MS = 30 * 60_000;

function sign({ keys }: CaseworkContext, text: string): string {
  return createHmac('sha256', keys.derive('scam-work')).update(text).digest('base64url').slice(0, 32);
}

/** A piece of work for one report to one agency. Nothing is kept of it: it carries its own signature and time. */
export function createChallenge(casework: CaseworkContext, slug: string): string {
  const text = `${slug}.${casework.now().getTime()}.${randomBytes(9).toString('base64url')}`;
  return `${text}.${sign(casework, text)}`;
}

function countZeroBits(digest: Buffer): number {
  let bits = 0;
  for (const byte of digest) {
    bits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}

/** Checks the work of a report. Throws `invalid` with what is to be done; a challenge is used up by the report that has it as key. */
export function checkWork(
  casework: CaseworkContext,
  slug: string,
  { challenge, number }: { readonly challenge: string; readonly number: number },
): void {
  const [own = '', made = '', random = '', given = ''] = challenge.split('.');
  const expected = Buffer.from(sign(casework, `${own}.${made}.${random}`));
  const signed = Buffer.from(given);
  const isOurs = own === slug && signed.length === expected.length && timingSafeEqual(signed, expected);
  const age = casework.now().getTime() - Number(made);
  if (!isOurs || !(age >= 0 && age <= GOOD_FOR_MS)) {
    throw new AppError('invalid', 'The form was open for too long. Send it again: nothing you wrote is lost.', {
      context: { field: 'work' },
    });
  }
  const digest = createHash('sha256').update(`${challenge}:${number}`).digest();
  if (countZeroBits(digest) < WORK_BITS) {
    throw new AppError('invalid', 'The work of the browser does not fit its task. Send the form again.', {
      context: { field: 'work' },
    });
  }
}
