import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { type FileSignature, toSignedBytes } from '@trailmark/core/training/certificate';

/** DER before the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** The 32 bytes of an Ed25519 public key, hexadecimal. */
export function toPublicKeyText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(SPKI_HEAD.length).toString('hex');
}

/** First 16 hexadecimal digits of the SHA-256 of the key's 32 bytes. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 16);
}

export interface SigningPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The file of a body with its signature: canonical JSON, one line. */
export function signFile(body: object, { privateKey, publicKey }: SigningPair): string {
  const key = toPublicKeyText(publicKey);
  const signature: FileSignature = {
    algorithm: 'Ed25519',
    keyId: keyIdOf(key),
    publicKey: key,
    value: sign(null, toSignedBytes(body), privateKey).toString('hex'),
  };
  return `${toCanonicalJson({ ...body, signature })}\n`;
}

/** Whether the signature in a file is that of the key (hexadecimal) over the rest of the file. */
export function isSignedBy(file: { readonly signature: FileSignature }, publicKey: string): boolean {
  const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')]);
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, toSignedBytes(file), key, Buffer.from(file.signature.value, 'hex'));
  } catch {
    // Bytes that are no point of the curve are nobody's key.
    return false;
  }
}
