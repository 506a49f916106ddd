import { type CaseRight, rightsOf } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { type CaseDetailRow, findCase, lockCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { openInEmergency } from '@trailmark/store/cases/agency-cases/emergency-rows';
import type { Scope, Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';

/** Cases are the agency's: also whoever administers the installation reads those of their own agency only, and as a member. */
export function caseScope(caller: Caller): Scope & { readonly kind: 'agency' } {
  const { id, agency } = ownAccount(caller);
  return { kind: 'agency', agency, account: id };
}

export function readCases<T>(
  casework: CaseworkContext,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return casework.store.transact({ ...caseScope(caller), at: casework.now() }, work);
}

/** One sentence for a case that is not there and for one that the reader may not see. */
const noCase = () => new AppError('not-found', 'There is no such case.');

const goneCase = () =>
  new AppError('conflict', 'The case was purged, or closed to you, in this moment. Nothing of this was saved.', {
    context: { reason: 'case-gone' },
  });

const REFUSALS: Readonly<Record<CaseRight, string>> = {
  read: 'You may not read this case.',
  write: 'You may read this case and not change it. Its owner can make you an editor.',
  comment: 'You may read this case and not comment on it. Its owner can give you another role.',
  review: 'Reviewers, legal advisers and owners of the case approve. Ask one of them.',
  law: 'Legal advisers and owners of the case keep its authorities, retention and holds.',
  export: 'You may read this case and not take anything out of it. Its owner can give you another role.',
  manage: 'Only an owner of the case decides who is a member and who may see it.',
};

function checkRight(row: CaseDetailRow, right: CaseRight): void {
  if (!rightsOf(row.role).includes(right)) throw new AppError('forbidden', REFUSALS[right]);
}

/** A case that the reader has emergency access to: from then on the transaction changes nothing in any case. */
async function findInEmergency(tx: Transaction, id: string): Promise<CaseDetailRow | undefined> {
  return (await openInEmergency(tx, id)) ? findCase(tx, id) : undefined;
}

const EMERGENCY_ONLY = 'You opened this case in an emergency: you may read it, and change or export nothing.';

/** The one gate of every case: the row, where the reader may do this with it. Throws `not-found` and `forbidden`. */
export async function openCase(tx: Transaction, id: string, right: CaseRight): Promise<CaseDetailRow> {
  const row = (await findCase(tx, id)) ?? (await findInEmergency(tx, id));
  if (!row) throw noCase();
  checkRight(row, right);
  return row;
}

const RECORDED =
  'The case is closed, and its signed record is in force: what the record has is not changed. An owner can reopen the case.';

/**
 * The same for a change: nobody else changes anything in the case until the transaction ends. While a signed record is in force only
 * what is no part of it may change: such an act says so. Throws `conflict` for every other.
 */
export async function openCaseLocked(
  tx: Transaction,
  id: string,
  right: CaseRight,
  isAfterRecord = false,
): Promise<CaseDetailRow> {
  const row = await lockCase(tx, id);
  if (row === 'gone') throw goneCase();
  if (!row && (await findInEmergency(tx, id))) throw new AppError('forbidden', EMERGENCY_ONLY);
  if (!row) throw noCase();
  checkRight(row, right);
  if (row.record !== null && !isAfterRecord) {
    throw new AppError('conflict', RECORDED, { context: { reason: 'case-recorded' } });
  }
  return row;
}

type Details = Readonly<Record<string, string | number | boolean | null>>;

/** The audit entry of an act in a case. Members of the case read these lines, and nobody else. */
export function toCaseEntry(action: string, id: string, details: Details = {}) {
  return { action: `case.${action}`, object: { kind: 'case', id }, details };
}

export interface CaseAct<T> {
  readonly id: string;
  readonly right: CaseRight;
  /** `item.pin`: what the log calls it. */
  readonly action: string;
  /** Whether it may be done while a signed record is in force: it changes nothing that the record has. */
  readonly isAfterRecord?: boolean;
  /** What the log states about the result. */
  readonly details?: (result: T) => Details;
}

/** Changes a case and logs it, both or neither. */
export function actOnCase<T>(
  casework: CaseworkContext,
  caller: Caller,
  { id, right, action, isAfterRecord, details }: CaseAct<T>,
  work: (tx: Transaction, row: CaseDetailRow) => Promise<T>,
): Promise<T> {
  return actThenNotify(
    casework,
    caller,
    async (tx) => work(tx, await openCaseLocked(tx, id, right, isAfterRecord)),
    (result) => toCaseEntry(action, id, details?.(result)),
    { ...caseScope(caller), at: casework.now() },
  );
}

/** Refuses a change of another version than the present one: the writer gets to see both. */
export function checkVersion(present: number, named: number): void {
  if (present === named) return;
  throw new AppError('conflict', 'Somebody changed this in the meantime. Compare both versions and save again.', {
    context: { reason: 'changed-meanwhile' },
  });
}
