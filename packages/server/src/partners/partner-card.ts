import { createPublicKey, sign, verify } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { identityOf } from './partner-context.ts';

const FORMAT = 'partner-card/1';

const shape = z.object({
  trailmark: z.literal(FORMAT),
  agency: z.string().trim().min(1).max(200),
  endpoint: z.string().max(300).nullable(),
  key: z
    .string()
    .length(64)
    .regex(/^[0-9a-f]+$/),
  signature: z.string().max(100),
});

/** What an agency gives to a partner, signed with the key it names: who changes a word of it is noticed. */
export interface PartnerCard {
  readonly agency: string;
  readonly endpoint: string | null;
  readonly key: Buffer;
}

const toSigned = ({ agency, endpoint, key }: Omit<PartnerCard, 'key'> & { readonly key: string }): Buffer =>
  Buffer.from(JSON.stringify([FORMAT, agency, endpoint, key]));

/** The card of an agency here, as a file. */
export function writeCard(casework: CaseworkContext, id: string, agency: string): string {
  const key = identityOf(casework, id).toString('hex');
  const card = { agency, endpoint: casework.origin, key };
  const { privateKey } = casework.keys.signingKey(`partner:${id}`);
  const signature = sign(null, toSigned(card), privateKey).toString('base64');
  return `${JSON.stringify({ trailmark: FORMAT, ...card, signature }, null, 2)}\n`;
}

/** Reads the card of a partner. Throws `invalid` for one that was changed. */
export function readCard(text: string): PartnerCard {
  const refuse = (message: string): never => {
    throw new AppError('invalid', message, { context: { field: 'card' } });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('This is no card of a partner: it is not JSON.');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success)
    return refuse('This is no card of a partner. Ask the partner for the file of its “Partners” page.');
  const { agency, endpoint, key, signature } = parsed.data;
  const x = Buffer.from(key, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (!verify(null, toSigned({ agency, endpoint, key }), publicKey, Buffer.from(signature, 'base64'))) {
    return refuse('The signature of the card does not hold: it was changed on its way.');
  }
  return { agency, endpoint, key: Buffer.from(key, 'hex') };
}
