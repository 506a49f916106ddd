import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import { claimsRevocation, isRevocation, type RevocationNotice } from '@trailmark/evidence/case-package/revocation';
import { fingerprintOf } from '@trailmark/evidence/case-package/verify-case-package';
import {
  findRevocation,
  insertRevocation,
  type KnownRevocation,
} from '@trailmark/store/cases/agency-cases/package-rows';
import type { Caller } from '../../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { caseScope, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';

function parse(text: string): unknown {
  try {
    return isJsonDeeper(text, 8) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readNotice(text: string): RevocationNotice {
  const value = parse(text);
  if (isRevocation(value)) return value;
  throw new AppError(
    'invalid',
    claimsRevocation(value)
      ? 'This notice was changed, is not signed by its key, or is of another version. Ask its sender for it again.'
      : 'This is not a notice that a package is revoked.',
  );
}

/**
 * Keeps the notice of another agency. The answer is the same whether a case here came from the package or not: its members see it
 * in the case. Throws `invalid` for what its key did not sign.
 */
export function receiveRevocation(
  casework: CaseworkContext,
  caller: Caller,
  text: string,
): Promise<RouteOutput<Contract['receivePackageRevocation']>> {
  const notice = readNotice(text);
  const { package: packageId, root, why, agency: sender, number, signature } = notice;
  const { id: by, agency } = ownAccount(caller);
  const { publicKey } = signature;
  const revokedAt = new Date(notice.revokedAt);
  const fingerprint = fingerprintOf(publicKey);
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      await insertRevocation(tx, { agency, packageId, publicKey, root, why, revokedAt, by, at: casework.now() });
      return { package: packageId, sender, number, why, revokedAt: toSeconds(revokedAt), fingerprint };
    },
    () => ({
      action: 'case-package.revocation',
      object: { kind: 'case-package', id: packageId },
      details: { sender, number, why, fingerprint },
    }),
    caseScope(caller),
  );
}

/** What the caller's agency was notified of about a package. */
export function readRevocation(
  casework: CaseworkContext,
  caller: Caller,
  packageId: string,
  publicKey: string,
): Promise<KnownRevocation | undefined> {
  return readCases(casework, caller, (tx) => findRevocation(tx, { packageId, publicKey }));
}
