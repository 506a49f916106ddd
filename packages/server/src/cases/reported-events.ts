import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseReportedEvent } from '@trailmark/api/contract/case-timeline';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { type CaseDetailRow, touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import {
  findReportedEvent,
  insertReportedEvent,
  listWithdrawnEvents,
  type ReportedContent,
  type ReportedEventRow,
  updateReportedEvent,
  withdrawReportedEvent,
} from '@trailmark/store/cases/agency-cases/reported-event-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { actOnCase, checkVersion, openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

interface EventPlace {
  readonly id: string;
  readonly event: string;
}

const MAX_WITHDRAWN = 500;

function toEvent({
  number,
  changedAt,
  withdrawnAt,
  withdrawnBy,
  withdrawnWhy,
  ...row
}: ReportedEventRow): CaseReportedEvent {
  return {
    ...row,
    number: `E-${number}`,
    changedAt: toSeconds(changedAt),
    withdrawn: withdrawnAt && {
      at: toSeconds(withdrawnAt),
      by: withdrawnBy ?? 'Former account',
      why: withdrawnWhy ?? '',
    },
  };
}

async function getEvent(tx: Transaction, { id, event }: EventPlace): Promise<ReportedEventRow> {
  const row = await findReportedEvent(tx, id, event);
  if (!row) throw new AppError('not-found', 'There is no such event in this case.');
  return row;
}

function checkSpan({ starts, ends }: Pick<ReportedContent, 'starts' | 'ends'>): void {
  if (ends === null || (starts !== null && ends >= starts)) return;
  throw new AppError('invalid', 'An event that lasts has a beginning, and ends after it.', {
    context: { field: 'ends' },
  });
}

async function settleEvent(tx: Transaction, row: CaseDetailRow, event: string, at: Date): Promise<CaseReportedEvent> {
  const found = await getEvent(tx, { id: row.id, event });
  const text = [`E-${found.number}`, found.title, found.text, found.source].join('\n');
  await putCaseText(tx, { caseId: row.id, agency: row.agency, source: event }, 'event', text);
  await touchCase(tx, row.id, at);
  return toEvent(found);
}

const details = ({ id, number }: CaseReportedEvent) => ({ event: id, number });

export function addEvent(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  body: Body<'addCaseEvent'>,
): Promise<CaseReportedEvent> {
  checkSpan(body);
  const [event, by, at] = [randomUUID(), ownAccount(caller).id, casework.now()];
  return actOnCase(casework, caller, { id, right: 'write', action: 'event.add', details }, async (tx, row) => {
    await insertReportedEvent(tx, { ...body, id: event, caseId: id, agency: row.agency, by, at });
    return settleEvent(tx, row, event, at);
  });
}

/** Throws `conflict` where it is another version by now, or withdrawn. */
export function changeEvent(
  casework: CaseworkContext,
  caller: Caller,
  { id, event }: EventPlace,
  { version, ...body }: Body<'updateCaseEvent'>,
): Promise<CaseReportedEvent> {
  checkSpan(body);
  const [by, at] = [ownAccount(caller).id, casework.now()];
  return actOnCase(casework, caller, { id, right: 'write', action: 'event.change', details }, async (tx, row) => {
    const present = await getEvent(tx, { id, event });
    if (present.withdrawnAt) throw new AppError('conflict', 'This event was withdrawn. Enter it again.');
    checkVersion(present.version, version);
    await updateReportedEvent(tx, { ...body, id: event, caseId: id, agency: row.agency, by, at }, version);
    return settleEvent(tx, row, event, at);
  });
}

/** Throws `conflict` where it was withdrawn before. */
export function withdrawEvent(
  casework: CaseworkContext,
  caller: Caller,
  { id, event }: EventPlace,
  why: string,
): Promise<CaseReportedEvent> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  return actOnCase(casework, caller, { id, right: 'write', action: 'event.withdraw', details }, async (tx, row) => {
    await getEvent(tx, { id, event });
    if (!(await withdrawReportedEvent(tx, { caseId: id, event, by, why, at }))) {
      throw new AppError('conflict', 'This event was withdrawn before.');
    }
    return settleEvent(tx, row, event, at);
  });
}

export function readWithdrawnEvents(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listWithdrawnCaseEvents']>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return { items: (await listWithdrawnEvents(tx, id, MAX_WITHDRAWN)).map(toEvent) };
  });
}
