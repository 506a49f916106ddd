import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** What a time stamp authority is sent. */
export interface StampQuestion {
  /** SHA-256 that is stamped, 64 hexadecimal digits. */
  readonly hash: string;
  /** Eight bytes of a positive integer that nobody can foresee, hexadecimal: the answer repeats them. See `toNonce`. */
  readonly nonce: string;
}

/** Eight random bytes as a positive integer in its shortest form: DER writes it back as it was. */
export function toNonce(random: Uint8Array): string {
  const [first = 0, ...rest] = random;
  return Buffer.from([(first & 0x3f) | 0x40, ...rest]).toString('hex');
}

const toArrayBuffer = (hex: string): ArrayBuffer => new Uint8Array(Buffer.from(hex, 'hex')).buffer;

/** A question (RFC 3161, 2.4.1), DER. It holds a hash and a random number, and wants the certificate of the answer's signer. */
export function encodeStampQuestion({ hash, nonce }: StampQuestion): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null }),
    hashedMessage: new OctetString(toArrayBuffer(hash)),
  });
  const question = new TimeStampReq({ messageImprint, nonce: toArrayBuffer(nonce), certReq: true });
  return new Uint8Array(AsnConvert.serialize(question));
}
