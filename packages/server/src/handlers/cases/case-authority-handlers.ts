import { endNow, readAuthorities, setAuthority, setNeeds } from '../../cases/authorities.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type AuthorityHandlers = Pick<
  Handlers,
  keyof typeof import('@trailmark/api/contract/case-authority').caseAuthorityRoutes
>;

/** Legal authorities of cases. */
export function createCaseAuthorityHandlers(casework: CaseworkContext): AuthorityHandlers {
  return {
    listCaseAuthorities: ({ params }, { caller }) => readAuthorities(casework, caller, params.case),
    setCaseAuthority: ({ params, body }, { caller }) => setAuthority(casework, caller, params.case, body),
    endCaseAuthority: ({ params, body }, { caller }) =>
      endNow(casework, caller, { id: params.case, authority: params.authority, ...body }),
    setAuthorityNeeds: ({ params, body }, { caller }) => setNeeds(casework, caller, params.case, body),
  };
}
