import { X509Certificate } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';

const MAX_CERTIFICATES = 5;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

function refuse(message: string, cause?: unknown): never {
  throw new AppError('invalid', message, { context: { field: 'certificates' }, cause });
}

/** Certificates of a PEM text, one to five. Text around them is ignored. Throws `invalid`. */
export function readCertificates(text: string): X509Certificate[] {
  const found = text.match(PEM) ?? [];
  if (found.length === 0)
    refuse('This is no certificate: PEM text with BEGIN CERTIFICATE and END CERTIFICATE is expected.');
  if (found.length > MAX_CERTIFICATES)
    refuse(`At most ${MAX_CERTIFICATES} certificates are kept; these are ${found.length}.`);
  return found.map((pem, index) => {
    try {
      return new X509Certificate(pem);
    } catch (cause) {
      return refuse(`Certificate ${index + 1} cannot be read.`, cause);
    }
  });
}
