import { randomUUID } from 'node:crypto';
import type { FlowHead } from '@trailmark/api/contract/flow';
import { AppError } from '@trailmark/core/errors';
import { MAIN_BRANCH } from '@trailmark/core/flow/branch';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findDraft, insertBranch } from '@trailmark/store/cases/flows/branch-rows';
import * as flows from '@trailmark/store/cases/flows/flow-rows';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { joinMembers, withTitle } from '../../flows/flow-answer.ts';
import { flowScope, getFlowRow, getLockedFlow, readFlows } from '../../flows/flow-scope.ts';
import { toFlowHead, toRemovedFlow } from '../../flows/flow-view.ts';
import { asStored, type FlowWork } from '../../flows/flow-work.ts';
import { keepVersion } from '../../flows/keep-version.ts';
import { unpackBytes } from '../../flows/pack-draft.ts';
import { saveDraft } from '../../flows/save-draft.ts';
import type { Handlers } from '../../http/mount.ts';
import { act, actThenTell, type Office } from '../../office/office.ts';
import { ownAccount } from '../../office/own-account.ts';

type SavedFlowHandlers = Pick<
  Handlers,
  'listFlows' | 'createFlow' | 'getFlow' | 'saveFlow' | 'renameFlow' | 'removeFlow' | 'listRemovedFlows' | 'returnFlow'
>;

const PAGE = 50;
const MAX_FLOWS = 500;

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

interface Asked {
  readonly text?: string | undefined;
  readonly cursor?: string | undefined;
}

async function listPage(tx: Transaction, agency: string, { text, cursor }: Asked, isRemoved: boolean) {
  const list = listKey(['flows', agency, text ?? '', isRemoved]);
  const place = decodeCursor(list, cursor, 2);
  const after = place && { savedAt: new Date(place[0] ?? 0), number: place[1] ?? 0 };
  const rows = await flows.listFlows(tx, { text, branch: MAIN_BRANCH, isRemoved, after }, PAGE + 1);
  const last = rows[PAGE - 1];
  const next = last && rows.length > PAGE ? encodeCursor(list, [last.savedAt.getTime(), last.number]) : null;
  return { rows: rows.slice(0, PAGE), next };
}

function createRemovalHandlers(
  office: Office,
): Pick<SavedFlowHandlers, 'removeFlow' | 'listRemovedFlows' | 'returnFlow'> {
  return {
    async removeFlow({ params: { flow: id }, body }, { caller }) {
      const removed = { account: ownAccount(caller).id, at: office.now() };
      const work = async (tx: Transaction) => {
        const { title } = await getLockedFlow(tx, id);
        if (title !== body.title)
          throw new AppError('invalid', `The title does not match: the coin flow is called “${title}”.`);
        await flows.updateFlowRemoved(tx, id, removed);
        return { removed: true };
      };
      return act(office, caller, toFlowEntry('remove', id), work, flowScope(caller));
    },

    listRemovedFlows: ({ query }, { caller }) =>
      readFlows(office, caller, async (tx) => {
        const { rows, next } = await listPage(tx, ownAccount(caller).agency, query, true);
        return { items: rows.map(toRemovedFlow), next };
      }),

    async returnFlow({ params: { flow: id } }, { caller }) {
      const work = async (tx: Transaction) => {
        await checkRoom(tx, ownAccount(caller).agency);
        await getLockedFlow(tx, id, true);
        await flows.updateFlowRemoved(tx, id, null);
        return getFlowHead(tx, id, MAIN_BRANCH);
      };
      return act(office, caller, toFlowEntry('return', id), work, flowScope(caller));
    },
  };
}

function createCreationHandler(office: Office, flowWork: FlowWork): SavedFlowHandlers['createFlow'] {
  return async ({ body }, { caller }) => {
    const own = ownAccount(caller);
    const { title, draft: packed } = await flowWork.run('begin', { body }, { owner: own.id });
    const draft = asStored(packed);
    const [id, now] = [randomUUID(), office.now()];
    const work = async (tx: Transaction) => {
      await checkRoom(tx, own.agency);
      await flows.insertFlow(tx, { id, agency: own.agency, account: own.id, title, at: now });
      const key = { flow: id, branch: MAIN_BRANCH };
      const branch = { ...key, agency: own.agency, account: own.id, at: now, draft };
      await insertBranch(tx, { ...branch, version: null, saves: 1, reason: null });
      // What came from elsewhere can be told from what was made of it.
      if (draft.nodeCount > 0) await keepVersion(tx, flowWork, { ...key, now, reason: 'As it was begun' });
      return getFlowHead(tx, id, MAIN_BRANCH);
    };
    const details = { nodes: draft.nodeCount, edges: draft.edgeCount };
    return act(office, caller, toFlowEntry('create', id, details), work, flowScope(caller));
  };
}

function createSaveHandler(office: Office, work: FlowWork): SavedFlowHandlers['saveFlow'] {
  return async ({ params: { flow }, body }, { caller }) => {
    const account = ownAccount(caller);
    const { branch, revision, draft: packed } = await work.run('save', { body }, { owner: account.id });
    const draft = asStored(packed);
    const save = { flow, branch, revision, draft, account, now: office.now() };
    return actThenTell(
      office,
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
  };
}

/** Saved coin flows of the caller's agency: heads and drafts. */
export function createSavedFlowHandlers(office: Office, work: FlowWork): SavedFlowHandlers {
  return {
    ...createRemovalHandlers(office),
    createFlow: createCreationHandler(office, work),
    saveFlow: createSaveHandler(office, work),

    listFlows: ({ query }, { caller }) =>
      readFlows(office, caller, async (tx) => {
        const { rows, next } = await listPage(tx, ownAccount(caller).agency, query, false);
        return { items: rows.map(toFlowHead), next };
      }),

    async getFlow({ params: { flow }, query: { branch = MAIN_BRANCH } }, { caller }) {
      const { head, draft } = await readFlows(office, caller, async (tx) => ({
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
    },

    async renameFlow({ params: { flow: id }, body: { title } }, { caller }) {
      const rename = async (tx: Transaction) => {
        await getLockedFlow(tx, id);
        await flows.updateFlowTitle(tx, id, title);
        return getFlowHead(tx, id, MAIN_BRANCH);
      };
      return act(office, caller, toFlowEntry('rename', id), rename, flowScope(caller));
    },
  };
}
