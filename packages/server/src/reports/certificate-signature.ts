import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { CertificateSignature } from '@trailmark/evidence/bundle/bundle-format';
import { readSigners, toSigned } from '@trailmark/evidence/bundle/bundle-signature';
import { readCertificates } from '@trailmark/evidence/time-stamp/read-certificates';
import type { CaseworkSettings } from '../casework/casework-context.ts';

/** Signs a manifest with a certificate. */
export type CertificateSigner = (digest: string, at: string) => CertificateSignature;

/** Signs with PEM files. Throws `RangeError` where key and certificates do not belong together, or are not good at that time. */
function createSigner({ cert, key: keyFile }: NonNullable<CaseworkSettings['signing']>): CertificateSigner {
  const chain = readCertificates(readFileSync(cert, 'utf8'));
  const key = createPrivateKey(readFileSync(keyFile));
  const name = /^(?:CN|O)=(.*)$/m.exec(chain[0]?.subject ?? '')?.[1] ?? 'Installation';
  return (digest, at) => {
    const body = {
      ...({ algorithm: 'X.509', manifest: digest, name: name.slice(0, 300), role: 'installation' } as const),
      ...{ certificates: chain.map(({ raw }) => encodeHex(raw)), signedAt: at },
    };
    const signed = { ...body, value: encodeHex(sign('sha256', toSigned(body), key)) };
    const signers = readSigners(signed);
    const seconds = Date.parse(at) / 1000;
    if (!signers?.every(({ from, to }) => from <= seconds && seconds <= to))
      throw new RangeError(
        'The key and the certificates do not belong together, or the certificates are not valid now.',
      );
    return signed;
  };
}

/**
 * The certificate that bundles are also signed with; undefined where none is set. It is tried before anything is made. Throws
 * `unavailable` where it does not work, or is not valid now.
 */
export function openCertificateSigner(
  { signing }: Pick<CaseworkSettings, 'signing'>,
  now: Date,
): CertificateSigner | undefined {
  if (!signing) return undefined;
  try {
    const signer = createSigner(signing);
    signer('0'.repeat(64), `${now.toISOString().slice(0, 19)}Z`);
    return signer;
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The certificate that bundles are signed with cannot be used: TRAILMARK_SIGNING_CERT and TRAILMARK_SIGNING_KEY name PEM files that belong together and are valid today.',
      { cause },
    );
  }
}
