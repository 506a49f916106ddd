import type { X509Certificate } from 'node:crypto';

const isGoodAt = (certificate: X509Certificate, at: Date): boolean =>
  certificate.validFromDate <= at && at <= certificate.validToDate;

const isIssuer = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Whether a certificate leads to one of the trusted ones over the given certificates, each good at the time. A trusted
 * certificate is its own proof. Each certificate is looked at once, so that a ring of them costs no more than a line. Lists
 * of revoked certificates are not read: that needs requests.
 */
export function leadsToTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  { trusted, at }: { readonly trusted: readonly X509Certificate[]; readonly at: Date },
): boolean {
  const known = new Set(trusted.map(({ fingerprint256 }) => fingerprint256));
  let waiting = [...trusted, ...others].filter((other) => isGoodAt(other, at));
  const reached = isGoodAt(certificate, at) ? [certificate] : [];
  for (const step of reached) {
    if (known.has(step.fingerprint256)) return true;
    const issuers = waiting.filter((other) => isIssuer(other, step));
    waiting = waiting.filter((other) => !issuers.includes(other));
    reached.push(...issuers);
  }
  return false;
}

/** Subject name of a certificate as people read it: its common name, else its organisation. */
export function nameCertificate({ subject }: X509Certificate): string {
  const lines = subject.split('\n');
  const found = ['CN=', 'O='].flatMap((key) =>
    lines.filter((line) => line.startsWith(key)).map((line) => line.slice(key.length)),
  );
  const clean = (found[0] ?? lines[0] ?? '').replace(/\p{C}/gu, ' ');
  return clean.trim().slice(0, 200).toWellFormed() || 'without a name';
}
