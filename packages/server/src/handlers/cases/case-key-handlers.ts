import { decideOnKey, proposeTrustedKey, readTrustedKeys, revokeKey } from '../../cases/package/trusted-keys.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type CaseKeyHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-keys').caseKeyRoutes>;

/** Keys of other agencies that packages of cases are judged by. */
export function createCaseKeyHandlers(casework: CaseworkContext): CaseKeyHandlers {
  return {
    listCaseKeys: (_, { caller }) => readTrustedKeys(casework, caller),
    proposeCaseKey: ({ body }, { caller }) => proposeTrustedKey(casework, caller, body),
    decideCaseKey: ({ params, body }, { caller }) => decideOnKey(casework, caller, params.key, body.isTrusted),
    revokeCaseKey: ({ params, body }, { caller }) => revokeKey(casework, caller, params.key, body),
  };
}
