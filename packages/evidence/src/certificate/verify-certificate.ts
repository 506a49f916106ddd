import { parseCertificate, parseRevocations } from '@trailmark/core/training/certificate';
import { type CertificateReport, reportCertificate } from '@trailmark/core/training/certificate-checks';
import { isSignedBy, keyIdOf } from './sign-file.ts';

export interface CertificateEvidence {
  /** The installation's public key, hexadecimal, known from elsewhere. */
  readonly trustedKey?: string | undefined;
  /** The file of revoked certificates. */
  readonly revocations?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Checks the file of a certificate without asking anybody. Throws `invalid` for what is no certificate. */
export function verifyCertificate(file: string, evidence: CertificateEvidence): CertificateReport {
  const certificate = parseCertificate(file);
  const { publicKey, keyId } = certificate.signature;
  const list = evidence.revocations === undefined ? undefined : parseRevocations(evidence.revocations);
  return reportCertificate(certificate, {
    isSigned: isSignedBy(certificate, publicKey),
    isKeyNamed: keyIdOf(publicKey) === keyId && certificate.issuer.keyId === keyId,
    trustedKey: evidence.trustedKey,
    revocations: list && { list, isSigned: isSignedBy(list, publicKey) },
    today: evidence.today,
  });
}
