import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type BranchKey,
  type BranchRow,
  findDraft,
  updateBranchVersion,
} from '@trailmark/store/cases/flows/branch-rows';
import {
  countNamedVersions,
  findVersion,
  findVersionDocument,
  insertVersion,
  removeOldVersions,
  type VersionRow,
} from '@trailmark/store/cases/flows/version-rows';
import type { FlowWork } from './flow-work.ts';

/** Saves, or time, after which the draft is kept as a version before the next save replaces it. */
const SAVES_A_VERSION = 20;
const VERSION_MS = 600_000;
/** Of a flow. Versions with a name are never taken away, so their number is limited where they are made. */
const MAX_UNNAMED = 200;
const MAX_NAMED = 500;

export interface KeptVersion extends BranchKey {
  readonly now: Date;
  readonly reason: string | null;
  /** Who names it, and how; left out: it is kept automatically, under who saved the draft and when. */
  readonly named?: { readonly name: string; readonly account: string };
  /** Number of a version that must not be thinned out now. */
  readonly spare?: number | undefined;
}

/** Whether the draft holds something that no version does. */
export function isUnkept({ saves, nodeCount }: BranchRow): boolean {
  return saves > 0 && nodeCount > 0;
}

/** Whether the draft is to be kept before a save replaces it. */
export function isVersionDue(branch: BranchRow, now: Date): boolean {
  const isOld = now.getTime() - branch.versionAt.getTime() >= VERSION_MS;
  return isUnkept(branch) && (branch.saves >= SAVES_A_VERSION || isOld);
}

/** Keeps the draft of a branch of a locked flow as a version, whose number it gives. */
export async function keepVersion(tx: Transaction, work: FlowWork, given: KeptVersion): Promise<number> {
  const { flow, branch, now, reason, named, spare } = given;
  if (named && (await countNamedVersions(tx, flow)) >= MAX_NAMED) {
    throw new AppError('conflict', `A coin flow has at most ${MAX_NAMED} named versions. Begin another coin flow.`);
  }
  const draft = await findDraft(tx, { flow, branch });
  if (!draft) throw new AppError('not-found', `This coin flow has no branch “${branch}”.`);
  // What is locked meanwhile must not wait for others.
  const { hash } = await work.run('hash', { packed: draft.document }, { owner: null });
  const made = named && { account: named.account, at: now };
  const number = await insertVersion(tx, { flow, branch, name: named?.name ?? null, reason, hash, made });
  await updateBranchVersion(tx, { flow, branch }, number, now);
  await removeOldVersions(tx, flow, MAX_UNNAMED, spare);
  return number;
}

/** A version of a flow that the caller may see. Throws `not-found`. */
export async function getVersionRow(tx: Transaction, flow: string, number: number): Promise<VersionRow> {
  const row = await findVersion(tx, flow, number);
  if (!row) throw noVersion(number);
  return row;
}

/** Its document, compressed. Throws `not-found`. */
export async function getVersionDocument(tx: Transaction, flow: string, number: number): Promise<Buffer> {
  const document = await findVersionDocument(tx, flow, number);
  if (!document) throw noVersion(number);
  return document;
}

function noVersion(number: number): AppError {
  return new AppError(
    'not-found',
    `This coin flow has no version ${number}. Old versions without a name are thinned out.`,
  );
}
