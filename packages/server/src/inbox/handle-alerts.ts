import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { AlertState } from '@trailmark/core/alert';
import { AppError } from '@trailmark/core/errors';
import { type AlertRow, insertAlertEvent, listOrigins, updateAlert } from '@trailmark/store/cases/alerts/alert-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { caseScope, checkVersion, openCaseLocked, toCaseEntry } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { formatAlertNumber, toAlertHead } from './alert-view.ts';
import { countIn, getAlertRow, listAssignable } from './read-alerts.ts';

type Body = RouteInput<Contract['handleAlerts']>['body'];

const ACTS: Readonly<Record<AlertState, string>> = {
  new: 'reopen',
  acknowledged: 'acknowledge',
  assigned: 'assign',
  escalated: 'escalate',
  closed: 'close',
};

function checkStep({ retractedAt, number }: AlertRow, { state, reason }: Body): void {
  if (retractedAt && state !== 'closed' && state !== 'new') {
    throw new AppError(
      'conflict',
      `${formatAlertNumber(number)} was retracted: what it reported is not on the valid chain. It can only be closed.`,
    );
  }
  if (state === 'closed' && reason === null) {
    throw new AppError('invalid', 'A reason is needed to close an alert.', { context: { field: 'reason' } });
  }
}

/** Who has the alert from now on. Throws `invalid` for somebody who may not read it. */
async function chooseAssignee(tx: Transaction, row: AlertRow, { state, assignee }: Body): Promise<string | null> {
  const next = assignee === undefined ? row.assigneeId : assignee;
  if (state === 'assigned' && next === null) {
    throw new AppError('invalid', 'Choose who the alert is assigned to.', { context: { field: 'assignee' } });
  }
  if (next === null || next === row.assigneeId) return next;
  const people = await listAssignable(tx, row.agency, row.caseId);
  if (people.some(({ id }) => id === next)) return next;
  throw new AppError('invalid', 'An alert of a case is assigned to a member of the case.', {
    context: { field: 'assignee' },
  });
}

function toEntry(row: AlertRow, body: Body) {
  const [action, number] = [ACTS[body.state], formatAlertNumber(row.number)];
  const details = { number, ...(body.reason === null ? {} : { reason: body.reason }) };
  return row.caseId === null
    ? { action: `alert.${action}`, object: { kind: 'alert', id: row.id }, details }
    : toCaseEntry(`alert.${action}`, row.caseId, details);
}

async function handleOne(
  tx: Transaction,
  { casework, caller }: { readonly casework: CaseworkContext; readonly caller: Caller },
  { id, version }: Body['alerts'][number],
  body: Body,
): Promise<void> {
  const [{ id: by }, at] = [ownAccount(caller), casework.now()];
  const row = await getAlertRow(tx, id);
  if (row.caseId !== null) await openCaseLocked(tx, row.caseId, 'write', true);
  checkVersion(row.version, version);
  checkStep(row, body);
  const assigneeId = await chooseAssignee(tx, row, body);
  const { state, reason, words } = body;
  const isSaved = await updateAlert(tx, { id, version, state, assigneeId, reason, words: words || null, at });
  if (!isSaved) checkVersion(row.version, -1);
  const said = [reason === null ? '' : reason, words].filter((part) => part !== '').join(': ');
  await insertAlertEvent(tx, { alert: id, agency: row.agency, at, by, what: ACTS[state], words: said });
  await recordAudit(tx, toAuditEvent(caller, toEntry(row, body), at));
}

/** Handles alerts, all or none. Throws `conflict` where one changed meanwhile or was retracted. */
export function handleAlerts(
  casework: CaseworkContext,
  caller: Caller,
  body: Body,
): Promise<RouteOutput<Contract['handleAlerts']>> {
  const account = ownAccount(caller).id;
  return casework.store.transact({ ...caseScope(caller), at: casework.now() }, async (tx) => {
    // In one order, so that two people who handle the same ones do not wait for each other.
    const alerts = body.alerts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const alert of alerts) await handleOne(tx, { casework, caller }, alert, body);
    const rows = await Promise.all(body.alerts.map(({ id }) => getAlertRow(tx, id)));
    const origins = await listOrigins(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      items: rows.map((row) => toAlertHead(row, origins)),
      counts: await countIn(tx, { account }, casework.now()),
    };
  });
}
