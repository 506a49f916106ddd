import { AppError } from '@trailmark/core/errors';
import { MAIN_BRANCH } from '@trailmark/core/flow/branch';
import type { Transaction } from '@trailmark/store/cases/casework';
import * as branches from '@trailmark/store/cases/flows/branch-rows';
import { updateFlowSaved } from '@trailmark/store/cases/flows/flow-rows';
import { listVersions } from '@trailmark/store/cases/flows/version-rows';
import { joinMembers } from '../../flows/flow-answer.ts';
import { flowScope, getBranchRow, getFlowRow, getLockedFlow, readFlows } from '../../flows/flow-scope.ts';
import { toFlowVersion } from '../../flows/flow-view.ts';
import { asStored, type FlowWork } from '../../flows/flow-work.ts';
import { getVersionDocument, getVersionRow, isUnkept, keepVersion } from '../../flows/keep-version.ts';
import { unpackBytes } from '../../flows/pack-draft.ts';
import { MAX_BRANCHES } from '../../flows/save-draft.ts';
import type { Handlers } from '../../http/mount.ts';
import { act, actThenTell, type Office } from '../../office/office.ts';
import { ownAccount } from '../../office/own-account.ts';
import { getFlowHead, toFlowEntry } from './saved-flow-handlers.ts';

type VersionHandlers = Pick<
  Handlers,
  | 'listFlowVersions'
  | 'nameFlowVersion'
  | 'getFlowVersion'
  | 'restoreFlowVersion'
  | 'branchFlow'
  | 'compareFlowVersions'
>;

async function repack(tx: Transaction, work: FlowWork, flow: string, version: number): Promise<branches.StoredDraft> {
  const packed = await getVersionDocument(tx, flow, version);
  return asStored((await work.run('repack', { packed }, { owner: null })).draft);
}

function createRestoreHandler(office: Office, flowWork: FlowWork): VersionHandlers['restoreFlowVersion'] {
  return async ({ params: { flow, version }, body: { branch } }, { caller }) => {
    const { id: account } = ownAccount(caller);
    const now = office.now();
    const key = { flow, branch };
    const work = async (tx: Transaction) => {
      await getLockedFlow(tx, flow);
      const draft = await repack(tx, flowWork, flow, version);
      const row = await getBranchRow(tx, flow, branch);
      const reason = `Kept before version ${version} was restored`;
      if (isUnkept(row)) await keepVersion(tx, flowWork, { ...key, now, reason, spare: version });
      await branches.updateDraft(tx, { ...key, account, at: now, draft });
      await branches.updateBranchVersion(tx, key, version, now);
      await updateFlowSaved(tx, flow, account, now);
      return { head: await getFlowHead(tx, flow, branch) };
    };
    return act(office, caller, toFlowEntry('restore', flow, { version, branch }), work, flowScope(caller));
  };
}

async function checkBranchName(tx: Transaction, flow: string, name: string): Promise<void> {
  const names = await branches.listBranchNames(tx, flow);
  const same = names.find((other) => other.toLowerCase() === name.toLowerCase());
  if (same !== undefined) throw new AppError('conflict', `This coin flow has a branch “${same}” already.`);
  if (names.length >= MAX_BRANCHES)
    throw new AppError('conflict', `A coin flow takes new branches up to ${MAX_BRANCHES}, and has ${names.length}.`);
}

function createBranchHandler(office: Office, flowWork: FlowWork): VersionHandlers['branchFlow'] {
  return async ({ params: { flow }, body: { name, from, version, reason = null } }, { caller }) => {
    const { id: account, agency } = ownAccount(caller);
    const made = { flow, branch: name, account, at: office.now(), reason };
    const work = async (tx: Transaction) => {
      await getLockedFlow(tx, flow);
      await getBranchRow(tx, flow, from);
      await checkBranchName(tx, flow, name);
      if (version === undefined) {
        await branches.copyBranch(tx, { ...made, from });
      } else {
        const draft = await repack(tx, flowWork, flow, version);
        await branches.insertBranch(tx, { ...made, agency, draft, version, saves: 0 });
      }
      await updateFlowSaved(tx, flow, account, made.at);
      return { head: await getFlowHead(tx, flow, name) };
    };
    const details = { branch: name, from, ...(version === undefined ? {} : { version }) };
    return act(office, caller, toFlowEntry('branch', flow, details), work, flowScope(caller));
  };
}

function createNamingHandler(office: Office, work: FlowWork): VersionHandlers['nameFlowVersion'] {
  return async ({ params: { flow }, body: { branch, name, reason = null } }, { caller }) => {
    const now = office.now();
    return actThenTell(
      office,
      caller,
      async (tx) => {
        await getLockedFlow(tx, flow);
        await getBranchRow(tx, flow, branch);
        const named = { name, account: ownAccount(caller).id };
        const number = await keepVersion(tx, work, { flow, branch, now, reason, named });
        return toFlowVersion(await getVersionRow(tx, flow, number));
      },
      ({ number, hash }) => toFlowEntry('version', flow, { version: number, branch, hash }),
      flowScope(caller),
    );
  };
}

/** One side of a comparison: a version, or with 0 the draft of a branch. */
async function readSide(tx: Transaction, flow: string, number: number, branch: string) {
  if (number > 0) {
    const version = toFlowVersion(await getVersionRow(tx, flow, number));
    return { version, side: { packed: await getVersionDocument(tx, flow, number) } };
  }
  const { title } = await getFlowRow(tx, flow, branch);
  const draft = await branches.findDraft(tx, { flow, branch });
  if (!draft) throw new AppError('not-found', `This coin flow has no branch “${branch}”.`);
  return { version: null, side: { packed: draft.document, title } };
}

function createComparisonHandler(office: Office, work: FlowWork): VersionHandlers['compareFlowVersions'] {
  return async ({ params: { flow }, query: { a, b, branch = MAIN_BRANCH } }, { caller, read }) => {
    const [before, after] = await readFlows(office, caller, async (tx) => {
      await getFlowRow(tx, flow, MAIN_BRANCH);
      return [await readSide(tx, flow, a, branch), await readSide(tx, flow, b, branch)] as const;
    });
    const task = { owner: ownAccount(caller).id, signal: read.signal };
    const { changes, counts } = await work.run('compare', { a: before.side, b: after.side }, task);
    return {
      a: before.version,
      b: after.version,
      changes: changes.map((change) => ({ ...change, fields: [...change.fields] })),
      counts: { ...counts },
    };
  };
}

/** Versions and branches of saved coin flows. */
export function createSavedFlowVersionHandlers(office: Office, work: FlowWork): VersionHandlers {
  return {
    restoreFlowVersion: createRestoreHandler(office, work),
    branchFlow: createBranchHandler(office, work),
    nameFlowVersion: createNamingHandler(office, work),
    compareFlowVersions: createComparisonHandler(office, work),

    listFlowVersions: ({ params: { flow } }, { caller }) =>
      readFlows(office, caller, async (tx) => {
        await getFlowRow(tx, flow, MAIN_BRANCH);
        return { items: (await listVersions(tx, flow)).map(toFlowVersion) };
      }),

    async getFlowVersion({ params: { flow, version } }, { caller }) {
      const { row, document } = await readFlows(office, caller, async (tx) => {
        await getFlowRow(tx, flow, MAIN_BRANCH);
        return { row: await getVersionRow(tx, flow, version), document: await getVersionDocument(tx, flow, version) };
      });
      const json = [await unpackBytes(document)];
      return joinMembers({ version: { value: toFlowVersion(row) }, document: { json } });
    },
  };
}
