import { readRequests } from '../../cases/requests/read-requests.ts';
import { addAsset, withdrawLine } from '../../cases/requests/request-assets.ts';
import { setRequest, stepRequest, updateRequest } from '../../cases/requests/set-requests.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';

type RequestHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-request').caseRequestRoutes>;

/** The register of requests of cases. */
export function createCaseRequestHandlers(casework: CaseworkContext, knowledge: Knowledge): RequestHandlers {
  return {
    listCaseRequests: ({ params }, { caller }) => readRequests(casework, caller, params.case),
    setCaseRequest: ({ params, body }, { caller }) => setRequest(casework, caller, params.case, body),
    stepCaseRequest: ({ params, body }, { caller }) =>
      stepRequest(casework, caller, { id: params.case, request: params.request }, body),
    updateCaseRequest: ({ params, body }, { caller }) =>
      updateRequest(casework, caller, { id: params.case, request: params.request }, body),
    addRequestAsset: ({ params, body }, { caller }) =>
      addAsset(casework, knowledge, caller, { id: params.case, request: params.request }, body),
    withdrawAsset: ({ params, body }, { caller }) =>
      withdrawLine(casework, caller, { id: params.case, request: params.request, asset: params.asset }, body.why),
  };
}
