import { p256, p384 } from '@noble/curves/nist.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { encodeHex } from '@trailmark/core/hex';
import { type DerPart, partAt, readDer, readDerTime, SEQUENCE } from './der.ts';
import { hashParts } from './salted.ts';

// Object identifiers as their DER has them, hexadecimal.
const RSA_KEY = '2a864886f70d010101';
const CURVES: Readonly<Record<string, typeof p256>> = { '2a8648ce3d030107': p256, '2b81040022': p384 };
const COMMON_NAME = '550403';
/** Extensions: what a certificate may be used for. */
const [BASIC_CONSTRAINTS, EXTENDED_USES] = ['551d13', '551d25'];
const EXTENSIONS = 0xa3;
const BOOLEAN = 0x01;
/** Hash functions by the identifier of the hash, and of the signatures with it: RSA (PKCS #1 v1.5) and ECDSA. */
const HASHES: Readonly<Record<string, readonly [(bytes: Uint8Array) => Uint8Array, string]>> = {
  '608648016503040201': [sha256, '608648016503040201'],
  '608648016503040202': [sha384, '608648016503040202'],
  '608648016503040203': [sha512, '608648016503040203'],
  '2a864886f70d01010b': [sha256, '608648016503040201'],
  '2a864886f70d01010c': [sha384, '608648016503040202'],
  '2a864886f70d01010d': [sha512, '608648016503040203'],
  '2a8648ce3d040302': [sha256, '608648016503040201'],
  '2a8648ce3d040303': [sha384, '608648016503040202'],
  '2a8648ce3d040304': [sha512, '608648016503040203'],
};

export interface ReadCertificate {
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
  /** Common name of the subject. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly key: DerPart;
  /** Whether it may sign other certificates (basic constraints, RFC 5280 4.2.1.9). */
  readonly isAuthority: boolean;
  /** Purposes it is limited to (extended key usage), by their identifiers; undefined where it names none. */
  readonly uses: readonly string[] | undefined;
  readonly der: Uint8Array;
}

const oid = (part: DerPart): string => encodeHex(part.body);

/** What an extension has, by its identifier. */
function extensionOf(fields: readonly DerPart[], id: string): readonly DerPart[] | undefined {
  const list = fields.find(({ tag }) => tag === EXTENSIONS);
  const found = list && readDer(partAt(list.body, 0).body).find(({ body }) => oid(partAt(body, 0)) === id);
  const content = found && readDer(found.body).at(-1);
  return content && readDer(partAt(content.body, 0).body);
}

/** Reads what is needed of a certificate (RFC 5280). Throws `RangeError` for bytes that are none. */
export function readCertificate(der: Uint8Array): ReadCertificate {
  const fields = readDer(partAt(der, 0, 0).body);
  const [, , , validity, subject, key] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  if (!validity || !subject || !key) throw new RangeError('This is no certificate.');
  const names = readDer(subject.body).map((set) => partAt(set.body, 0));
  const common = names.findLast((pair) => oid(partAt(pair.body, 0)) === COMMON_NAME);
  const bytes = common ? partAt(common.body, 1).body : new Uint8Array(0);
  return {
    fingerprint: hashParts(der),
    name: new TextDecoder().decode(bytes).replace(/\p{C}/gu, ' ').slice(0, 200),
    ...{ from: readDerTime(partAt(validity.body, 0)), to: readDerTime(partAt(validity.body, 1)) },
    isAuthority:
      extensionOf(fields, BASIC_CONSTRAINTS)?.some(({ tag, body }) => tag === BOOLEAN && body[0] === 0xff) === true,
    uses: extensionOf(fields, EXTENDED_USES)?.map(oid),
    ...{ key, der },
  };
}

const toBig = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes) || '0'}`);

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus)
    if (rest & 1n) result = (result * square) % modulus;
  return result;
}

/** RSA with PKCS #1 v1.5 padding: what the signature opens to is written out and compared. */
function isRsa(key: Uint8Array, hash: Uint8Array, hashId: string, signature: Uint8Array): boolean {
  const [modulus, exponent] = [toBig(partAt(key, 0, 0).body), toBig(partAt(key, 0, 1).body)];
  const size = modulus.toString(16).length;
  if (modulus < 2n ** 1023n || modulus >= 2n ** 16_384n || exponent > 2n ** 32n) return false;
  const info = `30${(hash.length + 17).toString(16)}300d0609${hashId}050004${hash.length.toString(16)}${encodeHex(hash)}`;
  const digits = size % 2 === 0 ? size : size + 1;
  const due = `0001${'f'.repeat(digits - info.length - 6)}00${info}`;
  const opened = power(toBig(signature), exponent, modulus).toString(16);
  return toBig(signature) < modulus && opened.padStart(digits, '0') === due;
}

/** Whether a signature is that of a certificate's key over bytes, by a hash named with its identifier or that of the signature. */
export function isSignedWith(
  { key }: ReadCertificate,
  bytes: Uint8Array,
  method: string,
  signature: Uint8Array,
): boolean {
  const [hash, hashId] = HASHES[method] ?? [];
  if (!hash || hashId === undefined) return false;
  const algorithm = readDer(partAt(key.body, 0).body);
  const point = partAt(key.body, 1).body.subarray(1);
  const digest = hash(bytes);
  const kind = algorithm[0] ? oid(algorithm[0]) : '';
  if (kind === RSA_KEY) return isRsa(point, digest, hashId, signature);
  const curve = algorithm[1] ? CURVES[oid(algorithm[1])] : undefined;
  try {
    return curve?.verify(signature, digest, point, { prehash: false, lowS: false, format: 'der' }) ?? false;
  } catch {
    // Bytes that are no point of the curve are nobody's key.
    return false;
  }
}

/** Whether each certificate is signed by the key of the next, which may sign certificates; the last one is what the reader compares. */
export function isChain(certificates: readonly ReadCertificate[]): boolean {
  return certificates.every((certificate, i) => {
    const issuer = certificates[i + 1];
    if (!issuer) return true;
    if (!issuer.isAuthority) return false;
    const [body, algorithm, signature] = readDer(partAt(certificate.der, 0).body);
    if (body?.tag !== SEQUENCE || !algorithm || !signature) return false;
    return isSignedWith(issuer, body.raw, oid(partAt(algorithm.body, 0)), signature.body.subarray(1));
  });
}
