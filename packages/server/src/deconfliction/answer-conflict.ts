import type { Contract } from '@trailmark/api/contract';
import type { Interest } from '@trailmark/api/contract/interest';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type ConflictRow,
  findParty,
  insertConflictMessage,
  lockConflict,
  type Side,
  setOutcome,
  setStep,
} from '@trailmark/store/cases/deconfliction/conflict-rows';
import {
  closeInterest,
  findInterest,
  type InterestRow,
  insertRelease,
  removeTags,
  reviewInterest,
} from '@trailmark/store/cases/deconfliction/interest-rows';
import { sealBytes } from '../cases/case-key.ts';
import { openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import { act } from '../casework/casework-context.ts';
import { answerPartner } from './partner-conflicts.ts';
import { findOwn, otherInterest, readInterest, sideOf, stepsOf, toDay } from './read-interests.ts';
import { describeMessage, describeStep } from './released-steps.ts';
import { rematchInterest } from './rematch-interests.ts';
import { type InterestContext, sealKey } from './tags.ts';

type Answer = RouteInput<Contract['answerConflict']>['body'];

const SYSTEM = { kind: 'system' } as const;
const MOST_YEARS = 5;

/** The row and the right to change its case: who reads a case does not answer for it. */
async function openOwn({ casework }: InterestContext, caller: Caller, id: string): Promise<InterestRow> {
  const row = await findOwn(casework, caller, id);
  await readCases(casework, caller, (tx) => openCase(tx, row.caseId, 'write'));
  return row;
}

/** Writes into the record of each side what the other has received, once both agreed to it. */
async function logReleases(tx: Transaction, row: ConflictRow, from: number, to: number, at: Date): Promise<void> {
  for (const [own, other] of [
    [row.aInterest, row.bInterest],
    [row.bInterest, row.aInterest],
  ] as const) {
    const [interest, party] = [await findInterest(tx, own), await findParty(tx, other)];
    if (!interest || !party) continue;
    for (let step = from + 1; step <= to; step++) {
      const release = { at, toWhom: party.agencyName, what: describeStep(step), why: interest.predicate };
      await insertRelease(tx, interest, release);
    }
  }
}

/** A message leaves the agency: it is in the record of who received what. Who is not named yet is not named there. */
async function logMessage(
  tx: Transaction,
  row: ConflictRow,
  { interest, at, text }: { readonly interest: InterestRow; readonly at: Date; readonly text: string },
): Promise<void> {
  const side = sideOf(row, interest.id);
  const { own, other } = stepsOf(row, side);
  const party = Math.min(own, other) >= 2 ? await findParty(tx, otherInterest(row, side)) : undefined;
  const toWhom = party?.agencyName ?? 'The other side of the conflict, not named yet';
  await insertRelease(tx, interest, { at, toWhom, what: describeMessage(text), why: interest.predicate });
}

async function agree(tx: Transaction, row: ConflictRow, side: Side, step: number, at: Date): Promise<void> {
  const { own, other } = stepsOf(row, side);
  if (step !== own + 1) {
    throw new AppError(
      'conflict',
      `You have agreed to step ${own}. The next one is ${own + 1}: steps are taken one by one.`,
    );
  }
  await setStep(tx, row.id, side, step);
  const [before, after] = [Math.min(own, other), Math.min(step, other)];
  if (after > before) await logReleases(tx, row, before, after, at);
}

interface Given {
  readonly interest: InterestRow;
  readonly conflict: string;
  readonly answer: Answer;
}

async function answerIn(
  context: InterestContext,
  tx: Transaction,
  { interest, conflict, answer }: Given,
): Promise<void> {
  const at = context.casework.now();
  if (await answerPartner(context, tx, { interest, conflict, answer })) return;
  const row = await lockConflict(tx, conflict);
  const isOwn = row && (row.aInterest === interest.id || row.bInterest === interest.id);
  const side = row && sideOf(row, interest.id);
  if (!row || !side || !isOwn || (row.knownTo !== null && row.knownTo !== side)) {
    throw new AppError('not-found', 'There is no such conflict.');
  }
  if (row.knownTo !== null) {
    throw new AppError(
      'conflict',
      'Only you know of this match. File the interest as restricted to contact the other side.',
    );
  }
  if (answer.act === 'message') {
    if (answer.text === '') throw new AppError('invalid', 'Write a message.', { context: { field: 'text' } });
    const sealed = sealBytes(sealKey(context.casework), `conflict:${row.id}`, Buffer.from(answer.text));
    await insertConflictMessage(tx, row.id, { side, sealed, at });
    return logMessage(tx, row, { interest, at, text: answer.text });
  }
  if (answer.act === 'agree') return agree(tx, row, side, answer.step, at);
  if (answer.outcome === null) throw new AppError('invalid', 'Choose an outcome.', { context: { field: 'outcome' } });
  return setOutcome(tx, row.id, side, answer.outcome);
}

/** Writes to the other side, agrees to show the next step, or records the outcome. Nothing moves up without both. */
export async function answerConflict(
  context: InterestContext,
  caller: Caller,
  { interest: id, conflict }: { readonly interest: string; readonly conflict: string },
  answer: Answer,
): Promise<Interest> {
  const interest = await openOwn(context, caller, id);
  const details = { interest: id, conflict, step: answer.act === 'agree' ? answer.step : null };
  const entry = { action: `case.interest.${answer.act}`, object: { kind: 'case', id: interest.caseId }, details };
  await act(context.casework, caller, entry, (tx) => answerIn(context, tx, { interest, conflict, answer }), SYSTEM);
  return readInterest(context, caller, id);
}

/** Reviews an interest until another day, or closes it: its digests are removed then. */
export async function changeInterest(
  context: InterestContext,
  caller: Caller,
  id: string,
  { act: what, reviewOn }: RouteInput<Contract['changeInterest']>['body'],
): Promise<Interest> {
  const interest = await openOwn(context, caller, id);
  const now = context.casework.now();
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS);
  if (what === 'review' && (reviewOn === null || reviewOn <= toDay(now) || reviewOn > toDay(latest))) {
    throw new AppError('invalid', `The next review is on a day after today, and within ${MOST_YEARS} years.`, {
      context: { field: 'reviewOn' },
    });
  }
  const entry = {
    action: `case.interest.${what}`,
    object: { kind: 'case', id: interest.caseId },
    details: { interest: id },
  };
  await act(
    context.casework,
    caller,
    entry,
    async (tx) => {
      if (what === 'review' && reviewOn !== null) return reviewInterest(tx, id, reviewOn, now);
      await closeInterest(tx, id, now);
      return removeTags(tx, id);
    },
    SYSTEM,
  );
  // What others filed while it had lapsed was compared with nothing.
  if (what === 'review') await rematchInterest(context, id);
  return readInterest(context, caller, id);
}
