import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiTokenRow, findApiToken, findApiTokenHash } from '@trailmark/store/cases/accounts/session-rows';
import { takeSignedRequest } from '@trailmark/store/cases/accounts/signed-request-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { SignedRequest } from '../casework/gate.ts';
import type { KeyRing } from '../casework/key-ring.ts';

/** How far the time of a signed request may be from the server's clock, either way. */
const SIGNED_FOR_MS = 5 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What a program signs requests with instead of sending its token: the token's id names it, and the secret is derived from the
 * installation's master key, so that none is stored. It ends with its token.
 */
export function toSigningKey(keys: KeyRing, tokenId: string): { readonly key: string; readonly secret: string } {
  const secret = createHmac('sha256', keys.derive('request-signing')).update(tokenId).digest('base64');
  return { key: tokenId, secret };
}

function isSignedBy(secret: string, { sign, texts }: SignedRequest): boolean {
  const given = Buffer.from(sign, 'base64');
  return texts.some((text) => {
    const right = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest();
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** The living token whose key signed a request near its time and for the first time; undefined otherwise. */
export async function findSigner(casework: CaseworkContext, signed: SignedRequest): Promise<ApiTokenRow | undefined> {
  const now = casework.now();
  if (!UUID.test(signed.key) || Math.abs(now.getTime() - signed.at) > SIGNED_FOR_MS) return undefined;
  if (!isSignedBy(toSigningKey(casework.keys, signed.key).secret, signed)) return undefined;
  const digest = createHash('sha256')
    .update(`${signed.key} ${Buffer.from(signed.sign, 'base64').toString('hex')}`)
    .digest('hex');
  // Twice the span: a request signed ahead of this clock is near its time for that long.
  const forgetBefore = new Date(now.getTime() - 2 * SIGNED_FOR_MS);
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const hash = await findApiTokenHash(tx, signed.key);
    const row = hash === undefined ? undefined : await findApiToken(tx, hash, now);
    return row && (await takeSignedRequest(tx, digest, { at: now, forgetBefore })) ? row : undefined;
  });
}
