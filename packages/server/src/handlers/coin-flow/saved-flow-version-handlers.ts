import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { FlowWork } from '../../flows/flow-work.ts';
import {
  branchSavedFlow,
  compareFlowVersions,
  listFlowVersions,
  nameFlowVersion,
  readFlowVersion,
  restoreFlowVersion,
} from '../../flows/saved-flow-versions.ts';
import type { Handlers } from '../../http/mount.ts';

type VersionHandlers = Pick<
  Handlers,
  | 'listFlowVersions'
  | 'nameFlowVersion'
  | 'getFlowVersion'
  | 'restoreFlowVersion'
  | 'branchFlow'
  | 'compareFlowVersions'
>;

/** Versions and branches of saved coin flows. */
export function createSavedFlowVersionHandlers(casework: CaseworkContext, work: FlowWork): VersionHandlers {
  return {
    restoreFlowVersion: ({ params, body }, { caller }) =>
      restoreFlowVersion(casework, work, caller, { ...params, branch: body.branch }),
    branchFlow: ({ params: { flow }, body }, { caller }) => branchSavedFlow(casework, work, caller, { ...body, flow }),
    nameFlowVersion: ({ params: { flow }, body }, { caller }) =>
      nameFlowVersion(casework, work, caller, { ...body, flow }),
    compareFlowVersions: ({ params: { flow }, query }, scope) =>
      compareFlowVersions(casework, work, scope, { ...query, flow }),
    listFlowVersions: ({ params }, { caller }) => listFlowVersions(casework, caller, params.flow),
    getFlowVersion: ({ params }, { caller }) => readFlowVersion(casework, caller, params.flow, params.version),
  };
}
