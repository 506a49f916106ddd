import { AppError } from '@trailmark/core/errors';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import { listColleagues } from '@trailmark/store/cases/agency-cases/member-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CallerAccount } from '../casework/caller.ts';

/** The accounts in whose names a version is signed. */
export interface ReportSigners {
  readonly maker: Pick<CallerAccount, 'id' | 'name'>;
  /** Name of the account that reviews; null where no account of the agency is chosen. */
  readonly reviewer: string | null;
}

/** A name as it is compared: one text has one form. */
const plain = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

async function findReviewer(tx: Transaction, agency: string, { reviewer }: ReportDraft): Promise<string | null> {
  const colleagues = reviewer.account === '' ? [] : await listColleagues(tx, agency);
  return colleagues.find(({ account }) => account === reviewer.account)?.name ?? null;
}

export async function findSigners(
  tx: Transaction,
  { id, name, agency }: CallerAccount,
  draft: ReportDraft,
): Promise<ReportSigners> {
  return { maker: { id, name }, reviewer: await findReviewer(tx, agency, draft) };
}

/** The draft with the reviewer's name as the account has it, whatever was sent. */
export async function nameReviewer(tx: Transaction, agency: string, draft: ReportDraft): Promise<ReportDraft> {
  const name = await findReviewer(tx, agency, draft);
  return name === null ? draft : { ...draft, reviewer: { ...draft.reviewer, name } };
}

/** Why a version of a draft cannot be signed in the names that the draft has: sentences that say what is right. */
export function listSignerFaults({ examiner, reviewer }: ReportDraft, { maker, ...signers }: ReportSigners): string[] {
  const faults: string[] = [];
  if (examiner.name !== '' && !isSameName(examiner.name, maker.name))
    faults.push(
      `The examiner is “${examiner.name}”, and your account has the name “${maker.name}”. A version is signed for the person who makes it.`,
    );
  if (reviewer.account === '') return faults;
  if (reviewer.account === maker.id)
    faults.push('You are named as the reviewer: a second person reviews what you make. Choose somebody else.');
  else if (signers.reviewer === null)
    faults.push(`“${reviewer.name}” has no account of your agency that can review. Choose another reviewer.`);
  else if (!isSameName(reviewer.name, signers.reviewer))
    faults.push(
      `The account of the reviewer has the name “${signers.reviewer}”, and the draft states “${reviewer.name}”. Choose the reviewer again.`,
    );
  return faults;
}

/** Throws `conflict` where the caller is not who a version names as its reviewer. */
export function checkReviewer({ reviewer }: ReportDraft, { id, name }: CallerAccount): void {
  if (reviewer.account !== id)
    throw new AppError('conflict', `This version names ${reviewer.name || 'somebody else'} as its reviewer.`);
  if (!isSameName(reviewer.name, name))
    throw new AppError(
      'conflict',
      `This version names “${reviewer.name}” as its reviewer, and your account has the name “${name}”. Make a new version.`,
    );
}
