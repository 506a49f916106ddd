import type { CaseRight } from '@trailmark/core/case';
import type { Answer } from '../api.ts';

export const CASE_ID = '00000000-0000-4000-8000-0000000000a1';
const LEAD = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Lead investigator' };

/** A case as its page shows it, read by somebody with these rights. */
export function createCaseOverview(
  rights: readonly CaseRight[] = ['read', 'comment', 'write', 'export'],
): Answer<'getCase'> {
  const words = {
    number: '2026-40417',
    reference: null,
    title: 'Harbour',
    type: 'tax',
    typeName: 'Tax',
    unit: '',
    tags: [],
  };
  const opened = {
    openedAt: 1_772_500_000,
    openedBy: LEAD.name,
    changedAt: 1_795_200_000,
    closedAt: null,
    record: null,
    version: 3,
  };
  return {
    head: {
      ...words,
      ...opened,
      ...{ id: CASE_ID, status: 'active', priority: 'high', policy: 'need-to-know', lead: LEAD, deadline: null },
      ...{ nextDue: null, money: { lossUsd: null, tracedUsd: null, securedUsd: null }, role: 'editor' },
    },
    authority: null,
    rights: [...rights],
    memberCount: 2,
    statements: [],
    fields: {},
    template: { id: 'tax', name: 'Tax', summary: '', fields: [], tasks: [], authorities: [], report: [] },
    counts: { tasks: 2, notes: 1 },
    due: [],
    lastVisit: null,
    changes: [],
    readers: [],
    origin: null,
    emergencies: [],
    notices: [],
    today: '2026-11-20',
  };
}

/** A case, or a thing in it, without comments. */
export const NO_COMMENTS: Answer<'listCaseComments'> = { items: [], count: 0, next: null };

/** A list with that case alone. */
export function createCaseList(): Answer<'listCases'> {
  const sums = { lossUsd: 0n, securedUsd: 0n, withoutLoss: 1, late: 0, oldestAt: null, olderThanAYear: 0 };
  return { items: [createCaseOverview().head], totals: { ...sums, count: 1 }, today: '2026-11-20' };
}
