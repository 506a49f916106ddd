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

/** The certificate that bundles are also signed with; undefined where none is set. Throws `unavailable` where it does not work. */
export function openCertificateSigner({ signing }: Pick<CaseworkSettings, 'signing'>): CertificateSigner | undefined {
  if (!signing) return undefined;
  try {
    const chain = readCertificates(readFileSync(signing.cert, 'utf8'));
    const key = createPrivateKey(readFileSync(signing.key));
    const name = /^(?:CN|O)=(.*)$/m.exec(chain[0]?.subject ?? '')?.[1] ?? 'Installation';
    return (digest, at) => {
      const body = {
        ...({ algorithm: 'X.509', manifest: digest, name: name.slice(0, 300), role: 'installation' } as const),
        ...{ certificates: chain.map(({ raw }) => encodeHex(raw)), signedAt: at },
      };
      const signed = { ...body, value: encodeHex(sign('sha256', toSigned(body), key)) };
      if (!readSigners(signed)) throw new RangeError('The key and the certificates do not belong together.');
      return signed;
    };
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The certificate that bundles are signed with cannot be used: TRAILMARK_SIGNING_CERT and TRAILMARK_SIGNING_KEY name PEM files.',
      { cause },
    );
  }
}
