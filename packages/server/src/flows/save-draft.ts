import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import * as branches from '@trailmark/store/cases/flows/branch-rows';
import { updateFlowSaved } from '@trailmark/store/cases/flows/flow-rows';
import type { CallerAccount } from '../casework/caller.ts';
import { getBranchRow, getLockedFlow } from './flow-scope.ts';
import type { FlowWork } from './flow-work.ts';
import { isVersionDue, keepVersion } from './keep-version.ts';

export interface DraftSave extends branches.BranchKey {
  /** Revision the changes were made on. */
  readonly revision: number;
  readonly draft: branches.StoredDraft;
  readonly account: CallerAccount;
  readonly now: Date;
}

export interface SavedDraft {
  /** The current state of the draft. */
  readonly branch: string;
  readonly outcome: 'saved' | 'kept-as-branch';
  readonly sentence: string;
}

/** Branches begun on purpose, and with those that stale saves were kept as. */
export const MAX_BRANCHES = 50;
const MAX_WITH_KEPT = 200;

/** `14:01 UTC`, with its day where that is another one. */
function formatTime(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)];
  return day === now.toISOString().slice(0, 10) ? `at ${time} UTC` : `on ${day} at ${time} UTC`;
}

/** Of a text only what names of branches may hold. */
function toPlain(text: string, length: number): string {
  const plain = text.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/ +/g, ' ');
  return [...plain].slice(0, length).join('').trim();
}

/** A name that states whose changes they are and when they came, and that no branch of the flow has. */
export function nameKeptBranch(branch: string, author: string, now: Date, taken: readonly string[]): string {
  const stamp = now.toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  // With a number behind it, it has at most 60 characters.
  const stem = `${toPlain(branch, 20)} - ${toPlain(author, 16) || 'analyst'} ${stamp}`;
  const known = new Set(taken.map((name) => name.toLowerCase()));
  const candidates = ['', ...Array.from({ length: MAX_WITH_KEPT }, (_, index) => ` ${index + 2}`)];
  const free = candidates.find((suffix) => !known.has(`${stem}${suffix}`.toLowerCase()));
  return `${stem}${free ?? ''}`;
}

function describeConflict(row: branches.BranchRow, { account, now }: DraftSave, kept: string): string {
  const author = row.savedById === account.id ? 'you in another window' : (row.savedBy ?? 'another analyst');
  const when = formatTime(row.savedAt, now);
  return `Revision ${row.revision} was saved by ${author} ${when}. Your changes are kept as the branch “${kept}”.`;
}

async function keepAsBranch(tx: Transaction, row: branches.BranchRow, save: DraftSave): Promise<SavedDraft> {
  const { flow, branch, draft, account, now } = save;
  const known = await branches.findBranchByDigest(tx, flow, account.id, draft.digest);
  const taken = known ? [] : await branches.listBranchNames(tx, flow);
  if (taken.length >= MAX_WITH_KEPT) {
    throw new AppError(
      'conflict',
      `Revision ${row.revision} was saved meanwhile, and this coin flow has ${taken.length} branches already, so your changes could not be kept as another one. Export them, and open the coin flow again.`,
    );
  }
  const name = known?.name ?? nameKeptBranch(branch, account.name, now, taken);
  if (!known) {
    const { version } = row;
    const place = { flow, branch: name, agency: account.agency, account: account.id, at: now };
    await branches.insertBranch(tx, { ...place, draft, version, saves: 1, reason: 'Saved over a newer revision' });
    await updateFlowSaved(tx, flow, account.id, now);
  }
  return { branch: name, outcome: 'kept-as-branch', sentence: describeConflict(row, save, name) };
}

/**
 * Saves a draft over the revision it was made on. A save over a newer one is kept as a branch of its own; the same save sent
 * again changes nothing.
 */
export async function saveDraft(tx: Transaction, work: FlowWork, save: DraftSave): Promise<SavedDraft> {
  const { flow, branch, revision, draft, account, now } = save;
  await getLockedFlow(tx, flow);
  const row = await getBranchRow(tx, flow, branch);
  if (row.digest.equals(draft.digest)) {
    return { branch, outcome: 'saved', sentence: `Saved as revision ${row.revision}.` };
  }
  if (revision !== row.revision) return keepAsBranch(tx, row, save);
  if (isVersionDue(row, now)) await keepVersion(tx, work, { flow, branch, now, reason: null });
  await branches.updateDraft(tx, { flow, branch, account: account.id, at: now, draft });
  await updateFlowSaved(tx, flow, account.id, now);
  return { branch, outcome: 'saved', sentence: `Saved as revision ${revision + 1}.` };
}
