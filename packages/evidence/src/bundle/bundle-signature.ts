import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeHex } from '@trailmark/core/hex';
import { type BundleSignature, type Redaction, refuseItem, SIGNATURES } from './bundle-format.ts';
import { isDigest } from './salted.ts';
import { decodeJson, encodeJson, isRecord } from './strict-json.ts';

const ROLES = ['installation', 'examiner', 'reviewer'];
const MEMBERS = ['algorithm', 'manifest', 'name', 'publicKey', 'role', 'signedAt', 'value'];
export const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** The bytes that are signed: canonical JSON without `value`. */
export function toSigned(
  file: BundleSignature | Redaction | Omit<BundleSignature, 'value'> | Omit<Redaction, 'value'>,
) {
  return encodeJson(Object.fromEntries(Object.entries(file).filter(([name]) => name !== 'value')));
}

/** Whether `value` is the signature of the key over the rest (RFC 8032, strict). */
export function isSigned(file: BundleSignature | Redaction): boolean {
  try {
    return ed25519.verify(decodeHex(file.value), toSigned(file), decodeHex(file.publicKey), { zip215: false });
  } catch {
    // Bytes that are no point of the curve are nobody's key.
    return false;
  }
}

function isSignature(value: unknown): value is BundleSignature {
  if (!isRecord(value) || Object.keys(value).join() !== MEMBERS.join()) return false;
  const { algorithm, manifest, name, publicKey, role, signedAt } = value;
  const isText = typeof name === 'string' && name.length <= 300;
  const isWhen = typeof signedAt === 'string' && MOMENT.test(signedAt);
  const isHex = isDigest(manifest) && isDigest(publicKey) && /^[0-9a-f]{128}$/.test(String(value.value));
  return algorithm === 'Ed25519' && isText && isWhen && isHex && ROLES.includes(String(role));
}

/** Reads the signatures of a bundle. Throws `invalid`. */
export function decodeSignatures(bytes: Uint8Array): readonly BundleSignature[] {
  const value = decodeJson(SIGNATURES, bytes);
  if (!Array.isArray(value) || !value.every(isSignature) || value.length > 20)
    refuseItem(SIGNATURES, 'it is no list of Ed25519 signatures as the format has them.');
  return value;
}
