import { createHash, verify, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, PKIStatus, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { Certificate, ExtendedKeyUsage } from '@peculiar/asn1-x509';
import { AppError } from '@trailmark/core/errors';
import { leadsToTrusted, nameCertificate } from './certificate-chain.ts';
import { SignedDataCertificates, SigningCertificate, SigningCertificateV2 } from './stamp-schema.ts';
import { SHA_256, type StampQuestion } from './time-stamp-request.ts';

/** DER of the object identifier of what a time stamp is made of. */
const STAMP_TYPE = '060b2a864886f70d0109100104';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const DIGESTS: Readonly<Record<string, string>> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** RSA (PKCS #1 v1.5) and ECDSA; the digest is the one of the signer's entry. */
const SIGNATURES: Readonly<Record<string, { readonly key: 'rsa' | 'ec'; readonly digest?: string }>> = {
  '1.2.840.113549.1.1.1': { key: 'rsa' },
  '1.2.840.113549.1.1.11': { key: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { key: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { key: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { key: 'ec', digest: 'sha512' },
};

/** What a time stamp states, once it is verified. */
export interface VerifiedStamp {
  /** Name in the certificate of the signer. */
  readonly authority: string;
  readonly at: Date;
  /** Serial number of the stamp at its authority, hexadecimal. */
  readonly serial: string;
  /** SHA-256 of the signer's certificate, hexadecimal. */
  readonly signer: string;
}

export interface StampExpectation {
  /** SHA-256 that was stamped, hexadecimal. */
  readonly hash: string;
  /** Of the question; left out where a stamp is verified again. */
  readonly nonce?: string | undefined;
  /** Certificates that a signer must lead to. */
  readonly trusted: readonly X509Certificate[];
}

function refuse(sentence: string, cause?: unknown): never {
  throw new AppError('inconsistent', sentence, { cause });
}

const toHex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');
const digest = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();

/** Reads DER. What is no such thing is refused in words without any of its bytes. */
function read<T>(bytes: ArrayBuffer | Uint8Array, type: new () => T, what: string): T {
  try {
    return AsnConvert.parse(bytes, type);
  } catch (cause) {
    return refuse(`The answer is not a time stamp: its ${what} cannot be read.`, cause);
  }
}

const digestName = (algorithm: string): string =>
  DIGESTS[algorithm] ?? refuse('The time stamp uses a hash function other than SHA-256, SHA-384 or SHA-512.');

function readAttribute({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer | undefined {
  const found = signedAttrs.filter(({ attrType }) => attrType === type);
  if (found.length > 1 || (found[0] && found[0].attrValues.length !== 1))
    refuse('The time stamp states a thing twice.');
  return found[0]?.attrValues[0];
}

function readCarried(signed: ArrayBuffer): X509Certificate[] {
  const { certificates = [] } = read(signed, SignedDataCertificates, 'list of certificates');
  return certificates.slice(0, 20).map((der) => {
    try {
      return new X509Certificate(Buffer.from(der));
    } catch (cause) {
      return refuse('A certificate in the time stamp cannot be read.', cause);
    }
  });
}

/** The hash by which the signer names its certificate (RFC 5816, RFC 2634): the signature covers it. */
function isNamed(signer: SignerInfo, certificate: X509Certificate): boolean {
  const second = readAttribute(signer, SIGNING_CERTIFICATE_V2);
  if (second) {
    const [id] = read(second, SigningCertificateV2, 'name of the certificate').certs;
    const name = digestName(id?.hashAlgorithm?.algorithm ?? SHA_256);
    return id !== undefined && digest(name, certificate.raw).equals(Buffer.from(id.certHash.buffer));
  }
  const first = readAttribute(signer, SIGNING_CERTIFICATE);
  const [id] = first ? read(first, SigningCertificate, 'name of the certificate').certs : [];
  return id !== undefined && digest('sha1', certificate.raw).equals(Buffer.from(id.certHash.buffer));
}

/** What the signature is over (RFC 5652, 5.4): the attributes as a set, in the order of DER. */
function encodeAttributes({ signedAttrs = [] }: SignerInfo): Buffer {
  const parts = signedAttrs.map((attribute) => Buffer.from(AsnConvert.serialize(attribute)));
  const body = Buffer.concat(parts.sort((a, b) => a.compare(b)));
  const size = Buffer.from([body.length >> 8, body.length & 0xff]);
  if (body.length > 0xffff) refuse('The time stamp is longer than any that is known.');
  if (body.length < 0x80) return Buffer.concat([Buffer.of(0x31, body.length), body]);
  const header = body.length < 0x100 ? [0x31, 0x81, body.length] : [0x31, 0x82, ...size];
  return Buffer.concat([Buffer.from(header), body]);
}

function isSignedWith(signer: SignerInfo, { publicKey }: X509Certificate): boolean {
  const method = SIGNATURES[signer.signatureAlgorithm.algorithm];
  if (!method) refuse('The time stamp is signed in a way that is not read here: RSA (PKCS #1) and ECDSA are.');
  if (publicKey.asymmetricKeyType !== method.key) return false;
  const name = method.digest ?? digestName(signer.digestAlgorithm.algorithm);
  return verify(name, encodeAttributes(signer), publicKey, Buffer.from(signer.signature.buffer));
}

function checkStatement(signer: SignerInfo, content: Buffer): void {
  const type = readAttribute(signer, CONTENT_TYPE);
  const stated = readAttribute(signer, MESSAGE_DIGEST);
  if (!type || !stated) refuse('The time stamp does not say what was signed.');
  const isStamp = toHex(type) === STAMP_TYPE;
  const own = Buffer.from(read(stated, OctetString, 'digest').buffer);
  if (!isStamp || !digest(digestName(signer.digestAlgorithm.algorithm), content).equals(own)) {
    refuse('The time stamp was changed after it was signed.');
  }
}

function checkInfo(info: TSTInfo, { hash, nonce }: StampExpectation): void {
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA_256 || toHex(hashedMessage.buffer) !== hash) {
    refuse('The time stamp is for another hash than the one that was sent.');
  }
  if (nonce !== undefined && (!info.nonce || toHex(info.nonce) !== nonce)) {
    refuse('The time stamp is the answer to another question.');
  }
}

/** RFC 3161, 2.3: the key is for time stamps and for nothing else, and the certificate says so in a way that nobody may pass over. */
function isForStampsAlone(certificate: X509Certificate): boolean {
  const { tbsCertificate } = read(certificate.raw, Certificate, 'certificate of the signer');
  const stated = tbsCertificate.extensions?.filter(({ extnID }) => extnID === EXTENDED_KEY_USAGE) ?? [];
  const uses = stated.flatMap(({ critical, extnValue }) =>
    critical ? [...read(extnValue.buffer, ExtendedKeyUsage, 'certificate of the signer')] : ['may be passed over'],
  );
  return !certificate.ca && uses.length === 1 && uses[0] === TIME_STAMPING;
}

function findSigner(signer: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const found = certificates.find((certificate) => isNamed(signer, certificate));
  if (!found) refuse('The time stamp does not carry the certificate of its signer.');
  if (!isForStampsAlone(found)) refuse('The certificate of the signer is not one for time stamps alone.');
  return found;
}

function verifyToken(token: Uint8Array, expected: StampExpectation): VerifiedStamp {
  const outer = read(token, ContentInfo, 'outer part');
  if (outer.contentType !== SIGNED_DATA) refuse('The answer is not a time stamp: it is not signed.');
  const signed = read(outer.content, SignedData, 'signed part');
  const [signer, ...others] = signed.signerInfos;
  const content = signed.encapContentInfo.eContent?.single?.buffer;
  if (signed.encapContentInfo.eContentType !== id_ct_tstInfo || !content || !signer || others.length > 0) {
    refuse('The answer is not a time stamp of one signer.');
  }
  const info = read(content, TSTInfo, 'statement');
  checkInfo(info, expected);
  checkStatement(signer, Buffer.from(content));
  const certificates = [...readCarried(outer.content), ...expected.trusted];
  const certificate = findSigner(signer, certificates);
  if (!isSignedWith(signer, certificate)) refuse('The signature of the time stamp is wrong.');
  if (!leadsToTrusted(certificate, certificates, { trusted: expected.trusted, at: info.genTime })) {
    refuse(
      'The signer of the time stamp does not lead to a certificate that is trusted here, or was not good at that time.',
    );
  }
  const signerHash = digest('sha256', certificate.raw).toString('hex');
  return {
    authority: nameCertificate(certificate),
    at: info.genTime,
    serial: toHex(info.serialNumber),
    signer: signerHash,
  };
}

/** Verifies a token (RFC 3161, 2.4.2), DER, from its bytes alone. Throws `inconsistent` with what is wrong with it. */
export function verifyStampToken(token: Uint8Array, expected: StampExpectation): VerifiedStamp {
  try {
    return verifyToken(token, expected);
  } catch (cause) {
    // A key, a time or a number that no program can read is found where it is first used.
    if (AppError.is(cause)) throw cause;
    return refuse('The time stamp cannot be read.', cause);
  }
}

/** Takes the token out of an answer to a question, and verifies it. Throws `inconsistent`. */
export function readStampAnswer(
  answer: Uint8Array,
  question: StampQuestion,
  trusted: readonly X509Certificate[],
): { readonly token: Uint8Array; readonly stamp: VerifiedStamp } {
  const { status, timeStampToken } = read(answer, TimeStampResp, 'envelope');
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) {
    refuse(`The time stamp authority refused the question (status ${Number(status.status)}).`);
  }
  if (!timeStampToken) refuse('The answer has no time stamp in it.');
  const token = new Uint8Array(AsnConvert.serialize(timeStampToken));
  return { token, stamp: verifyStampToken(token, { ...question, trusted }) };
}
