import { endNow, readAuthorities, setAuthority, setNeeds } from '../../cases/authorities.ts';
import { allowSource, endSource, readCaseSources } from '../../cases/case-sources.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type AuthorityHandlers = Pick<
  Handlers,
  | keyof typeof import('@trailmark/api/contract/case-authority').caseAuthorityRoutes
  | keyof typeof import('@trailmark/api/contract/case-source').caseSourceRoutes
>;

/** Legal authorities of cases, and the external sources that cases allow. */
export function createCaseAuthorityHandlers(casework: CaseworkContext): AuthorityHandlers {
  return {
    listCaseAuthorities: ({ params }, { caller }) => readAuthorities(casework, caller, params.case),
    setCaseAuthority: ({ params, body }, { caller }) => setAuthority(casework, caller, params.case, body),
    endCaseAuthority: ({ params, body }, { caller }) =>
      endNow(casework, caller, { id: params.case, authority: params.authority, ...body }),
    listCaseSources: ({ params }, { caller }) => readCaseSources(casework, caller, params.case),
    allowCaseSource: ({ params, body }, { caller }) => allowSource(casework, caller, { id: params.case, ...body }),
    endCaseSource: ({ params, body }, { caller }) =>
      endSource(casework, caller, { id: params.case, source: params.source, ...body }),
    setAuthorityNeeds: ({ params, body }, { caller }) => setNeeds(casework, caller, params.case, body),
  };
}
