import { createHash } from 'node:crypto';
import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha512 } from '@noble/hashes/sha2.js';
import sodium from 'libsodium-wrappers-sumo';

await sodium.ready;

/** Bytes of an element, a scalar and half a proof (RFC 9497, ristretto255-SHA512). */
export const ELEMENT_BYTES = 32;

const CONTEXT = Buffer.concat([Buffer.from('OPRFV1-'), Buffer.from([1]), Buffer.from('-ristretto255-SHA512')]);
const withContext = (label: string): Buffer => Buffer.concat([Buffer.from(label), CONTEXT]);
const GROUP_DST = withContext('HashToGroup-');
const SCALAR_DST = withContext('HashToScalar-');
const KEY_DST = withContext('DeriveKeyPair');
export const SEED_DST = withContext('Seed-');

/** A length of two bytes, and the bytes. */
export function framed(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export const hash = (...parts: readonly Uint8Array[]): Buffer => {
  const digest = createHash('sha512');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

export function hashToGroup(input: Uint8Array): Uint8Array {
  return sodium.crypto_core_ristretto255_from_hash(expand_message_xmd(input, GROUP_DST, 64, sha512));
}

export function hashToScalar(input: Uint8Array, dst: Uint8Array = SCALAR_DST): Uint8Array {
  return sodium.crypto_core_ristretto255_scalar_reduce(expand_message_xmd(input, dst, 64, sha512));
}

/** What a client gets of an element: SHA-512 over the input and the element (RFC 9497, 3.3.2). */
export function finalize(input: Uint8Array, element: Uint8Array): Buffer {
  return hash(framed(input), framed(element), Buffer.from('Finalize'));
}

/** Whether 32 bytes are an element other than the identity: everything else of a stranger is refused. */
export function isElement(bytes: Uint8Array): boolean {
  return (
    bytes.length === ELEMENT_BYTES &&
    bytes.some((byte) => byte !== 0) &&
    sodium.crypto_core_ristretto255_is_valid_point(bytes)
  );
}

/** Secret and public key of a seed of 32 bytes (RFC 9497, 3.2.1). */
export function deriveKeyPair(seed: Uint8Array, info: Uint8Array): { secret: Uint8Array; publicKey: Uint8Array } {
  for (let counter = 0; counter < 256; counter++) {
    const secret = hashToScalar(Buffer.concat([seed, framed(info), Buffer.from([counter])]), KEY_DST);
    if (secret.some((byte) => byte !== 0))
      return { secret, publicKey: sodium.crypto_scalarmult_ristretto255_base(secret) };
  }
  throw new Error('no scalar of this seed is other than zero');
}

export const randomScalar = (): Uint8Array => sodium.crypto_core_ristretto255_scalar_random();
export const randomElement = (): Uint8Array => sodium.crypto_core_ristretto255_random();
export const multiply = (scalar: Uint8Array, element: Uint8Array): Uint8Array =>
  sodium.crypto_scalarmult_ristretto255(scalar, element);
export const multiplyBase = (scalar: Uint8Array): Uint8Array => sodium.crypto_scalarmult_ristretto255_base(scalar);
export const add = (a: Uint8Array, b: Uint8Array): Uint8Array => sodium.crypto_core_ristretto255_add(a, b);
export const invert = (scalar: Uint8Array): Uint8Array => sodium.crypto_core_ristretto255_scalar_invert(scalar);
/** r - c * k. */
export const answerOf = (r: Uint8Array, c: Uint8Array, k: Uint8Array): Uint8Array =>
  sodium.crypto_core_ristretto255_scalar_sub(r, sodium.crypto_core_ristretto255_scalar_mul(c, k));
