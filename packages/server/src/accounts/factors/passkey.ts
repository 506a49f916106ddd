import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, PasskeyRow } from '@trailmark/store/cases/accounts/factor-rows';
import { z } from 'zod';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { type ChallengePurpose, createChallenge, isChallenge } from './challenge.ts';

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 5 * 60_000;
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

const base64url = z.string().regex(/^[\w-]{1,40000}$/);
const credentialId = z.string().regex(/^[\w-]{1,1400}$/);
const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).max(10).optional(),
  }),
});
const assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

type JsonOptions = Record<string, unknown>;

function rpId(casework: CaseworkContext): string {
  return new URL(casework.origin).hostname;
}

function isTransport(text: string): text is (typeof TRANSPORTS)[number] {
  return (TRANSPORTS as readonly string[]).includes(text);
}

function toDescriptor({ id, transports }: Pick<PasskeyRow, 'id' | 'transports'>): {
  id: string;
  transports: AuthenticatorTransport[];
} {
  return { id, transports: transports.filter(isTransport) };
}

/** Options for `navigator.credentials.get`; without passkeys the authenticator offers those it holds. */
export async function createAssertionOptions(
  casework: CaseworkContext,
  purpose: ChallengePurpose,
  passkeys: readonly PasskeyRow[],
): Promise<{ readonly options: JsonOptions; readonly challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: rpId(casework),
    challenge: Uint8Array.from(createChallenge(casework, purpose)),
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** Options for `navigator.credentials.create`. Passkeys that the account has already are not made again. */
export async function createRegistrationOptions(
  casework: CaseworkContext,
  account: { readonly id: string; readonly email: string; readonly name: string },
  { purpose, known }: { readonly purpose: ChallengePurpose; readonly known: readonly PasskeyRow[] },
): Promise<JsonOptions> {
  const options = await generateRegistrationOptions({
    rpName: 'Trailmark',
    rpID: rpId(casework),
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.name,
    challenge: Uint8Array.from(createChallenge(casework, purpose)),
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  });
  return { ...options };
}

export interface VerifiedRegistration {
  readonly passkey: Omit<NewPasskey, 'name'>;
  /** To be used up by the caller. */
  readonly challenge: string;
}

/** What an authenticator made for this purpose and origin, its user verified; undefined for anything else. */
export async function verifyRegistration(
  casework: CaseworkContext,
  purpose: ChallengePurpose,
  given: unknown,
): Promise<VerifiedRegistration | undefined> {
  const parsed = registration.safeParse(given);
  if (!parsed.success) return undefined;
  const { transports = [], ...response } = parsed.data.response;
  let challenge = '';
  // The library throws for each thing that can be wrong; all of them are one answer here.
  const result = await verifyRegistrationResponse({
    response: { ...parsed.data, response, clientExtensionResults: {} },
    expectedChallenge: (text) => {
      challenge = text;
      return isChallenge(casework, purpose, text);
    },
    expectedOrigin: casework.origin,
    expectedRPID: rpId(casework),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  if (!credentialId.safeParse(id).success) return undefined;
  return {
    passkey: { id, publicKey: Buffer.from(publicKey), counter, transports: transports.filter(isTransport) },
    challenge,
  };
}

/** Id of the passkey that an answer names; undefined for what is no answer of one. */
export function readPasskeyId(given: unknown): string | undefined {
  const parsed = assertion.safeParse(given);
  return parsed.success ? parsed.data.id : undefined;
}

export interface VerifiedAssertion {
  readonly counter: number;
  /** To be used up by the caller. */
  readonly challenge: string;
}

/**
 * What a passkey signed for this purpose and origin, its user verified; undefined for anything else. Whether its counter
 * grew is for the caller, who writes it.
 */
export async function verifyAssertion(
  casework: CaseworkContext,
  purpose: ChallengePurpose,
  { given, passkey }: { readonly given: unknown; readonly passkey: PasskeyRow },
): Promise<VerifiedAssertion | undefined> {
  const parsed = assertion.safeParse(given);
  if (!parsed.success || parsed.data.id !== passkey.id || parsed.data.rawId !== passkey.id) return undefined;
  const { userHandle, ...response } = parsed.data.response;
  const isOwner = userHandle == null || Buffer.from(userHandle, 'base64url').toString() === passkey.accountId;
  if (!isOwner) return undefined;
  let challenge = '';
  const result = await verifyAuthenticationResponse({
    response: { ...parsed.data, response, clientExtensionResults: {} },
    expectedChallenge: (text) => {
      challenge = text;
      return isChallenge(casework, purpose, text);
    },
    expectedOrigin: casework.origin,
    expectedRPID: rpId(casework),
    credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined);
  return result?.verified ? { counter: result.authenticationInfo.newCounter, challenge } : undefined;
}
