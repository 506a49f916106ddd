import type { Certificate, RevocationList } from './certificate.ts';

/** What was found out about a certificate; undefined where there was nothing to hold it to. */
export interface CertificateFindings {
  /** The signature is that of the key in the file over the rest of the file. */
  readonly isSigned: boolean;
  /** The key in the file hashes to the key id that the file states, in both places. */
  readonly isKeyNamed: boolean;
  /** The key, hexadecimal, that the reader holds to be the installation's. */
  readonly trustedKey: string | undefined;
  /** The list of revoked certificates, its own signature checked with the trusted key. */
  readonly revocations: { readonly list: RevocationList; readonly isSigned: boolean } | undefined;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

export interface CertificateCheck {
  readonly name: 'signature' | 'issuer' | 'validity' | 'revocation';
  readonly state: 'passed' | 'failed' | 'open';
  readonly sentence: string;
}

export interface CertificateReport {
  /** `open`: nothing is wrong, but not everything could be checked. */
  readonly verdict: 'valid' | 'open' | 'not-valid';
  readonly checks: readonly CertificateCheck[];
}

function checkSignature({ isSigned, isKeyNamed }: CertificateFindings): CertificateCheck {
  if (!isSigned)
    return {
      name: 'signature',
      state: 'failed',
      sentence: 'The file was changed after it was signed, or never signed.',
    };
  if (!isKeyNamed)
    return { name: 'signature', state: 'failed', sentence: 'The file names another key than the one it carries.' };
  return {
    name: 'signature',
    state: 'passed',
    sentence: 'Nothing was changed since it was signed with the key it names.',
  };
}

function checkIssuer(certificate: Certificate, { trustedKey }: CertificateFindings): CertificateCheck {
  const { keyId, publicKey } = certificate.signature;
  if (trustedKey === undefined)
    return {
      name: 'issuer',
      state: 'open',
      sentence: `Whose key ${keyId} is, the file alone cannot prove: compare it with what the agency publishes.`,
    };
  return trustedKey === publicKey
    ? { name: 'issuer', state: 'passed', sentence: `The key ${keyId} is the installation's own.` }
    : { name: 'issuer', state: 'failed', sentence: `The key ${keyId} is not the key that was expected.` };
}

function checkValidity(certificate: Certificate, { today }: CertificateFindings): CertificateCheck {
  const { issuedOn, validUntil } = certificate;
  if (today < issuedOn)
    return { name: 'validity', state: 'failed', sentence: `It is dated ${issuedOn}, which is after today, ${today}.` };
  return today <= validUntil
    ? { name: 'validity', state: 'passed', sentence: `It is valid until ${validUntil}.` }
    : { name: 'validity', state: 'failed', sentence: `It was valid until ${validUntil} and is out of date.` };
}

function checkRevocation(certificate: Certificate, { revocations }: CertificateFindings): CertificateCheck {
  if (!revocations)
    return { name: 'revocation', state: 'open', sentence: 'No list of revoked certificates was at hand.' };
  const { list, isSigned } = revocations;
  if (!isSigned || list.issuer.keyId !== certificate.issuer.keyId)
    return { name: 'revocation', state: 'open', sentence: 'The list of revoked certificates is not of the same key.' };
  const entry = list.revoked.find(({ id }) => id === certificate.id);
  return entry
    ? { name: 'revocation', state: 'failed', sentence: `It was revoked on ${entry.on}.` }
    : { name: 'revocation', state: 'passed', sentence: `It was not revoked as of ${list.asOf}.` };
}

/** What the findings mean, one sentence a check. */
export function reportCertificate(certificate: Certificate, findings: CertificateFindings): CertificateReport {
  const checks = [
    checkSignature(findings),
    checkIssuer(certificate, findings),
    checkValidity(certificate, findings),
    checkRevocation(certificate, findings),
  ];
  const states = checks.map(({ state }) => state);
  const verdict = states.includes('failed') ? 'not-valid' : states.includes('open') ? 'open' : 'valid';
  return { verdict, checks };
}
