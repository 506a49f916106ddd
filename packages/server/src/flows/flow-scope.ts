import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type BranchRow, findBranch } from '@trailmark/store/cases/flows/branch-rows';
import { type FlowRow, findFlow, hasFlow, type LockedFlow, lockFlow } from '@trailmark/store/cases/flows/flow-rows';
import { ownAgencyScope as flowScope, readOwn as readFlows } from '../casework/own-account.ts';

export { flowScope, readFlows };

const noFlow = () => new AppError('not-found', 'There is no such coin flow.');

function noBranch(branch: string): AppError {
  return new AppError('not-found', `This coin flow has no branch “${branch}”.`);
}

/** A flow of the caller's agency that is not put away. Throws `not-found`, for a foreign one as for none. */
export async function getFlowRow(tx: Transaction, id: string, branch: string): Promise<FlowRow> {
  const row = await findFlow(tx, id, branch);
  if (row) return row;
  throw (await hasFlow(tx, id)) ? noBranch(branch) : noFlow();
}

/** Locks a flow for a change. Throws `not-found`. */
export async function getLockedFlow(tx: Transaction, id: string, isRemoved = false): Promise<LockedFlow> {
  const flow = await lockFlow(tx, id, isRemoved);
  if (!flow) throw noFlow();
  return flow;
}

/** A branch of a locked flow. Throws `not-found`. */
export async function getBranchRow(tx: Transaction, flow: string, branch: string): Promise<BranchRow> {
  const row = await findBranch(tx, { flow, branch });
  if (!row) throw noBranch(branch);
  return row;
}
