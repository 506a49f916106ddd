import type { CaseOverview } from '@trailmark/api/contract/case';
import { rightsAfterRecord, rightsOf } from '@trailmark/core/case';
import { listDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { listCaseEmergencies } from '@trailmark/store/cases/agency-cases/emergency-rows';
import { listCaseEvents } from '@trailmark/store/cases/agency-cases/event-rows';
import { listMembers, type MemberRow, visitCase } from '@trailmark/store/cases/agency-cases/member-rows';
import { findOrigin } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { describeCaseAct } from './case-acts.ts';
import { readNotices } from './case-notices.ts';
import { openCase, readCases } from './case-scope.ts';
import { listTemplates, templateOf } from './case-templates.ts';
import { toCaseHead, toDay, toSeconds } from './case-view.ts';
import { toEmergency } from './emergency-access.ts';
import { findEndingSoonest } from './ending-authority.ts';

/** Who read the case so recently is shown as present. */
const READERS_MS = 10 * 60_000;
const DUE_SHOWN = 8;
const CHANGES_SHOWN = 8;

/** Counts in the tabs of a case, by the id of the tab. */
export type CountTabs = (tx: Transaction, caseId: string) => Promise<Readonly<Record<string, number>>>;

async function listChanges(tx: Transaction, id: string, own: string, since: Date | null) {
  const rows = await listCaseEvents(tx, id, { since: since ?? undefined, isChange: true }, CHANGES_SHOWN * 4);
  // What the reader did is no news to them; at a first visit all of it is.
  const news = since ? rows.filter(({ account }) => account !== own) : rows;
  return news.slice(0, CHANGES_SHOWN).map(({ at, name, action, details }) => ({
    at: toSeconds(at),
    who: name ?? 'Trailmark',
    what: describeCaseAct(action, details),
  }));
}

/** Other members who are at the case, the last first. */
function listReaders(members: readonly MemberRow[], own: string, now: Date): CaseOverview['readers'] {
  return members
    .flatMap(({ account, name, visitedAt }) => (visitedAt ? [{ id: account, name, at: toSeconds(visitedAt) }] : []))
    .filter(({ id, at }) => id !== own && at > toSeconds(now) - READERS_MS / 1_000)
    .toSorted((a, b) => b.at - a.at);
}

/** The package that a case came from, and whether its sender revoked it. */
async function readOrigin(tx: Transaction, id: string): Promise<CaseOverview['origin']> {
  const found = await findOrigin(tx, id);
  if (!found) return null;
  const { packageId, sender, senderNumber: number, revokedAt, why } = found;
  const revoked = revokedAt && { at: toSeconds(revokedAt), why: why ?? '' };
  return { package: packageId, sender, number, revoked };
}

/** The overview of a case. It notes the visit of a member, for what changed since. */
export function readOverview(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  counters: readonly CountTabs[],
): Promise<CaseOverview> {
  const now = casework.now();
  const templates = listTemplates(casework.filesDir);
  const own = ownAccount(caller).id;
  return readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, id, 'read');
    const lastVisit = await visitCase(tx, id, own, now);
    const members = await listMembers(tx, id);
    const counts: Record<string, number> = {};
    for (const counter of counters) Object.assign(counts, await counter(tx, id));
    const due = await listDue(tx, id, DUE_SHOWN);
    const emergencies = await listCaseEmergencies(tx, id);
    return {
      head: toCaseHead(row, templates),
      rights: [...(row.record === null ? rightsOf(row.role) : rightsAfterRecord(row.role))],
      memberCount: members.length,
      readers: listReaders(members, own, now),
      statements: row.statements as CaseOverview['statements'],
      fields: row.fields as Record<string, string>,
      template: templateOf(templates, row.type),
      counts,
      due: due.map(({ day, ...rest }) => ({ on: day, ...rest })),
      authority: await findEndingSoonest(tx, id, now),
      lastVisit: lastVisit && toSeconds(lastVisit),
      changes: await listChanges(tx, id, own, lastVisit),
      emergencies: emergencies.map((row) => toEmergency(row, ownAccount(caller), now)),
      origin: await readOrigin(tx, id),
      notices: await readNotices(tx, id, lastVisit),
      today: toDay(now),
    };
  });
}
