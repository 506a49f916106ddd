import type { CaseworkContext } from '../../casework/casework-context.ts';
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

type SavedFlowHandlers = Pick<
  Handlers,
  'listFlows' | 'createFlow' | 'getFlow' | 'saveFlow' | 'renameFlow' | 'removeFlow' | 'listRemovedFlows' | 'returnFlow'
>;

/** Saved coin flows of the caller's agency: heads and drafts. */
export function createSavedFlowHandlers(casework: CaseworkContext, work: FlowWork): SavedFlowHandlers {
  return {
    listFlows: ({ query }, { caller }) => listSavedFlows(casework, caller, query),
    createFlow: ({ body }, { caller }) => createSavedFlow(casework, work, caller, body),
    getFlow: ({ params, query }, { caller }) => readSavedFlow(casework, caller, params.flow, query.branch),
    saveFlow: ({ params, body }, { caller }) => saveFlowDraft(casework, work, caller, { flow: params.flow, body }),
    renameFlow: ({ params, body }, { caller }) => renameSavedFlow(casework, caller, params.flow, body.title),
    removeFlow: ({ params, body }, { caller }) => removeSavedFlow(casework, caller, params.flow, body.title),
    listRemovedFlows: ({ query }, { caller }) => listRemovedFlows(casework, caller, query),
    returnFlow: ({ params }, { caller }) => returnSavedFlow(casework, caller, params.flow),
  };
}
