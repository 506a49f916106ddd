import { createHmac, randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { InterestConflict } from '@trailmark/api/contract/interest';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findParty } from '@trailmark/store/cases/deconfliction/conflict-rows';
import { findInterest, type InterestRow, insertRelease } from '@trailmark/store/cases/deconfliction/interest-rows';
import {
  insertPartnerEvent,
  insertPartnerMessage,
  listPartnerMessages,
  lockPartnerConflict,
  type PartnerConflictRow,
  setPartnerConflict,
} from '@trailmark/store/cases/partners/conflict-rows';
import { openBytes, sealBytes } from '../cases/case-key.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { PartnerEvent, Released } from './partner-event.ts';
import { describeMessage, describeStep } from './released-steps.ts';
import { type InterestContext, sealKey } from './tags.ts';

const eventAbout = (id: string): string => `partner-event:${id}`;
const about = (rowId: string): string => `partner-conflict:${rowId}`;

/** What both sides agreed to show. */
export const shownOf = ({ ownStep, otherStep }: Pick<PartnerConflictRow, 'ownStep' | 'otherStep'>): number =>
  Math.min(ownStep, otherStep);

export function sealReleased(casework: CaseworkContext, rowId: string, released: Released): Buffer {
  return sealBytes(sealKey(casework), about(rowId), Buffer.from(JSON.stringify(released)));
}

export function openEvent(casework: CaseworkContext, id: string, sealed: Buffer): PartnerEvent {
  return JSON.parse(openBytes(sealKey(casework), eventAbout(id), sealed).toString('utf8')) as PartnerEvent;
}

export function sealMessage(casework: CaseworkContext, rowId: string, text: string): Buffer {
  return sealBytes(sealKey(casework), about(rowId), Buffer.from(text));
}

/** A conflict with a partner as our side reads it: of theirs no more than was sent after both agreed. */
export async function toPartnerConflict(
  casework: CaseworkContext,
  tx: Transaction,
  row: PartnerConflictRow,
): Promise<InterestConflict> {
  const key = sealKey(casework);
  const other = row.other && (JSON.parse(openBytes(key, about(row.rowId), row.other).toString('utf8')) as Released);
  const messages = await listPartnerMessages(tx, row.rowId);
  const from = { own: 'you', other: 'other', server: 'server' } as const;
  return {
    id: row.rowId,
    partner: row.partnerName,
    grade: row.grade,
    count: row.ownTags.length,
    at: toSeconds(row.at),
    isSilent: row.isSilent,
    ownStep: row.ownStep,
    otherStep: row.otherStep,
    other: {
      agency: row.partnerName,
      contact: other?.contact ?? null,
      officer: other?.officer ?? null,
      caseNumber: other?.caseNumber ?? null,
    },
    ownOutcome: row.ownOutcome,
    otherOutcome: row.otherOutcome,
    messages: messages.map(({ side, sealed, at, isWaiting }) => ({
      from: from[side],
      text: openBytes(key, about(row.rowId), sealed).toString('utf8'),
      at: toSeconds(at),
      isWaiting,
    })),
  };
}

function toRef({ keys }: Pick<CaseworkContext, 'keys'>, { partner, interest }: PartnerConflictRow): string {
  return createHmac('sha256', keys.derive('partner-ref')).update(`${partner}:${interest}`).digest('hex').slice(0, 32);
}

interface Said {
  readonly hit?: PartnerEvent['hit'];
  readonly text?: string;
}

/** Puts into the line to the partner where our side is now, with what it shows; gives the event's id. */
export async function queueEvent(
  casework: CaseworkContext,
  tx: Transaction,
  row: PartnerConflictRow,
  { hit = null, text }: Said = {},
): Promise<string> {
  const id = randomUUID();
  const shown = shownOf(row);
  const party = shown >= 2 ? await findParty(tx, row.interest) : undefined;
  const released = party && {
    contact: party.contact,
    officer: shown >= 3 ? party.officer : null,
    caseNumber: shown >= 3 ? party.caseNumber : null,
  };
  const event: PartnerEvent = {
    ...{ id, conflict: row.id, hit, ref: toRef(casework, row), step: row.ownStep, outcome: row.ownOutcome },
    ...{ released: released ?? null, text: text ?? null },
  };
  const sealed = sealBytes(sealKey(casework), eventAbout(id), Buffer.from(JSON.stringify(event)));
  await insertPartnerEvent(tx, {
    ...{ id, partner: row.partner, conflictRow: row.rowId, sealed, at: casework.now() },
  });
  return id;
}

/** Notes what the partner receives now that both agreed, each step once; the row with it. */
export async function release(
  casework: CaseworkContext,
  tx: Transaction,
  row: PartnerConflictRow,
): Promise<PartnerConflictRow> {
  const shown = shownOf(row);
  const interest = await findInterest(tx, row.interest);
  for (let step = row.released + 1; interest && step <= shown; step++) {
    const what = { at: casework.now(), toWhom: row.partnerName, what: describeStep(step), why: interest.predicate };
    await insertRelease(tx, interest, what);
  }
  const after = { ...row, released: Math.max(row.released, shown) };
  await setPartnerConflict(tx, after);
  return after;
}

type Answer = RouteInput<Contract['answerConflict']>['body'];

function toAnswered(row: PartnerConflictRow, { act, step, outcome }: Answer): PartnerConflictRow {
  if (act === 'agree') {
    if (step === row.ownStep + 1) return { ...row, ownStep: step };
    throw new AppError(
      'conflict',
      `You have agreed to step ${row.ownStep}. The next one is ${row.ownStep + 1}: steps are taken one by one.`,
    );
  }
  if (act === 'message') return row;
  if (outcome === null) throw new AppError('invalid', 'Choose an outcome.', { context: { field: 'outcome' } });
  return { ...row, ownOutcome: outcome };
}

/** Answers in a conflict with a partner; false where there is none of this id. */
export async function answerPartner(
  { casework }: InterestContext,
  tx: Transaction,
  {
    interest,
    conflict,
    answer,
  }: { readonly interest: InterestRow; readonly conflict: string; readonly answer: Answer },
): Promise<boolean> {
  const row = await lockPartnerConflict(tx, conflict);
  if (!row || row.interest !== interest.id) return false;
  if (row.isSilent) {
    const message = 'Only you know of this match. File the interest as restricted to contact the other side.';
    throw new AppError('conflict', message);
  }
  if (answer.act === 'message' && answer.text === '') {
    throw new AppError('invalid', 'Write a message.', { context: { field: 'text' } });
  }
  const after = await release(casework, tx, toAnswered(row, answer));
  const event = await queueEvent(casework, tx, after, answer.act === 'message' ? { text: answer.text } : {});
  if (answer.act === 'message') {
    const sealed = sealMessage(casework, row.rowId, answer.text);
    const at = casework.now();
    await insertPartnerMessage(tx, row.rowId, { side: 'own', sealed, event, at });
    const what = { toWhom: row.partnerName, what: describeMessage(answer.text), why: interest.predicate };
    await insertRelease(tx, interest, { at, ...what });
  }
  return true;
}
