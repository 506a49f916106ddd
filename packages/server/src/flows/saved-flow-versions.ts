import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { MAIN_BRANCH } from '@trailmark/core/flow/branch';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Transaction } from '@trailmark/store/cases/casework';
import * as branches from '@trailmark/store/cases/flows/branch-rows';
import { updateFlowSaved } from '@trailmark/store/cases/flows/flow-rows';
import { listVersions } from '@trailmark/store/cases/flows/version-rows';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { joinMembers } from './flow-answer.ts';
import { flowScope, getBranchRow, getFlowRow, getLockedFlow, readFlows } from './flow-scope.ts';
import { toFlowVersion } from './flow-view.ts';
import { asStored, type FlowWork } from './flow-work.ts';
import { getVersionDocument, getVersionRow, isUnkept, keepVersion } from './keep-version.ts';
import { unpackBytes } from './pack-draft.ts';
import { MAX_BRANCHES } from './save-draft.ts';
import { getFlowHead, toFlowEntry } from './saved-flows.ts';

type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;
/** The body of a route, and the flow it is about. */
type InFlow<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'] & { readonly flow: string };

/** Two versions of a flow by number; 0 is the draft of the branch. */
interface ComparedVersions {
  readonly flow: string;
  readonly a: number;
  readonly b: number;
  readonly branch?: string | undefined;
}

async function repack(tx: Transaction, work: FlowWork, flow: string, version: number): Promise<branches.StoredDraft> {
  const packed = await getVersionDocument(tx, flow, version);
  return asStored((await work.run('repack', { packed }, { owner: null })).draft);
}

/** Makes a version the draft of a branch again. */
export async function restoreFlowVersion(
  casework: CaseworkContext,
  flowWork: FlowWork,
  caller: Caller,
  { flow, version, branch }: { readonly flow: string; readonly version: number; readonly branch: string },
): Promise<Answer<'restoreFlowVersion'>> {
  const { id: account } = ownAccount(caller);
  const now = casework.now();
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
  return act(casework, caller, toFlowEntry('restore', flow, { version, branch }), work, flowScope(caller));
}

async function checkBranchName(tx: Transaction, flow: string, name: string): Promise<void> {
  const names = await branches.listBranchNames(tx, flow);
  const same = names.find((other) => other.toLowerCase() === name.toLowerCase());
  if (same !== undefined) throw new AppError('conflict', `This coin flow has a branch “${same}” already.`);
  if (names.length >= MAX_BRANCHES)
    throw new AppError('conflict', `A coin flow takes new branches up to ${MAX_BRANCHES}, and has ${names.length}.`);
}

/** Begins a branch, from the draft of another one or from a version. */
export async function branchSavedFlow(
  casework: CaseworkContext,
  flowWork: FlowWork,
  caller: Caller,
  { flow, name, from, version, reason }: InFlow<'branchFlow'>,
): Promise<Answer<'branchFlow'>> {
  const { id: account, agency } = ownAccount(caller);
  const made = { flow, branch: name, account, at: casework.now(), reason: reason ?? null };
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
  return act(casework, caller, toFlowEntry('branch', flow, details), work, flowScope(caller));
}

/** Keeps the draft of a branch as a version with a name. */
export async function nameFlowVersion(
  casework: CaseworkContext,
  work: FlowWork,
  caller: Caller,
  { flow, branch, name, reason }: InFlow<'nameFlowVersion'>,
): Promise<Answer<'nameFlowVersion'>> {
  const now = casework.now();
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      await getLockedFlow(tx, flow);
      await getBranchRow(tx, flow, branch);
      const named = { name, account: ownAccount(caller).id };
      const number = await keepVersion(tx, work, { flow, branch, now, reason: reason ?? null, named });
      return toFlowVersion(await getVersionRow(tx, flow, number));
    },
    ({ number, hash }) => toFlowEntry('version', flow, { version: number, branch, hash }),
    flowScope(caller),
  );
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

/** What changed between two versions, or between a version and a draft. */
export async function compareFlowVersions(
  casework: CaseworkContext,
  work: FlowWork,
  { caller, read }: { readonly caller: Caller; readonly read: ReadOptions },
  { flow, a, b, branch = MAIN_BRANCH }: ComparedVersions,
): Promise<Answer<'compareFlowVersions'>> {
  const [before, after] = await readFlows(casework, caller, async (tx) => {
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
}

/** Every version of a flow, the newest first. */
export function listFlowVersions(
  casework: CaseworkContext,
  caller: Caller,
  flow: string,
): Promise<Answer<'listFlowVersions'>> {
  return readFlows(casework, caller, async (tx) => {
    await getFlowRow(tx, flow, MAIN_BRANCH);
    return { items: (await listVersions(tx, flow)).map(toFlowVersion) };
  });
}

/** A version and its document as it is stored. Throws `not-found`. */
export function readStoredVersion(casework: CaseworkContext, caller: Caller, flow: string, version: number) {
  return readFlows(casework, caller, async (tx) => {
    await getFlowRow(tx, flow, MAIN_BRANCH);
    return { row: await getVersionRow(tx, flow, version), document: await getVersionDocument(tx, flow, version) };
  });
}

/** A version and its document, in the bytes it is stored in. Throws `not-found`. */
export async function readFlowVersion(casework: CaseworkContext, caller: Caller, flow: string, version: number) {
  const { row, document } = await readStoredVersion(casework, caller, flow, version);
  const json = [await unpackBytes(document)];
  return joinMembers({ version: { value: toFlowVersion(row) }, document: { json } });
}
