import { AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

/** Signed data whose certificates are read as their bytes are: what is hashed and signed must not be encoded again. */
export class SignedDataCertificates {
  version: ArrayBuffer | undefined;
  digestAlgorithms: ArrayBuffer | undefined;
  content: ArrayBuffer | undefined;
  certificates: ArrayBuffer[] | undefined;
  crls: ArrayBuffer | undefined;
  signerInfos: ArrayBuffer | undefined;
}

/** `ESSCertID` (RFC 2634): SHA-1 of a certificate; also the end of `ESSCertIDv2` (RFC 5035). */
class CertificateId {
  certHash = new OctetString();
  issuerSerial: ArrayBuffer | undefined;
}

class CertificateIdV2 {
  hashAlgorithm: AlgorithmIdentifier | undefined;
  certHash = new OctetString();
  issuerSerial: ArrayBuffer | undefined;
}

/** Which certificate the signature was made with, as its signer states it. */
export class SigningCertificate {
  certs: CertificateId[] = [];
  policies: ArrayBuffer | undefined;
}

export class SigningCertificateV2 {
  certs: CertificateIdV2[] = [];
  policies: ArrayBuffer | undefined;
}

type Shape = Parameters<typeof AsnProp>[0];
const { Any } = AsnPropTypes;

/** Gives a class its parts in order: these files are read as they are, without decorators. */
function describe(target: object, parts: Readonly<Record<string, Shape>>): void {
  for (const [name, shape] of Object.entries(parts)) AsnProp(shape)(target, name);
}

describe(SignedDataCertificates.prototype, {
  version: { type: Any },
  digestAlgorithms: { type: Any },
  content: { type: Any },
  certificates: { type: Any, context: 0, implicit: true, repeated: 'set', optional: true },
  crls: { type: Any, context: 1, implicit: true, optional: true },
  signerInfos: { type: Any },
});
describe(CertificateId.prototype, { certHash: { type: OctetString }, issuerSerial: { type: Any, optional: true } });
describe(CertificateIdV2.prototype, {
  hashAlgorithm: { type: AlgorithmIdentifier, optional: true },
  certHash: { type: OctetString },
  issuerSerial: { type: Any, optional: true },
});
const SEQUENCE = 'sequence' as const;
describe(SigningCertificate.prototype, {
  certs: { type: CertificateId, repeated: SEQUENCE },
  policies: { type: Any, optional: true },
});
describe(SigningCertificateV2.prototype, {
  certs: { type: CertificateIdV2, repeated: SEQUENCE },
  policies: { type: Any, optional: true },
});
