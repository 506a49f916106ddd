import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { Certificate } from '@trailmark/core/training/certificate';
import { parseCertificate, parseRevocations, toSignedBytes } from '@trailmark/core/training/certificate';
import { type CertificateReport, reportCertificate } from '@trailmark/core/training/certificate-checks';

export interface CheckedCertificate {
  readonly certificate: Certificate;
  readonly report: CertificateReport;
}

async function keyIdOf(publicKey: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(decodeHex(publicKey)));
  return encodeHex(new Uint8Array(digest)).slice(0, 16);
}

async function isSignedBy(file: { readonly signature: { readonly value: string } }, publicKey: string) {
  const raw = new Uint8Array(decodeHex(publicKey));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']).catch((cause) => {
    // A browser without the algorithm says so by this name; other bytes are no key.
    if (cause instanceof DOMException && cause.name === 'NotSupportedError') {
      throw new AppError(
        'unavailable',
        'This browser cannot check Ed25519 signatures. Use the separate verifier program.',
      );
    }
    return undefined;
  });
  if (!key) return false;
  return crypto.subtle.verify('Ed25519', key, new Uint8Array(decodeHex(file.signature.value)), toSignedBytes(file));
}

/** Checks a certificate's file in this browser. Throws `invalid` for what is none. */
export async function checkCertificate(
  file: string,
  known: { readonly trustedKey: string | undefined; readonly revocations: string | undefined; readonly today: string },
): Promise<CheckedCertificate> {
  const certificate = parseCertificate(file);
  if (!globalThis.crypto?.subtle) {
    throw new AppError(
      'unavailable',
      'Browsers check signatures only over HTTPS or on this machine. Use the verifier.',
    );
  }
  const { publicKey, keyId } = certificate.signature;
  const list = known.revocations === undefined ? undefined : parseRevocations(known.revocations);
  const report = reportCertificate(certificate, {
    isSigned: await isSignedBy(certificate, publicKey),
    isKeyNamed: (await keyIdOf(publicKey)) === keyId && certificate.issuer.keyId === keyId,
    trustedKey: known.trustedKey,
    revocations: list && { list, isSigned: await isSignedBy(list, publicKey) },
    today: known.today,
  });
  return { certificate, report };
}
