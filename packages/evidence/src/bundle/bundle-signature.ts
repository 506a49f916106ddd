import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeHex } from '@trailmark/core/hex';
import {
  type BundleSignature,
  type BundleStamp,
  type CertificateSignature,
  type KeySignature,
  type Redaction,
  refuseItem,
  SIGNATURES,
  STAMPS,
} from './bundle-format.ts';
import { isDigest } from './salted.ts';
import { decodeJson, encodeJson, isRecord } from './strict-json.ts';
import { isChain, isSignedWith, type ReadCertificate, readCertificate } from './x509-check.ts';

const ROLES = ['installation', 'examiner', 'reviewer'];
const MEMBERS: Readonly<Record<string, string>> = {
  Ed25519: 'algorithm,manifest,name,publicKey,role,signedAt,value',
  'X.509': 'algorithm,certificates,manifest,name,role,signedAt,value',
};
/** SHA-256 by its object identifier. */
const SHA_256 = '608648016503040201';
const MOST_CERTIFICATES = 8;
export const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** The bytes that are signed: canonical JSON without `value`. */
export function toSigned(file: object): Uint8Array {
  return encodeJson(Object.fromEntries(Object.entries(file).filter(([name]) => name !== 'value')));
}

/** Whether `value` is the signature of the key over the rest (RFC 8032, strict). */
export function isSigned(file: KeySignature | Redaction): boolean {
  try {
    return ed25519.verify(decodeHex(file.value), toSigned(file), decodeHex(file.publicKey), { zip215: false });
  } catch {
    // Bytes that are no point of the curve are nobody's key.
    return false;
  }
}

/** The certificates of a signature where it is that of the first and each is signed by the next; undefined otherwise. */
export function readSigners(signature: CertificateSignature): readonly ReadCertificate[] | undefined {
  try {
    const certificates = signature.certificates.map((der) => readCertificate(decodeHex(der)));
    const [own] = certificates;
    if (!own || !isChain(certificates)) return undefined;
    return isSignedWith(own, toSigned(signature), SHA_256, decodeHex(signature.value)) ? certificates : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const isBytes = (value: unknown): boolean =>
  typeof value === 'string' && value.length < 40_000 && /^(?:[0-9a-f]{2})+$/.test(value);

function isSignature(value: unknown): value is BundleSignature {
  if (!isRecord(value) || Object.keys(value).join() !== MEMBERS[String(value.algorithm)]) return false;
  const { algorithm, manifest, name, publicKey, role, signedAt, certificates } = value;
  const isText = typeof name === 'string' && name.length <= 300;
  const isWhen = typeof signedAt === 'string' && MOMENT.test(signedAt);
  const isBy =
    algorithm === 'Ed25519'
      ? isDigest(publicKey) && /^[0-9a-f]{128}$/.test(String(value.value))
      : Array.isArray(certificates) &&
        certificates.length <= MOST_CERTIFICATES &&
        certificates.every(isBytes) &&
        isBytes(value.value);
  return isDigest(manifest) && isText && isWhen && isBy && ROLES.includes(String(role));
}

/** Reads the signatures of a bundle. Throws `invalid`. */
export function decodeSignatures(bytes: Uint8Array): readonly BundleSignature[] {
  const value = decodeJson(SIGNATURES, bytes);
  if (!Array.isArray(value) || !value.every(isSignature) || value.length > 20)
    refuseItem(SIGNATURES, 'it is no list of signatures (Ed25519 or X.509) as the format has them.');
  return value;
}

const isStamp = (value: unknown): value is BundleStamp =>
  isRecord(value) && Object.keys(value).join() === 'manifest,token' && isDigest(value.manifest) && isBytes(value.token);

/** Reads the time stamps of a bundle. Throws `invalid`. */
export function decodeStamps(bytes: Uint8Array | undefined): readonly BundleStamp[] {
  if (!bytes) return [];
  const value = decodeJson(STAMPS, bytes);
  if (!Array.isArray(value) || !value.every(isStamp) || value.length > 20)
    refuseItem(STAMPS, 'it is no list of time stamps as the format has them.');
  return value;
}
