import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { type CaseEventRow, listCaseEvents } from '@trailmark/store/cases/agency-cases/event-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeCaseAct } from './case-acts.ts';
import { openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

type Answer = RouteOutput<Contract['listCaseEvents']>;

const CURSOR = /^(\d{1,16})-([0-9a-f-]{36})$/;

function readCursor(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, at, id] = CURSOR.exec(text) ?? [];
  if (at && id && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return { at: new Date(Number(at)), id };
  throw new AppError('invalid', 'This cursor is not one this server made for this list.');
}

/** Views and searches are named after their routes. */
function describeEvent({ action, details, outcome }: CaseEventRow): string {
  if (outcome === 'denied') return 'was refused';
  if (action.startsWith('view.'))
    return `looked at ${
      String(details.path ?? '')
        .split('/')
        .slice(5)
        .join('/') || 'the overview'
    }`;
  if (action.startsWith('export.')) return 'exported the case';
  return describeCaseAct(action, details);
}

/** A page of the log of a case, for those who may see it. */
export function readCaseEvents(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { cursor, limit, changes }: RouteInput<Contract['listCaseEvents']>['query'],
): Promise<Answer> {
  const after = readCursor(cursor);
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listCaseEvents(tx, id, { after, isChange: changes === 'yes' }, limit + 1);
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map((row) => ({
        id: row.id,
        at: toSeconds(row.at),
        who: row.name ?? 'Trailmark',
        action: row.action,
        what: describeEvent(row),
        outcome: row.outcome,
        source: row.source,
      })),
      next: last && rows.length > limit ? `${last.at.getTime()}-${last.id}` : null,
    };
  });
}
