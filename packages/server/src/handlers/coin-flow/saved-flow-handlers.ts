import type { FlowWork } from '../../flows/flow-work.ts';
import {
  createSavedFlow,
  listRemovedFlows,
  listSavedFlows,
  readSavedFlow,
  removeSavedFlow,
  renameSavedFlow,
  returnSavedFlow,
  saveFlowDraft,
} from '../../flows/saved-flows.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

type SavedFlowHandlers = Pick<
  Handlers,
  'listFlows' | 'createFlow' | 'getFlow' | 'saveFlow' | 'renameFlow' | 'removeFlow' | 'listRemovedFlows' | 'returnFlow'
>;

/** Saved coin flows of the caller's agency: heads and drafts. */
export function createSavedFlowHandlers(office: Office, work: FlowWork): SavedFlowHandlers {
  return {
    listFlows: ({ query }, { caller }) => listSavedFlows(office, caller, query),
    createFlow: ({ body }, { caller }) => createSavedFlow(office, work, caller, body),
    getFlow: ({ params, query }, { caller }) => readSavedFlow(office, caller, params.flow, query.branch),
    saveFlow: ({ params, body }, { caller }) => saveFlowDraft(office, work, caller, { flow: params.flow, body }),
    renameFlow: ({ params, body }, { caller }) => renameSavedFlow(office, caller, params.flow, body.title),
    removeFlow: ({ params, body }, { caller }) => removeSavedFlow(office, caller, params.flow, body.title),
    listRemovedFlows: ({ query }, { caller }) => listRemovedFlows(office, caller, query),
    returnFlow: ({ params }, { caller }) => returnSavedFlow(office, caller, params.flow),
  };
}
