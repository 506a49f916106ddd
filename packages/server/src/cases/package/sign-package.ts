import type { FileSignature } from '@trailmark/core/training/certificate';
import {
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type PackageLeaf,
  type PackageStatement,
  rootOfLeaves,
} from '@trailmark/evidence/case-package/case-package';
import { formatCasePackage } from '@trailmark/evidence/case-package/verify-case-package';
import { signFile } from '@trailmark/evidence/certificate/sign-file';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { PACKAGE_KEY } from './package-key.ts';

export type Unsigned = Omit<PackageStatement, 'format' | 'version' | 'leaves' | 'root'>;

/** A package as its file has it: the statement signed with the key of the installation, and every leaf. */
export function signPackage(
  { keys }: CaseworkContext,
  about: Unsigned,
  leaves: readonly PackageLeaf[],
): { readonly root: string; readonly file: Buffer } {
  const root = rootOfLeaves(leaves);
  const body = {
    ...({ format: PACKAGE_FORMAT, version: PACKAGE_VERSION, id: about.id, number: about.number } as const),
    ...{ software: about.software, agency: about.agency, madeAt: about.madeAt, recipient: about.recipient },
    ...{ purpose: about.purpose, handling: about.handling, expires: about.expires, leaves: leaves.length, root },
  };
  const { signature } = JSON.parse(signFile(body, keys.signingKey(PACKAGE_KEY))) as { signature: FileSignature };
  return { root, file: Buffer.from(formatCasePackage({ statement: { ...body, signature }, leaves })) };
}
