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
import type { Office } from '../../office/office.ts';

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
export function createSavedFlowVersionHandlers(office: Office, work: FlowWork): VersionHandlers {
  return {
    restoreFlowVersion: ({ params, body }, { caller }) =>
      restoreFlowVersion(office, work, caller, { ...params, branch: body.branch }),
    branchFlow: ({ params: { flow }, body }, { caller }) => branchSavedFlow(office, work, caller, { ...body, flow }),
    nameFlowVersion: ({ params: { flow }, body }, { caller }) =>
      nameFlowVersion(office, work, caller, { ...body, flow }),
    compareFlowVersions: ({ params: { flow }, query }, scope) =>
      compareFlowVersions(office, work, scope, { ...query, flow }),
    listFlowVersions: ({ params }, { caller }) => listFlowVersions(office, caller, params.flow),
    getFlowVersion: ({ params }, { caller }) => readFlowVersion(office, caller, params.flow, params.version),
  };
}
