import type { FileSignature } from '@trailmark/core/training/certificate';
import { isSignedBy, keyIdOf } from '../certificate/sign-file.ts';

export const REVOCATION_FORMAT = 'trailmark-package-revocation';
export const REVOCATION_VERSION = 1;

/** What a sender signs to take a package back. Nobody can recall what was received, but a reader sees it. */
export interface RevocationStatement {
  readonly format: typeof REVOCATION_FORMAT;
  readonly version: number;
  /** Id and root of the package. */
  readonly package: string;
  readonly root: string;
  readonly agency: string;
  readonly number: string;
  readonly recipient: string;
  /** ISO 8601, UTC. */
  readonly revokedAt: string;
  readonly why: string;
}

export type RevocationNotice = RevocationStatement & { readonly signature: FileSignature };

type Given = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value);

/** Whether a value says that it is a notice; what is wrong with it is for `isRevocation`. */
export function claimsRevocation(value: unknown): value is Given {
  return isRecord(value) && value.format === REVOCATION_FORMAT;
}

/** Whether a value is a whole notice of this version, signed with the key that it names. */
export function isRevocation(value: unknown): value is RevocationNotice {
  if (!claimsRevocation(value) || value.version !== REVOCATION_VERSION || !isRecord(value.signature)) return false;
  const { algorithm, keyId, publicKey, value: bytes } = value.signature;
  const texts = ['agency', 'number', 'recipient', 'why'] as const;
  const isText = texts.every((name) => {
    const text = value[name];
    return typeof text === 'string' && text.length <= (name === 'why' ? 500 : 2_000);
  });
  const isOfKey = isHex(publicKey, 64) && keyId === keyIdOf(String(publicKey)) && isHex(bytes, 128);
  const isTimed =
    typeof value.revokedAt === 'string' && TIME.test(value.revokedAt) && !Number.isNaN(Date.parse(value.revokedAt));
  if (!isText || !isTimed || !UUID.test(String(value.package)) || !isHex(value.root, 64)) return false;
  return algorithm === 'Ed25519' && isOfKey && isSignedBy(value as unknown as RevocationNotice, String(publicKey));
}
