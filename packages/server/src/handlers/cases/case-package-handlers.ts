import { makeCasePackage } from '../../cases/package/make-package.ts';
import { previewPackage } from '../../cases/package/preview-package.ts';
import { receiveRevocation } from '../../cases/package/received-revocations.ts';
import { downloadPackage, readPackages, revokeSent } from '../../cases/package/sent-packages.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type PackageHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-package').casePackageRoutes>;

/** Signed packages for other agencies, and notices that revoke them. */
export function createCasePackageHandlers(casework: CaseworkContext, software: () => string): PackageHandlers {
  return {
    makeCasePackage: ({ params, body }, { caller }) => makeCasePackage(casework, caller, params.case, body, software()),
    previewCasePackage: ({ params, body }, { caller }) => previewPackage(casework, caller, params.case, body),
    listCasePackages: ({ params }, { caller }) => readPackages(casework, caller, params.case),
    getCasePackageFile: ({ params }, { caller }) =>
      downloadPackage(casework, caller, { id: params.case, package: params.package }),
    revokeCasePackage: ({ params, body }, { caller }) =>
      revokeSent(casework, caller, { id: params.case, package: params.package, why: body.why }),
    receivePackageRevocation: ({ body }, { caller }) => receiveRevocation(casework, caller, body.content),
  };
}
