import { randomUUID } from 'node:crypto';
import type { CaseEmergency } from '@trailmark/api/contract/emergency';
import type { EmergencyOutcome } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import {
  closeEmergency,
  type EmergencyRequest,
  type EmergencyRow,
  findEmergency,
  findUnsealedByNumber,
  hasOpenReview,
  insertEmergency,
  insertEmergencyRequest,
  listOpenEmergencies,
  listOwners,
  takeEmergencyRequests,
} from '@trailmark/store/cases/agency-cases/emergency-rows';
import { insertNotice } from '@trailmark/store/cases/agency-cases/overlap-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { lockLimit } from '@trailmark/store/cases/lock-limit';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { emergencyMail } from '../mail/mail-texts.ts';
import { caseScope, readCases, toCaseEntry } from './case-scope.ts';
import { toDay, toSeconds } from './case-view.ts';

const SYSTEM = { kind: 'system' } as const;
const OPEN_FOR_MS = 8 * 3_600_000;
const REVIEW_WITHIN_MS = 7 * 86_400_000;
const SHOWN = 200;

export function toEmergency(row: EmergencyRow, { id, role }: CallerAccount, now: Date): CaseEmergency {
  const { account, agency: _, isOwner, outcome, openedAt, endsAt, ...shown } = row;
  const isOwn = account === id;
  return {
    ...shown,
    openedAt: toSeconds(openedAt),
    endsAt: toSeconds(endsAt),
    isOpen: endsAt > now,
    isReviewed: outcome !== null,
    mayReview: outcome === null && !isOwn && (isOwner || role === 'agency-admin'),
    isOwn,
  };
}

interface Told {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly reason: string;
  /** Of a sealed case, which was not opened. */
  readonly isSealed: boolean;
  readonly at: Date;
}

/** Notifies the owners in the application and, where they may use it today, by email. The email names neither the case nor the person. */
async function notifyOwners(tx: Transaction, origin: string, { caseId, agency, at, ...facts }: Told): Promise<void> {
  for (const { account, email, isAdmitted } of await listOwners(tx, caseId)) {
    await insertNotice(tx, { caseId, agency, account, kind: 'break-glass', facts, at });
    const mail = emergencyMail(`${origin}/agency-cases/${caseId}`, facts.isSealed);
    if (isAdmitted) await queueMail(tx, { recipient: email, agency, ...mail });
  }
}

/** Opens a need-to-know case for reading: the access, its review, its notices and its lines of both logs, or none of them. */
async function openIn(
  tx: Transaction,
  casework: CaseworkContext,
  caller: Caller,
  { caseId, ...asked }: EmergencyRequest & { readonly caseId: string },
): Promise<EmergencyRow> {
  const { id, agency, number, reason, at } = asked;
  const endsAt = new Date(at.getTime() + OPEN_FOR_MS);
  const dueOn = toDay(new Date(at.getTime() + REVIEW_WITHIN_MS));
  await insertEmergency(tx, { ...asked, caseId, endsAt, dueOn });
  await notifyOwners(tx, casework.origin, { caseId, agency, by: ownAccount(caller).name, reason, isSealed: false, at });
  await refreshNextDue(tx, caseId);
  const details = { number, reason, until: endsAt.toISOString() };
  const object = { kind: 'case-emergency', id };
  await recordAudit(tx, toAuditEvent(caller, { action: 'case-emergency.open', object, details }, at));
  await recordAudit(tx, toAuditEvent(caller, toCaseEntry('emergency.open', caseId, details), at));
  const row = await findEmergency(tx, id);
  if (!row) throw new AppError('internal', 'The emergency access was not kept.');
  return { ...row, isOwner: false };
}

/**
 * Emergency access to the case of a number: to a need-to-know case at once; null for every other number. Whether that is the number
 * of a sealed case is found out later, by `settleEmergencyRequests`: here both take the same steps.
 */
export async function openCaseInEmergency(
  casework: CaseworkContext,
  caller: Caller,
  { number, reason }: { readonly number: string; readonly reason: string },
): Promise<{ readonly opened: CaseEmergency | null }> {
  const own = ownAccount(caller);
  const at = casework.now();
  const asked = { id: randomUUID(), agency: own.agency, account: own.id, number, reason, at };
  return casework.store.transact(SYSTEM, async (tx) => {
    await lockLimit(tx, `emergency:${own.id}`);
    if (await hasOpenReview(tx, own.id)) {
      throw new AppError(
        'conflict',
        'An earlier emergency access of yours is not reviewed yet. An owner of that case, or another administrator of your agency, closes the review.',
      );
    }
    const found = await findUnsealedByNumber(tx, asked);
    if (found && (found.isMember || found.policy === 'open')) {
      throw new AppError('conflict', 'You may read this case already: look for its number in the list of cases.');
    }
    if (found) {
      const row = await openIn(tx, casework, caller, { ...asked, caseId: found.id });
      return { opened: toEmergency(row, own, at) };
    }
    await insertEmergencyRequest(tx, asked);
    const object = { kind: 'case-emergency-request', id: asked.id };
    const entry = { action: 'case-emergency.ask', object, details: { number, reason } };
    await recordAudit(tx, toAuditEvent(caller, entry, at));
    return { opened: null };
  });
}

/** Notifies the owners of sealed cases who requested emergency access to theirs. Returns how many requests there were. */
export function settleEmergencyRequests(casework: CaseworkContext): Promise<number> {
  return casework.store.transact(SYSTEM, async (tx) => {
    const taken = await takeEmergencyRequests(tx, SHOWN);
    for (const { caseId, agency, by, reason, at } of taken) {
      if (caseId !== null) await notifyOwners(tx, casework.origin, { caseId, agency, by, reason, isSealed: true, at });
    }
    return taken.length;
  });
}

async function listOpen(tx: Transaction, own: CallerAccount, now: Date): Promise<{ items: CaseEmergency[] }> {
  return { items: (await listOpenEmergencies(tx, SHOWN)).map((row) => toEmergency(row, own, now)) };
}

export function readEmergencies(casework: CaseworkContext, caller: Caller): Promise<{ items: CaseEmergency[] }> {
  return readCases(casework, caller, (tx) => listOpen(tx, ownAccount(caller), casework.now()));
}

/** Closes the review of an emergency access. Throws `forbidden` for who opened it, and for who neither owns the case nor supervises. */
export async function reviewEmergency(
  casework: CaseworkContext,
  caller: Caller,
  { id, outcome, words }: { readonly id: string; readonly outcome: EmergencyOutcome; readonly words: string },
): Promise<{ items: CaseEmergency[] }> {
  const [own, at] = [ownAccount(caller), casework.now()];
  const caseId = await casework.store.transact(caseScope(caller), async (tx) => {
    const row = await findEmergency(tx, id);
    if (!row) throw new AppError('not-found', 'There is no such emergency access.');
    if (row.outcome !== null) throw new AppError('conflict', 'This review is closed already.');
    if (!toEmergency(row, own, at).mayReview || !(await closeEmergency(tx, id, { outcome, words, by: own.id, at }))) {
      throw new AppError(
        'forbidden',
        'An owner of the case, or another administrator of your agency, closes this review.',
      );
    }
    const details = { number: row.number, outcome, words };
    const object = { kind: 'case-emergency', id };
    await recordAudit(tx, toAuditEvent(caller, { action: 'case-emergency.review', object, details }, at));
    await recordAudit(tx, toAuditEvent(caller, toCaseEntry('emergency.review', row.caseId, details), at));
    return row.caseId;
  });
  // A supervisor who is no member writes nothing in the case: that it is no longer due is noted by the server.
  await casework.store.transact(SYSTEM, (tx) => refreshNextDue(tx, caseId));
  return readEmergencies(casework, caller);
}
