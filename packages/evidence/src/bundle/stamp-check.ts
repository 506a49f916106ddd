import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { type DerPart, OCTETS, partAt, readDer, readDerTime, SET } from './der.ts';
import { isSignedWith, type ReadCertificate, readCertificate } from './x509-check.ts';

// Object identifiers as their DER has them, hexadecimal.
const SIGNED_DATA = '2a864886f70d010702';
const STAMP = '2a864886f70d0109100104';
const MESSAGE_DIGEST = '2a864886f70d010904';
const SHA_256 = '608648016503040201';
const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  [SHA_256]: sha256,
  '608648016503040202': sha384,
  '608648016503040203': sha512,
};
/** RFC 5816 and RFC 2634: by what hash the signer names its certificate. */
const SIGNING_CERTIFICATES = ['2a864886f70d010910022f', '2a864886f70d010910020c'];
/** Extended key usage: time stamping. */
const TIME_STAMPING = '2b06010505070308';

export interface ReadStamp {
  /** SHA-256 that was stamped. */
  readonly hash: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly signer: ReadCertificate;
}

const oid = ({ body }: DerPart): string => encodeHex(body);

function attributeOf(attributes: readonly DerPart[], name: string): DerPart | undefined {
  const found = attributes.find(({ body }) => oid(partAt(body, 0)) === name);
  return found && partAt(found.body, 1, 0);
}

/** The certificate that the signer names by its hash, and that is for time stamps. */
function findSigner(attributes: readonly DerPart[], certificates: DerPart | undefined): ReadCertificate | undefined {
  const named = SIGNING_CERTIFICATES.map((name) => attributeOf(attributes, name)).find((one) => one !== undefined);
  const text = named ? encodeHex(named.raw) : '';
  const isNamed = ({ raw }: DerPart): boolean =>
    [sha256, sha384, sha512, sha1].some((hash) => text.includes(encodeHex(hash(raw))));
  const found = readDer(certificates?.body ?? new Uint8Array(0)).filter(isNamed);
  return found.map(({ raw }) => readCertificate(raw)).find(({ uses }) => uses?.includes(TIME_STAMPING));
}

function readToken(token: Uint8Array): ReadStamp | undefined {
  const [type, outer] = readDer(partAt(token, 0).body);
  if (!type || !outer || oid(type) !== SIGNED_DATA) return undefined;
  const parts = readDer(partAt(outer.body, 0).body);
  const [, , wrapped, ...others] = parts;
  const signer = others.find(({ tag }) => tag === SET);
  if (!wrapped || !signer || oid(partAt(wrapped.body, 0)) !== STAMP) return undefined;
  const content = partAt(wrapped.body, 1, 0);
  const [, , digestId, signed, method, value] = readDer(partAt(signer.body, 0).body);
  if (content.tag !== OCTETS || signed?.tag !== 0xa0 || !digestId || !method || !value) return undefined;
  const attributes = readDer(signed.body);
  const digest = oid(partAt(digestId.body, 0));
  const stated = attributeOf(attributes, MESSAGE_DIGEST);
  const own = HASHES[digest]?.(content.body);
  if (!stated || !own || encodeHex(stated.body) !== encodeHex(own)) return undefined;
  const certificate = findSigner(
    attributes,
    others.find(({ tag }) => tag === 0xa0),
  );
  const asSet = Uint8Array.of(SET, ...signed.raw.subarray(1));
  const named = oid(partAt(method.body, 0));
  const isGood = [named, digest].some((way) => certificate && isSignedWith(certificate, asSet, way, value.body));
  const [, , imprint, , time] = readDer(partAt(content.body, 0).body);
  if (!isGood || !certificate || !imprint || !time || oid(partAt(imprint.body, 0, 0)) !== SHA_256) return undefined;
  return { hash: encodeHex(partAt(imprint.body, 1).body), at: readDerTime(time), signer: certificate };
}

/** Reads a time stamp (RFC 3161) and checks its signature by the certificate it has; undefined for what is none, or was changed. */
export function readStamp(token: string): ReadStamp | undefined {
  try {
    return readToken(decodeHex(token));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
