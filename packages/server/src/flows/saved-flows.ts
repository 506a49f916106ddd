import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { FlowHead } from '@trailmark/api/contract/flow';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { MAIN_BRANCH } from '@trailmark/core/flow/branch';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findDraft, insertBranch } from '@trailmark/store/cases/flows/branch-rows';
import * as flows from '@trailmark/store/cases/flows/flow-rows';
import { decodeCursor, encodeCursor, listKey } from '../answers/cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { joinMembers, withTitle } from './flow-answer.ts';
import { flowScope, getFlowRow, getLockedFlow, readFlows } from './flow-scope.ts';
import { toFlowHead, toRemovedFlow } from './flow-view.ts';
import { asStored, type FlowWork } from './flow-work.ts';
import { keepVersion } from './keep-version.ts';
import { unpackBytes } from './pack-draft.ts';
import { saveDraft } from './save-draft.ts';

type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;

const PAGE = 50;
const MAX_FLOWS = 500;

/** The audit entry of an act on a flow. */
export function toFlowEntry(action: string, id: string, details: Record<string, string | number | boolean> = {}) {
  return { action: `flow.${action}`, object: { kind: 'coin-flow', id }, details };
}

/** The head of a flow as a branch shows it. Throws `not-found`. */
export async function getFlowHead(tx: Transaction, id: string, branch: string): Promise<FlowHead> {
  return toFlowHead(await getFlowRow(tx, id, branch));
}

async function checkRoom(tx: Transaction, agency: string): Promise<void> {
  if ((await flows.countFlowsLocked(tx, agency)) < MAX_FLOWS) return;
  throw new AppError('conflict', `Your agency keeps ${MAX_FLOWS} coin flows, which is the limit. Put one away first.`);
}

interface FlowQuery {
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

async function listPage(tx: Transaction, agency: string, { text, cursor }: FlowQuery, isRemoved: boolean) {
  const list = listKey(['flows', agency, text ?? '', isRemoved]);
  const place = decodeCursor(list, cursor, 2);
  const after = place && { savedAt: new Date(place[0] ?? 0), number: place[1] ?? 0 };
  const rows = await flows.listFlows(tx, { text, branch: MAIN_BRANCH, isRemoved, after }, PAGE + 1);
  const last = rows[PAGE - 1];
  const next = last && rows.length > PAGE ? encodeCursor(list, [last.savedAt.getTime(), last.number]) : null;
  return { rows: rows.slice(0, PAGE), next };
}

/** A page of the flows of the caller's agency, the last saved first. */
export function listSavedFlows(
  casework: CaseworkContext,
  caller: Caller,
  query: FlowQuery,
): Promise<Answer<'listFlows'>> {
  return readFlows(casework, caller, async (tx) => {
    const { rows, next } = await listPage(tx, ownAccount(caller).agency, query, false);
    return { items: rows.map(toFlowHead), next };
  });
}

/** A page of the flows that were put away. */
export function listRemovedFlows(
  casework: CaseworkContext,
  caller: Caller,
  query: FlowQuery,
): Promise<Answer<'listRemovedFlows'>> {
  return readFlows(casework, caller, async (tx) => {
    const { rows, next } = await listPage(tx, ownAccount(caller).agency, query, true);
    return { items: rows.map(toRemovedFlow), next };
  });
}

/** Puts a flow away. Throws `invalid` where the title is not its own. */
export function removeSavedFlow(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  typed: string,
): Promise<Answer<'removeFlow'>> {
  const removed = { account: ownAccount(caller).id, at: casework.now() };
  const work = async (tx: Transaction) => {
    const { title } = await getLockedFlow(tx, id);
    if (title !== typed) throw new AppError('invalid', `The title does not match: the coin flow is called “${title}”.`);
    await flows.updateFlowRemoved(tx, id, removed);
    return { removed: true };
  };
  return act(casework, caller, toFlowEntry('remove', id), work, flowScope(caller));
}

/** Brings a flow back that was put away. Throws `conflict` where the agency is at its limit. */
export function returnSavedFlow(casework: CaseworkContext, caller: Caller, id: string): Promise<FlowHead> {
  const work = async (tx: Transaction) => {
    await checkRoom(tx, ownAccount(caller).agency);
    await getLockedFlow(tx, id, true);
    await flows.updateFlowRemoved(tx, id, null);
    return getFlowHead(tx, id, MAIN_BRANCH);
  };
  return act(casework, caller, toFlowEntry('return', id), work, flowScope(caller));
}

/** Keeps a new flow, empty or from a document. */
export async function createSavedFlow(
  casework: CaseworkContext,
  flowWork: FlowWork,
  caller: Caller,
  body: Uint8Array,
): Promise<FlowHead> {
  const own = ownAccount(caller);
  const { title, draft: packed } = await flowWork.run('begin', { body }, { owner: own.id });
  const draft = asStored(packed);
  const [id, now] = [randomUUID(), casework.now()];
  const work = async (tx: Transaction) => {
    await checkRoom(tx, own.agency);
    await flows.insertFlow(tx, { id, agency: own.agency, account: own.id, title, at: now });
    const key = { flow: id, branch: MAIN_BRANCH };
    const branch = { ...key, agency: own.agency, account: own.id, at: now, draft };
    await insertBranch(tx, { ...branch, version: null, saves: 1, reason: null });
    // What came from elsewhere can be distinguished from what was made of it.
    if (draft.nodeCount > 0) await keepVersion(tx, flowWork, { ...key, now, reason: 'As it was begun' });
    return getFlowHead(tx, id, MAIN_BRANCH);
  };
  const details = { nodes: draft.nodeCount, edges: draft.edgeCount };
  return act(casework, caller, toFlowEntry('create', id, details), work, flowScope(caller));
}

/** Saves the draft of a branch, or keeps it as a branch of its own where somebody else saved in between. */
export async function saveFlowDraft(
  casework: CaseworkContext,
  work: FlowWork,
  caller: Caller,
  { flow, body }: { readonly flow: string; readonly body: Uint8Array },
): Promise<Answer<'saveFlow'>> {
  const account = ownAccount(caller);
  const { branch, revision, draft: packed } = await work.run('save', { body }, { owner: account.id });
  const draft = asStored(packed);
  const save = { flow, branch, revision, draft, account, now: casework.now() };
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      const { branch: kept, ...answer } = await saveDraft(tx, work, save);
      return { ...answer, head: await getFlowHead(tx, flow, kept) };
    },
    ({ head, outcome }) =>
      toFlowEntry('save', flow, {
        branch: head.branch,
        revision: head.revision,
        isConflict: outcome === 'kept-as-branch',
        nodes: draft.nodeCount,
        edges: draft.edgeCount,
      }),
    flowScope(caller),
  );
}

/** Head, document and history of a branch, in the bytes they are stored in. Throws `not-found`. */
export async function readSavedFlow(
  casework: CaseworkContext,
  caller: Caller,
  flow: string,
  branch: string = MAIN_BRANCH,
) {
  const { head, draft } = await readFlows(casework, caller, async (tx) => ({
    head: await getFlowHead(tx, flow, branch),
    draft: await findDraft(tx, { flow, branch }),
  }));
  if (!draft) throw new AppError('not-found', `This coin flow has no branch “${branch}”.`);
  const [document, history] = await Promise.all([unpackBytes(draft.document), unpackBytes(draft.history)]);
  return joinMembers({
    head: { value: head },
    document: { json: withTitle(document, head.title) },
    history: { json: [history] },
  });
}

/** Gives a flow another title. */
export function renameSavedFlow(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  title: string,
): Promise<FlowHead> {
  const rename = async (tx: Transaction) => {
    await getLockedFlow(tx, id);
    await flows.updateFlowTitle(tx, id, title);
    return getFlowHead(tx, id, MAIN_BRANCH);
  };
  return act(casework, caller, toFlowEntry('rename', id), rename, flowScope(caller));
}
