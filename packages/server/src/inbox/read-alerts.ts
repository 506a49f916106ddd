import type { Contract } from '@trailmark/api/contract';
import type { AlertDetail, AlertPage } from '@trailmark/api/contract/alert';
import type { AlertCountsView } from '@trailmark/api/contract/alert-count';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { listMembers } from '@trailmark/store/cases/agency-cases/member-rows';
import {
  type AlertFilter,
  type AlertRow,
  countAlerts,
  findAlert,
  findTwin,
  listAlertEvents,
  listAlerts,
  listGroup,
  listOrigins,
} from '@trailmark/store/cases/alerts/alert-rows';
import { listColleagues } from '@trailmark/store/cases/alerts/colleague-rows';
import { listDeliveries } from '@trailmark/store/cases/alerts/delivery-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { toAlertCounts, toAlertDetail, toAlertHead } from './alert-view.ts';
import { ALERT_KINDS } from './kinds/catalogue.ts';

const DAY_MS = 86_400_000;
const MAX_DELIVERIES = 50;

/** Counts of what the account sees, within a transaction of its own scope. */
export async function countIn(tx: Transaction, filter: Omit<AlertFilter, 'view'>, now: Date): Promise<AlertCountsView> {
  return toAlertCounts(await countAlerts(tx, filter, new Date(now.getTime() - DAY_MS)));
}

export function readAlertCounts(casework: CaseworkContext, caller: Caller): Promise<AlertCountsView> {
  const account = ownAccount(caller).id;
  return readCases(casework, caller, (tx) => countIn(tx, { account }, casework.now()));
}

/** A page of the inbox; of a case, only for those who may read it. */
export function readAlerts(
  casework: CaseworkContext,
  caller: Caller,
  { view, case: caseId, origin, kind, ...page }: RouteInput<Contract['listAlerts']>['query'],
): Promise<AlertPage> {
  const filter = { account: ownAccount(caller).id, case: caseId, origin, kind };
  return readCases(casework, caller, async (tx) => {
    if (caseId !== undefined) await openCase(tx, caseId, 'read');
    const rows = await listAlerts(tx, { ...filter, view }, page);
    const origins = await listOrigins(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      items: rows.map((row) => toAlertHead(row, origins)),
      counts: await countIn(tx, filter, casework.now()),
      kinds: ALERT_KINDS.map(({ id, name }) => ({ id, name })),
    };
  });
}

/** One alert that the reader may see. Throws `not-found`. */
export async function getAlertRow(tx: Transaction, id: string): Promise<AlertRow> {
  const row = await findAlert(tx, id);
  if (!row) throw new AppError('not-found', 'There is no such alert.');
  return row;
}

export function readAlert(casework: CaseworkContext, caller: Caller, id: string): Promise<AlertDetail> {
  const { agency } = ownAccount(caller);
  return readCases(casework, caller, async (tx) => {
    const row = await getAlertRow(tx, id);
    const replaced = row.replaces === null ? undefined : await findAlert(tx, row.replaces);
    return toAlertDetail(row, {
      origins: await listOrigins(tx, [id]),
      replaces: replaced,
      replacedBy: await findTwin(tx, id),
      together: await listGroup(tx, { groupKey: row.groupKey, id }),
      events: await listAlertEvents(tx, id),
      deliveries: await listDeliveries(tx, { agency, alert: id }, { offset: 0, limit: MAX_DELIVERIES }),
    });
  });
}

/** Who may be given an alert: members of its case, or the people of the agency who use the tools. */
export async function listAssignable(
  tx: Transaction,
  agency: string,
  caseId: string | null,
): Promise<{ readonly id: string; readonly name: string }[]> {
  if (caseId === null) return listColleagues(tx, agency);
  return (await listMembers(tx, caseId)).map(({ account, name }) => ({ id: account, name }));
}

export function readAlertPeople(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<{ items: { id: string; name: string }[] }> {
  const { agency } = ownAccount(caller);
  return readCases(casework, caller, async (tx) => {
    const { caseId } = await getAlertRow(tx, id);
    return { items: await listAssignable(tx, agency, caseId) };
  });
}
